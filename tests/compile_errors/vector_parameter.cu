// expects: v is a std::vector, which belongs to the host: it cannot be used in a __global__ function\("sum"\)
#include <vector>
using namespace std;

__global__ void sum(vector<float> v, float *s)
{
    for (int i = 0; i < 3; i++)
        *s += v[i]; /* here */
}

int main(void)
{
    vector<float> v(3);
    sum<<<1, 1>>>(v, NULL);
    return 0;
}
// nvcc: calling a __host__ function("std::vector<float, ::std::allocator<float> > ::operator [](unsigned long)") from a __global__ function("sum") is not allowed
