/* Exam 2, question 2: the same counts by a tree in shared memory and by shuffles; what they ask of
 * memory is counted by make traffic. */
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void tree(int *hits, const float *x)
{
    __shared__ int s[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;

    s[t] = x[i] > 0;
    for (int half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            s[t] += s[t + half];
    }
    if (t == 0)
        atomicAdd(hits, s[0]);
}

__global__ void shuffles(int *hits, const float *x)
{
    __shared__ int s[8];
    int t = threadIdx.x, lane = t % 32, i = blockIdx.x * 256 + t;
    int mine = x[i] > 0;

    for (int d = 16; d > 0; d /= 2)
        mine += __shfl_down_sync(0xffffffff, mine, d);
    if (lane == 0)
        s[t / 32] = mine;
    __syncthreads();
    if (t < 32) {
        mine = lane < 8 ? s[lane] : 0;
        for (int d = 16; d > 0; d /= 2)
            mine += __shfl_down_sync(0xffffffff, mine, d);
        if (lane == 0)
            atomicAdd(hits, mine);
    }
}

int main(void)
{
    const int n = 65536;
    float *x;
    int *hits;

    cudaMallocManaged(&x, n * sizeof *x);
    cudaMallocManaged(&hits, 2 * sizeof *hits);
    for (int i = 0; i < n; i++)
        x[i] = i % 3;
    hits[0] = hits[1] = 0;
    tree<<<n / 256, 256>>>(hits, x);
    shuffles<<<n / 256, 256>>>(hits + 1, x);
    cudaDeviceSynchronize();
    printf("%d %d\n", hits[0], hits[1]);
    int differ = hits[0] != hits[1];
    cudaFree(x);
    cudaFree(hits);
    return differ;
}
