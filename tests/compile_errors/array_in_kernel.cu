// expects: std::array belongs to the host: it cannot be used in a __global__ function\("weigh"\)
#include <array>

__global__ void weigh(float *x, std::array<float, 3> weights)
{
    x[threadIdx.x] *= weights[1]; /* here */
}

int main()
{
    weigh<<<1, 1>>>(nullptr, {});
    return 0;
}
// nvcc: calling a constexpr __host__ function("operator[]") from a __global__ function("weigh") is not allowed. The experimental flag '--expt-relaxed-constexpr' can be used to allow this.
