/* Launches count() of the file that includes this: two blocks, one lock. */
int main(void)
{
    int *d, sum;
    cudaMalloc(&d, 2 * sizeof(int));
    cudaMemset(d, 0, 2 * sizeof(int));
    count<<<2, 32>>>(d, d + 1);
    cudaMemcpy(&sum, d, sizeof sum, cudaMemcpyDeviceToHost);
    cudaFree(d);
    return sum != 3;
}
