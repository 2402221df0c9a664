/* A struct with device pointers inside is copied to the device and followed there. */
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
    struct list nodes[2 * n], *d_nodes, *heads[n];
    struct view view = { n, 0 }, *d_view;
    int sums[n], *d_sums, wrong = 0;
    cudaMalloc(&d_nodes, sizeof nodes);
    cudaMalloc(&view.heads, sizeof heads);
    cudaMalloc(&d_view, sizeof view);
    cudaMalloc(&d_sums, sizeof sums);
    for (int i = 0; i < n; i++) {
        heads[i] = &d_nodes[i];
        nodes[i].next = &d_nodes[n + i];
        nodes[i].value = i;
        nodes[n + i].next = 0;
        nodes[n + i].value = 1000;
    }
    cudaMemcpy(d_nodes, nodes, sizeof nodes, cudaMemcpyHostToDevice);
    cudaMemcpy(view.heads, heads, sizeof heads, cudaMemcpyHostToDevice);
    cudaMemcpy(d_view, &view, sizeof view, cudaMemcpyHostToDevice);
    add_lists<<<3, 32>>>(d_sums, d_view);
    cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += sums[i] != 1000 + i;
    cudaFree(d_nodes);
    cudaFree(view.heads);
    cudaFree(d_view);
    cudaFree(d_sums);
    return wrong != 0;
}
