#define T threadIdx.x

__device__ float *row_of(float *s, int row)
{
    return s + 4 * row;
}

__global__ void joined(float *x, int n)
{
    __shared__ float s[256];
#pragma unroll 1
    for (int i = T; i < n; i += 32)
        s[i] = x[i];
    __syncwarp();
    float *p = row_of(s, T);
    x[T] = p[0] + p[1] * p[2] - p[3];
}

__global__ void sums(float *x)
{
    __shared__ float s[32];
    s[T] = 0;
    __syncwarp();
    atomicAdd(&s[T % 4], x[T]);
    __syncwarp();
    x[T] = s[T];
}

int main()
{
    float *x;
    cudaMalloc(&x, 4096);
    cudaMemset(x, 0, 4096);
    joined<<<1, 32>>>(x, 128);
    sums<<<1, 32>>>(x);
    return cudaDeviceSynchronize();
}
