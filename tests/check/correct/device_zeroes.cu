/* Variables of the device begin as zero without anybody setting them. */
__device__ int total;
__device__ float sums[4];

__global__ void add(int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        atomicAdd(&total, i);
        atomicAdd(&sums[i % 4], 1.0f);
    }
}

int main(void)
{
    int sum = 0;
    float four[4];
    add<<<4, 64>>>(200);
    cudaMemcpyFromSymbol(&sum, total, sizeof sum);
    cudaMemcpyFromSymbol(four, sums, sizeof four);
    return sum != 199 * 100 || four[0] != 50 || four[3] != 50;
}
