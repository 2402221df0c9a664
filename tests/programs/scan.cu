// Prefix sums: Hillis-Steele with two buffers in dynamic shared memory, the work-efficient scan
// with padding against bank conflicts, and a scan over many blocks.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>

#define CUDA_SAFE_CALL(x) do { cudaError_t err = (x); if (cudaSuccess != err) { \
    fprintf(stderr, "Cuda error in file '%s' in line %i : %s.\n", __FILE__, __LINE__, cudaGetErrorString(err)); \
    exit(EXIT_FAILURE); } } while(0)
#define CUT_CHECK_ERROR(errorMessage) do {                                   \
    cudaError_t err = cudaGetLastError();                                    \
    if (cudaSuccess != err) {                                                \
        fprintf(stderr, "Cuda error: %s in file '%s' in line %i : %s.\n",    \
                errorMessage, __FILE__, __LINE__, cudaGetErrorString(err));  \
        exit(EXIT_FAILURE);                                                  \
    }                                                                        \
    err = cudaDeviceSynchronize();                                           \
    if (cudaSuccess != err) exit(EXIT_FAILURE); } while (0)

#define NUM_BANKS 32
#define LOG_NUM_BANKS 5
#define CONFLICT_FREE_OFFSET(index) ((index) >> LOG_NUM_BANKS)

__global__ void scan_naive(float *g_odata, const float *g_idata, int n)
{
    extern __shared__ float temp[];   // two buffers of n
    int thid = threadIdx.x;
    int pout = 0, pin = 1;
    temp[pout*n + thid] = (thid > 0) ? g_idata[thid-1] : 0;
    __syncthreads();
    for (int offset = 1; offset < n; offset *= 2)
    {
        pout = 1 - pout;
        pin = 1 - pout;
        if (thid >= offset)
            temp[pout*n+thid] = temp[pin*n+thid] + temp[pin*n+thid - offset];
        else
            temp[pout*n+thid] = temp[pin*n+thid];
        __syncthreads();
    }
    g_odata[thid] = temp[pout*n+thid];
}

__global__ void scan_best(int *g_odata, const int *g_idata, int *block_sums, int total)
{
    extern __shared__ int buf[];
    const int n = 2 * blockDim.x, base = blockIdx.x * n;
    int thid = threadIdx.x, offset = 1;
    int ai = thid, bi = thid + n / 2;
    buf[ai + CONFLICT_FREE_OFFSET(ai)] = base + ai < total ? g_idata[base + ai] : 0;
    buf[bi + CONFLICT_FREE_OFFSET(bi)] = base + bi < total ? g_idata[base + bi] : 0;
    for (int d = n >> 1; d > 0; d >>= 1) {          // up-sweep
        __syncthreads();
        if (thid < d) {
            int i = offset * (2 * thid + 1) - 1, j = offset * (2 * thid + 2) - 1;
            buf[j + CONFLICT_FREE_OFFSET(j)] += buf[i + CONFLICT_FREE_OFFSET(i)];
        }
        offset *= 2;
    }
    if (thid == 0) {
        int last = n - 1 + CONFLICT_FREE_OFFSET(n - 1);
        if (block_sums) block_sums[blockIdx.x] = buf[last];
        buf[last] = 0;
    }
    for (int d = 1; d < n; d *= 2) {                // down-sweep
        offset >>= 1;
        __syncthreads();
        if (thid < d) {
            int i = offset * (2 * thid + 1) - 1, j = offset * (2 * thid + 2) - 1;
            i += CONFLICT_FREE_OFFSET(i);
            j += CONFLICT_FREE_OFFSET(j);
            int t = buf[i];
            buf[i] = buf[j];
            buf[j] += t;
        }
    }
    __syncthreads();
    if (base + ai < total) g_odata[base + ai] = buf[ai + CONFLICT_FREE_OFFSET(ai)];
    if (base + bi < total) g_odata[base + bi] = buf[bi + CONFLICT_FREE_OFFSET(bi)];
}

__global__ void uniform_add(int *data, const int *sums, int total)
{
    __shared__ int uni;
    if (threadIdx.x == 0)
        uni = sums[blockIdx.x];
    __syncthreads();
    for (int k = 0; k < 2; k++) {
        int i = blockIdx.x * 2 * blockDim.x + k * blockDim.x + threadIdx.x;
        if (i < total) data[i] += uni;
    }
}

void recursive_scan(int *d_out, const int *d_in, int n)
{
    const int threads = 128, per_block = 2 * threads;
    int blocks = (n + per_block - 1) / per_block;
    size_t shared = (per_block + CONFLICT_FREE_OFFSET(per_block)) * sizeof(int);
    if (blocks == 1) {
        scan_best<<<1, threads, shared>>>(d_out, d_in, NULL, n);
        CUT_CHECK_ERROR("scan");
        return;
    }
    int *sums, *scanned;
    CUDA_SAFE_CALL(cudaMalloc((void**)&sums, blocks * sizeof(int)));
    CUDA_SAFE_CALL(cudaMalloc((void**)&scanned, blocks * sizeof(int)));
    scan_best<<<blocks, threads, shared>>>(d_out, d_in, sums, n);
    CUT_CHECK_ERROR("scan");
    recursive_scan(scanned, sums, blocks);
    uniform_add<<<blocks, threads>>>(d_out, scanned, n);
    CUT_CHECK_ERROR("uniform_add");
    CUDA_SAFE_CALL(cudaFree(sums));
    CUDA_SAFE_CALL(cudaFree(scanned));
}

int main(int argc, char** argv)
{
    const int num_elements = 512;
    const unsigned int mem_size = sizeof(float) * num_elements;
    float h_data[num_elements], reference[num_elements], result[num_elements];
    for (int i = 0; i < num_elements; ++i) h_data[i] = rand() % 10;
    reference[0] = 0;
    for (int i = 1; i < num_elements; ++i) reference[i] = reference[i-1] + h_data[i-1];
    float *d_idata, *d_odata;
    CUDA_SAFE_CALL(cudaMalloc((void**)&d_idata, mem_size));
    CUDA_SAFE_CALL(cudaMalloc((void**)&d_odata, mem_size));
    CUDA_SAFE_CALL(cudaMemcpy(d_idata, h_data, mem_size, cudaMemcpyHostToDevice));
    scan_naive<<< 1, num_elements, 2 * mem_size >>>(d_odata, d_idata, num_elements);
    CUT_CHECK_ERROR("Kernel execution failed");
    CUDA_SAFE_CALL(cudaMemcpy(result, d_odata, mem_size, cudaMemcpyDeviceToHost));
    if (memcmp(result, reference, mem_size)) { fprintf(stderr, "naive scan is wrong\n"); return 1; }

    int sizes[] = { 1, 255, 256, 257, 70001 };
    for (unsigned s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        int n = sizes[s], *h = (int*)malloc(n * 4), *out = (int*)malloc(n * 4), *d, *o, sum = 0;
        for (int i = 0; i < n; i++) h[i] = rand() % 100 - 20;
        cudaMalloc(&d, n * sizeof *d);
        cudaMalloc(&o, n * sizeof *o);
        cudaMemcpy(d, h, n * sizeof *d, cudaMemcpyHostToDevice);
        recursive_scan(o, d, n);
        cudaMemcpy(out, o, n * sizeof *o, cudaMemcpyDeviceToHost);
        for (int i = 0; i < n; sum += h[i++])
            if (out[i] != sum) { fprintf(stderr, "n %d: out[%d] = %d, not %d\n", n, i, out[i], sum); return 1; }
        free(h); free(out); cudaFree(d); cudaFree(o);
    }
    printf("Test PASSED\n");
    cudaFree(d_idata);
    cudaFree(d_odata);
    return 0;
}
