/* finds: race */
/* Hillis-Steele scan in one buffer: a thread overwrites what another has yet to add. */
#include <stdio.h>

#define N 256

__global__ void scan(int *out, const int *in)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int d = 1; d < N; d *= 2) {
        if (t >= d)
            s[t] += s[t - d]; // HERE
        __syncthreads();
    }
    out[t] = s[t];
}

int main(void)
{
    int x[N], *d_in, *d_out;
    for (int i = 0; i < N; i++)
        x[i] = 1;
    cudaMalloc(&d_in, sizeof x);
    cudaMalloc(&d_out, sizeof x);
    cudaMemcpy(d_in, x, sizeof x, cudaMemcpyHostToDevice);
    scan<<<1, N>>>(d_out, d_in);
    cudaMemcpy(x, d_out, sizeof x, cudaMemcpyDeviceToHost);
    printf("last: %d\n", x[N - 1]);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
