/* Shared arrays declared in device functions and reused by call after call,
 * across blocks. */
__device__ float block_sum(float v)
{
    __shared__ float parts[2];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = v;
    __syncthreads();
    return parts[0] + parts[1];
}

__device__ void stats(const float *x, int n, float *result)
{
    float sum = 0, squares = 0;
    for (int i = threadIdx.x; i < n; i += 64) {
        sum += x[i];
        squares += x[i] * x[i];
    }
    result[0] = block_sum(sum);
    result[1] = block_sum(squares);
}

__global__ void rows(float *means, float *norms, const float *m, int cols)
{
    float result[2];
    stats(m + blockIdx.x * cols, cols, result);
    if (threadIdx.x == 0) {
        means[blockIdx.x] = result[0] / cols;
        norms[blockIdx.x] = result[1];
    }
}

int main(void)
{
    const int n = 12, cols = 100;
    float m[n * cols], result[2 * n], *d_m, *d_result;
    int wrong = 0;
    for (int i = 0; i < n * cols; i++)
        m[i] = i / cols;
    cudaMalloc(&d_m, sizeof m);
    cudaMalloc(&d_result, sizeof result);
    cudaMemcpy(d_m, m, sizeof m, cudaMemcpyHostToDevice);
    rows<<<n, 64>>>(d_result, d_result + n, d_m, cols);
    cudaMemcpy(result, d_result, sizeof result, cudaMemcpyDeviceToHost);
    for (int r = 0; r < n; r++)
        wrong += result[r] != r || result[n + r] != r * r * cols;
    cudaFree(d_m);
    cudaFree(d_result);
    return wrong != 0;
}
