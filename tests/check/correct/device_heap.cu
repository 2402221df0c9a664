/* Memory from malloc and new in a kernel, freed there. */
struct node {
    int value;
    struct node *next;
};

__global__ void lists(int *sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    struct node *head = NULL;
    int *squares = new int[i % 5 + 1];
    for (int k = 0; k <= i % 5; k++) {
        struct node *added = (struct node *)malloc(sizeof *added);
        added->value = k;
        added->next = head;
        head = added;
        squares[k] = k * k;
    }
    int sum = squares[i % 5];
    while (head) {
        struct node *next = head->next;
        sum += head->value;
        free(head);
        head = next;
    }
    delete[] squares;
    sums[i] = sum;
}

int main(void)
{
    const int n = 150, want[5] = { 0, 2, 7, 15, 26 };
    int x[n], *d_x, wrong = 0;
    cudaMalloc(&d_x, sizeof x);
    lists<<<3, 64>>>(d_x, n);
    cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += x[i] != want[i % 5];
    cudaFree(d_x);
    return wrong != 0;
}
