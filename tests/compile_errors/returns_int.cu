// expects: returns_int\.cu:2:12: error: a kernel \(__global__ function\) returns void
__global__ int k(int *p)
{
    return *p;
}
int main() { k<<<1, 1>>>(nullptr); }
// nvcc: a __global__ function must have a void return type
