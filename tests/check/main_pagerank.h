/* Launches push() of the file that includes this: one step of PageRank. */
#include "graph.h"

int main(void)
{
    make_graph();
    float *rank = made<float>(n, [](int) { return 1.0f / n; }), *next = zeros<float>(n), sum = 0;
    push<<<4, 64>>>(d_off, d_to, rank, next, n);
    const float *result = in_host(next, n);
    for (int i = 0; i < n; i++)
        sum += result[i];
    return end(sum > 0.86f);
}
