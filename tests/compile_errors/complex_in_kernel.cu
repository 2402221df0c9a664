// expects: std::complex belongs to the host: it cannot be used in a __global__ function\("square"\)
#include <complex>

__global__ void square(std::complex<float> *z)
{
    z[threadIdx.x] *= z[threadIdx.x]; /* here */
}

int main()
{
    square<<<1, 1>>>(nullptr);
    return 0;
}
// nvcc: calling a __host__ function("std::complex<float> & ::std::complex<float> ::operator *=<float> (const ::std::complex<T1> &)") from a __global__ function("square") is not allowed
