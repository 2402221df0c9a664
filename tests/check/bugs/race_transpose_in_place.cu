/* finds: race */
/* Transpose in place by all threads, not only those above the diagonal: pairs swap twice, or half.
 */
#include <stdio.h>

#define N 48

__global__ void transpose(float *m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float here = m[y * N + x];  // HERE
    float there = m[x * N + y]; // HERE
    m[y * N + x] = there;       // HERE
    m[x * N + y] = here;        // HERE
}

int main(void)
{
    static float m[N * N];
    float *d_m;
    for (int i = 0; i < N * N; i++)
        m[i] = i;
    cudaMalloc((void **)&d_m, sizeof m);
    cudaMemcpy(d_m, m, sizeof m, cudaMemcpyHostToDevice);
    transpose<<<dim3(N / 8, N / 8), dim3(8, 8)>>>(d_m);
    cudaMemcpy(m, d_m, sizeof m, cudaMemcpyDeviceToHost);
    printf("%g\n", m[1]);
    cudaFree(d_m);
    return 0;
}
