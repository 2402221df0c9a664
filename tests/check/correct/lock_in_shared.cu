/* A lock in shared memory that lane 0 of each warp takes; and a list in global
 * memory, pushed on by compare-and-swap of its head. */
#include "../host.h"

struct node {
    int value, next;
};

__global__ void collect(int *sum, struct node *nodes, int *head, int n)
{
    __shared__ int lock, total;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t == 0)
        lock = total = 0;
    __syncthreads();
    if (t % 32 == 0) {
        while (atomicCAS(&lock, 0, 1) != 0)
            ;
        __threadfence_block();
        total += t;
        __threadfence_block();
        atomicExch(&lock, 0);
    }
    if (i < n) {
        nodes[i].value = i;
        int old = *head, assumed;
        do {
            assumed = old;
            nodes[i].next = assumed;
            __threadfence();
            old = atomicCAS(head, assumed, i);
        } while (old != assumed);
    }
    __syncthreads();
    if (t == 0)
        sum[blockIdx.x] = total;
}

int main(void)
{
    const int n = 300, blocks = 3;
    int count = 0, *sums = unset<int>(blocks), *head = filled<int>(1, -1);
    struct node *d_nodes = unset<struct node>(n);
    collect<<<blocks, 128>>>(sums, d_nodes, head, n);
    const struct node *nodes = in_host(d_nodes, n);
    for (int i = at(head); i >= 0 && count <= n; i = nodes[i].next)
        count++;
    int wrong = differ(sums, blocks, [](int b) { return 32 + 64 + 96; });
    return end(wrong != 0 || count != n);
}
