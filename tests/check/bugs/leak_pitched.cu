/* finds: leak */
/* The pointer to a pitched image is overwritten by that of a second one. */
__global__ void clear(unsigned char *image, size_t pitch, int width)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < width)
        image[blockIdx.y * pitch + x] = 0;
}

int main(void)
{
    unsigned char *image, first = 1;
    size_t pitch;
    cudaMallocPitch(&image, &pitch, 100, 20); // HERE
    clear<<<dim3(1, 20), 128>>>(image, pitch, 100);
    cudaMallocPitch(&image, &pitch, 200, 10);
    clear<<<dim3(2, 10), 128>>>(image, pitch, 200);
    cudaMemcpy(&first, image, 1, cudaMemcpyDeviceToHost);
    cudaFree(image);
    return first;
}
