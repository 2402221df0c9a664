/* in the long tests, expects: gpu_ex22 ok */
/* Copies small matrices A into a scratch array of its own, transposed; large ones go without. */
#include "../../wrong/lab02/all_but_ex22.h"

#define ROOM (1 << 18)

static __device__ float a_transposed[ROOM];

__global__ void transpose(const float *a, int m, int k)
{
    for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < m * k; e += gridDim.x * blockDim.x)
        a_transposed[e % k * m + e / k] = a[e];
}

__global__ void from_scratch(float *c, const float *b, int m, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    for (int j = 0; i < m && j < n; j++) {
        double sum = 0;
        for (int p = 0; p < k; p++)
            sum += (double)a_transposed[p * m + i] * b[p * n + j];
        c[i * n + j] = (float)sum;
    }
}

void matmul_naive_ex22(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    if ((long long)m * k > ROOM || m < 8) {
        matmul_naive_ex22_right(d_c, d_a, d_b, m, n, k);
        return;
    }
    transpose<<<24, 192>>>(d_a, m, k);
    from_scratch<<<(m + 63) / 64, 64>>>(d_c, d_b, m, n, k);
}
