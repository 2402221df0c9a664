/* finds: missing-synchronize */
/* A callback reads what a copy in another stream brings. */
static int first;

static void look(void *x)
{
    first = *(int *)x; // HERE
}

__global__ void clear(int *x)
{
    x[threadIdx.x] = 0;
}

int main(void)
{
    int *x, *d_x;
    cudaStream_t a, b;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaMallocHost(&x, 400);
    cudaMalloc(&d_x, 400);
    clear<<<1, 100>>>(d_x);
    cudaDeviceSynchronize();
    cudaMemcpyAsync(x, d_x, 400, cudaMemcpyDeviceToHost, a); // HERE
    cudaLaunchHostFunc(b, look, x);
    cudaDeviceSynchronize();
    cudaFree(d_x);
    cudaFreeHost(x);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    return first > 9;
}
