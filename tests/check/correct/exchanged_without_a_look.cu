/* An atomicExch whose old value nobody looks at is a store: it may be the first one. */
__device__ void put(int *p, int value)
{
    atomicExch(p, value);
}

__global__ void fill(int *a, unsigned long long *wide, float *f, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicExch(&a[i], i);
    else if (i < 2 * n)
        (void)atomicExch(&a[i], i);
    else
        put(&a[i], i);
    if (i == 0) {
        atomicExch_system(wide, 5ull);
        atomicExch_block(f, 2.0f);
    }
}

int main(void)
{
    int *d, a[96], wrong = 0;
    unsigned long long *d_wide, wide;
    float *d_f, f;
    cudaMalloc(&d, sizeof a);
    cudaMalloc(&d_wide, sizeof wide);
    cudaMalloc(&d_f, sizeof f);
    fill<<<3, 32>>>(d, d_wide, d_f, 32);
    cudaMemcpy(a, d, sizeof a, cudaMemcpyDeviceToHost);
    cudaMemcpy(&wide, d_wide, sizeof wide, cudaMemcpyDeviceToHost);
    cudaMemcpy(&f, d_f, sizeof f, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 96; i++)
        wrong += a[i] != i;
    cudaFree(d);
    cudaFree(d_wide);
    cudaFree(d_f);
    return wrong != 0 || wide != 5 || f != 2;
}
