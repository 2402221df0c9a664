/* Launches triangles() of the file that includes this, which counts those of a graph. */
#include "graph.h"

int main(void)
{
    make_graph();
    unsigned *count = zeros<unsigned>();
    triangles<<<4, 64>>>(d_off, d_to, count, n);
    return end(at(count) > 8 * n);
}
