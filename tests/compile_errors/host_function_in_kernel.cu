// expects: host_function_in_kernel\.cu:8:12: error: calling a __host__ function\("square"\) from a __global__ function\("squares"\) is not allowed
int square(int x);

__host__ __device__ int half(int x) { return x / 2; }

__global__ void squares(int *p)
{
    p[0] = square(half(p[0])); /* here */
}

int square(int x) { return x * x; }

int main()
{
    squares<<<1, 1>>>(nullptr);
    return square(0);
}
// nvcc: calling a __host__ function("square(int)") from a __global__ function("squares") is not allowed
