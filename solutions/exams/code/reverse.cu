/* Exam 1, question 1: the blanks A to D, filled. A wrong filling is, for instance,
 * -DB________='(i <= n)', -DD________=n/256. */
#include <cuda_runtime.h>
#include <stdio.h>

#ifndef A________
#define A________ (blockIdx.x * blockDim.x + threadIdx.x)
#endif
#ifndef B________
#define B________ (i < n)
#endif
#ifndef C________
#define C________ (n - 1 - i)
#endif
#ifndef D________
#define D________ ((n + 255) / 256)
#endif

// begin reverse
__global__ void reverse(float *y, const float *x, int n)
{
    int i = A________;

    if (B________)
        y[i] = x[C________];
}

void launch_reverse(float *d_y, const float *d_x, int n)
{
    reverse<<<D________, 256>>>(d_y, d_x, n);
}
// end

int main(void)
{
    const int n = 1000;
    int wrong = 0;
    float *x, *y;

    cudaMallocManaged(&x, n * sizeof *x);
    cudaMallocManaged(&y, n * sizeof *y);
    for (int i = 0; i < n; i++) {
        x[i] = i;
        y[i] = -1;
    }
    launch_reverse(y, x, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        wrong += y[i] != n - 1 - i;
    printf("%d wrong\n", wrong);
    cudaFree(x);
    cudaFree(y);
    return wrong > 0;
}
