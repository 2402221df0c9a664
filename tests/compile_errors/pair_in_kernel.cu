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
// nvcc: calling a constexpr __host__ function("std::pair<int, int> ::pair<const int &, int, (bool)1> (T1 &&, T2 &&)") from a __global__ function("smallest") is not allowed. The experimental flag '--expt-relaxed-constexpr' can be used to allow this.
