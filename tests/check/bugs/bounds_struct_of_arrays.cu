/* finds: out-of-bounds */
/* Structure of arrays: the masses got the bytes of floats, and are doubles. */
#include "../host.h"

struct bodies {
    float *x, *v;
    double *mass;
    int n;
};

__global__ void momentum(struct bodies b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= b.n)
        return;
    b.x[i] = i;
    b.v[i] = 1;
    b.mass[i] = 2; // HERE
}

int main(void)
{
    const int n = 640;
    struct bodies b = { unset<float>(n), unset<float>(n), (double *)unset<float>(n), n };
    momentum<<<n / 64, 64>>>(b);
    return end(at(b.v, 7) != 1);
}
