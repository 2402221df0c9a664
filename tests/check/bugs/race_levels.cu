/* finds: race, warning */
/* Levels of a search: read plainly beside atomicCAS. */
/* A ring with chords: u is joined to u + 1 and u + 7. */
#include <stdio.h>
#define N 300

__global__ void step(int *level, int *changed, int now)
{
    int u = blockIdx.x * blockDim.x + threadIdx.x;
    if (u >= N)
        return;
    if (level[u] != now) // HERE
        return;
    for (int k = 1; k <= 7; k += 6)
        if (atomicCAS(&level[(u + k) % N], 1 << 20, now + 1) == 1 << 20) // HERE
            atomicExch(changed, 1);
}

int main(void)
{
    static int x[N];
    int changed = 1, rounds = 0, *d_x, *d_changed;
    for (int i = 0; i < N; i++)
        x[i] = i == 0 ? 0 : 1 << 20;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_changed, sizeof(int));
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    for (int level = 0; changed && rounds++ < 2 * N; level++) {
        cudaMemset(d_changed, 0, sizeof(int));
        step<<<3, 128>>>(d_x, d_changed, level);
        cudaMemcpy(&changed, d_changed, sizeof(int), cudaMemcpyDeviceToHost);
    }
    cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_changed);
    return x[N - 1] > N;
}
