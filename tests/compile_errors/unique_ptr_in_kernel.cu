// expects: unique_ptr_in_kernel\.cu:5:[0-9]+: error: std::unique_ptr belongs to the host
#include <memory>
__global__ void k(int *p)
{
    std::unique_ptr<int> q(new int(3)); /* here */
    p[0] = *q;
}
int main() { k<<<1, 1>>>(nullptr); }
// nvcc: calling a __host__ function("std::unique_ptr
