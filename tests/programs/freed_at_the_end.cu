// What a program gives back in a stream is freed in its turn, also where main is over by then: this comes after the
// destructors of all objects.
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

__global__ void slow(int *x)
{
    for (int i = 0; i < 100; i++) __nanosleep(1000000);
    *x = 1;
}

__attribute__((destructor)) static void later() { usleep(400000); }

int main()
{
    const int n = 64;
    int *x[n];
    cudaStream_t s;
    if (cudaStreamCreate(&s) != cudaSuccess) return 1;
    for (int i = 0; i < n; i++)
        if (cudaMallocAsync(&x[i], (i + 1) << 12, s) != cudaSuccess) return 1;
    slow<<<1, 1, 0, s>>>(x[0]);
    for (int i = 0; i < n; i += 2) cudaFreeAsync(x[i], s);
    for (int i = 1; i < n; i += 2) cudaFreeAsync(x[i], s);
    return 0;
}
