/* finds: out-of-bounds */
/* Structure of arrays: the masses got the bytes of floats, and are doubles. */
struct bodies {
    float *x, *v;
    double *mass;
    int n;
};

__global__ void momentum(struct bodies b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= b.n)
        return;
    b.x[i] = i;
    b.v[i] = 1;
    b.mass[i] = 2; // HERE
}

int main(void)
{
    const int n = 640;
    float v[n];
    int wrong = 0;
    struct bodies b;
    b.n = n;
    cudaMalloc(&b.x, n * sizeof(float));
    cudaMalloc(&b.v, n * sizeof(float));
    cudaMalloc(&b.mass, n * sizeof(float));
    momentum<<<n / 64, 64>>>(b);
    cudaMemcpy(v, b.v, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += v[i] != 1;
    cudaFree(b.x);
    cudaFree(b.v);
    cudaFree(b.mass);
    return wrong != 0;
}
