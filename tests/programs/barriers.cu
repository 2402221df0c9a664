/* Barriers: threads that return early, 8 KB local arrays, count/and/or, recursion, barriers inside
 * device functions and loops, fences, more than one thread per block in 3-D. */
#include <stdio.h>
#include <stdlib.h>

#define CHECK(ok, ...) if (!(ok)) { fprintf(stderr, __VA_ARGS__); fputc('\n', stderr); return 1; }

__global__ void early_return(int *out, int *entered, int n)
{
    __shared__ int s[128];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    atomicAdd(entered, 1);              /* nobody runs twice */
    s[t] = -1;
    if (i >= n) return;
    s[t] = i;
    __syncthreads();
    int next = t + 1 < blockDim.x && i + 1 < n ? s[t + 1] : -2;
    __syncthreads();
    if (t % 3 == 1) return;
    s[t] = next;
    __syncthreads();
    out[i] = t % 3 == 0 && t + 2 < blockDim.x && i + 2 < n ? s[t + 2] : next;
}

__global__ void big_locals(float *out)
{
    float local[2048];                  /* 8 KB for each thread */
    for (int i = 0; i < 2048; i++) local[i] = i * (threadIdx.x + 1);
    __syncthreads();
    float sum = 0;
    for (int i = threadIdx.x; i < 2048; i += blockDim.x) sum += local[2047 - i];
    __syncthreads();
    local[(int)sum & 2047] += 1;
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum + local[5] * 0;
}

__global__ void votes(int *out, int n)
{
    int t = threadIdx.x;
    int c = __syncthreads_count(t % 3 == 0);
    int a = __syncthreads_and(t < n);
    int o = __syncthreads_or(t == 77);
    int c2 = __syncthreads_count(c > 0);
    if (t == 0) { out[0] = c; out[1] = a != 0; out[2] = o != 0; out[3] = c2; }
}

__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__device__ unsigned ackermann(unsigned m, unsigned n)
{
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}
/* Apart: of one kernel that calls both, nvcc 13.0 makes sm_90 code that gives 0 for fibonacci(8) and more,
 * without -G. */
__global__ void recursion(int *out) { out[threadIdx.x] = fibonacci(threadIdx.x % 16); }
__global__ void deep_recursion(int *out) { out[32 + threadIdx.x] = ackermann(2, 3); }

__device__ void quicksort(int *a, int lo, int hi)
{
    if (lo >= hi) return;
    int p = a[hi], k = lo;
    for (int i = lo; i < hi; i++) if (a[i] < p) { int x = a[i]; a[i] = a[k]; a[k++] = x; }
    a[hi] = a[k]; a[k] = p;
    quicksort(a, lo, k - 1);
    quicksort(a, k + 1, hi);
}
__global__ void sort_each(int *a, int per) { quicksort(a + threadIdx.x * per, 0, per - 1); }

__device__ int block_sum(int v, int *scratch)        /* barriers in a function, called in a loop */
{
    const int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    const int n = blockDim.x * blockDim.y * blockDim.z;
    scratch[t] = v;
    __syncthreads();
    for (int s = n / 2; s > 0; s /= 2) {
        if (t < s) scratch[t] += scratch[t + s];
        __syncthreads();
    }
    v = scratch[0];
    __syncthreads();
    return v;
}
__global__ void repeated(int *out, int rounds)
{
    __shared__ int scratch[256];
    int v = threadIdx.x + threadIdx.y + threadIdx.z, total = 0;
    for (int r = 0; r < rounds; r++) total += block_sum(v + r, scratch);
    if (threadIdx.x + threadIdx.y + threadIdx.z == 0) out[blockIdx.x] = total;
}

__device__ volatile int message, ready;
__global__ void fenced(int *out)
{
    if (threadIdx.x == 0) { message = 42; __threadfence(); ready = 1; }
    __syncthreads();
    __threadfence_block();
    if (threadIdx.x == 64) *out = ready ? message : -1;
}

int main()
{
    int *a, *b;
    float *f;
    cudaDeviceSetLimit(cudaLimitStackSize, 16 << 10); /* for what calls itself: 1 KB a thread is less */
    cudaMallocManaged(&a, 4096 * sizeof(int));
    cudaMallocManaged(&b, sizeof(int));
    cudaMallocManaged(&f, 4096 * sizeof(float));
    const int n = 300;
    for (int i = 0; i < 512; i++) a[i] = -9;
    *b = 0;
    early_return<<<4, 128>>>(a, b, n);
    CHECK(cudaDeviceSynchronize() == cudaSuccess, "early_return failed")
    CHECK(*b == 512, "%d threads entered, not 512", *b)
    for (int i = 0; i < 512; i++) {
        int t = i % 128, next = t + 1 < 128 && i + 1 < n ? i + 1 : -2, want = next;
        if (t % 3 == 0 && t + 2 < 128 && i + 2 < n) want = t + 3 < 128 && i + 3 < n ? i + 3 : -2;
        if (t % 3 == 1 || i >= n) want = -9;
        CHECK(a[i] == want, "early_return: a[%d] = %d, not %d", i, a[i], want)
    }
    big_locals<<<5, 64>>>(f);
    CHECK(cudaDeviceSynchronize() == cudaSuccess, "big_locals failed")
    for (int i = 0; i < 5 * 64; i++) {
        float want = 0;
        for (int k = i % 64; k < 2048; k += 64) want += (2047 - k) * (i % 64 + 1);
        CHECK(f[i] == want, "big_locals: f[%d] = %g, not %g", i, f[i], want)
    }
    votes<<<1, 100>>>(a, 100);
    cudaDeviceSynchronize();
    CHECK(a[0] == 34 && a[1] == 1 && a[2] == 1 && a[3] == 100, "votes: %d %d %d %d", a[0], a[1], a[2], a[3])
    votes<<<1, 50>>>(a, 49);
    cudaDeviceSynchronize();
    CHECK(a[0] == 17 && a[1] == 0 && a[2] == 0 && a[3] == 50, "votes: %d %d %d %d", a[0], a[1], a[2], a[3])
    int fib[16] = { 0, 1 };
    for (int i = 2; i < 16; i++) fib[i] = fib[i - 1] + fib[i - 2];
    recursion<<<1, 32>>>(a);
    deep_recursion<<<1, 32>>>(a);
    cudaError_t error = cudaDeviceSynchronize();
    CHECK(error == cudaSuccess, "recursion: %s", cudaGetErrorName(error))
    for (int t = 0; t < 32; t++) CHECK(a[t] == fib[t % 16], "fibonacci: %d for %d", a[t], t)
    for (int t = 0; t < 32; t++) CHECK(a[32 + t] == 9, "ackermann: %d for %d", a[32 + t], t)
    for (int i = 0; i < 4096; i++) a[i] = i * 7919 % 1000;
    sort_each<<<1, 64>>>(a, 64);
    cudaDeviceSynchronize();
    for (int i = 1; i < 4096; i++) CHECK(i % 64 == 0 || a[i - 1] <= a[i], "quicksort: %d", i)
    repeated<<<7, dim3(8, 4, 4)>>>(a, 10);
    cudaDeviceSynchronize();
    for (int k = 0; k < 7; k++)
        CHECK(a[k] == 10 * (128 / 8 * 28 + 128 / 4 * 6 + 128 / 4 * 6) + 45 * 128, "repeated: %d", a[k])
    fenced<<<1, 96>>>(b);
    cudaDeviceSynchronize();
    CHECK(*b == 42, "fenced: %d", *b)
    CHECK(cudaGetLastError() == cudaSuccess, "an error is left")
    cudaFree(a); cudaFree(b); cudaFree(f);
    return 0;
}
