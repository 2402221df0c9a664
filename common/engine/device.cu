#include "device.h"

#include <ctype.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include "machine.h"
#include "options.h"

static struct check *finds_for;

static const char *advice(cudaError_t error)
{
    switch (error) {
    case cudaErrorMemoryAllocation:
        return finds_for ? "there is not so much memory; does a launcher need its own?"
                         : "give a smaller --size";
    case cudaErrorInvalidValue:
        return "one argument of the call is not allowed: a pointer, a size, a direction, or too "
               "much shared memory for a launch";
    case cudaErrorInvalidResourceHandle:
        return "the stream or event is destroyed, or was never made";
    case cudaErrorLaunchOutOfResources:
        return "fewer threads in a block, or larger __launch_bounds__";
    case cudaErrorMisalignedAddress:
        return "an address is no multiple of the bytes that are read or written there at once";
    case cudaErrorInvalidConfiguration:
        return "a block has 1 to 1,024 threads, a grid at least 1 block in x, y and z and at most "
               "65,535 in y and z";
    case cudaErrorIllegalAddress:
        return "the kernel used a bad address; make check names the line";
    case cudaErrorLaunchFailure:
        return "a kernel went wrong, as with a barrier that not all threads reach; on the CPU "
               "device the line above says where, and make check finds out more";
    case cudaErrorNoDevice:
    case cudaErrorInsufficientDriver:
    case cudaErrorNoKernelImageForDevice:
        return "make doctor says what is missing";
    default:
        return "the manual of the CUDA Runtime API says what the call expects";
    }
}

void cuda_check_finds_for(struct check *check)
{
    finds_for = check;
}

void cuda_check(cudaError_t error, const char *call, const char *file, int line)
{
    if (error != cudaSuccess && finds_for)
        check_fail(finds_for, "%s:%d: %s: %s: %s", file, line, call, cudaGetErrorString(error),
                   advice(error));
    else if (error != cudaSuccess) {
        fprintf(stderr, "%s:%d: %s: %s: %s\n", file, line, call, cudaGetErrorString(error),
                advice(error));
        exit(STATUS_WRONG);
    }
}

/* ---- what it is, and what its limits are ---------------------------------------------------- */

static int attribute(enum cudaDeviceAttr which)
{
    int value;

    CUDA_CHECK(cudaDeviceGetAttribute(&value, which, 0));
    return value;
}

/* GFLOP/s = SMs x lanes per SM x 2 (a fused multiply-add is two) x clock in GHz.
 * Lanes: CUDA Programming Guide, "Throughput of Native Arithmetic Instructions", 32-bit add. */
static double peak_gflops(int capability)
{
    int lanes = capability == 60 || (capability >= 70 && capability <= 80) ? 64 : 128;

    return attribute(cudaDevAttrMultiProcessorCount) * lanes * 2.0 *
           attribute(cudaDevAttrClockRate) / 1e6; /* the clock comes in kHz */
}

/* The best of ten copies within the device, of a buffer that no cache holds. */
static double copy_gbs(void)
{
    size_t free_bytes, total;
    float ms, best = HUGE_VALF;
    void *from, *to;
    cudaEvent_t start, stop;

    CUDA_CHECK(cudaMemGetInfo(&free_bytes, &total));
    size_t bytes = fmin(free_bytes / 4, fmax(256 << 20, 16.0 * attribute(cudaDevAttrL2CacheSize)));
    CUDA_CHECK(cudaMalloc(&from, bytes));
    CUDA_CHECK(cudaMalloc(&to, bytes));
    CUDA_CHECK(cudaMemset(from, 1, bytes));
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    for (int i = 0; i < 13; i++) { /* three to warm up */
        CUDA_CHECK(cudaEventRecord(start, 0));
        CUDA_CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, 0));
        CUDA_CHECK(cudaEventRecord(stop, 0));
        CUDA_CHECK(cudaEventSynchronize(stop));
        CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));
        best = i >= 3 && ms < best ? ms : best;
    }
    CUDA_CHECK(cudaEventDestroy(start));
    CUDA_CHECK(cudaEventDestroy(stop));
    CUDA_CHECK(cudaFree(from));
    CUDA_CHECK(cudaFree(to));
    return 2.0 * bytes / best / 1e6; /* every byte is read and written */
}

static void *flush_buffer; /* NULL on the CPU device */
static size_t flush_bytes;

static void describe_gpu(struct device *device)
{
    int capability = 10 * attribute(cudaDevAttrComputeCapabilityMajor) +
                     attribute(cudaDevAttrComputeCapabilityMinor);
    int driver, runtime;

    CUDA_CHECK(cudaDriverGetVersion(&driver));
    CUDA_CHECK(cudaRuntimeGetVersion(&runtime));
    snprintf(device->toolkit, sizeof(device->toolkit), "driver %d.%d, toolkit %d.%d", driver / 1000,
             driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10);
    device->peak_gflops = peak_gflops(capability);
    device->copy_gbs = copy_gbs();
    snprintf(device->about, sizeof(device->about),
             "%s, %d SMs, sm_%d; peak %.1f TFLOP/s, copy %.0f GB/s", device->name,
             attribute(cudaDevAttrMultiProcessorCount), capability, device->peak_gflops / 1e3,
             device->copy_gbs);
    flush_bytes = 2 * (size_t)attribute(cudaDevAttrL2CacheSize);
    CUDA_CHECK(cudaMalloc(&flush_buffer, flush_bytes));
}

static void describe_cpu_device(struct device *device)
{
    /* NVIDIA's driver, or Windows' in WSL */
    int unused_gpu = !access("/dev/nvidia0", F_OK) || !access("/dev/dxg", F_OK);

    snprintf(device->toolkit, sizeof(device->toolkit), "none");
    snprintf(device->about, sizeof(device->about), "CPU device, %d threads%s",
             omp_get_max_threads(),
             unused_gpu ? ", although a GPU is here: make DEVICE=cuda builds for it"
                        : " (no GPU): results are checked; times say nothing about a GPU");
}

struct device device_open(void)
{
    struct device device = {};
    struct cudaDeviceProp properties;
    int count = 0;
    cudaError_t error = cudaGetDeviceCount(&count);

    if (error != cudaSuccess || count == 0) {
        fprintf(stderr, "no device: %s; make doctor says what is missing, DEVICE=cpu needs none\n",
                error == cudaSuccess ? "none found" : cudaGetErrorString(error));
        exit(STATUS_NO_DEVICE);
    }
    CUDA_CHECK(cudaSetDevice(0));
    CUDA_CHECK(cudaGetDeviceProperties(&properties, 0));
    snprintf(device.name, sizeof(device.name), "%.63s", properties.name);
    for (char *c = device.name; *c; c++)
        *c = *c == ',' ? ' ' : *c; /* the name stands in a CSV */
    device.is_cpu = !strcmp(device.name, "CPU device");
    if (device.is_cpu)
        describe_cpu_device(&device);
    else
        describe_gpu(&device);
    return device;
}

void flush_l2(void)
{
    if (flush_buffer)
        CUDA_CHECK(cudaMemsetAsync(flush_buffer, 0, flush_bytes, 0));
}

/* ---- memory --------------------------------------------------------------------------------- */

/* The number after `words` in a file; HUGE_VAL if there is none. */
static double number_in(const char *path, const char *words)
{
    char text[64];

    return read_after(path, words, text, sizeof(text)) && isdigit(*text) ? atof(text) : HUGE_VAL;
}

/* Bytes of addresses that ulimit -v leaves this process. */
static double free_addresses(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY)
        return HUGE_VAL;
    return limit.rlim_cur - 1024 * number_in("/proc/self/status", "VmSize:");
}

/* What the machine, or the container, could still give, in bytes. */
static double free_memory(void)
{
    double machine = 1024 * number_in("/proc/meminfo", "MemAvailable:");
    double container =
        number_in("/sys/fs/cgroup/memory.max", "") - number_in("/sys/fs/cgroup/memory.current", "");

    return container < machine ? container : machine;
}

struct free_bytes count_free_bytes(void)
{
    size_t device, total;

    CUDA_CHECK(cudaMemGetInfo(&device, &total));
    return { .host = free_memory(), .device = (double)device, .addresses = free_addresses() };
}

static void need(const struct lab *lab, const char *option, const char *instead, const char *whose,
                 double bytes, double available)
{
    if (bytes > available)
        options_usage(lab, "%s: needs %.1f GB of %s, %.1f are free; %s", option, bytes / 1e9, whose,
                      available / 1e9, instead);
}

void need_memory(const struct lab *lab, const char *option, const char *instead,
                 const struct device *device, double host_bytes, double device_bytes)
{
    /* With too few addresses OpenBLAS looks for its 128 MiB a thread without end. */
    const double threads = 0.27e9 * (1 + omp_get_max_threads());
    const struct free_bytes left = count_free_bytes();

    need(lab, "ulimit -v", "give it more, or fewer threads (OMP_NUM_THREADS)",
         "addresses for its threads", threads, left.addresses);
    need(lab, option, instead, "host memory", host_bytes + (device->is_cpu ? device_bytes : 0),
         left.host);
    need(lab, option, instead, "addresses, which ulimit -v limits", host_bytes,
         left.addresses - threads);
    need(lab, option, instead, "device memory", device_bytes, left.device);
}

/* ---- checks --------------------------------------------------------------------------------- */

int device_finished(struct check *check)
{
    cudaError_t error = cudaGetLastError(); /* of the launch itself, and forgotten by asking */

    if (error == cudaSuccess)
        error = cudaDeviceSynchronize(); /* of the kernel */
    if (error == cudaSuccess)
        return 1;
    check_fail(check, "%s: %s", cudaGetErrorString(error), advice(error));
    cudaGetLastError();
    check->lost = cudaDeviceSynchronize() != cudaSuccess;
    return 0;
}
