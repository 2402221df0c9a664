/* Launches shift(), 64 threads, of the file that includes this. */
int main(void)
{
    int x[64], *d;
    for (int i = 0; i < 64; i++)
        x[i] = i;
    cudaMalloc(&d, 2 * sizeof x);
    cudaMemcpy(d, x, sizeof x, cudaMemcpyHostToDevice);
    shift<<<1, 64>>>(d + 64, d);
    cudaMemcpy(x, d + 64, sizeof x, cudaMemcpyDeviceToHost);
    cudaFree(d);
    return x[0] < 0;
}
