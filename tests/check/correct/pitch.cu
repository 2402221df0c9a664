/* Rows with padding: the pitch in bytes; the padding is never touched by the kernel. */
__global__ void add_row(float *base, size_t pitch, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        float *row = (float *)((char *)base + y * pitch);
        row[x] += y;
    }
}

int main(void)
{
    const int width = 37, height = 21;
    static float m[height][width];
    float *d_m;
    size_t pitch;
    int wrong = 0;
    for (int i = 0; i < width * height; i++)
        m[i / width][i % width] = i;
    cudaMallocPitch(&d_m, &pitch, sizeof m[0], height);
    cudaMemcpy2D(d_m, pitch, m, sizeof m[0], sizeof m[0], height, cudaMemcpyHostToDevice);
    add_row<<<dim3(5, 3), dim3(8, 8)>>>(d_m, pitch, width, height);
    cudaMemcpy2D(m, sizeof m[0], d_m, pitch, sizeof m[0], height, cudaMemcpyDeviceToHost);
    for (int i = 0; i < width * height; i++)
        wrong += m[i / width][i % width] != i + i / width;
    cudaFree(d_m);
    return wrong != 0;
}
