// expects: std_function_in_kernel\.cu:5:[0-9]+: error: std::function belongs to the host
#include <functional>
__global__ void k(int *p)
{
    std::function<int(int)> f = [](int a) { return a; }; /* here */
    *p = f(1);
}
int main() {}
// nvcc: calling a __host__ function("std::function<int (int)>
