/* Launches add() of the file that includes this: 40 numbers, added behind a lock. */
int main(void)
{
    const int n = 40;
    int x[n], sum = 0, *d_x, *d;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d, 2 * sizeof(int));
    cudaMemset(d, 0, 2 * sizeof(int));
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    add<<<8, 32>>>(d, d + 1, d_x, n);
    cudaMemcpy(&sum, d, sizeof sum, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d);
    return sum != n * (n - 1) / 2;
}
