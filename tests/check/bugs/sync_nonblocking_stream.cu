/* finds: missing-synchronize */
/* A cudaMemcpy in the default stream does not wait for a non-blocking stream. */
#include <stdio.h>

__global__ void fill(int *x, int n, int value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = value; // HERE
}

int main(void)
{
    const int n = 256;
    int *pinned, *d_x, first;
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMallocHost(&pinned, n * sizeof(int));
    cudaMalloc(&d_x, n * sizeof(int));
    fill<<<2, 128, 0, stream>>>(pinned, n, 5); // HERE
    fill<<<2, 128>>>(d_x, n, 6);
    cudaMemcpy(&first, d_x, sizeof first, cudaMemcpyDeviceToHost);
    printf("%d %d\n", first, pinned[0]); // HERE
    cudaStreamSynchronize(stream);
    cudaFree(d_x);
    cudaFreeHost(pinned);
    cudaStreamDestroy(stream);
    return first != 6;
}
