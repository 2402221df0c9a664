/* finds: wrong-memory */
/* A struct is copied to the device, but what it points to stays on the host. */
#include <stdlib.h>

struct image {
    int width, height;
    unsigned char *pixels;
};

__global__ void brightness(int *sum, const struct image *image)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < image->width)
        for (int y = 0; y < image->height; y++)
            atomicAdd(sum, image->pixels[y * image->width + x]); // HERE
}

int main(void)
{
    struct image image = { 60, 10, NULL }, *d_image;
    int sum = 0, *d_sum;
    image.pixels = (unsigned char *)malloc(600);
    for (int i = 0; i < 600; i++)
        image.pixels[i] = 2;
    cudaMalloc(&d_image, sizeof image);
    cudaMalloc(&d_sum, sizeof sum);
    cudaMemset(d_sum, 0, sizeof sum);
    cudaMemcpy(d_image, &image, sizeof image, cudaMemcpyHostToDevice);
    brightness<<<1, 64>>>(d_sum, d_image);
    cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
    cudaFree(d_image);
    cudaFree(d_sum);
    free(image.pixels);
    return sum != 1200;
}
