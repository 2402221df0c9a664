/* finds: race */
/* Each block adds its sum to a struct in device memory without an atomic: only blocks meet. */
#include <stdio.h>

struct moments {
    int count;
    float sum;
};

__global__ void add_block(struct moments *m, const float *x)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = x[blockIdx.x * 64 + t];
    __syncthreads();
    if (t == 0) {
        float sum = 0;
        for (int i = 0; i < 64; i++)
            sum += s[i];
        m->sum += sum;  // HERE
        m->count += 64; // HERE
    }
}

int main(void)
{
    const int n = 640;
    float x[n], *d_x;
    struct moments m = { 0, 0 }, *d_m;
    for (int i = 0; i < n; i++)
        x[i] = 1;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_m, sizeof m);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    cudaMemcpy(d_m, &m, sizeof m, cudaMemcpyHostToDevice);
    add_block<<<n / 64, 64>>>(d_m, d_x);
    cudaMemcpy(&m, d_m, sizeof m, cudaMemcpyDeviceToHost);
    printf("%d %g\n", m.count, m.sum);
    cudaFree(d_x);
    cudaFree(d_m);
    return 0;
}
