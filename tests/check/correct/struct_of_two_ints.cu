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
    int file[1 + 2 * n], wrong = 0;
    file[0] = n;
    for (int i = 0; i < 2 * n; i++)
        file[1 + i] = i;
    int *d_file = copy_of(file, 1 + 2 * n);
    struct edge *d_e = unset<struct edge>(n);
    flip<<<3, 64>>>(d_e, d_file, n);
    const struct edge *e = in_host(d_e, n);
    for (int i = 0; i < n; i++)
        wrong += e[i].from != 2 * i + 1 || e[i].to != 2 * i;
    return end(wrong);
}
