/* The last block to finish adds up what the others left: fence, then an atomic ticket. */
#define BLOCK 64

__device__ unsigned int tickets = 0;

__global__ void sum_all(float *total, volatile float *partial, const float *x, int n)
{
    __shared__ float s[BLOCK];
    __shared__ bool last;
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    s[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (t < stride)
            s[t] += s[t + stride];
        __syncthreads();
    }
    if (t == 0) {
        partial[blockIdx.x] = s[0];
        __threadfence();
        last = atomicInc(&tickets, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;
    float sum = 0;
    for (int b = t; b < (int)gridDim.x; b += BLOCK)
        sum += partial[b];
    s[t] = sum;
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (t < stride)
            s[t] += s[t + stride];
        __syncthreads();
    }
    if (t == 0) {
        *total = s[0];
        tickets = 0;
    }
}

int main(void)
{
    const int n = 6000, blocks = (n + BLOCK - 1) / BLOCK;
    static float x[n];
    float total, want = 0, *d_x, *d_partial, *d_total;
    int wrong = 0;
    for (int i = 0; i < n; i++)
        want += x[i] = i % 3;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_partial, blocks * sizeof(float));
    cudaMalloc(&d_total, sizeof(float));
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    for (int round = 0; round < 2; round++) {
        sum_all<<<blocks, BLOCK>>>(d_total, d_partial, d_x, n);
        cudaMemcpy(&total, d_total, sizeof total, cudaMemcpyDeviceToHost);
        wrong += total != want;
    }
    cudaFree(d_x);
    cudaFree(d_partial);
    cudaFree(d_total);
    return wrong != 0;
}
