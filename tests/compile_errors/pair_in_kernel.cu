// expects: calling a constexpr __host__ function\("pair"\) from a __global__ function\("smallest"\) is not allowed.*--expt-relaxed-constexpr
#include <utility>

__global__ void smallest(const int *x, int *i)
{
    std::pair<int, int> best(x[0], 0); /* here */
    *i = best.second;
}

int main(void)
{
    smallest<<<1, 1>>>(NULL, NULL);
    return 0;
}
