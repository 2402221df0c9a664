// expects: a kernel is launched, not called: k<<<grid, block>>>\(...\)
__global__ void k(int *a, int n)
{
    *a = n;
    if (n > 0)
        k(a, n - 1); /* here */
}
int main() {}
// nvcc: a __global__ function call must be configured
