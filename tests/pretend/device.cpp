/* The pretend GPU: the API: what it is; memory. */
#include "pretend.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <algorithm>

cudaError_t real_cudaGetDeviceCount(int *count);
cudaError_t real_cudaGetDeviceProperties(cudaDeviceProp *p, int device);
cudaError_t real_cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device);
cudaError_t real_cudaDriverGetVersion(int *version);
cudaError_t real_cudaRuntimeGetVersion(int *version);
cudaError_t real_cudaSetDevice(int device);
cudaError_t real_cudaFree(void *ptr);
cudaError_t real_cudaMalloc(void **ptr, size_t size);
cudaError_t real_cudaMemGetInfo(size_t *free_bytes, size_t *total);
cudaError_t real_cudaMallocHost(void **ptr, size_t size, unsigned flags);
cudaError_t real_cudaHostAlloc(void **ptr, size_t size, unsigned flags);
cudaError_t real_cudaHostRegister(void *ptr, size_t size, unsigned flags);
cudaError_t real_cudaFreeHost(void *ptr);

using namespace pretend;

/* ---- exclusive mode: one process at a time has the device ---------------------------------------
 */

/* Every process of this user that asks for it locks the same file; ending it unlocks. */
static bool is_taken()
{
    static int locked = -1;
    const char *folder = getenv("TMPDIR");
    if (!asked().exclusive || locked >= 0)
        return false;
    std::string path = std::string(folder && *folder ? folder : "/tmp") + "/pretend_gpu_" +
                       std::to_string(getuid());
    int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0 || flock(file, LOCK_EX | LOCK_NB)) {
        if (file >= 0)
            close(file);
        return true;
    }
    locked = file;
    return false;
}

static cudaError_t unavailable()
{
    return cpu_device::result(cudaErrorDevicesUnavailable);
}

cudaError_t cudaSetDevice(int device)
{
    return is_taken() ? unavailable() : real_cudaSetDevice(device);
}

/* ---- what it is ---------------------------------------------------------------------------------
 */

/* CUDA C++ Programming Guide, technical specifications per compute capability. */
static void set_limits(cudaDeviceProp *p)
{
    const int sm = (int)asked().sm;
    const bool large = sm == 80 || sm == 90 || sm == 100;
    p->maxThreadsPerMultiProcessor = sm < 80 ? 1024 : large ? 2048 : 1536;
    p->maxBlocksPerMultiProcessor = sm < 80 ? 16 : large ? 32 : sm == 86 ? 16 : 24;
    p->sharedMemPerMultiprocessor = (sm < 80 ? 64 : sm == 80 ? 164 : large ? 228 : 100) << 10;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int device)
{
    const knobs &k = asked();
    cudaError_t error = real_cudaGetDeviceProperties(p, device);
    if (error != cudaSuccess)
        return error;
    snprintf(p->name, sizeof p->name, "pretend %s", k.name.c_str());
    p->major = (int)k.sm / 10;
    p->minor = (int)k.sm % 10;
    p->multiProcessorCount = (int)k.sms;
    p->clockRate = (int)(1e3 * k.clock); /* kHz */
    p->memoryClockRate = (int)(1e3 * k.memory_clock);
    p->memoryBusWidth = (int)k.bus;
    p->totalGlobalMem = (size_t)k.memory;
    p->l2CacheSize = (int)k.l2;
    p->integrated = 0;
    p->asyncEngineCount = 2;
    p->concurrentKernels = 1;
    p->singleToDoublePrecisionPerfRatio = 32;
    set_limits(p);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device)
{
    const knobs &k = asked();
    cudaDeviceProp p;
    cudaError_t error = real_cudaDeviceGetAttribute(value, attribute, device);
    if (error != cudaSuccess || cudaGetDeviceProperties(&p, device) != cudaSuccess)
        return error;
    const std::map<cudaDeviceAttr, int> own = {
        { cudaDevAttrComputeCapabilityMajor, p.major },
        { cudaDevAttrComputeCapabilityMinor, p.minor },
        { cudaDevAttrMultiProcessorCount, p.multiProcessorCount },
        { cudaDevAttrClockRate, p.clockRate },
        { cudaDevAttrMemoryClockRate, p.memoryClockRate },
        { cudaDevAttrGlobalMemoryBusWidth, p.memoryBusWidth },
        { cudaDevAttrL2CacheSize, p.l2CacheSize },
        { cudaDevAttrIntegrated, 0 },
        { cudaDevAttrAsyncEngineCount, p.asyncEngineCount },
        { cudaDevAttrConcurrentKernels, 1 },
        { cudaDevAttrComputeMode, k.exclusive ? 3 : 0 }, /* cudaComputeModeExclusiveProcess */
        { cudaDevAttrMaxThreadsPerMultiProcessor, p.maxThreadsPerMultiProcessor },
        { cudaDevAttrMaxBlocksPerMultiprocessor, p.maxBlocksPerMultiProcessor },
        { cudaDevAttrMaxSharedMemoryPerMultiprocessor, (int)p.sharedMemPerMultiprocessor },
        { cudaDevAttrSingleToDoublePrecisionPerfRatio, 32 },
    };
    auto card = own.find(attribute);
    auto given = k.attributes.find((int)attribute);
    *value = card == own.end() ? *value : card->second;
    *value = given == k.attributes.end() ? *value : given->second;
    return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *version)
{
    cudaError_t error = real_cudaDriverGetVersion(version);
    *version = (int)asked().driver;
    return error;
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    cudaError_t error = real_cudaRuntimeGetVersion(version);
    *version = (int)asked().toolkit;
    return error;
}

/* As the runtime says it where the driver is older than the toolkit's major version. */
cudaError_t cudaGetDeviceCount(int *count)
{
    if ((int)asked().driver / 1000 < (int)asked().toolkit / 1000)
        return cpu_device::result(cudaErrorInsufficientDriver);
    if (!asked().devices)
        return cpu_device::result(cudaErrorNoDevice);
    return real_cudaGetDeviceCount(count);
}

/* ---- memory -------------------------------------------------------------------------------------
 */

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total)
{
    size_t left, all;
    if (is_taken())
        return unavailable();
    cudaError_t error = real_cudaMemGetInfo(&left, &all);
    double free = std::max(0.0, asked().memory - (double)cpu_device::memory.used);
    if (free_bytes)
        *free_bytes = (size_t)std::min((double)left, free);
    if (total)
        *total = (size_t)asked().memory;
    return error;
}

cudaError_t cudaMalloc(void **ptr, size_t size)
{
    if (is_taken())
        return unavailable();
    if ((double)size > asked().memory - (double)cpu_device::memory.used)
        return cpu_device::result(cudaErrorMemoryAllocation);
    return real_cudaMalloc(ptr, size);
}

cudaError_t cudaFree(void *ptr)
{
    if (is_taken())
        return unavailable();
    forget_copy();
    wait_out(nullptr);
    model_wait(nullptr);
    return real_cudaFree(ptr);
}

/* ---- pinned memory ------------------------------------------------------------------------------
 */

static std::map<void *, size_t> pinned;

static bool is_scarce(size_t size)
{
    double sum = (double)size;
    for (auto &one : pinned)
        sum += (double)one.second;
    return sum > asked().pinned;
}

static cudaError_t keep_pinned(cudaError_t error, void *const *ptr, size_t size)
{
    if (error == cudaSuccess)
        pinned[*ptr] = size;
    return error;
}

cudaError_t cudaMallocHost(void **ptr, size_t size, unsigned flags)
{
    if (is_scarce(size))
        return cpu_device::result(cudaErrorMemoryAllocation);
    return keep_pinned(real_cudaMallocHost(ptr, size, flags), ptr, size);
}

cudaError_t cudaHostAlloc(void **ptr, size_t size, unsigned flags)
{
    if (is_scarce(size))
        return cpu_device::result(cudaErrorMemoryAllocation);
    return keep_pinned(real_cudaHostAlloc(ptr, size, flags), ptr, size);
}

cudaError_t cudaHostRegister(void *ptr, size_t size, unsigned flags)
{
    if (is_scarce(size))
        return cpu_device::result(cudaErrorMemoryAllocation);
    return keep_pinned(real_cudaHostRegister(ptr, size, flags), &ptr, size);
}

cudaError_t cudaFreeHost(void *ptr)
{
    wait_out(nullptr);
    model_wait(nullptr);
    pinned.erase(ptr);
    return real_cudaFreeHost(ptr);
}
