/* finds: unchecked-error */
/* The directions of two copies are exchanged, and nobody looks at their results. */
__global__ void twice(int *a)
{
    a[threadIdx.x] = 2 * threadIdx.x;
}

int main(void)
{
    int h[32] = { 0 }, *d;

    cudaMalloc(&d, sizeof h);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyHostToDevice); // HERE
    twice<<<1, 32>>>(d);
    if (cudaDeviceSynchronize() == cudaSuccess)
        cudaMemcpy(d, h, sizeof h, cudaMemcpyDeviceToHost); // HERE
    cudaFree(d);
    return 0;
}
