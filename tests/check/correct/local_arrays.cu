/* Arrays of each thread's own, sorted in place, and a device function that calls itself. */
#include "../host.h"

__device__ int fibonacci(int n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

__global__ void medians(int *out, const int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int window[5];
    if (i < 2 || i >= n - 2)
        return;
    for (int k = 0; k < 5; k++)
        window[k] = in[i - 2 + k];
    for (int k = 1; k < 5; k++)
        for (int j = k; j > 0 && window[j] < window[j - 1]; j--) {
            int swap = window[j];
            window[j] = window[j - 1];
            window[j - 1] = swap;
        }
    out[i] = window[2] + fibonacci(i % 8);
}

int main(void)
{
    const int n = 600;
    int *x = counted<int>(n), *y = zeros<int>(n);
    medians<<<(n + 63) / 64, 64>>>(y, x, n);
    return end(differ(y + 2, n - 4, [](int i) {
        const int fib[8] = { 0, 1, 1, 2, 3, 5, 8, 13 };
        return i + 2 + fib[(i + 2) % 8];
    }));
}
