/* Neighbouring threads write neighbouring bytes of the same word, shared and global. */
#include "../host.h"

__global__ void caesar(unsigned char *out, const unsigned char *in, int n)
{
    __shared__ unsigned char s[128];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    if (i < n)
        s[t] = in[i] + 3;
    __syncthreads();
    if (i < n)
        out[i] = s[t] ^ 1;
}

int main(void)
{
    const int n = 1001;
    unsigned char *x = counted<unsigned char>(n), *y = unset<unsigned char>(n);
    caesar<<<(n + 127) / 128, 128>>>(y, x, n);
    return end(differ(y, n, [](int i) { return ((i + 3) ^ 1) % 256; }));
}
