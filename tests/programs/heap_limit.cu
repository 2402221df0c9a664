/* The heap of kernels has 8 MB, or what cudaLimitMallocHeapSize says: malloc gives null then. What is freed
 * can be taken again. */
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

__global__ void take(int *without, size_t bytes, bool give_back)
{
    char *p = (char *)malloc(bytes);
    if (!p)
        atomicAdd(without, 1);
    else
        p[0] = 1;
    if (give_back)
        free(p);
}

static __host__ __device__ int on_both(int n)
{
    int *p = (int *)malloc(n * sizeof *p);
    int there = p != NULL;
    free(p);
    return there;
}

static int refused(size_t bytes, bool give_back)
{
    int *d, h = -1;
    cudaMalloc(&d, sizeof h);
    cudaMemset(d, 0, sizeof h);
    take<<<1, 64>>>(d, bytes, give_back);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(d);
    return h;
}

int main(void)
{
    size_t limit = 0;
    cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize);
    int all = refused(9 << 20, true), none = refused(1 << 10, true), most = refused(1 << 20, false);
    printf("%zu: %d %d %d\n", limit, all, none, most);
    return limit != 8 << 20 || all != 64 || none != 0 || most < 56 || !on_both(100 << 20 >> 2);
}
