/* Structs with holes: a kernel sets the members one by one and copies whole structs. */
#include "../host.h"

struct particle {
    char kind;
    double mass;
    short charge;
};

__global__ void make(struct particle *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    p[i].kind = i % 3;
    p[i].mass = i;
    p[i].charge = -i;
}

__global__ void reverse(struct particle *out, const struct particle *in, int n)
{
    __shared__ struct particle s[64];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    if (i < n)
        s[t] = in[i];
    __syncthreads();
    if (i < n)
        out[n - 1 - i] = s[t];
}

int main(void)
{
    const int n = 200;
    int wrong = 0;
    struct particle *a = unset<struct particle>(n), *b = unset<struct particle>(n);
    make<<<4, 64>>>(a, n);
    reverse<<<4, 64>>>(b, a, n);
    const struct particle *p = in_host(b, n);
    for (int i = 0; i < n; i++) {
        int from = n - 1 - i;
        wrong += p[i].kind != from % 3 || p[i].mass != from || p[i].charge != -from;
    }
    return end(wrong);
}
