/* finds: race */
/* A queue whose tail is moved on with a plain ++: two threads take the same place. */
#include "../host.h"

struct queue {
    int tail;
    int items[512];
};

__global__ void push_multiples(struct queue *q, int n, int of)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && i % of == 0) {
        int at = q->tail++; // HERE
        q->items[at] = i;   // HERE
    }
}

int main(void)
{
    struct queue *q = zeros<struct queue>();
    push_multiples<<<8, 64>>>(q, 500, 3);
    return end();
}
