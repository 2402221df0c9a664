/* Launches hand_over() of the file that includes this: one block for another. */
int main(void)
{
    int out, *d;
    cudaMalloc(&d, 3 * sizeof(int));
    cudaMemset(d, 0, 3 * sizeof(int));
    hand_over<<<2, 32>>>(d, d + 1, d + 2);
    cudaMemcpy(&out, d + 2, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(d);
    return out != 42;
}
