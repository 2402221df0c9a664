// expects: semicolon_before_body\.cu:3:1: error: a \{ that belongs to nothing: does a ; stand before it
__global__ void k(float *p);
{ // here
    *p = 1;
}
int main() { k<<<1, 1>>>(nullptr); }
// nvcc: expected a declaration
