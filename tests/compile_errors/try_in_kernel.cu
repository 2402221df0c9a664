// expects: device code does not support exception handling
#include <stdexcept>

__global__ void k(int *p)
{
    if (!p)
        throw std::runtime_error("null"); /* here */
}

int main()
{
    k<<<1, 1>>>(nullptr);
    return 0;
}
// nvcc: device code does not support exception handling
