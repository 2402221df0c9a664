/* float4 loads and stores at multiples of 16 bytes, the ragged tail by single floats. */
__global__ void scale(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4) {
        float4 v = ((const float4 *)x)[i];
        v.x *= 2;
        v.y *= 2;
        v.z *= 2;
        v.w *= 2;
        ((float4 *)y)[i] = v;
    }
    int tail = n / 4 * 4 + i;
    if (i < n % 4)
        y[tail] = 2 * x[tail];
}

int main(void)
{
    const int n = 1003;
    float x[n], y[n], *d_x, *d_y;
    int wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_y, sizeof y);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    scale<<<(n / 4 + 127) / 128, 128>>>(d_y, d_x, n);
    cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += y[i] != 2 * i;
    cudaFree(d_x);
    cudaFree(d_y);
    return wrong != 0;
}
