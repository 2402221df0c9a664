// expects: calling a (constexpr )?__host__ function\("sort"\) from a __global__ function\("sorted"\) is not allowed
#include <algorithm>
using namespace std;

__global__ void sorted(int *p, int n)
{
    sort(p, p + n); /* here */
}

int main()
{
    int x[2] = { 2, 1 };
    sort(x, x + 2);
    sorted<<<1, 1>>>(nullptr, 0);
    return 0;
}
// nvcc: calling a __host__ function("void  ::std::sort<int *> (T1, T1)") from a __global__ function("sorted") is not allowed
