/* Ways to launch: cudaLaunchKernel with void **args (plain, overloaded, template), pointers to
 * kernels, tables of them, kernels as template and function arguments. */
#include <stdio.h>
#include <string.h>
#include <cuda_runtime.h>

typedef void (*binary_kernel)(int *, const int *, const int *, int);

namespace part { namespace inner { __global__ void scale(int *c, int by); } }
__global__ void part::inner::scale(int *c, int by) { c[threadIdx.x] *= by; }
__global__ void add(int *c, const int *a, const int *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) c[i] = a[i] + b[i]; }
__global__ void sub(int *c, const int *a, const int *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) c[i] = a[i] - b[i]; }
__global__ void mul(int *c, const int *a, const int *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) c[i] = a[i] * b[i]; }

template <typename T, int STEP> __global__ void ramp(T *p, T start, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] = start + T(i * STEP);
}

struct Args { double scale; char pad[3]; int shift; };
__global__ void by_value(int *p, Args a, short s, bool negate, long long wide)
{
    p[threadIdx.x] = (int)(a.scale * threadIdx.x) + a.shift + s + (negate ? -1000 : 0) + (int)(wide >> 33);
}
__global__ void no_arguments() {}
__global__ void shared_sum(int *p) { extern __shared__ int s[]; s[threadIdx.x] = p[threadIdx.x]; __syncthreads();
                                     if (!threadIdx.x) {
                                         int t = 0; for (int i = 0; i < blockDim.x; i++) t += s[i]; p[0] = t; } }

template <void (*K)(int *, const int *, const int *, int)>
void run_static(int *c, const int *a, const int *b, int n) { K<<<(n + 31) / 32, 32>>>(c, a, b, n); }

template <class Kernel, class... Rest>
cudaError_t run(Kernel kernel, dim3 g, dim3 b, Rest... rest)
{
    kernel<<<g, b>>>(rest...);
    return cudaGetLastError();
}
void run_pointer(binary_kernel k, int *c, const int *a, const int *b, int n) { k<<<(n + 63) / 64, 64>>>(c, a, b, n); }

#define OK(x) if ((e = (x)) != cudaSuccess) { fprintf(stderr, "%d: %s\n", __LINE__, cudaGetErrorString(e)); return 1; }
#define SAME(i, want) if (c[i] != (want)) { \
    fprintf(stderr, "%d: c[%d] = %d, not %d\n", __LINE__, i, c[i], want); return 1; }

int main()
{
    cudaError_t e;
    int n = 100, *a, *b, *c;
    OK(cudaMallocManaged(&a, n * sizeof(int)));
    OK(cudaMallocManaged(&b, n * sizeof(int)));
    OK(cudaMallocManaged(&c, n * sizeof(int)));
    for (int i = 0; i < n; i++) { a[i] = 3 * i; b[i] = i + 1; }

    binary_kernel table[] = { add, &sub, mul };
    const char *name[] = { "add", "sub", "mul" };
    for (int k = 0; k < 3; k++) {
        memset(c, 0xff, n * sizeof(int));
        table[k]<<<4, 25>>>(c, a, b, n);
        OK(cudaDeviceSynchronize());
        for (int i = 0; i < n; i++) {
            int want = k == 0 ? a[i] + b[i] : k == 1 ? a[i] - b[i] : a[i] * b[i];
            if (c[i] != want) { fprintf(stderr, "%s: c[%d] = %d\n", name[k], i, c[i]); return 1; }
        }
    }
    run_static<sub>(c, a, b, n);        OK(cudaDeviceSynchronize()); SAME(99, 197);
    run_pointer(mul, c, a, b, n);       OK(cudaDeviceSynchronize()); SAME(10, 330);
    OK(run(add, 1, 128, c, a, b, n));   OK(cudaDeviceSynchronize()); SAME(7, 29);
    OK(run(no_arguments, 3, dim3(4, 4)));
    (*table[1])<<<1, 128>>>(c, b, a, n); OK(cudaDeviceSynchronize()); SAME(5, -9);
    auto k = ramp<int, -2>;
    k<<<1, 32>>>(c, 50, n);             OK(cudaDeviceSynchronize()); SAME(40, -30);

    void *args[] = { &c, &a, &b, &n };
    OK(cudaLaunchKernel((void *)add, dim3(4), dim3(25), args, 0, NULL));
    n = 1;                              /* the values were taken at the call */
    OK(cudaDeviceSynchronize()); SAME(99, 397);
    int by = 2;
    void *by_two[] = { &c, &by };
    OK(cudaLaunchKernel((void *)part::inner::scale, 1, 100, by_two, 0, NULL));
    OK(cudaDeviceSynchronize()); SAME(99, 794);
    n = 100;
    OK(cudaLaunchKernel((const void *)&mul, dim3(1, 1, 1), dim3(128, 1, 1), args, 0, 0));
    OK(cudaDeviceSynchronize()); SAME(99, 29700);
    int start = 1000;
    void *ramp_args[3] = { (void *)&c, (void *)&start, (void *)&n };
    OK(cudaLaunchKernel((void *)ramp<int, 3>, 1, 64, ramp_args, 0, cudaStream_t(0)));
    OK(cudaDeviceSynchronize()); SAME(99, 1297);
    OK(cudaLaunchKernel(ramp<int, 7>, dim3(1), dim3(64), ramp_args));
    OK(cudaDeviceSynchronize()); SAME(99, 1693);
    Args av = { 2.5, "ab", 7 };
    short s = -3;
    bool neg = true;
    long long wide = 5ll << 33;
    void *v_args[] = { &c, &av, &s, &neg, &wide };
    OK(cudaLaunchKernel((void *)by_value, 1, 50, v_args, 0, nullptr));
    OK(cudaDeviceSynchronize()); SAME(49, 122 + 7 - 3 - 1000 + 5);
    by_value<<<1, 50>>>(c, { 1.0, "", 2 }, 'a', 0, 0);
    OK(cudaDeviceSynchronize()); SAME(3, 3 + 2 + 97);
    for (int i = 0; i < 50; i++) c[i] = i;
    void *one[] = { &c };
    OK(cudaLaunchKernel((void *)shared_sum, 1, 50, one, 50 * sizeof(int), 0));
    OK(cudaDeviceSynchronize()); SAME(0, 1225);
    OK(cudaLaunchKernel((void *)no_arguments, 1, 1, NULL, 0, 0));

    cudaFree(a); cudaFree(b); cudaFree(c);
    return 0;
}
