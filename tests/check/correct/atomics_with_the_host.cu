/* Host and kernel count together by atomics of the whole system; a kernel tells the host by a fence
 * of the system and a flag that its results are there. */
#include <atomic>

__global__ void count(int *c)
{
    atomicAdd_system(c, 1);
}

__global__ void tell(int *x, volatile int *flag, int *ready)
{
    x[threadIdx.x] = (int)threadIdx.x;
    __threadfence_system();
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence_system();
        *flag = 1;
    }
    x[100 + threadIdx.x] = 7;
    __threadfence_system();
    atomicAdd_system(ready, 1);
}

int main(void)
{
    int *c, *x, sum = 0;
    cudaMallocManaged(&c, 3 * sizeof *c);
    cudaMallocManaged(&x, 200 * sizeof *x);
    c[0] = c[1] = c[2] = 0;
    count<<<4, 64>>>(c);
    for (int i = 0; i < 100; i++)
        __sync_fetch_and_add(c, 1);
    cudaDeviceSynchronize();
    int right = *c == 356;
    tell<<<1, 100>>>(x, &c[1], &c[2]);
    while (*(volatile int *)&c[1] == 0)
        ;
    for (int i = 0; i < 100; i++)
        sum += x[i];
    while (__atomic_load_n(&c[2], __ATOMIC_ACQUIRE) < 100)
        ;
    for (int i = 100; i < 200; i++)
        sum += x[i];
    cudaDeviceSynchronize();
    cudaFree(c);
    cudaFree(x);
    return !right || sum != 99 * 50 + 700;
}
