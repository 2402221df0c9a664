/* Pointers into the middle of arrays, negative offsets from them, one past the end as a limit. */
__global__ void mirror(float *middle, int half)
{
    int i = threadIdx.x + 1;
    if (i <= half)
        middle[-i] = middle[i];
}

__global__ void sum_until(float *sum, const float *begin, const float *end)
{
    float s = 0;
    for (const float *p = begin + threadIdx.x; p < end; p += blockDim.x)
        s += *p;
    atomicAdd(sum, s);
}

int main(void)
{
    const int half = 100, n = 2 * half + 1;
    float x[n], sum = 0, *d_x, *d_sum;
    for (int i = 0; i < n; i++)
        x[i] = i < half ? 0 : i - half;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_sum, sizeof sum);
    cudaMemset(d_sum, 0, sizeof sum);
    cudaMemcpy(d_x + half, x + half, (half + 1) * sizeof(float), cudaMemcpyHostToDevice);
    mirror<<<1, 128>>>(d_x + half, half);
    sum_until<<<1, 64>>>(d_sum, d_x, d_x + n);
    cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_sum);
    return sum != half * (half + 1);
}
