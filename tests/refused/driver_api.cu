/* refuses: (cuInit|CUdevice|CUmodule|CUfunction|cuLaunchKernel|CUcontext) is not available on the CPU device */
#include <cuda.h>
#include <stdio.h>

int main()
{
    CUdevice device; /* here */
    CUcontext context;
    CUmodule module;
    CUfunction function;
    cuInit(0);
    cuDeviceGet(&device, 0);
    cuDevicePrimaryCtxRetain(&context, device);
    cuModuleLoad(&module, "kernel.ptx");
    cuModuleGetFunction(&function, module, "kernel");
    return cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, 0, NULL, NULL);
}
