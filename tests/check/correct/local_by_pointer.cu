/* Local arrays whose pointers go down into functions, also recursive ones and those of a class, and
 * back. */
#include "../host.h"

struct node {
    int value;
    const node *next;
};

__device__ __noinline__ int sum(const node *head)
{
    return head ? head->value + sum(head->next) : 0;
}

__device__ __noinline__ int with_another(const node *head, int depth)
{
    node mine = { depth, head };
    int below[8];
    for (int i = 0; i < 8; i++)
        below[i] = i * depth;
    return depth ? with_another(&mine, depth - 1) + below[depth % 8] : sum(&mine);
}

__device__ __noinline__ int *larger(int *a, int *b)
{
    return *a > *b ? a : b;
}

struct pile {
    int a[16], n;
    __device__ __noinline__ pile() : n(0)
    {
    }
    __device__ __noinline__ pile &push(int v)
    {
        a[n++] = v;
        return *this;
    }
};

__device__ __noinline__ pile pile_of(int n)
{
    pile p;
    for (int i = 0; i < n; i++)
        p.push(i);
    return p;
}

__global__ void all(int *out)
{
    int x = threadIdx.x, y = 16;
    *larger(&x, &y) += 100;
    __syncthreads();
    pile p = pile_of(x % 8);
    __syncwarp();
    out[threadIdx.x] = with_another(nullptr, 5) + x + y + p.push(3).a[p.n - 1];
}

int main(void)
{
    int *x = unset<int>(64);
    all<<<1, 64>>>(x);
    const int fives = 15 + 25 + 16 + 9 + 4 + 1; /* the sum of the nodes; below[d] = d * d */
    return end(differ(x, 64, [](int i) { return fives + i + 16 + 100 + 3; }));
}
