/* A graph on the device for the file that includes this: vertex v leads to to[e] for each e from
 * off[v] to off[v + 1] - 1. */
#include "host.h"

static const int n = 200;
static int *d_off, *d_to;

static void make_graph(void)
{
    static int off[n + 1], to[4 * n];
    int edges = 0;
    srand(1);
    for (int v = 0; v < n; v++) {
        off[v] = edges;
        for (int k = 0; k < 1 + v % 4; k++)
            to[edges++] = rand() % n;
    }
    off[n] = edges;
    d_off = copy_of(off, n + 1);
    d_to = copy_of(to, 4 * n);
}
