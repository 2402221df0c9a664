/* The same shared bytes as float and as int, through a union and through a pointer. */
#include "../host.h"

union word {
    float f;
    unsigned u;
};

__global__ void exponents(int *e, const float *x, int n)
{
    __shared__ union word s[64];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    s[t].f = i < n ? x[i] : 1;
    __syncthreads();
    if (i < n)
        e[i] = (int)(s[t ^ 1].u >> 23 & 255) - 127;
}

int main(void)
{
    const int n = 256;
    float *x = made<float>(n, [](int i) { return 1u << i % 20; });
    int *e = unset<int>(n);
    exponents<<<n / 64, 64>>>(e, x, n);
    return end(differ(e, n, [](int i) { return (i ^ 1) % 20; }));
}
