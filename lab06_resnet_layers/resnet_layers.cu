/* Lab 6 - the layers of ResNet-50: C = A B, in 20 shapes
 *
 *   make lab06 && ./lab06          check every version, then time it
 *   make check06                   find races and bad addresses
 *
 * v1     one tile of A and B in shared memory at a time      worked, read it first
 * ex61   a tile shape for tall and for flat products         TODO(6.1)
 * ex62   stored in half precision, summed in float           TODO(6.2)
 * ex63   im2col: the matrix A from an image                  TODO(6.3)
 *
 * The only file you edit. It builds as it stands. resnet_layers.h says what a launcher must do. */
#include <cuda_runtime.h>
#include "resnet_layers.h"

/* A block of v1 computes TILE x TILE elements of C with as many threads. */
#define TILE 16

/* How many pieces of `size` cover `length`, rounded up: the last one may reach past the end. */
static __host__ __device__ int pieces(int length, int size)
{
    return (length + size - 1) / size;
}

/* ---- v1: one tile of A and B in shared memory at a time ------------------------------------- */

/* The kernel of lab 3: the block walks along 16 rows of A and down 16 columns of B, and each
 * element that comes from device memory is used 16 times. Blocks are numbered along x, because a
 * grid's y can only count to 65,535. */
__global__ void resnet_layers_v1_kernel(float *c, const float *a, const float *b, int m, int n,
                                        int k)
{
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int blocks_across = pieces(n, TILE);
    int i = blockIdx.x / blocks_across * TILE + ty; /* row of C */
    int j = blockIdx.x % blocks_across * TILE + tx; /* column of C */
    float sum = 0;

    for (int p0 = 0; p0 < k; p0 += TILE) {
        a_tile[ty][tx] = i < m && p0 + tx < k ? a[i * k + p0 + tx] : 0; /* past an edge stands 0, */
        b_tile[ty][tx] = p0 + ty < k && j < n ? b[(p0 + ty) * n + j] : 0; /* which adds nothing */
        __syncthreads();
        for (int p = 0; p < TILE; p++)
            sum += a_tile[ty][p] * b_tile[p][tx];
        __syncthreads();
    }
    if (i < m && j < n)
        c[i * n + j] = sum;
}

void resnet_layers_v1(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    int blocks = pieces(m, TILE) * pieces(n, TILE);

    resnet_layers_v1_kernel<<<blocks, dim3(TILE, TILE)>>>(d_c, d_a, d_b, m, n, k);
}

/* ---- ex61: a tile shape for tall and for flat products -------------------------------------- */

/* The products of a network are not square. Layer 1 has 12,544 rows and 64 columns; layer 17 has 49
 * rows and 512 columns, and sums over 4,608.
 *
 * Ask first: how many blocks does v1 launch for layer 17, and how many SMs does the GPU have? Of a
 * tile of 64 x 64, how many rows lie beyond the 49? How often is each element of A read from device
 * memory if a tile is as wide as all of C? */
__global__ void resnet_layers_ex61_kernel(float *c, const float *a, const float *b, int m, int n,
                                          int k)
{
    // TODO(6.1): Let each thread sum a patch, of a size to be chosen. Hint: handouts, section 2.
    (void)c, (void)a, (void)b, (void)m, (void)n, (void)k;
}

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    // TODO(6.1): Choose the tile shape for this m and n, and launch. Hint: handouts, section 2.
    (void)d_c, (void)d_a, (void)d_b, (void)m, (void)n, (void)k;
}

/* ---- ex62: stored in half precision, summed in float ---------------------------------------- */

/* A half has 2 bytes, and 11 bits that count: 2,049 is not among its numbers.
 *
 * Ask first: a sum of halves has reached 2,048, and 1 is added; what is it then? So in which type
 * must `sum` be, and where is it rounded? How many bytes move per multiply-add, compared with v1?
 */
__global__ void resnet_layers_ex62_kernel(__half *c, const __half *a, const __half *b, int m, int n,
                                          int k)
{
    // TODO(6.2): Load halves, convert them, sum in float. Hint: handouts, section 3.
    (void)c, (void)a, (void)b, (void)m, (void)n, (void)k;
}

void resnet_layers_ex62(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k)
{
    // TODO(6.2): Launch it. Hint: handouts, section 3.
    (void)d_c, (void)d_a, (void)d_b, (void)m, (void)n, (void)k;
}

/* ---- ex63: im2col: the matrix A from an image ----------------------------------------------- */

/* Row (image, y, x) of the columns holds the kernel x kernel x channels inputs of that output
 * pixel.
 *
 * Ask first: thread 33 writes element 33 of the first row; which kh, kw and channel is that, and
 * from where in the image does it come? Do the threads of a warp read neighbours, and write them?
 */
__global__ void resnet_layers_ex63_kernel(float *columns, const float *image, int batch, int height,
                                          int width, int channels, int kernel, int stride,
                                          int padding)
{
    // TODO(6.3): Copy an element, or 0 where the padding is. Hint: handouts, section 4.
    (void)columns, (void)image, (void)batch, (void)height, (void)width, (void)channels;
    (void)kernel, (void)stride, (void)padding;
}

void resnet_layers_ex63(float *d_columns, const float *d_image, int batch, int height, int width,
                        int channels, int kernel, int stride, int padding)
{
    // TODO(6.3): Launch enough threads for all elements of the columns. Hint: handouts, section 4.
    (void)d_columns, (void)d_image, (void)batch, (void)height, (void)width, (void)channels;
    (void)kernel, (void)stride, (void)padding;
}
