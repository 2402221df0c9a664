/* finds: missing-synchronize */
/* A callback says in a flag that the copy is done; the host reads without a look at the flag. */
static volatile int done;

static void tell(void *)
{
    done = 1;
}

__global__ void clear(int *x)
{
    x[threadIdx.x] = 0;
}

int main(void)
{
    int *x, *d_x;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMallocHost(&x, 400);
    cudaMalloc(&d_x, 400);
    clear<<<1, 100>>>(d_x);
    cudaDeviceSynchronize();
    cudaMemcpyAsync(x, d_x, 400, cudaMemcpyDeviceToHost, s); // HERE
    cudaLaunchHostFunc(s, tell, NULL);
    int early = x[3]; // HERE
    while (!done)
        ;
    cudaStreamSynchronize(s);
    cudaFree(d_x);
    cudaFreeHost(x);
    cudaStreamDestroy(s);
    return early > 9;
}
