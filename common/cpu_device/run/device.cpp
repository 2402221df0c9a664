/* CPU device: the API: the device: its properties and limits. */
#include <omp.h>
#include <unistd.h>
#include "runtime.h"

using namespace cpu_device;

/* By cudaLimit; those of printf and malloc have an effect. */
static size_t limits[cudaLimitPersistingL2CacheSize + 1] = { 64 << 10, 1 << 20, 8 << 20, 2,
                                                             2048,     128,     0 };

cudaError_t cudaGetDeviceCount(int *count)
{
    if (!count)
        return result(cudaErrorInvalidValue);
    *count = 1;
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device)
{
    return cudaGetDeviceCount(device) == cudaSuccess ? (*device = 0, cudaSuccess)
                                                     : cudaErrorInvalidValue;
}

cudaError_t cudaSetDevice(int device)
{
    return device == 0 ? sticky() : result(cudaErrorInvalidDevice);
}

cudaError_t cudaInitDevice(int device, unsigned, unsigned) { return cudaSetDevice(device); }

cudaError_t cudaSetDeviceFlags(unsigned) { return sticky(); }

cudaError_t cudaGetDeviceFlags(unsigned *flags)
{
    *flags = cudaDeviceMapHost;
    return sticky();
}

/* Limits of compute capability 7.5, the oldest that current toolkits build for. */
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int device)
{
    if (device != 0)
        return result(cudaErrorInvalidDevice);
    if (!p)
        return result(cudaErrorInvalidValue);
    memset(p, 0, sizeof *p);
    snprintf(p->name, sizeof p->name, "CPU device");
    cudaMemGetInfo(nullptr, &p->totalGlobalMem);
    p->major = 7;
    p->minor = 5;
    p->multiProcessorCount = 40; /* as a T4, so that no program depends on the CPU's cores */
    p->sharedMemPerBlock = p->sharedMemPerMultiprocessor = 48 * 1024;
    p->sharedMemPerBlockOptin = p->sharedMemPerMultiprocessor = 64 * 1024;
    p->regsPerBlock = p->regsPerMultiprocessor = 65536;
    p->warpSize = 32;
    p->memPitch = 0x7fffffff;
    p->maxThreadsPerBlock = p->maxThreadsDim[0] = p->maxThreadsDim[1] = 1024;
    p->maxThreadsPerMultiProcessor = 1024;
    p->maxBlocksPerMultiProcessor = 16;
    p->maxThreadsDim[2] = 64;
    p->maxGridSize[0] = 0x7fffffff;
    p->maxGridSize[1] = p->maxGridSize[2] = 65535;
    p->clockRate = 1000000;                                /* clock64() counts nanoseconds */
    p->memoryClockRate = 5001000, p->memoryBusWidth = 256; /* a T4's: 320 GB/s */
    p->totalConstMem = 65536;
    p->textureAlignment = p->texturePitchAlignment = p->surfaceAlignment = 512;
    p->integrated = p->canMapHostMemory = p->unifiedAddressing = p->managedMemory = 1;
    p->concurrentManagedAccess = p->streamPrioritiesSupported = p->hostRegisterSupported = 1;
    p->canUseHostPointerForRegisteredMem = p->memoryPoolsSupported = 1;
    p->globalL1CacheSupported = p->localL1CacheSupported = 1;
    p->cooperativeLaunch = 1;
    p->deviceOverlap = p->asyncEngineCount = p->concurrentKernels = 1; /* streams, Async copies */
    long l2 = sysconf(_SC_LEVEL3_CACHE_SIZE);
    p->l2CacheSize = l2 > 0 ? (int)l2 : 0;
    p->singleToDoublePrecisionPerfRatio = 2;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device)
{
    cudaDeviceProp p;
    cudaError_t error = cudaGetDeviceProperties(&p, device);
    if (error != cudaSuccess || !value)
        return error != cudaSuccess ? error : result(cudaErrorInvalidValue);
    const struct {
        cudaDeviceAttr attribute;
        size_t value;
    } known[] = {
        { cudaDevAttrMaxThreadsPerBlock, 1024 },
        { cudaDevAttrMaxBlockDimX, 1024 },
        { cudaDevAttrMaxBlockDimY, 1024 },
        { cudaDevAttrMaxBlockDimZ, 64 },
        { cudaDevAttrMaxGridDimX, 0x7fffffff },
        { cudaDevAttrMaxGridDimY, 65535 },
        { cudaDevAttrMaxGridDimZ, 65535 },
        { cudaDevAttrMaxSharedMemoryPerBlock, p.sharedMemPerBlock },
        { cudaDevAttrTotalConstantMemory, p.totalConstMem },
        { cudaDevAttrWarpSize, 32 },
        { cudaDevAttrMaxPitch, p.memPitch },
        { cudaDevAttrMaxRegistersPerBlock, 65536 },
        { cudaDevAttrClockRate, (size_t)p.clockRate },
        { cudaDevAttrMemoryClockRate, (size_t)p.memoryClockRate },
        { cudaDevAttrGlobalMemoryBusWidth, (size_t)p.memoryBusWidth },
        { cudaDevAttrMultiProcessorCount, (size_t)p.multiProcessorCount },
        { cudaDevAttrIntegrated, 1 },
        { cudaDevAttrCanMapHostMemory, 1 },
        { cudaDevAttrGpuOverlap, 1 },
        { cudaDevAttrConcurrentKernels, 1 },
        { cudaDevAttrAsyncEngineCount, 1 },
        { cudaDevAttrL2CacheSize, (size_t)p.l2CacheSize },
        { cudaDevAttrMaxThreadsPerMultiProcessor, 1024 },
        { cudaDevAttrUnifiedAddressing, 1 },
        { cudaDevAttrComputeCapabilityMajor, (size_t)p.major },
        { cudaDevAttrComputeCapabilityMinor, (size_t)p.minor },
        { cudaDevAttrStreamPrioritiesSupported, 1 },
        { cudaDevAttrMaxSharedMemoryPerMultiprocessor, p.sharedMemPerMultiprocessor },
        { cudaDevAttrMaxRegistersPerMultiprocessor, 65536 },
        { cudaDevAttrManagedMemory, 1 },
        { cudaDevAttrSingleToDoublePrecisionPerfRatio, 2 },
        { cudaDevAttrConcurrentManagedAccess, 1 },
        { cudaDevAttrCanUseHostPointerForRegisteredMem, 1 },
        { cudaDevAttrCooperativeLaunch, (size_t)p.cooperativeLaunch },
        { cudaDevAttrMaxSharedMemoryPerBlockOptin, p.sharedMemPerBlockOptin },
        { cudaDevAttrHostRegisterSupported, 1 },
        { cudaDevAttrMaxBlocksPerMultiprocessor, 16 },
        { cudaDevAttrMemoryPoolsSupported, 1 },
    };
    if ((int)attribute < 1 || (int)attribute > 200)
        return result(cudaErrorInvalidValue);
    *value = 0; /* what a CPU does not have */
    for (auto &k : known)
        if (k.attribute == attribute)
            *value = (int)k.value;
    return cudaSuccess;
}

cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *) { return cudaGetDevice(device); }

cudaError_t cudaDeviceGetPCIBusId(char *id, int len, int device)
{
    if (device != 0)
        return result(cudaErrorInvalidDevice);
    snprintf(id, (size_t)len, "0000:00:00.0");
    return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize()
{
    REFUSE_IN_CAPTURE(refuse_wait(nullptr));
    return counted(&cpu_device_counts::synchronizes, wait_for_all());
}

cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }

cudaError_t cudaDeviceReset()
{
    wait_for_all();
    last_error = cudaSuccess;
    free_device_memory();
    device &d = the_device();
    std::lock_guard<std::mutex> hold(d.lock);
    d.streams.clear(); /* their handles no longer mean one, nor do those of events */
    d.events.clear();
    return sticky();
}

cudaError_t cudaThreadExit() { return cudaDeviceReset(); }

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value)
{
    if ((unsigned)limit > cudaLimitPersistingL2CacheSize)
        return result(cudaErrorUnsupportedLimit);
    limits[limit] = value;
    if (limit == cudaLimitPrintfFifoSize)
        print_buffer_size = value;
    if (limit == cudaLimitMallocHeapSize)
        heap_size = value;
    return sticky();
}

cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit limit)
{
    if (!value || (unsigned)limit > cudaLimitPersistingL2CacheSize)
        return result(value ? cudaErrorUnsupportedLimit : cudaErrorInvalidValue);
    *value = limits[limit];
    return sticky();
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return sticky(); }

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *config)
{
    *config = cudaFuncCachePreferNone;
    return sticky();
}

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) { return sticky(); }

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *config)
{
    *config = cudaSharedMemBankSizeFourByte;
    return sticky();
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    if (least)
        *least = 0;
    if (greatest)
        *greatest = -5;
    return sticky();
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
    *can = 0;
    return device == 0 && peer == 0 ? cudaSuccess : result(cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) { return result(cudaErrorInvalidDevice); }

cudaError_t cudaDeviceDisablePeerAccess(int) { return result(cudaErrorPeerAccessNotEnabled); }

cudaError_t cudaDriverGetVersion(int *version)
{
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *version) { return cudaDriverGetVersion(version); }

cudaError_t cudaProfilerStart() { return sticky(); }

cudaError_t cudaProfilerStop() { return sticky(); }
