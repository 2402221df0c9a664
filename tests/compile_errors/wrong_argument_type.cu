// expects: wrong_argument_type\.cu:12:
#include <vector>

__global__ void sum(const float *x, int n, float *out)
{
    for (int i = 0; i < n; i++) *out += x[i];
}

int main()
{
    std::vector<float> x(10);
    sum<<<1, 1>>>(x, 10, nullptr);
    return 0;
}
// nvcc: no suitable conversion function from "std::vector<float, std::allocator<float>>" to "const float *" exists
