/* finds: barrier-divergence */
/* Only in the last block some threads skip the barrier. */
#include "../host.h"

__global__ void reverse(int *x, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x, first = blockIdx.x * 64;
    if (first + t < n) {
        s[t] = x[first + t];
        __syncthreads(); // HERE
        int count = n - first < 64 ? n - first : 64;
        x[first + t] = s[count - 1 - t];
    }
} // HERE

int main(void)
{
    const int n = 1000;
    int *x = counted<int>(n);
    reverse<<<16, 64>>>(x, n);
    return end(at(x) != 63);
}
