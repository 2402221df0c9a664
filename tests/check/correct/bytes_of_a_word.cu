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
    unsigned char x[n];
    int wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = (unsigned char)i;
    unsigned char *d_x = copy_of(x, n), *d_y = unset<unsigned char>(n);
    caesar<<<(n + 127) / 128, 128>>>(d_y, d_x, n);
    const unsigned char *y = in_host(d_y, n);
    for (int i = 0; i < n; i++)
        wrong += y[i] != (unsigned char)((x[i] + 3) ^ 1);
    return end(wrong);
}
