/* finds: race */
/* Work-efficient scan: the barrier of the way down is missing. */
#include <stdio.h>

#define N 128

__global__ void scan(int *out, const int *in)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    s[2 * t] = in[2 * t];
    s[2 * t + 1] = in[2 * t + 1];
    for (int d = N / 2, step = 1; d > 0; d /= 2, step *= 2) {
        __syncthreads();
        if (t < d)
            s[step * (2 * t + 2) - 1] += s[step * (2 * t + 1) - 1];
    }
    if (t == 0)
        s[N - 1] = 0;
    __syncthreads();
    for (int d = 1, step = N / 2; d < N; d *= 2, step /= 2) {
        if (t < d) {
            int a = step * (2 * t + 1) - 1, b = step * (2 * t + 2) - 1;
            int left = s[a]; // HERE
            s[a] = s[b];     // HERE
            s[b] += left;    // HERE
        }
    }
    __syncthreads();
    out[2 * t] = s[2 * t];
    out[2 * t + 1] = s[2 * t + 1];
}

int main(void)
{
    int x[N], *d_in, *d_out;
    for (int i = 0; i < N; i++)
        x[i] = i;
    cudaMalloc(&d_in, sizeof x);
    cudaMalloc(&d_out, sizeof x);
    cudaMemcpy(d_in, x, sizeof x, cudaMemcpyHostToDevice);
    scan<<<1, N / 2>>>(d_out, d_in);
    cudaMemcpy(x, d_out, sizeof x, cudaMemcpyDeviceToHost);
    printf("%d\n", x[N - 1]);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
