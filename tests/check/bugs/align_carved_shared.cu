/* finds: misaligned */
/* Dynamic shared memory: an odd number of ints, and the doubles begin right after them. */
#include "../host.h"

__global__ void weigh(double *out, const int *in, int n)
{
    extern __shared__ int keys[];
    double *weights = (double *)(keys + n);
    int t = threadIdx.x;
    if (t < n) {
        keys[t] = in[t];
        weights[t] = 0.5 * in[t]; // HERE
    }
    __syncthreads();
    if (t < n)
        out[t] = keys[n - 1 - t] + weights[t]; // HERE
}

int main(void)
{
    const int n = 33;
    int *x = made<int>(n, [](int i) { return 2 * i; });
    double *y = unset<double>(n);
    weigh<<<1, 64, n *(sizeof(int) + sizeof(double))>>>(y, x, n);
    return end(at(y, 7) != 57);
}
