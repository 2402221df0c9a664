/* Launches relax() of the file that includes this until no distance changes: shortest paths. */
#include "graph.h"

int main(void)
{
    make_graph();
    int *distance = made<int>(n, [](int i) { return i == 0 ? 0 : 1 << 20; });
    int *changed = unset<int>(), more = 1;
    for (int round = 0; more && round < n; round++) {
        cudaMemset(changed, 0, sizeof *changed);
        relax<<<4, 64>>>(d_off, d_to, distance, changed, n);
        more = at(changed);
    }
    return end(more);
}
