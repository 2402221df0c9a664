/* finds: out-of-bounds */
/* The pitch is in bytes; here it steps in elements, four times too far. */
#include <stdio.h>

__global__ void set_rows(float *base, size_t pitch, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < width && y < height)
        base[y * pitch + x] = y; // HERE
}

int main(void)
{
    const int width = 100, height = 6;
    static float m[height][width];
    float *d_m;
    size_t pitch;
    cudaMallocPitch(&d_m, &pitch, width * sizeof(float), height);
    cudaMemset2D(d_m, pitch, 0, width * sizeof(float), height);
    set_rows<<<dim3(2, height), 64>>>(d_m, pitch, width, height);
    cudaMemcpy2D(m, sizeof m[0], d_m, pitch, sizeof m[0], height, cudaMemcpyDeviceToHost);
    printf("%g\n", m[1][0]);
    cudaFree(d_m);
    return 0;
}
