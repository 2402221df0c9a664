/* 64 KB of constant memory, all of it; a pointer kept there may be stored through. */
#include <stdio.h>
#include <cuda_runtime.h>

struct image {
    float *pixels;
    int width;
};

__constant__ float *out;
__constant__ int *rows[2];
__constant__ image picture;
namespace filters
{
__constant__ float taps[(65536 - 40) / 4];
}
__device__ float a[4], b[4];
__device__ int c[4];

__global__ void k(void)
{
    out[1] = 8 + filters::taps[2];
    rows[1][2] = 7;
    picture.pixels[picture.width - 1] = 6;
    *out = 5;
}

int main(void)
{
    const float tap = 0.5f;
    int *row[2], numbers[4], wrong = 0;
    float *to, x[4], y[4];
    image p = { nullptr, 4 };
    cudaGetSymbolAddress((void **)&to, a);
    cudaGetSymbolAddress((void **)&p.pixels, b);
    cudaGetSymbolAddress((void **)&row[1], c);
    row[0] = row[1];
    cudaMemcpyToSymbol(out, &to, sizeof to);
    cudaMemcpyToSymbol(rows, row, sizeof row);
    cudaMemcpyToSymbol(picture, &p, sizeof p);
    cudaMemcpyToSymbol(filters::taps, &tap, sizeof tap, 2 * sizeof tap);
    k<<<1, 1>>>();
    cudaMemcpyFromSymbol(x, a, sizeof x);
    cudaMemcpyFromSymbol(y, b, sizeof y);
    cudaMemcpyFromSymbol(numbers, c, sizeof numbers);
    wrong += x[0] != 5 || x[1] != 8.5f || y[3] != 6 || numbers[2] != 7;
    wrong += cudaGetLastError() != cudaSuccess;
    printf("%d\n", wrong);
    return wrong;
}
