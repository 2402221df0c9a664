/* Launches sum() of the file that includes this, for LANES ones by THREADS threads; WRONG: what
 * makes the program fail. */
#ifndef WRONG
#define WRONG total < 0
#endif

int main(void)
{
    const int n = LANES;
    float x[n], total = 0, *d_x, *d_total;
    for (int i = 0; i < n; i++)
        x[i] = 1;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_total, sizeof(float));
    cudaMemset(d_total, 0, sizeof(float));
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    sum<<<1, THREADS>>>(d_total, d_x, n);
    cudaMemcpy(&total, d_total, sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_total);
    return WRONG;
}
