// expects: calling a __host__ function\("tenth"\) from a __device__ function\("twentieth"\) is not allowed
template <typename T> T tenth(T x) { return x / 10; }

__device__ float twentieth(float x)
{
    return tenth<float>(x) / 2; /* here */
}

__global__ void k(float *p) { *p = twentieth(*p); }

int main()
{
    k<<<1, 1>>>(nullptr);
    return 0;
}
// nvcc: calling a __host__ function("T1  ::tenth<float> (T1)") from a __device__ function("twentieth") is not allowed
