/* Steps in the default stream, each of which needs the one before, while another stream that nobody
 * waits for has work of its own. */
#include <stdio.h>
#include <cuda_runtime.h>

__global__ void step(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        x[i] = 2 * x[i] + 1;
}

static void pass(void *)
{
}

int main(void)
{
    const int n = 1000;
    int x[n], *d_x, wrong = 0;
    cudaStream_t other;

    cudaMalloc(&d_x, sizeof(x));
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaLaunchHostFunc(other, pass, NULL);
    cudaMemcpyAsync(d_x, x, sizeof(x), cudaMemcpyHostToDevice, 0);
    for (int s = 0; s < 3; s++)
        step<<<(n + 127) / 128, 128>>>(d_x, n);
    cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += x[i] != 8 * i + 7;
    cudaStreamDestroy(other);
    cudaFree(d_x);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
