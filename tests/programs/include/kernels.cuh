// Kernels and host helpers that launch, in a header: what a course's helper header looks like.
#pragma once
#include "kernels_impl.cuh"

namespace course {

template <typename T>
struct Array {
    T *ptr;
    int n;
    __host__ __device__ T &operator[](int i) { return ptr[i]; }
    __host__ __device__ const T &operator[](int i) const { return ptr[i]; }
};

template <typename T> Array<T> make_array(int n)
{
    Array<T> a{nullptr, n};
    cudaMallocManaged(&a.ptr, n * sizeof(T));
    return a;
}

template <typename T, typename F> void transform(Array<T> a, F f)
{
    detail::transform_kernel<T, F><<<detail::blocks_for(a.n), detail::threads>>>(a.ptr, a.n, f);
    cudaDeviceSynchronize();
}

inline void negate(Array<int> a)
{
    /* a launch in a header: kernel<<<grid, block>>>(...) in a comment is not one */
    detail::negate
        <<< detail::blocks_for(a.n),   // blocks
            detail::threads            // threads
        >>>
        (a.ptr, a.n);
    cudaDeviceSynchronize();
}

} // namespace course
