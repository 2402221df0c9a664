/* in the long tests, expects: gpu_v1 ok */
/* A 3D grid, one layer per column block, launched with cudaLaunchKernel. */
#define matmul_naive_v1 matmul_naive_v1_right
#include "../../../solutions/matmul_naive.cu"
#undef matmul_naive_v1

__global__ void layers(float *c, const float *a, const float *b, int m, int n, int k)
{
    for (int j = blockIdx.z * 8 + threadIdx.y; j < n; j += 8 * gridDim.z)
        for (int i = blockIdx.x * 32 + threadIdx.x; i < m; i += 32 * gridDim.x) {
            float sum = 0;
            for (int p = 0; p < k; p++)
                sum += a[i * k + p] * b[p * n + j];
            c[i * n + j] = sum;
        }
}

void matmul_naive_v1(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    dim3 grid(min(pieces(m, 32), 1000), 1, min(pieces(n, 8), 1000));
    void *arguments[] = { &d_c, &d_a, &d_b, &m, &n, &k };

    cudaLaunchKernel((const void *)layers, grid, dim3(32, 8), arguments, 0, 0);
}
