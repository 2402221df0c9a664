/* A lock in shared memory that lane 0 of each warp takes; and a list in global
 * memory, pushed on by compare-and-swap of its head. */
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
    static struct node nodes[n];
    struct node *d_nodes;
    int sums[blocks], head = -1, count = 0, *d_sums, *d_head, wrong = 0;
    cudaMalloc(&d_nodes, sizeof nodes);
    cudaMalloc(&d_sums, sizeof sums);
    cudaMalloc(&d_head, sizeof head);
    cudaMemcpy(d_head, &head, sizeof head, cudaMemcpyHostToDevice);
    collect<<<blocks, 128>>>(d_sums, d_nodes, d_head, n);
    cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
    cudaMemcpy(nodes, d_nodes, sizeof nodes, cudaMemcpyDeviceToHost);
    cudaMemcpy(&head, d_head, sizeof head, cudaMemcpyDeviceToHost);
    for (int i = head; i >= 0 && count <= n; i = nodes[i].next)
        count++;
    for (int b = 0; b < blocks; b++)
        wrong += sums[b] != 32 + 64 + 96;
    cudaFree(d_nodes);
    cudaFree(d_sums);
    cudaFree(d_head);
    return wrong != 0 || count != n;
}
