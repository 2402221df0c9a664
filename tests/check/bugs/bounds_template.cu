/* finds: out-of-bounds */
/* A template with its size: the element after the thread's own is outside for the last thread. */
template <int N> __global__ void rotate(int *x)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    s[t] = x[blockIdx.x * N + t];
    __syncthreads();
    x[blockIdx.x * N + t] = s[t + 1]; // HERE
}

int main(void)
{
    const int n = 320;
    int x[n], *d_x, wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    rotate<64><<<n / 64, 64>>>(d_x);
    cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += i % 64 < 63 && x[i] != i + 1;
    cudaFree(d_x);
    return wrong != 0;
}
