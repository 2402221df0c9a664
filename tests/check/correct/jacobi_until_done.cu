/* Steps until nothing moves: a flag on the device set by atomicOr, read back by the host each
 * round; the block's vote by __syncthreads_or. */
__global__ void step(float *out, const float *in, int n, int *moved)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, mine = 0;
    if (i < n) {
        float left = i > 0 ? in[i - 1] : 0, right = i < n - 1 ? in[i + 1] : 0;
        float next = (left > right ? left : right) > in[i] ? in[i] + 1 : in[i];
        mine = next != in[i];
        out[i] = next;
    }
    if (__syncthreads_or(mine) && threadIdx.x == 0)
        atomicOr(moved, 1);
}

int main(void)
{
    const int n = 100;
    float x[n], *a, *b;
    int rounds = 0, moved, *d_moved, wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = i == 50 ? 20 : 0;
    cudaMalloc(&a, sizeof x);
    cudaMalloc(&b, sizeof x);
    cudaMalloc(&d_moved, sizeof moved);
    cudaMemcpy(a, x, sizeof x, cudaMemcpyHostToDevice);
    do {
        cudaMemset(d_moved, 0, sizeof moved);
        step<<<4, 32>>>(b, a, n, d_moved);
        float *swap = a;
        a = b;
        b = swap;
        cudaMemcpy(&moved, d_moved, sizeof moved, cudaMemcpyDeviceToHost);
    } while (moved && ++rounds < 200);
    cudaMemcpy(x, a, sizeof x, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += x[i] != 20;
    cudaFree(a);
    cudaFree(b);
    cudaFree(d_moved);
    return wrong != 0;
}
