/* Copies to shared memory by <cuda_pipeline.h>: 4, 8 and 16 bytes, each number of zeroes at the end,
 * several groups under way, and a stage that is used again. */
#include <cuda_pipeline.h>
#include <stdio.h>
#include <string.h>

#define CHECK(ok, ...) if (!(ok)) { fprintf(stderr, __VA_ARGS__); fputc('\n', stderr); return 1; }

/* thread z copies size - z bytes */
__global__ void tails(unsigned char *out, const unsigned char *in, int size)
{
    extern __shared__ __align__(16) unsigned char tile[];
    unsigned char *mine = &tile[threadIdx.x * size];
    for (int i = 0; i < size; i++)
        mine[i] = 0xee;
    __pipeline_memcpy_async(mine, &in[threadIdx.x * size], size, threadIdx.x);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    for (int i = 0; i < size; i++)
        out[threadIdx.x * size + i] = mine[i];
}

/* a block of 32 adds up the tiles of its row; three are under way at a time */
__global__ void row_sums(int *out, const int4 *in, int tiles)
{
    __shared__ int4 stage[4][32];
    int t = threadIdx.x, sum = 0;
    const int4 *row = in + blockIdx.x * tiles * 32;
    for (int p = 0; p < tiles + 3; p++) {
        if (p < tiles)
            __pipeline_memcpy_async(&stage[p % 4][t], &row[p * 32 + t], sizeof(int4));
        __pipeline_commit();
        if (p < 3)
            continue;
        __pipeline_wait_prior(3);
        __syncthreads();
        int4 v = stage[(p - 3) % 4][31 - t];
        sum += v.x + 2 * v.y + 3 * v.z + 4 * v.w;
        __syncthreads();
    }
    out[blockIdx.x * 32 + t] = sum;
}

static int check_tails(int size)
{
    unsigned char in[17 * 16], out[17 * 16], *d_in, *d_out;
    for (int i = 0; i < (int)sizeof in; i++)
        in[i] = i % 251 + 1;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof out);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    tails<<<1, size + 1, sizeof in>>>(d_out, d_in, size);
    CHECK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost) == cudaSuccess, "tails failed");
    for (int z = 0; z <= size; z++)
        for (int i = 0; i < size; i++)
            CHECK(out[z * size + i] == (i < size - z ? in[z * size + i] : 0),
                  "size %d, zfill %d, byte %d: %d", size, z, i, out[z * size + i]);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}

static int check_row_sums(int rows, int tiles)
{
    static int4 in[8 * 9 * 32];
    int out[8 * 32], *d_out;
    int4 *d_in;
    for (int i = 0; i < rows * tiles * 32; i++)
        in[i] = make_int4(i, i % 7, i % 5, 1);
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof out);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    row_sums<<<rows, 32>>>(d_out, d_in, tiles);
    CHECK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost) == cudaSuccess, "sums failed");
    for (int r = 0; r < rows; r++)
        for (int t = 0; t < 32; t++) {
            int sum = 0;
            for (int p = 0; p < tiles; p++) {
                int4 v = in[(r * tiles + p) * 32 + 31 - t];
                sum += v.x + 2 * v.y + 3 * v.z + 4 * v.w;
            }
            CHECK(out[r * 32 + t] == sum, "row %d, thread %d: %d", r, t, out[r * 32 + t]);
        }
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}

int main(void)
{
    if (check_tails(4) || check_tails(8) || check_tails(16))
        return 1;
    return check_row_sums(8, 9) || check_row_sums(3, 1) || check_row_sums(8, 2);
}
