/* What a "deviceQuery" prints: all the usual fields and attributes; the old fields where the
 * toolkit still has them; and whether what it prints can be true. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <iostream>

#define WARN_IF(cond) if (cond) { fprintf(stderr, "%s\n", #cond); wrong++; }

/* Fields of which a CPU has nothing to say, but which programs print. */
static long rare_fields(const cudaDeviceProp &p)
{
    return p.maxTexture1DMipmap + p.maxTexture2DMipmap[1] + p.maxTexture2DLinear[2] + p.maxTexture2DGather[1] +
           p.maxTexture3DAlt[2] + p.maxTextureCubemap + p.maxTextureCubemapLayered[1] + p.maxSurface1D +
           p.maxSurface2D[1] + p.maxSurface3D[2] + p.maxSurface1DLayered[1] + p.maxSurface2DLayered[2] +
           p.maxSurfaceCubemap + p.maxSurfaceCubemapLayered[1] + p.sparseCudaArraySupported + p.uuid.bytes[15] +
           p.hostRegisterReadOnlySupported + p.timelineSemaphoreInteropSupported + p.gpuDirectRDMASupported +
           p.gpuDirectRDMAFlushWritesOptions + p.gpuDirectRDMAWritesOrdering + p.memoryPoolSupportedHandleTypes +
           p.deferredMappingCudaArraySupported + p.ipcEventSupported + p.clusterLaunch + p.unifiedFunctionPointers +
           p.deviceNumaConfig + p.deviceNumaId + p.mpsEnabled + p.hostNumaId + p.gpuPciDeviceID + p.gpuPciSubsystemID;
}

int main(int argc, char **argv)
{
    int deviceCount = 0, wrong = 0, dev, driverVersion = 0, runtimeVersion = 0;
    cudaError_t error_id = cudaGetDeviceCount(&deviceCount);
    if (error_id != cudaSuccess) {
        fprintf(stderr, "cudaGetDeviceCount returned %d\n-> %s\n", (int)error_id, cudaGetErrorString(error_id));
        exit(EXIT_FAILURE);
    }
    if (deviceCount == 0) { fprintf(stderr, "There are no available device(s) that support CUDA\n"); return 1; }

    for (dev = 0; dev < deviceCount; ++dev) {
        WARN_IF(cudaSetDevice(dev) != cudaSuccess)
        struct cudaDeviceProp deviceProp;
        WARN_IF(cudaGetDeviceProperties(&deviceProp, dev) != cudaSuccess)
        (void)rare_fields(deviceProp);
        printf("\nDevice %d: \"%s\"\n", dev, deviceProp.name);
        cudaDriverGetVersion(&driverVersion);
        cudaRuntimeGetVersion(&runtimeVersion);
        printf("  CUDA Driver Version / Runtime Version          %d.%d / %d.%d\n",
               driverVersion / 1000, (driverVersion % 100) / 10,
               runtimeVersion / 1000, (runtimeVersion % 100) / 10);
        printf("  CUDA Capability Major/Minor version number:    %d.%d\n", deviceProp.major, deviceProp.minor);
        printf("  Total amount of global memory:                 %.0f MBytes (%llu bytes)\n",
               deviceProp.totalGlobalMem / 1048576.0f, (unsigned long long)deviceProp.totalGlobalMem);
        printf("  (%2d) Multiprocessors, L2 %d, bus %d bits\n", deviceProp.multiProcessorCount, deviceProp.l2CacheSize,
            deviceProp.memoryBusWidth);
        printf("  constant %zu, shared %zu (opt-in %zu, per SM %zu), registers %d\n", deviceProp.totalConstMem,
               deviceProp.sharedMemPerBlock,
               deviceProp.sharedMemPerBlockOptin, deviceProp.sharedMemPerMultiprocessor, deviceProp.regsPerBlock);
        printf("  threads per SM %d, per block %d, warp %d\n", deviceProp.maxThreadsPerMultiProcessor,
            deviceProp.maxThreadsPerBlock, deviceProp.warpSize);
        printf("  block (%d, %d, %d), grid (%d, %d, %d), pitch %zu, alignment %zu\n", deviceProp.maxThreadsDim[0],
               deviceProp.maxThreadsDim[1], deviceProp.maxThreadsDim[2],
               deviceProp.maxGridSize[0], deviceProp.maxGridSize[1], deviceProp.maxGridSize[2],
               deviceProp.memPitch, deviceProp.textureAlignment);
        printf("  concurrent kernels %s, copy engines %d, map %d, ECC %d, UVA %d, managed %d, integrated %d\n",
               deviceProp.concurrentKernels ? "Yes" : "No", deviceProp.asyncEngineCount,
               deviceProp.canMapHostMemory, deviceProp.ECCEnabled, deviceProp.unifiedAddressing,
               deviceProp.managedMemory, deviceProp.integrated);
        printf("  bus %d device %d domain %d\n", deviceProp.pciBusID, deviceProp.pciDeviceID, deviceProp.pciDomainID);
#if CUDART_VERSION < 13000
        printf("  clock rate %.0f MHz, memory %.0f MHz, mode %d, overlap %d, timeout %d\n",
               deviceProp.clockRate * 1e-3f,
               deviceProp.memoryClockRate * 1e-3f, deviceProp.computeMode, deviceProp.deviceOverlap,
               deviceProp.kernelExecTimeoutEnabled);
#endif
#if CUDART_VERSION < 13000
        double peak = 2.0 * deviceProp.memoryClockRate * (deviceProp.memoryBusWidth / 8) / 1e6; /* GB/s */
        WARN_IF(peak < 30 || peak > 20000)
#endif
        WARN_IF(strlen(deviceProp.name) == 0)
        WARN_IF(deviceProp.warpSize != 32)
        WARN_IF(deviceProp.maxThreadsPerBlock != 1024)
        WARN_IF(deviceProp.maxThreadsDim[0] != 1024 || deviceProp.maxThreadsDim[1] != 1024 ||
            deviceProp.maxThreadsDim[2] != 64)
        WARN_IF(deviceProp.maxGridSize[0] != 2147483647 || deviceProp.maxGridSize[1] != 65535 ||
            deviceProp.maxGridSize[2] != 65535)
        WARN_IF(deviceProp.multiProcessorCount < 1 || deviceProp.sharedMemPerBlock < 49152 ||
            deviceProp.totalConstMem < 65536)
        WARN_IF(deviceProp.sharedMemPerBlockOptin < deviceProp.sharedMemPerBlock)
        WARN_IF(deviceProp.totalGlobalMem < (64 << 20) || deviceProp.major < 3 || deviceProp.regsPerBlock < 32768)
        WARN_IF(deviceProp.maxThreadsPerMultiProcessor < 1024 || runtimeVersion < 11000 ||
            driverVersion < runtimeVersion / 1000 * 1000)

        struct { cudaDeviceAttr attr; long long want; const char *name; } table[] = {
            { cudaDevAttrMaxThreadsPerBlock, deviceProp.maxThreadsPerBlock, "threads" },
            { cudaDevAttrMaxBlockDimX, deviceProp.maxThreadsDim[0], "block x" },
            { cudaDevAttrMaxGridDimX, deviceProp.maxGridSize[0], "grid x" },
            { cudaDevAttrMaxGridDimY, deviceProp.maxGridSize[1], "grid y" },
            { cudaDevAttrMaxSharedMemoryPerBlock, (long long)deviceProp.sharedMemPerBlock, "shared" },
            { cudaDevAttrMaxSharedMemoryPerBlockOptin, (long long)deviceProp.sharedMemPerBlockOptin, "shared opt-in" },
            { cudaDevAttrTotalConstantMemory, (long long)deviceProp.totalConstMem, "constant" },
            { cudaDevAttrWarpSize, 32, "warp" },
            { cudaDevAttrMultiProcessorCount, deviceProp.multiProcessorCount, "SMs" },
            { cudaDevAttrMaxThreadsPerMultiProcessor, deviceProp.maxThreadsPerMultiProcessor, "threads per SM" },
            { cudaDevAttrComputeCapabilityMajor, deviceProp.major, "major" },
            { cudaDevAttrComputeCapabilityMinor, deviceProp.minor, "minor" },
            { cudaDevAttrL2CacheSize, deviceProp.l2CacheSize, "L2" },
            { cudaDevAttrUnifiedAddressing, deviceProp.unifiedAddressing, "UVA" },
            { cudaDevAttrManagedMemory, deviceProp.managedMemory, "managed" },
            { cudaDevAttrConcurrentKernels, deviceProp.concurrentKernels, "concurrent" },
        };
        for (auto &row : table) {
            int value = -1;
            if (cudaDeviceGetAttribute(&value, row.attr, dev) != cudaSuccess || value != row.want) {
                std::cerr << row.name << ": " << value << ", the properties say " << row.want << std::endl;
                wrong++;
            }
        }
        int khz = -1, memory_khz = -1;
        WARN_IF(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, dev) != cudaSuccess || khz < 0)
        WARN_IF(cudaDeviceGetAttribute(&memory_khz, cudaDevAttrMemoryClockRate, dev) != cudaSuccess || memory_khz < 0)
    }
    WARN_IF(cudaGetDevice(&dev) != cudaSuccess || dev != deviceCount - 1)
    char pciBusId[32] = "";
    WARN_IF(cudaDeviceGetPCIBusId(pciBusId, sizeof pciBusId, 0) != cudaSuccess || !strchr(pciBusId, ':'))
    int can = -1;
    WARN_IF(deviceCount > 1 && cudaDeviceCanAccessPeer(&can, 0, 1) != cudaSuccess)
    size_t limit = 0;
    WARN_IF(cudaDeviceGetLimit(&limit, cudaLimitStackSize) != cudaSuccess || limit == 0)
    WARN_IF(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 20) != cudaSuccess)
    return wrong;
}
