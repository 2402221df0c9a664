/* nothing: what fails here fails on purpose, or is asked for */
#include <stdio.h>

__global__ void twice(int *a)
{
    a[threadIdx.x] = 2 * threadIdx.x;
}

int main(void)
{
    int h[32] = { 0 }, can, *d;
    cudaStream_t stream;

    cudaStreamCreate(&stream);
    cudaMalloc(&d, sizeof h);
    twice<<<1, 2048, 0, stream>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyHostToDevice);
    printf("%s\n", cudaGetErrorString(cudaPeekAtLastError()));
    cudaGetLastError();
    if (cudaMemset(h, 0, sizeof h) != cudaSuccess)
        (void)cudaFree(h);
    twice<<<1, 32, 0, stream>>>(d);
    cudaStreamQuery(stream);
    cudaDeviceCanAccessPeer(&can, 0, 1);
    cudaDeviceEnablePeerAccess(1, 0);
    cudaStreamSynchronize(stream);
    cudaFree(d), cudaStreamDestroy(stream);
    return 0;
}
