/* Bitonic sort (steps over global memory, and whole in shared memory), odd-even transposition,
 * rank (enumeration) sort; kernels with prototypes in front of them. */
#include <stdlib.h>
#include <stdio.h>
#include <time.h>
#include <cuda_runtime.h>

__global__ void bitonic_sort_step(float *dev_values, int j, int k);
__global__ void bitonic_shared(int *keys, int *vals, int n, bool ascending);
__global__ void odd_even(int *a, int n, int *swapped);

__global__ void bitonic_sort_step(float *dev_values, int j, int k)
{
  unsigned int i, ixj; /* Sorting partners: i and ixj */
  i = threadIdx.x + blockDim.x * blockIdx.x;
  ixj = i^j;

  /* The threads with the lowest ids sort the array. */
  if ((ixj)>i) {
    if ((i&k)==0) {
      if (dev_values[i]>dev_values[ixj]) {
        float temp = dev_values[i];
        dev_values[i] = dev_values[ixj];
        dev_values[ixj] = temp;
      }
    }
    if ((i&k)!=0) {
      if (dev_values[i]<dev_values[ixj]) {
        float temp = dev_values[i];
        dev_values[i] = dev_values[ixj];
        dev_values[ixj] = temp;
      }
    }
  }
}

__device__ inline void comparator(int &keyA, int &valA, int &keyB, int &valB, uint dir)
{
  int t;
  if ((keyA > keyB) == dir) {
    t = keyA; keyA = keyB; keyB = t;
    t = valA; valA = valB; valB = t;
  }
}

__global__ void bitonic_shared(int *keys, int *vals, int n, bool ascending)
{
  __shared__ int s_key[512], s_val[512];
  const int half = n / 2;
  s_key[threadIdx.x] = keys[threadIdx.x]; s_key[threadIdx.x + half] = keys[threadIdx.x + half];
  s_val[threadIdx.x] = vals[threadIdx.x]; s_val[threadIdx.x + half] = vals[threadIdx.x + half];
  for (uint size = 2; size <= n; size <<= 1) {
    uint ddd = ascending ^ ((threadIdx.x & (size / 2)) != 0);
    if (size == n) ddd = ascending;
    for (uint stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      uint pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      comparator(s_key[pos], s_val[pos], s_key[pos + stride], s_val[pos + stride], ddd);
    }
  }
  __syncthreads();
  keys[threadIdx.x] = s_key[threadIdx.x]; keys[threadIdx.x + half] = s_key[threadIdx.x + half];
  vals[threadIdx.x] = s_val[threadIdx.x]; vals[threadIdx.x + half] = s_val[threadIdx.x + half];
}

__global__ void odd_even(int *a, int n, int *swapped)
{
  const int tid = threadIdx.x;
  do {
    __syncthreads();
    *swapped = 0;
    for (int phase = 0; phase < 2; phase++) {
      __syncthreads();
      int i = 2 * tid + phase;
      if (i + 1 < n && a[i] > a[i + 1]) {
        int t = a[i]; a[i] = a[i + 1]; a[i + 1] = t;
        *swapped = 1;
      }
    }
    __syncthreads();
  } while (*swapped);
}

__global__ void rank_sort(const int *in, int *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x, rank = 0;
  if (i >= n) return;
  for (int j = 0; j < n; j++) rank += in[j] < in[i] || (in[j] == in[i] && j < i);
  out[rank] = in[i];
}

template <typename T> int sorted(const char *what, T *a, int n)
{
  for (int i = 1; i < n; i++)
    if (a[i - 1] > a[i]) { fprintf(stderr, "%s: out of order at %d\n", what, i); return 0; }
  return 1;
}

int main(void)
{
  const int THREADS = 128, BLOCKS = 32, NUM_VALS = THREADS*BLOCKS;
  float *values = (float*) malloc(NUM_VALS * sizeof(float)), *dev_values, sum = 0, after = 0;
  srand(7);
  for (int i = 0; i < NUM_VALS; ++i) { values[i] = rand() % 1000; sum += values[i]; }
  size_t size = NUM_VALS * sizeof(float);
  cudaMalloc((void**) &dev_values, size);
  cudaMemcpy(dev_values, values, size, cudaMemcpyHostToDevice);
  dim3 blocks(BLOCKS,1);    /* Number of blocks   */
  dim3 threads(THREADS,1);  /* Number of threads  */
  int j, k;
  clock_t start = clock();
  for (k = 2; k <= NUM_VALS; k <<= 1) {
    for (j=k>>1; j>0; j=j>>1) {
      bitonic_sort_step<<<blocks, threads>>>(dev_values, j, k);
    }
  }
  cudaMemcpy(values, dev_values, size, cudaMemcpyDeviceToHost);
  cudaFree(dev_values);
  printf("Elapsed time: %.3fs\n", (double)(clock() - start) / CLOCKS_PER_SEC);
  for (int i = 0; i < NUM_VALS; ++i) after += values[i];
  int ok = sorted("bitonic", values, NUM_VALS) && sum == after;

  int n = 512, *keys, *vals, old[512];
  cudaMallocManaged(&keys, n * sizeof(int)); cudaMallocManaged(&vals, n * sizeof(int));
  for (int i = 0; i < n; i++) { old[i] = keys[i] = rand() % 300; vals[i] = i; }
  bitonic_shared<<<1, n / 2>>>(keys, vals, n, true);
  cudaDeviceSynchronize();
  ok &= sorted("bitonic_shared", keys, n);
  for (int i = 0; i < n; i++)
    if (old[vals[i]] != keys[i]) { fprintf(stderr, "value %d went astray\n", i); ok = 0; break; }

  int m = 301, *flag;
  cudaMallocManaged(&flag, sizeof *flag);
  for (int i = 0; i < m; i++) keys[i] = old[i];
  odd_even<<<1, 160>>>(keys, m, flag);
  cudaDeviceSynchronize();
  ok &= sorted("odd_even", keys, m);
  for (int i = 0; i < m; i++) vals[i] = old[i];
  rank_sort<<<(m + 63) / 64, 64>>>(vals, keys, m);
  cudaDeviceSynchronize();
  ok &= sorted("rank_sort", keys, m);
  ok &= cudaGetLastError() == cudaSuccess;
  cudaFree(keys); cudaFree(vals); cudaFree(flag);
  free(values);
  return ok ? 0 : 1;
}
