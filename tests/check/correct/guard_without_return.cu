/* Threads past the end skip the work and come to every barrier. */
__global__ void reverse_blocks(float *x, int n)
{
    __shared__ float s[128];
    int t = threadIdx.x, first = blockIdx.x * 128;
    int here = n - first < 128 ? n - first : 128;
    if (t < here)
        s[t] = x[first + t];
    __syncthreads();
    if (t < here)
        x[first + t] = s[here - 1 - t];
}

int main(void)
{
    const int n = 1000;
    float x[n], *d_x;
    int wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    reverse_blocks<<<(n + 127) / 128, 128>>>(d_x, n);
    cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) {
        int first = i / 128 * 128, last = first + 127 < n ? first + 127 : n - 1;
        wrong += x[i] != first + last - i;
    }
    cudaFree(d_x);
    return wrong != 0;
}
