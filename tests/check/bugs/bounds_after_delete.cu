/* finds: out-of-bounds */
/* A list is given back from its head on; the next node is asked for in the one that is gone. */
#include "../host.h"

struct node {
    int value;
    node *next;
};

__global__ void list(int *sum)
{
    node *head = nullptr;
    for (int i = 0; i < 4; i++)
        head = new node{ i, head };
    for (node *n = head; n; n = n->next) // HERE
    {
        *sum += n->value;
        delete n;
    }
}

int main(void)
{
    int *d = zeros<int>();
    list<<<1, 1>>>(d);
    return end();
}
