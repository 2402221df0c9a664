/* A queue whose places are drawn by atomicAdd, and read in the next launch; written once each. */
#include "../host.h"

struct queue {
    unsigned tail;
    int items[400];
};

__global__ void push_multiples(struct queue *q, int n, int of)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && i % of == 0)
        q->items[atomicAdd(&q->tail, 1u)] = i;
}

__global__ void add_items(const struct queue *q, int *sum)
{
    for (unsigned i = threadIdx.x; i < q->tail; i += blockDim.x)
        atomicAdd(sum, q->items[i]);
}

int main(void)
{
    struct queue *q = unset<struct queue>();
    int *sum = zeros<int>();
    cudaMemset(&q->tail, 0, sizeof q->tail);
    push_multiples<<<8, 128>>>(q, 1000, 5);
    add_items<<<1, 64>>>(q, sum);
    return end(at(sum) != 5 * (199 * 200 / 2));
}
