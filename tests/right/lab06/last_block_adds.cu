/* expects: gpu_ex61 ok */
/* goals: gpu_ex61 done */
/* Split K: parts in memory that the first call makes and all others use again; the last block of a
 * tile, known by a counter that it sets back to 0, adds them up, in order. At k = 1 a single
 * thread for each element. */
#include "../../wrong/lab06/all_but_ex61.h"

#define MOST_TILES 100
#define MOST_PARTS 16
__device__ unsigned int arrived[MOST_TILES];

__global__ void split(float *c, const float *a, const float *b, int m, int n, int k, int parts,
                      float *scratch)
{
    __shared__ float a_tile[16][16], b_tile[16][16];
    __shared__ int last;
    int tx = threadIdx.x, ty = threadIdx.y, across = pieces(n, 16), tile = blockIdx.x,
        part = blockIdx.y;
    int i = tile / across * 16 + ty, j = tile % across * 16 + tx;
    int begin = (long long)k * part / parts, end = (long long)k * (part + 1) / parts;
    float sum = 0;

    for (int p0 = begin; p0 < end; p0 += 16) {
        a_tile[ty][tx] = i < m && p0 + tx < end ? a[i * k + p0 + tx] : 0;
        b_tile[ty][tx] = p0 + ty < end && j < n ? b[(p0 + ty) * n + j] : 0;
        __syncthreads();
        for (int p = 0; p < 16; p++)
            sum += a_tile[ty][p] * b_tile[p][tx];
        __syncthreads();
    }
    scratch[(tile * MOST_PARTS + part) * 256 + ty * 16 + tx] = sum;
    __threadfence();
    __syncthreads();
    if (tx == 0 && ty == 0)
        last = atomicInc(&arrived[tile], parts - 1) == parts - 1u;
    __syncthreads();
    if (!last)
        return;
    __threadfence();
    sum = 0;
    for (int q = 0; q < parts; q++)
        sum += __ldcg(&scratch[(tile * MOST_PARTS + q) * 256 + ty * 16 + tx]);
    if (i < m && j < n)
        c[i * n + j] = sum;
}

__global__ void outer(float *c, const float *a, const float *b, int m, int n)
{
    for (long long e = blockIdx.x * blockDim.x + threadIdx.x; e < (long long)m * n;
         e += gridDim.x * blockDim.x)
        c[e] = a[e / n] * b[e % n];
}

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    static float *scratch;
    int parts = min(MOST_PARTS, k / 100);

    if (!scratch)
        cudaMalloc((void **)&scratch, sizeof(*scratch) * MOST_TILES * MOST_PARTS * 256);
    if (k == 1)
        outer<<<min(pieces(m * n, 128), 1000), 128>>>(d_c, d_a, d_b, m, n);
    else if (tiles(m, n, 16, 16) > MOST_TILES || parts < 2)
        launch(d_c, d_a, d_b, m, n, k, 1);
    else
        split<<<dim3(tiles(m, n, 16, 16), parts), dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k, parts,
                                                                  scratch);
}
