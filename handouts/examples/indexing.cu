/* The kernels of handouts/en/indexing.md: element by element in two and in three dimensions.
 *
 *   make run FILE=handouts/examples/indexing.cu
 *
 * Each result is compared with a plain loop on the CPU. */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define WIDTH    1000
#define HEIGHT   70
#define CHANNELS 3

static void check(cudaError_t error)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "indexing: %s\n", cudaGetErrorString(error));
    exit(1);
}

/* One thread per pixel of a grey image, row after row in memory. */
__global__ void brighten(float *out, const float *in, float gain, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x; /* column */
    int y = blockIdx.y * blockDim.y + threadIdx.y; /* row */

    if (x < width && y < height)
        out[y * width + x] = gain * in[y * width + x];
}

/* One thread per number of an image with several channels, channel after channel in memory. */
__global__ void add_bias(float *out, const float *in, const float *bias, int width, int height,
                         int channels)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int c = blockIdx.z * blockDim.z + threadIdx.z;

    if (x < width && y < height && c < channels) {
        int i = (c * height + y) * width + x;

        out[i] = in[i] + bias[c];
    }
}

/* How many blocks of `size` threads cover `length` elements, rounded up. */
static int blocks_for(int length, int size)
{
    return (length + size - 1) / size;
}

static void launch_both(float *out, const float *in, float *sum, const float *bias)
{
    dim3 block(32, 8);
    dim3 grid(blocks_for(WIDTH, 32), blocks_for(HEIGHT, 8));
    int threads = grid.x * grid.y * 256;

    printf("brighten  %d x %d blocks, %d threads, %d of them idle\n", grid.x, grid.y, threads,
           threads - WIDTH * HEIGHT);
    brighten<<<grid, block>>>(out, in, 2, WIDTH, HEIGHT);
    check(cudaGetLastError());

    grid.z = CHANNELS; /* a block is one thread deep, so there is a layer of blocks per channel */
    printf("add_bias  %d x %d x %d blocks\n", grid.x, grid.y, grid.z);
    add_bias<<<grid, block>>>(sum, in, bias, WIDTH, HEIGHT, CHANNELS);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
}

static int wrong(const float *in, const float *out, const float *sum, const float *bias)
{
    int bad = 0;

    for (int c = 0; c < CHANNELS; c++)
        for (int p = 0; p < WIDTH * HEIGHT; p++) {
            int i = c * WIDTH * HEIGHT + p;

            bad += sum[i] != in[i] + bias[c];
            bad += c == 0 && out[i] != 2 * in[i];
        }
    return bad;
}

int main(void)
{
    int n = WIDTH * HEIGHT * CHANNELS, bad;
    float *in, *out, *sum, *bias;

    check(cudaMallocManaged(&in, n * sizeof *in));
    check(cudaMallocManaged(&out, n * sizeof *out));
    check(cudaMallocManaged(&sum, n * sizeof *sum));
    check(cudaMallocManaged(&bias, CHANNELS * sizeof *bias));
    for (int i = 0; i < n; i++)
        in[i] = i % 251;
    for (int c = 0; c < CHANNELS; c++)
        bias[c] = c + 0.5f;
    launch_both(out, in, sum, bias);
    bad = wrong(in, out, sum, bias);
    printf("%d of %d results are wrong\n", bad, WIDTH * HEIGHT + n);
    cudaFree(in);
    cudaFree(out);
    cudaFree(sum);
    cudaFree(bias);
    return bad != 0;
}
