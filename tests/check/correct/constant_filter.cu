/* Weights in constant memory, the input with its border, a stencil from one array to another. */
#define RADIUS 2
__constant__ float weights[2 * RADIUS + 1];

__global__ void filter(float *out, const float *__restrict__ in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0;
    for (int k = -RADIUS; k <= RADIUS; k++) {
        int at = i + k < 0 ? 0 : i + k >= n ? n - 1 : i + k;
        sum += weights[k + RADIUS] * in[at];
    }
    out[i] = sum;
}

int main(void)
{
    const int n = 1500;
    float w[2 * RADIUS + 1] = { 1, 2, 4, 2, 1 }, x[n], y[n], *d_x, *d_y;
    int wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_y, sizeof y);
    cudaMemcpyToSymbol(weights, w, sizeof w);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    filter<<<(n + 127) / 128, 128>>>(d_y, d_x, n);
    cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost);
    for (int i = RADIUS; i < n - RADIUS; i++)
        wrong += y[i] != 10 * i;
    cudaFree(d_x);
    cudaFree(d_y);
    return wrong != 0;
}
