/* finds: race */
/* Two threads write different values into the same byte: threads 2k and 2k + 1 share one. */
#include "../host.h"

__global__ void last_digit(unsigned char *out, const int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i / 2] = (unsigned char)(in[i] % 10); // HERE
}

int main(void)
{
    const int n = 1000;
    int *x = counted<int>(n);
    unsigned char *y = unset<unsigned char>(n / 2);
    last_digit<<<(n + 127) / 128, 128>>>(y, x, n);
    return end(at(y, 7) / 2 != 2);
}
