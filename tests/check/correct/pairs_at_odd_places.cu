/* Neighbouring floats and bytes handled one by one, where a compiler may take
 * two or four at once. */
__global__ void pairs(float *out, const float *in, unsigned char *marks, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (2 * i + 2 >= n)
        return;
    float a = in[2 * i + 1], b = in[2 * i + 2];
    out[2 * i + 1] = a + 1;
    out[2 * i + 2] = b + 1;
    marks[3 * i] = 1;
    marks[3 * i + 1] = 2;
    marks[3 * i + 2] = 3;
}

int main(void)
{
    const int n = 501, m = 250;
    float x[n], *d_x, *d_y;
    unsigned char marks[3 * m], *d_marks;
    int wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_y, sizeof x);
    cudaMalloc(&d_marks, sizeof marks);
    cudaMemset(d_y, 0, sizeof x);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    pairs<<<4, 64>>>(d_y, d_x, d_marks, n);
    cudaMemcpy(x, d_y, sizeof x, cudaMemcpyDeviceToHost);
    cudaMemcpy(marks, d_marks, sizeof marks, cudaMemcpyDeviceToHost);
    for (int i = 1; i < n; i++)
        wrong += x[i] != i + 1;
    for (int i = 0; i < 3 * m; i++)
        wrong += marks[i] != i % 3 + 1;
    cudaFree(d_x);
    cudaFree(d_y);
    cudaFree(d_marks);
    return wrong != 0;
}
