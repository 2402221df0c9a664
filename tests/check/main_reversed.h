/* Launches reversed() of the file that includes this, with 64 threads (BLOCK). */
#include <stdio.h>

int main(void)
{
    const int n = 2 * BLOCK;
    int x[n], *d_x, *d_y;
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_y, sizeof x);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    reversed<<<1, BLOCK>>>(d_y, d_x, n);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(d_x);
    cudaFree(d_y);
    return 0;
}
