/* finds: out-of-bounds */
/* The list is given back node by node, and each node is asked for its successor afterwards. */
#include <stdlib.h>
#include "../host.h"

struct node {
    int value;
    node *next;
};

__global__ void count(int *sum, int n)
{
    node *head = NULL;
    for (int i = 0; i < n; i++) {
        node *p = (node *)malloc(sizeof(node));
        if (!p)
            return;
        p->value = i;
        p->next = head;
        head = p;
    }
    for (node *p = head; p; p = p->next) { // HERE
        *sum += p->value;
        free(p);
    }
}

int main(void)
{
    int *d = zeros<int>();
    count<<<1, 1>>>(d, 5);
    return end();
}
