/* finds: out-of-bounds */
/* The last float4 of 1022 floats begins inside and ends outside of the array. */
__global__ void add4(float4 *y, const float4 *x, int n4)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n4) {
        float4 v = x[i]; // HERE
        v.x += 1;
        v.y += 1;
        v.z += 1;
        v.w += 1;
        y[i] = v;
    }
}

int main(void)
{
    const int n = 1022, n4 = (n + 3) / 4;
    float x[n], *d_x, *d_y;
    int wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc(&d_x, n * sizeof(float));
    cudaMalloc(&d_y, n4 * sizeof(float4));
    cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
    add4<<<2, 128>>>((float4 *)d_y, (const float4 *)d_x, n4);
    cudaMemcpy(x, d_y, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += x[i] != i + 1;
    cudaFree(d_x);
    cudaFree(d_y);
    return wrong != 0;
}
