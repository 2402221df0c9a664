// expects: std::vector belongs to the host: it cannot be used in a __global__ function\("k"\)
#include <vector>

__global__ void k(int *p)
{
    std::vector<int> v(3); /* here */
    p[0] = (int)v.size();
}

int main()
{
    k<<<1, 1>>>(nullptr);
    return 0;
}
// nvcc: calling a __host__ function("std::vector<int, ::std::allocator<int> > ::vector(unsigned long, const ::std::allocator<int> &)") from a __global__ function("k") is not allowed
