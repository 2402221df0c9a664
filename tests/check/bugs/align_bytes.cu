/* finds: misaligned */
/* Records of five bytes, a letter and an int: the int is read where it lies. */
#include "../host.h"

__global__ void values(int *out, const unsigned char *records, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = *(const int *)(records + 5 * i + 1); // HERE
}

int main(void)
{
    const int n = 150;
    unsigned char *records =
        made<unsigned char>(5 * n, [](int i) { return i % 5 == 1 ? i / 5 : 0; });
    int *out = unset<int>(n);
    values<<<3, 50>>>(out, records, n);
    return end(at(out, 7) != 7);
}
