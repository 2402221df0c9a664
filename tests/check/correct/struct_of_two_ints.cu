/* Structs of two ints are aligned to 4 bytes, and copied whole from odd
 * multiples of 4. */
#include "../host.h"

struct edge {
    int from, to;
};

__global__ void flip(struct edge *out, const int *file, int n)
{
    __shared__ int s[1 + 2 * 64];
    const struct edge *edges = (const struct edge *)(file + 1);
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    struct edge *mine = (struct edge *)(s + 1) + t;
    if (i < n) {
        *mine = edges[i];
        struct edge e = { mine->to, mine->from };
        out[i] = e;
    }
}

int main(void)
{
    const int n = 150;
    int wrong = 0, *file = made<int>(1 + 2 * n, [](int i) { return i == 0 ? n : i - 1; });
    struct edge *d_e = unset<struct edge>(n);
    flip<<<3, 64>>>(d_e, file, n);
    const struct edge *e = in_host(d_e, n);
    for (int i = 0; i < n; i++)
        wrong += e[i].from != 2 * i + 1 || e[i].to != 2 * i;
    return end(wrong);
}
