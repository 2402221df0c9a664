// expects: device_function_on_host\.cu:10:12: error: calling a __device__ function\("square"\) from a __host__ function\("main"\) is not allowed
__device__ float square(float x) { return x * x; }

__global__ void squares(float *p) { *p = square(*p); }

int main()
{
    squares<<<1, 1>>>(nullptr);
    /* not with a cast */
    return square(2.0f) > 3; /* here */
}
// nvcc: calling a __device__ function("square(float)") from a __host__ function("main") is not allowed
