// expects: number_beside_name\.cu:4:1[23]: error: a number with letters right behind it: is there a \* to be between them\?
__global__ void k(float *p, float a)
{
    p[0] = 2a; // here
}
int main() { k<<<1, 1>>>(nullptr, 1); }
// nvcc: user-defined literal operator not found
