/*
 * The classic ladder of reductions: interleaved with modulo, interleaved with stride, sequential,
 * two loads, last warp unrolled (volatile, with __syncwarp), template on the block size, several
 * elements per thread.
 */
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define checkCudaErrors(val) check((val), #val, __FILE__, __LINE__)

template <typename T>
void check(T result, char const *const func, const char *const file, int const line) {
  if (result) {
    fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line,
            static_cast<unsigned int>(result), cudaGetErrorName(result), func);
    exit(EXIT_FAILURE);
  }
}

__global__ void reduce0(int *g_idata, int *g_odata, unsigned int n) {
  extern __shared__ int sdata[];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  sdata[tid] = (i < n) ? g_idata[i] : 0;
  __syncthreads();
  for (unsigned int s = 1; s < blockDim.x; s *= 2) {
    if (tid % (2 * s) == 0) sdata[tid] += sdata[tid + s];
    __syncthreads();
  }
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

__global__ void reduce1(int *g_idata, int *g_odata, unsigned int n) {
  extern __shared__ int sdata[];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  sdata[tid] = (i < n) ? g_idata[i] : 0;
  __syncthreads();
  for (unsigned int s = 1; s < blockDim.x; s *= 2) {
    int index = 2 * s * tid;
    if (index < blockDim.x) sdata[index] += sdata[index + s];
    __syncthreads();
  }
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

__global__ void reduce2(int *g_idata, int *g_odata, unsigned int n) {
  extern __shared__ int sdata[];
  unsigned int tid = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  sdata[tid] = (i < n) ? g_idata[i] : 0;
  __syncthreads();
  for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) sdata[tid] += sdata[tid + s];
    __syncthreads();
  }
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

__device__ void warpReduce(volatile int *sdata, int tid) {
  int v = sdata[tid];
  v += sdata[tid + 32]; __syncwarp(); sdata[tid] = v; __syncwarp();
  v += sdata[tid + 16]; __syncwarp(); sdata[tid] = v; __syncwarp();
  v += sdata[tid +  8]; __syncwarp(); sdata[tid] = v; __syncwarp();
  v += sdata[tid +  4]; __syncwarp(); sdata[tid] = v; __syncwarp();
  v += sdata[tid +  2]; __syncwarp(); sdata[tid] = v; __syncwarp();
  v += sdata[tid +  1]; __syncwarp(); sdata[tid] = v;
}

__global__ void reduce4(int *g_idata, int *g_odata, unsigned int n) {
  extern __shared__ int sdata[];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
  int mySum = (i < n) ? g_idata[i] : 0;
  if (i + blockDim.x < n) mySum += g_idata[i + blockDim.x];
  sdata[tid] = mySum;
  __syncthreads();
  for (unsigned int s = blockDim.x / 2; s > 32; s >>= 1) {
    if (tid < s) sdata[tid] = mySum = mySum + sdata[tid + s];
    __syncthreads();
  }
  if (tid < 32) warpReduce(sdata, tid);
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

template <unsigned int blockSize, bool nIsPow2>
__global__ void reduce6(int *g_idata, int *g_odata, unsigned int n) {
  extern __shared__ int sdata[];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * blockSize * 2 + threadIdx.x;
  unsigned int gridSize = blockSize * 2 * gridDim.x;
  int mySum = 0;
  while (i < n) {
    mySum += g_idata[i];
    if (nIsPow2 || i + blockSize < n) mySum += g_idata[i + blockSize];
    i += gridSize;
  }
  sdata[tid] = mySum;
  __syncthreads();
  if (blockSize >= 512) { if (tid < 256) { sdata[tid] = mySum = mySum + sdata[tid + 256]; } __syncthreads(); }
  if (blockSize >= 256) { if (tid < 128) { sdata[tid] = mySum = mySum + sdata[tid + 128]; } __syncthreads(); }
  if (blockSize >= 128) { if (tid <  64) { sdata[tid] = mySum = mySum + sdata[tid +  64]; } __syncthreads(); }
  if (tid < 32) {
    if (blockSize >= 64) mySum += sdata[tid + 32];
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
      mySum += __shfl_down_sync(0xffffffff, mySum, offset);
  }
  if (tid == 0) g_odata[blockIdx.x] = mySum;
}

void reduce(int which, int n, int threads, int blocks, int *d_idata, int *d_odata) {
  dim3 dimBlock(threads, 1, 1);
  dim3 dimGrid(blocks, 1, 1);
  int smemSize = (threads <= 32) ? 2 * threads * sizeof(int) : threads * sizeof(int);
  switch (which) {
    case 0: reduce0<<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, n); break;
    case 1: reduce1<<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, n); break;
    case 2: reduce2<<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, n); break;
    case 4: reduce4<<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, n); break;
    default:
      switch (threads) {
        case 512: reduce6<512, false><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, n); break;
        case 256: reduce6<256, false><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, n); break;
        case 128: reduce6<128, false><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, n); break;
        case  64: reduce6< 64, false><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, n); break;
      }
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 100003;
  int *h = (int *)malloc(n * sizeof(int)), *d_idata = NULL, *d_odata = NULL;
  long long expected = 0;
  for (int i = 0; i < n; i++) expected += h[i] = (rand() & 0xFF) - 100;
  checkCudaErrors(cudaMalloc((void **)&d_idata, n * sizeof(int)));
  checkCudaErrors(cudaMalloc((void **)&d_odata, n * sizeof(int)));
  checkCudaErrors(cudaMemcpy(d_idata, h, n * sizeof(int), cudaMemcpyHostToDevice));

  for (int which = 0; which < 8; which++) {
    if (which == 3 || which == 5) continue;
    int threads = which == 7 ? 512 : which == 6 ? 64 : 256;
    int blocks = which >= 6 ? 24 : (n + threads * (which == 4 ? 2 : 1) - 1) / (threads * (which == 4 ? 2 : 1));
    checkCudaErrors(cudaMemset(d_odata, 0xff, n * sizeof(int)));
    reduce(which, n, threads, blocks, d_idata, d_odata);
    checkCudaErrors(cudaGetLastError());
    int *h_odata = (int *)calloc(blocks, sizeof(int));
    checkCudaErrors(cudaMemcpy(h_odata, d_odata, blocks * sizeof(int), cudaMemcpyDeviceToHost));
    long long gpu = 0;
    for (int i = 0; i < blocks; i++) gpu += h_odata[i];
    free(h_odata);
    if (gpu != expected) {
      fprintf(stderr, "reduce%d: %lld, expected %lld\n", which, gpu, expected);
      return EXIT_FAILURE;
    }
  }
  printf("Test passed\n");
  checkCudaErrors(cudaFree(d_idata));
  checkCudaErrors(cudaFree(d_odata));
  free(h);
  return EXIT_SUCCESS;
}
