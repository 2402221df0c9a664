/* The host of a program whose kernel is the point. Each array is a cudaMalloc of its own, of n
 * elements; end() waits for the device, gives all of them back and makes the program's status. */
#ifndef HOST_H
#define HOST_H
#include <stdlib.h>
#include <cuda_runtime.h>

static void *device_arrays[16], *host_arrays[16];
static int devices, hosts;

/* Nothing is stored in it. */
template <typename T> static T *unset(int n = 1)
{
    T *x;
    cudaMalloc(&x, n * sizeof(T));
    device_arrays[devices++] = x;
    return x;
}

template <typename T> static T *zeros(int n = 1)
{
    T *x = unset<T>(n);
    cudaMemset(x, 0, n * sizeof(T));
    return x;
}

template <typename T> static T *copy_of(const T *host, int n = 1)
{
    T *x = unset<T>(n);
    cudaMemcpy(x, host, n * sizeof(T), cudaMemcpyHostToDevice);
    return x;
}

/* Element i is f(i). */
template <typename T, typename F> static T *made(int n, F f)
{
    T *host = (T *)malloc(n * sizeof(T));
    for (int i = 0; i < n; i++)
        host[i] = (T)f(i);
    T *x = copy_of(host, n);
    free(host);
    return x;
}

template <typename T> static T *counted(int n)
{
    return made<T>(n, [](int i) { return i; });
}

template <typename T> static T *filled(int n, int value)
{
    return made<T>(n, [=](int) { return value; });
}

/* The first n elements, for the host: what is launched before has ended then. */
template <typename T> static T *in_host(const T *x, int n)
{
    T *host = (T *)malloc(n * sizeof(T));
    cudaMemcpy(host, x, n * sizeof(T), cudaMemcpyDeviceToHost);
    host_arrays[hosts++] = host;
    return host;
}

/* Element i, in the same way. */
template <typename T> static T at(const T *x, int i = 0)
{
    T value;
    cudaMemcpy(&value, x + i, sizeof value, cudaMemcpyDeviceToHost);
    return value;
}

/* How many of the first n elements are not f(i). */
template <typename T, typename F> static int differ(const T *x, int n, F f)
{
    const T *host = in_host(x, n);
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += host[i] != f(i);
    return wrong;
}

static int end(int wrong = 0)
{
    cudaDeviceSynchronize();
    while (devices > 0)
        cudaFree(device_arrays[--devices]);
    while (hosts > 0)
        free(host_arrays[--hosts]);
    return wrong != 0;
}
#endif
