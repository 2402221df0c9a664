/* Neighbouring floats and bytes handled one by one, where a compiler may take
 * two or four at once. */
#include "../host.h"

__global__ void pairs(float *out, const float *in, unsigned char *marks, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (2 * i + 2 >= n)
        return;
    float a = in[2 * i + 1], b = in[2 * i + 2];
    out[2 * i + 1] = a + 1;
    out[2 * i + 2] = b + 1;
    marks[3 * i] = 1;
    marks[3 * i + 1] = 2;
    marks[3 * i + 2] = 3;
}

int main(void)
{
    const int n = 501, m = 250;
    float *x = counted<float>(n), *y = zeros<float>(n);
    unsigned char *marks = unset<unsigned char>(3 * m);
    pairs<<<4, 64>>>(y, x, marks, n);
    int wrong = differ(y + 1, n - 1, [](int i) { return i + 2; });
    return end(wrong + differ(marks, 3 * m, [](int i) { return i % 3 + 1; }));
}
