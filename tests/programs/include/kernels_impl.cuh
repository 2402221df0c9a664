#ifndef KERNELS_IMPL_CUH
#define KERNELS_IMPL_CUH
namespace course { namespace detail {
constexpr int threads = 64;
inline int blocks_for(int n) { return (n + threads - 1) / threads; }
template <typename T, typename F> __global__ void transform_kernel(T *p, int n, F f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = f(p[i], i);
}
static __global__ void negate(int *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = -p[i];
}
}}
#endif
