/* finds: race */
/* memcpy in a kernel: each thread copies four elements to a place that overlaps its neighbour's. */
#include <string.h>

__global__ void gather(int *out, const int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (3 * i + 4 <= n)
        memcpy(out + 3 * i, in + 4 * i, 4 * sizeof(int)); // HERE
}

int main(void)
{
    const int n = 100;
    int x[2 * n], *d_x, *d_y;
    for (int i = 0; i < 2 * n; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_y, n * sizeof(int));
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    gather<<<1, 64>>>(d_y, d_x, n);
    cudaMemcpy(x, d_y, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
    return x[0] != 0;
}
