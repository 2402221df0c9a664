/* A struct with device pointers inside is copied to the device and followed there. */
#include "../host.h"

struct list {
    struct list *next;
    int value;
};

struct view {
    int n;
    struct list **heads;
};

__global__ void add_lists(int *sums, const struct view *view)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= view->n)
        return;
    int sum = 0;
    for (const struct list *l = view->heads[i]; l; l = l->next)
        sum += l->value;
    sums[i] = sum;
}

int main(void)
{
    const int n = 90;
    struct list nodes[2 * n], *d_nodes = unset<struct list>(2 * n), *heads[n];
    for (int i = 0; i < n; i++) {
        heads[i] = &d_nodes[i];
        nodes[i].next = &d_nodes[n + i];
        nodes[i].value = i;
        nodes[n + i].next = 0;
        nodes[n + i].value = 1000;
    }
    cudaMemcpy(d_nodes, nodes, sizeof nodes, cudaMemcpyHostToDevice);
    struct view view = { n, copy_of(heads, n) };
    int *sums = unset<int>(n);
    add_lists<<<3, 32>>>(sums, copy_of(&view));
    return end(differ(sums, n, [](int i) { return 1000 + i; }));
}
