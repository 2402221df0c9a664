/* refuses: helper_cuda\.h is not available on the CPU device: it is part of NVIDIA's CUDA samples */
#include <cuda_runtime.h>
#include <helper_cuda.h> /* here */

int main()
{
    checkCudaErrors(cudaDeviceSynchronize());
    return 0;
}
