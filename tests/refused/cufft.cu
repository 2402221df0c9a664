/* refuses: cufft\.h is not available on the CPU device: it is a library of NVIDIA's toolkit and needs a GPU */
#include <cufft.h> /* here */

int main()
{
    cufftHandle plan;
    return cufftPlan1d(&plan, 8, CUFFT_C2C, 1);
}
