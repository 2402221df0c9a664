// expects: only a kernel, a __global__ function, has __launch_bounds__
__device__ int __launch_bounds__(64) twice(int x) /* here */
{
    return 2 * x;
}

__global__ void __launch_bounds__(64) k(int *p) { *p = twice(3); }

int main()
{
    k<<<1, 1>>>(nullptr);
    return 0;
}
// nvcc: __launch_bounds__ is only allowed on a __global__ function
