/* One name of a dynamic shared array: several kernels, templates with one type, namespaces. */
#include <cstdint>
#include <stdio.h>
#include <cuda_runtime.h>

template <class T> struct buffer;
template <> struct buffer<int> {
    static __device__ int *get()
    {
        extern __shared__ int of_int[];
        return of_int;
    }
};
template <> struct buffer<double> {
    static __device__ double *get()
    {
        extern __shared__ double of_double[];
        return of_double;
    }
};

template <class T> __global__ void turn(T *a, int n)
{
    T *buf = buffer<T>::get();
    buf[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = buf[n - 1 - threadIdx.x];
}

template <class T> __global__ void once(T *a)
{
    extern __shared__ T part[];
    part[0] = 3;
    *a = part[0];
}

namespace other
{
__global__ void once(int *a)
{
    extern __shared__ char part[];
    part[1] = 4;
    a[1] = part[1];
}
}

__global__ void aligned(int *a)
{
    extern __shared__ __align__(16) double part[];
    extern __shared__ std::uint8_t bytes[];
    part[1] = 5;
    a[2] = (int)part[1] + bytes[8];
}

int main(void)
{
    int *a, wrong = 0;
    double *b;
    cudaMallocManaged(&a, 32 * sizeof *a);
    cudaMallocManaged(&b, 32 * sizeof *b);
    for (int i = 0; i < 32; i++)
        b[i] = a[i] = i;
    turn<<<1, 32, 32 * sizeof *a>>>(a, 32);
    turn<<<1, 32, 32 * sizeof *b>>>(b, 32);
    cudaDeviceSynchronize();
    wrong += a[0] != 31 || b[31] != 0;
    once<<<1, 1, 64>>>(b);
    other::once<<<1, 1, 64>>>(a);
    aligned<<<1, 1, 64>>>(a);
    cudaDeviceSynchronize();
    wrong += b[0] != 3 || a[1] != 4 || a[2] != 5;
    printf("%d\n", wrong);
    cudaFree(a);
    cudaFree(b);
    return wrong;
}
