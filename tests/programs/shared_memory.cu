// Shared memory in every guise: several static arrays, structs, multi-dimensional, dynamic split
// into arrays of several types, a dynamic array declared in a device function and under two types,
// shared pointers, in a template, in a loop's scope; blocks do not see each other's.
#include <cstdio>
#include <cstdint>
#include <cstring>

#define N 64
typedef struct __align__(16) { double w; int id; char tag[3]; } Particle;

static int fails = 0;
#define REQUIRE(cond) \
    do { if (!(cond)) { fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #cond); ++fails; } } while (0)

__global__ void staticReverse(int *d, int n)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  int tr = n-t-1;
  s[t] = d[t];
  __syncthreads();
  d[t] = s[tr];
}

__global__ void dynamicReverse(int *d, int n)
{
  extern __shared__ int s[];
  int t = threadIdx.x;
  int tr = n-t-1;
  s[t] = d[t];
  __syncthreads();
  d[t] = s[tr];
}

__global__ void several(float *out, int ni, int nd)
{
  extern __shared__ __align__(8) unsigned char smem[];
  double *sd = (double *)smem;
  float *sf = reinterpret_cast<float *>(sd + nd);
  int *si = (int *)&sf[ni];
  char *sc = (char *)&si[ni];
  __shared__ Particle ps[N];
  __shared__ float cube[2][4][N / 4], scalar;
  __shared__ int counter;
  int t = threadIdx.x;
  if (t == 0) { scalar = 0.5f; counter = 0; }
  if (t < nd) sd[t] = t * 2.0;
  sf[t] = t; si[t] = -t; sc[t] = (char)(t % 100);
  ps[t].w = t * 0.25; ps[t].id = t; ps[t].tag[1] = 'a' + t % 26;
  cube[t % 2][t / 2 % 4][t / 8] = t;
  __syncthreads();
  atomicAdd(&counter, 1);
  int o = (t + 17) % N;
  float sum = sd[o % nd] + sf[o] + si[o] + sc[o] + ps[o].w + ps[o].id + (ps[o].tag[1] - 'a') +
      cube[o % 2][o / 2 % 4][o / 8] + scalar;
  __syncthreads();
  out[blockIdx.x * N + t] = sum + (counter == N ? 0 : 1e6f);
}

__device__ float *scratch() { extern __shared__ float pool[]; return pool; }
__device__ float neighbour(int t) { extern __shared__ float pool[]; return pool[(t + 1) % blockDim.x]; }
__global__ void through_functions(float *out)
{
  scratch()[threadIdx.x] = threadIdx.x * 3;
  __syncthreads();
  out[threadIdx.x] = neighbour(threadIdx.x);
}

template <typename T> struct SharedMemory {
    __device__ operator T *() { extern __shared__ int __smem[]; return (T *)__smem; } };
template <typename T> __global__ void rotate(T *data)
{
  T *sdata = SharedMemory<T>();
  sdata[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = sdata[(threadIdx.x + 1) % blockDim.x];
}

template <typename T, int SIZE> __global__ void in_loops(T *out)
{
  T total = 0;
  for (int k = 0; k < 3; ++k) {
    __shared__ T buffer[SIZE], twice[SIZE];
    buffer[threadIdx.x] = threadIdx.x + k;
    twice[SIZE - 1 - threadIdx.x] = 2 * threadIdx.x;
    __syncthreads();
    total += buffer[SIZE - 1 - threadIdx.x] + twice[threadIdx.x];
    __syncthreads();
  }
  out[blockIdx.x * SIZE + threadIdx.x] = total;
}

__global__ void private_to_a_block(int *out)
{
  __shared__ int mine;
  __shared__ int *p;
  if (threadIdx.x == 0) { mine = 0; p = &mine; }
  __syncthreads();
  for (int k = 0; k < 5; k++) { atomicAdd(p, blockIdx.x + 1); __syncthreads(); }
  if (threadIdx.x == blockDim.x - 1) out[blockIdx.x] = mine;
}

int main()
{
  int a[N], d[N], *d_d;
  cudaMalloc(&d_d, 1000 * sizeof(int));
  for (int v = 0; v < 2; v++) {
    for (int i = 0; i < N; i++) a[i] = i * i;
    cudaMemcpy(d_d, a, sizeof a, cudaMemcpyHostToDevice);
    if (v) dynamicReverse<<<1,N,N*sizeof(int)>>>(d_d, N);
    else staticReverse<<<1,N>>>(d_d, N);
    cudaMemcpy(d, d_d, sizeof d, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++) REQUIRE(d[i] == a[N - 1 - i]);
  }

  const int nd = 10, blocks = 5;
  float *f;
  cudaMallocManaged(&f, blocks * N * sizeof(float));
  several<<<blocks, N, nd * sizeof(double) + N * (sizeof(float) + sizeof(int) + sizeof(char))>>>(f, N, nd);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < blocks * N; i++) {
    int o = (i % N + 17) % N;
    REQUIRE(f[i] == (float)(o % nd * 2.0 + o % 100 + o * 0.25 + o + o % 26 + o + 0.5));
  }
  through_functions<<<1, 50, 50 * sizeof(float)>>>(f);
  cudaDeviceSynchronize();
  for (int i = 0; i < 50; i++) REQUIRE(f[i] == (i + 1) % 50 * 3);

  double *dd;
  short *ds;
  cudaMallocManaged(&dd, 3 * 32 * sizeof *dd);
  cudaMallocManaged(&ds, 40 * sizeof *ds);
  for (int i = 0; i < 40; i++) { dd[i] = i + 0.5; ds[i] = i; }
  rotate<double><<<1, 40, 40 * sizeof(double)>>>(dd);
  rotate<short><<<1, 40, 40 * sizeof(short)>>>(ds);
  cudaDeviceSynchronize();
  for (int i = 0; i < 40; i++) REQUIRE(dd[i] == (i + 1) % 40 + 0.5 && ds[i] == (i + 1) % 40);

  in_loops<double, 32><<<3, 32>>>(dd);
  in_loops<int, 128><<<2, 128>>>(d_d);
  cudaDeviceSynchronize();
  for (int i = 0; i < 96; i++) REQUIRE(dd[i] == 3 * (31 - i % 32) + 3 + 6 * (31 - i % 32));
  private_to_a_block<<<9, 96>>>(d_d);
  cudaMemcpy(a, d_d, 9 * sizeof(int), cudaMemcpyDeviceToHost);
  for (int b = 0; b < 9; b++) REQUIRE(a[b] == 96 * 5 * (b + 1));
  REQUIRE(cudaGetLastError() == cudaSuccess);
  cudaFree(d_d); cudaFree(f); cudaFree(dd); cudaFree(ds);
  return fails ? 1 : 0;
}
