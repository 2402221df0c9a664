/* Memory of one stream that another one uses: events say when it is there, and when it may go. The
 * host waits for a third array. */
#include <stdio.h>

__global__ void set(int *a, int x)
{
    a[threadIdx.x] = x;
}

int main(void)
{
    cudaStream_t s, t;
    cudaEvent_t there, used;
    int *a, *b, *c, h[32];
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaEventCreate(&there);
    cudaEventCreate(&used);
    cudaMallocAsync(&a, sizeof h, s);
    cudaEventRecord(there, s);
    cudaStreamWaitEvent(t, there, 0);
    set<<<1, 32, 0, t>>>(a, 7);
    cudaMemcpyAsync(h, a, sizeof h, cudaMemcpyDeviceToHost, t);
    cudaEventRecord(used, t);
    cudaStreamWaitEvent(s, used, 0);
    cudaFreeAsync(a, s);
    cudaMallocAsync(&b, sizeof h, s);
    cudaMemsetAsync(b, 0, sizeof h, s);
    set<<<1, 32, 0, s>>>(b, 8);
    cudaFreeAsync(b, s);
    cudaMallocAsync(&c, sizeof h, t);
    cudaStreamSynchronize(t);
    set<<<1, 32, 0, s>>>(c, 9);
    cudaDeviceSynchronize();
    cudaFree(c);
    cudaEventDestroy(there);
    cudaEventDestroy(used);
    cudaStreamDestroy(s);
    cudaStreamDestroy(t);
    printf("%d\n", h[31]);
    return h[31] != 7;
}
