/* refuses: (cudaIpcMemHandle_t|cudaIpcGetMemHandle) is not available on the CPU device */
#include <cuda_runtime.h>

int main()
{
    void *d;
    cudaIpcMemHandle_t handle; /* here */
    cudaMalloc(&d, 1024);
    return cudaIpcGetMemHandle(&handle, d);
}
