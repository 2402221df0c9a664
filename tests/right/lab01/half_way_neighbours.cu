/* in the long tests, expects: gpu_ex12 ok */
/* goals: gpu_ex11 right half_way_neighbours.cu:12, gpu_ex12 right half_way_neighbours.cu:32 */
/* Half way. 1.1: a fixed grid, but a thread's elements are neighbours. 1.2: float4 for a alone. */
#include "all_but_ex11_and_ex12.h"

__global__ void side_by_side(float *c, const float *a, const float *b, int n)
{
    int threads = gridDim.x * blockDim.x, each = (n + threads - 1) / threads;
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * each;

    for (int i = first; i < first + each && i < n; i++)
        c[i] = a[i] + b[i];
}

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    side_by_side<<<1024, 256>>>(d_c, d_a, d_b, n);
}

__global__ void a_by_fours(float *c, const float *a, const float *b, int n)
{
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);

    if (i + 3 >= n) {
        for (; i < n; i++)
            c[i] = a[i] + b[i];
        return;
    }
    float4 x = *(const float4 *)(a + i);
    float sum[4] = { x.x, x.y, x.z, x.w };
    for (int e = 0; e < 4; e++)
        c[i + e] = sum[e] + b[i + e];
}

void vector_add_ex12(float *d_c, const float *d_a, const float *d_b, int n)
{
    a_by_fours<<<n / 1024 + 1, 256>>>(d_c, d_a, d_b, n);
}
