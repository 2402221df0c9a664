/* Lanes pass values through shared memory, __syncwarp between writing, reading and writing again.
 */
__global__ void reverse_twice(int *x)
{
    __shared__ int s[4][32];
    int i = blockIdx.x * blockDim.x + threadIdx.x, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    s[warp][lane] = x[i];
    __syncwarp();
    int v = s[warp][31 - lane];
    __syncwarp();
    s[warp][lane] = v + 1;
    __syncwarp();
    x[i] = s[warp][31 - lane];
}

int main(void)
{
    const int n = 1024;
    int x[n], *d_x, wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    reverse_twice<<<n / 128, 128>>>(d_x);
    cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += x[i] != i + 1;
    cudaFree(d_x);
    return wrong != 0;
}
