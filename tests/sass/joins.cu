/* Where ptxas joins neighbouring loads and stores of shared memory, and where not: one warp runs
 * each kernel once. Behind an access stands what is expected as SASS asks: "= bits requests
 * wavefronts", for each width; "?" where nothing can be known. tests/shell/ptx.bats compares; sm_75
 * to sm_120 agree. */
#include <stdio.h>

#define T threadIdx.x

__device__ void fill(float *s)
{
    for (int i = T; i < 1024; i += 32)
        s[i] = i;
    __syncwarp();
}

/* 4 of 4 bytes, lanes 16 bytes apart: as PTX asks 4 requests with 3 conflicts each, joined none */
__global__ void four(float *x)
{
    __shared__ float s[1024];
    fill(s);
    x[T] = s[4 * T] + s[4 * T + 1] * s[4 * T + 2] - s[4 * T + 3]; /* = load 128 1 4 */
}

/* the last one first */
__global__ void backwards(float *x)
{
    __shared__ float s[1024];
    fill(s);
    x[T] = s[4 * T + 3] - s[4 * T + 2] * s[4 * T + 1] + s[4 * T]; /* = load 128 1 4 */
}

/* all lanes the same 16 bytes: pairs of lanes share what is returned */
__global__ void broadcast(float *x, int row)
{
    __shared__ float s[1024];
    fill(s);
    row *= 4;
    x[T] = s[row] + s[row + 1] * s[row + 2] - s[row + 3] * T; /* = load 128 1 2 */
}

__global__ void two(float *x)
{
    __shared__ float s[1024];
    fill(s);
    x[T] = s[2 * T] - s[2 * T + 1]; /* = load 64 1 2 */
}

/* 6 neighbours, lanes 32 bytes apart: of 8 lanes with 16 bytes two meet in each bank, of 16 with 8
 * four */
__global__ void six(float *x)
{
    __shared__ float s[1024];
    fill(s);
    const float *p = s + 8 * T;
    x[T] = p[0] + p[1] * p[2] - p[3] * (p[4] - p[5]); /* = load 64 1 8, load 128 1 8 */
}

/* the same 4 bytes further on: not known to be aligned */
__global__ void odd(float *x, int first)
{
    __shared__ float s[1024];
    fill(s);
    const float *p = s + first + T;
    x[T] = p[0] - p[1] * p[2]; /* = load 32 3 3 */
}

__global__ void columns(float *x)
{
    __shared__ float s[1024];
    fill(s);
    x[T] = s[T] + s[T + 32] * s[T + 64] - s[T + 96]; /* = load 32 4 4 */
}

/* a loop, of which nvcc makes two trips one; lanes 16 words apart share two groups of banks */
__global__ void trips(float *x)
{
    __shared__ float s[1024];
    fill(s);
    float sum = 0;
#pragma unroll 2
    for (int k = 0; k < 16; k++)
        sum = sum * sum - s[16 * (T % 4) + k]; /* = load 64 8 32 */
    x[T] = sum;
}

__global__ void stores(float *x)
{
    __shared__ float s[1024];
    float a = x[T], b = x[T + 1], c = x[T + 2], d = x[T + 3];
    s[4 * T] = a, s[4 * T + 1] = b, s[4 * T + 2] = c, s[4 * T + 3] = d; /* = store 128 1 4 */
    __syncwarp();
    x[T] = s[(4 * T + 5) % 128]; /* = load 32 1 4 */
}

/* between them another thread may write */
__global__ void volatiles(float *x)
{
    __shared__ float s[1024];
    fill(s);
    volatile float *p = s + 4 * T;
    x[T] = p[0] - p[1]; /* = load 32 2 8 */
}

/* of floats by a loop: how often it runs depends on the others */
__global__ void sums(float *x)
{
    __shared__ float s[32];
    s[T] = 0;
    __syncwarp();
    atomicAdd(&s[T % 4], x[T]); /* = atomic ? */
    __syncwarp();
    x[T] = s[T];
}

__global__ void counts(int *x)
{
    __shared__ int s[32];
    s[T] = 0;
    __syncwarp();
    atomicMax(&s[T % 4], x[T]); /* = atomic 32 1 1 */
    __syncwarp();
    x[T] = s[T];
}

int main()
{
    float *x;
    cudaMalloc(&x, 4096);
    cudaMemset(x, 0, 4096);
    four<<<1, 32>>>(x);
    backwards<<<1, 32>>>(x);
    broadcast<<<1, 32>>>(x, 3);
    two<<<1, 32>>>(x);
    six<<<1, 32>>>(x);
    odd<<<1, 32>>>(x, 1);
    columns<<<1, 32>>>(x);
    trips<<<1, 32>>>(x);
    stores<<<1, 32>>>(x);
    volatiles<<<1, 32>>>(x);
    sums<<<1, 32>>>(x);
    counts<<<1, 32>>>((int *)x);
    return cudaDeviceSynchronize();
}
