/* finds: race */
/* Only in the last, ragged round two threads fall on the same element: its index is clamped. */
#include "../host.h"

__global__ void store(int *out, int n)
{
    for (int i = threadIdx.x; i < n + 3; i += blockDim.x) {
        int at = i < n ? i : n - 1;
        out[at] = i; // HERE
    }
}

int main(void)
{
    const int n = 250;
    int *x = unset<int>(n);
    store<<<1, 64>>>(x, n);
    return end(at(x, 7) != 7);
}
