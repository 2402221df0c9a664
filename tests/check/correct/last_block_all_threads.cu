/* The last block done, where every thread of every block leaves a part: all
 * fence, a barrier, one ticket; then all threads of the last block read all
 * parts. */
__device__ unsigned finished;

__global__ void normalise(float *y, float *parts, const float *x, int n)
{
    __shared__ bool last;
    int t = threadIdx.x, all = gridDim.x * blockDim.x, sum_at = blockIdx.x * blockDim.x + t;
    float sum = 0;
    for (int i = sum_at; i < n; i += all)
        sum += x[i];
    parts[sum_at] = sum;
    __threadfence();
    __syncthreads();
    if (t == 0)
        last = atomicAdd(&finished, 1) == gridDim.x - 1;
    __syncthreads();
    if (last) {
        float total = 0;
        for (int i = 0; i < all; i++)
            total += parts[i];
        for (int i = t; i < n; i += blockDim.x)
            y[i] = x[i] / total;
        if (t == 0)
            finished = 0;
    }
}

int main(void)
{
    const int n = 512;
    float x[n], *d_x, *d_y, *d_parts;
    int wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = 2;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_y, sizeof x);
    cudaMalloc(&d_parts, 6 * 32 * sizeof(float));
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    for (int round = 0; round < 3; round++)
        normalise<<<6, 32>>>(d_y, d_parts, d_x, n);
    cudaMemcpy(x, d_y, sizeof x, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += x[i] != 1.0f / n;
    cudaFree(d_x);
    cudaFree(d_y);
    cudaFree(d_parts);
    return wrong != 0;
}
