/* Exam 2, question 4: chunks over streams, with a wait that is not enough. -DLAUNCHER=chunks_right
 * chooses the right one. */
#include <cuda_runtime.h>
#include <stdio.h>

#ifndef LAUNCHER
#define LAUNCHER chunks
#endif

__global__ void twice(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        x[i] *= 2;
}

// begin chunks
void chunks(float *y, const float *x, float *d_x, int n, cudaStream_t *streams)
{
    int each = (n + 9) / 10;

    for (int c = 0; c < 10; c++) {
        cudaStream_t s = streams[c % 4];
        float *d = d_x + c * each;

        cudaMemcpyAsync(d, x + c * each, each * sizeof(float), cudaMemcpyHostToDevice, s);
        twice<<<(each + 255) / 256, 256, 0, s>>>(d, each);
        cudaMemcpyAsync(y + c * each, d, each * sizeof(float), cudaMemcpyDeviceToHost, s);
    }
    cudaStreamSynchronize(streams[9 % 4]);
}
// end

void chunks_right(float *y, const float *x, float *d_x, int n, cudaStream_t *streams)
{
    int each = (n + 9) / 10;

    // begin right
    for (int first = 0, c = 0; first < n; first += each, c++) {
        int here = n - first < each ? n - first : each;
        // end
        cudaStream_t s = streams[c % 4];
        float *d = d_x + first;

        cudaMemcpyAsync(d, x + first, here * sizeof(float), cudaMemcpyHostToDevice, s);
        twice<<<(here + 255) / 256, 256, 0, s>>>(d, here);
        cudaMemcpyAsync(y + first, d, here * sizeof(float), cudaMemcpyDeviceToHost, s);
    }
    // begin wait
    for (int s = 0; s < 4; s++)
        cudaStreamSynchronize(streams[s]);
    // end
}

#ifndef N
#define N 10000
#endif

int main(void)
{
    cudaStream_t streams[4];
    float *x, *y, *d_x;
    int wrong = 0;

    cudaMallocHost(&x, N * sizeof *x);
    cudaMallocHost(&y, N * sizeof *y);
    cudaMalloc(&d_x, N * sizeof *d_x);
    for (int i = 0; i < N; i++)
        x[i] = i;
    for (int s = 0; s < 4; s++)
        cudaStreamCreate(&streams[s]);
    LAUNCHER(y, x, d_x, N, streams);
    for (int i = 0; i < N; i++)
        wrong += y[i] != 2 * i;
    printf("%d wrong\n", wrong);
    for (int s = 0; s < 4; s++)
        cudaStreamDestroy(streams[s]);
    cudaFree(d_x);
    cudaFreeHost(x);
    cudaFreeHost(y);
    return wrong > 0;
}
