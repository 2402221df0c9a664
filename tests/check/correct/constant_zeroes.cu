/* Constant memory that nobody has set is zero: a table of which a part is filled, and one of which
 * none is. */
#include "../host.h"

__constant__ int table[8], none[4];

__global__ void look_up(int *out)
{
    int t = threadIdx.x;
    out[t] = table[t % 8] + 10 * none[t % 4];
}

int main(void)
{
    int h[3] = { 5, 6, 7 }, *out = unset<int>(32);
    cudaMemcpyToSymbol(table, h, sizeof h, 2 * sizeof(int));
    look_up<<<1, 32>>>(out);
    return end(differ(out, 32, [](int i) { return i % 8 >= 2 && i % 8 < 5 ? 3 + i % 8 : 0; }));
}
