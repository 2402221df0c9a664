/* Hillis-Steele scan: read, barrier, write, barrier. */
#define N 200

__global__ void scan(int *out, const int *in)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int d = 1; d < N; d *= 2) {
        int left = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += left;
        __syncthreads();
    }
    out[t] = s[t];
}

int main(void)
{
    int x[N], y[N], *d_x, *d_y, sum = 0, wrong = 0;
    for (int i = 0; i < N; i++)
        x[i] = i % 6 - 2;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_y, sizeof y);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    scan<<<1, N>>>(d_y, d_x);
    cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        wrong += y[i] != (sum += x[i]);
    cudaFree(d_x);
    cudaFree(d_y);
    return wrong != 0;
}
