/* Memory from malloc and new in a kernel, freed there. */
#include "../host.h"

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
    const int n = 150;
    int *x = unset<int>(n);
    lists<<<3, 64>>>(x, n);
    return end(differ(x, n, [](int i) {
        const int want[5] = { 0, 2, 7, 15, 26 };
        return want[i % 5];
    }));
}
