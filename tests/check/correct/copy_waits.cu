/* A plain cudaMemcpy waits for the kernels before it, so pinned memory they wrote can be read. */
__global__ void both(int *pinned, int *device, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        pinned[i] = i;
        device[i] = 2 * i;
    }
}

int main(void)
{
    const int n = 300;
    int x[n], *pinned, *d_x, wrong = 0;
    cudaMallocHost(&pinned, sizeof x);
    cudaMalloc(&d_x, sizeof x);
    both<<<3, 100>>>(pinned, d_x, n);
    cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += pinned[i] != i || x[i] != 2 * i;
    cudaFree(d_x);
    cudaFreeHost(pinned);
    return wrong != 0;
}
