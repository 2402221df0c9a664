/* Launches count() of the file that includes this. */
int main(void)
{
    const int n = 512;
    int x[n], sum[4], *d_x, *d_sum;
    for (int i = 0; i < n; i++)
        x[i] = i % 3;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_sum, sizeof sum);
    cudaMemset(d_sum, 0, sizeof sum);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    count<<<4, 128>>>(d_sum, d_x, n);
    cudaMemcpy(sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_sum);
    return sum[0] < 80;
}
