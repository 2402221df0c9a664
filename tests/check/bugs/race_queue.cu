/* finds: race */
/* A queue whose tail is moved on with a plain ++: two threads take the same place. */
#include <stdio.h>

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
    struct queue *q;
    int tail = 0;
    cudaMalloc(&q, sizeof *q);
    cudaMemset(q, 0, sizeof *q);
    push_multiples<<<8, 64>>>(q, 500, 3);
    cudaMemcpy(&tail, &q->tail, sizeof tail, cudaMemcpyDeviceToHost);
    printf("%d\n", tail);
    cudaFree(q);
    return 0;
}
