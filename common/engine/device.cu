#include "device.h"

#include <ctype.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include "check.h"
#include "machine.h"
#include "mode.h"
#include "nvml.h"
#include "observe.h"
#include "options.h"
#include "timing.h"
#include "words.h"

static struct check *finds_for;

static const struct {
    cudaError_t error;
    const char *advice;
} advices[] = {
    { cudaErrorMemoryAllocation,
      "give a smaller --size; nvidia-smi shows what else holds a GPU's memory" },
    { cudaErrorInvalidResourceHandle, "the stream or event is destroyed, or was never made" },
    { cudaErrorLaunchOutOfResources, "fewer threads in a block, or larger __launch_bounds__" },
    { cudaErrorMisalignedAddress,
      "an address is no multiple of the bytes that are read or written there at once" },
    { cudaErrorInvalidConfiguration,
      "a block has 1 to 1,024 threads, a grid at least 1 block in x, y and z and at most 65,535 in "
      "y and z" },
    { cudaErrorIllegalAddress, "the kernel used a bad address; make check names the line" },
    { cudaErrorLaunchFailure, "a kernel went wrong; on the CPU device the line above says where, "
                              "as with a barrier that not "
                              "all threads reach, and make check finds out more" },
    { cudaErrorAssert, "an assert() in the kernel failed; the line above says which" },
    { cudaErrorLaunchTimeout,
      "a GPU with a display stops kernels that take seconds (Windows and WSL2: TDR, 2 s): is it "
      "endless? else give a smaller --size" },
    { cudaErrorDevicesUnavailable,
      "another process has the GPU to itself (exclusive mode); nvidia-smi shows which" },
    { cudaErrorECCUncorrectable,
      "the GPU's memory is faulty: try again, and tell those who look after the machine" },
    { cudaErrorSystemDriverMismatch,
      "two versions of the driver are installed, as after an update: restart the machine" },
    { cudaErrorNoDevice, "make doctor says what is missing" },
    { cudaErrorInsufficientDriver, "make doctor says what is missing" },
    { cudaErrorNoKernelImageForDevice, "make doctor says what is missing" },
};

/* Only a launch fails later: in a call that looks for errors, or in one that is not known. */
static bool may_be_launch(const char *call)
{
    return !*call || strstr(call, "Launch") || strstr(call, "LastError") ||
           strstr(call, "Synchronize");
}

/* `call` is what failed, "" where nobody knows. */
static const char *advice(cudaError_t error, const char *call)
{
    if (error == cudaErrorMemoryAllocation && finds_for)
        return _("there is not so much memory; does a launcher need its own?");
    if (error == cudaErrorInvalidValue && may_be_launch(call))
        return _("an argument is not allowed; of a launch, a block of 0 or more than 1,024 "
                 "threads, 0 blocks, more than 65,535 in y or z, or too much shared memory");
    if (error == cudaErrorInvalidValue)
        return _("one argument of the call is not allowed: a pointer, a size or a direction");
    for (const auto &one : advices)
        if (one.error == error)
            return _(one.advice);
    return _("the manual of the CUDA Runtime API says what the call expects");
}

/* For a launch that asks for more than any kernel gets. */
static bool is_refusal(cudaError_t error)
{
    return error == cudaErrorInvalidConfiguration || error == cudaErrorLaunchOutOfResources;
}

void cuda_check_finds_for(struct check *check) { finds_for = check; }

void cuda_check(cudaError_t error, const char *call, const char *file, int line)
{
    if (error != cudaSuccess && finds_for) {
        finds_for->refused |= is_refusal(error);
        check_fail(finds_for, "%s:%d: %s: %s: %s", file, line, call, cudaGetErrorString(error),
                   advice(error, call));
    } else if (error != cudaSuccess) {
        fprintf(stderr, "%s:%d: %s: %s: %s\n", file, line, call, cudaGetErrorString(error),
                advice(error, call));
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

/* Clocks come in kHz. */
static struct gpu ask_gpu(void)
{
    char bus_id[32];

    CUDA_CHECK(cudaDeviceGetPCIBusId(bus_id, sizeof(bus_id), 0));
    nvml_open(bus_id);
    return {
        .capability = 10 * attribute(cudaDevAttrComputeCapabilityMajor) +
                      attribute(cudaDevAttrComputeCapabilityMinor),
        .sms = attribute(cudaDevAttrMultiProcessorCount),
        .clock = 1e3 * attribute(cudaDevAttrClockRate),
        .highest_clock = 1e6 * nvml_clocks().highest_sm,
        .memory_clock = 1e3 * attribute(cudaDevAttrMemoryClockRate),
        .bus_bits = 1.0 * attribute(cudaDevAttrGlobalMemoryBusWidth),
        .l2 = 1.0 * attribute(cudaDevAttrL2CacheSize),
    };
}

#define FLUSH_THREADS 256

static float4 *flush_buffer; /* zeros; NULL on the CPU device */
static size_t flush_bytes;   /* a multiple of what a block of FLUSH_THREADS reads */

/* A thread reads 16 bytes. They are zeros, which the compiler does not know, so none is written. */
static __global__ void flush_kernel(float4 *zeros)
{
    const float4 x = zeros[(size_t)blockIdx.x * blockDim.x + threadIdx.x];

    if (x.x != 0 || x.y != 0 || x.z != 0 || x.w != 0)
        *zeros = x;
}

static void describe_gpu(struct device *device)
{
    const struct gpu gpu = ask_gpu();
    struct card published = {};
    int driver, runtime;

    CUDA_CHECK(cudaDriverGetVersion(&driver));
    CUDA_CHECK(cudaRuntimeGetVersion(&runtime));
    snprintf(device->toolkit, sizeof(device->toolkit), "driver %d.%d, toolkit %d.%d", driver / 1000,
             driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10);
    snprintf(device->about, sizeof(device->about), "%s, %d SMs, sm_%d%s", device->name, gpu.sms,
             gpu.capability, strstr(device->name, "MIG ") ? _("; a part of a GPU (MIG)") : "");
    card_read(&published, CARDS, device->name); /* or it has no line there */
    device->physical = physical_limits(&gpu, &published);
    device->best = peaks_of_gpu(&gpu, gpu.clock);
    device->best.l2 = 0; /* every byte counts: see bounds.c */
    const size_t block = FLUSH_THREADS * sizeof(float4);
    flush_bytes = (2 * (size_t)gpu.l2 + block - 1) / block * block;
    CUDA_CHECK(cudaMalloc((void **)&flush_buffer, flush_bytes));
    CUDA_CHECK(cudaMemset(flush_buffer, 0, flush_bytes));
}

static void describe_cpu_device(struct device *device)
{
    /* NVIDIA's driver, or Windows' in WSL; the bug finder and the counters are for the CPU device
     * alone */
    int unused_gpu =
        lab_mode() == MODE_PLAIN && (!access("/dev/nvidia0", F_OK) || !access("/dev/dxg", F_OK));

    snprintf(device->toolkit, sizeof(device->toolkit), "none");
    snprintf(device->about, sizeof(device->about), _("CPU device, %d threads%s"),
             omp_get_max_threads(),
             unused_gpu ? _(", although a GPU is here: make DEVICE=cuda builds for it")
                        : _(" (no GPU): results are checked; times say nothing about a GPU"));
}

/* Why there is none, or none that this process may use; and what to do. */
static void no_device(cudaError_t error)
{
    int driver = 0, runtime = 0;
    char why[160];

    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    snprintf(why, sizeof(why), "%s",
             error == cudaSuccess ? _("none found") : cudaGetErrorString(error));
    if (error == cudaErrorInsufficientDriver && driver > 0)
        fprintf(stderr,
                _("no device: %s: the driver is for CUDA %d.%d, this program for %d.%d: update the "
                  "driver, or build with an older toolkit (NVCC=...); DEVICE=cpu needs none\n"),
                why, driver / 1000, driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10);
    else if (error == cudaErrorNoDevice && nvml_mig())
        fprintf(stderr,
                _("no device: %s: MIG is on, but no part of the GPU is made: sudo nvidia-smi "
                  "mig -cgi 0 -C; DEVICE=cpu needs none\n"),
                why);
    else
        fprintf(stderr, _("no device: %s; %s, DEVICE=cpu needs none\n"), why,
                error == cudaSuccess ? _("make doctor says what is missing") : advice(error, ""));
    exit(STATUS_NO_DEVICE);
}

struct device device_open(void)
{
    struct device device = {};
    struct cudaDeviceProp properties;
    int count = 0;
    cudaError_t error = cudaGetDeviceCount(&count);

    if (error == cudaSuccess && count > 0)
        error = cudaSetDevice(0);
    if (error != cudaSuccess || count == 0)
        no_device(error);
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
    if (!flush_bytes)
        return;
    flush_kernel<<<flush_bytes / sizeof(float4) / FLUSH_THREADS, FLUSH_THREADS>>>(flush_buffer);
    CUDA_CHECK(cudaGetLastError());
}

/* ---- the clock ------------------------------------------------------------------------------ */

#define LOOK_MS 10   /* from one look at the clock to the next */
#define LOOKS   10   /* this many in a row must show the same, */
#define SAME    0.98 /* to within this share */
#define COPIES  8    /* queued at once */

/* Copies for a while; the clock then, while they run: an idle one's says nothing. 0: not known. */
static int clock_at_work(void)
{
    const double end = now_ms() + LOOK_MS;
    const size_t half = flush_bytes / 2;

    while (true) {
        for (int i = 0; i < COPIES; i++)
            CUDA_CHECK(cudaMemcpyAsync(flush_buffer, (char *)flush_buffer + half, half,
                                       cudaMemcpyDeviceToDevice, 0));
        bool is_over = now_ms() >= end;
        int mhz = is_over ? nvml_clocks().sm : 0;
        CUDA_CHECK(cudaDeviceSynchronize());
        if (is_over)
            return mhz;
    }
}

void warm_up_clock(struct device *device)
{
    struct warm_up *w = &device->warm_up;
    const bool first = !w->sm;
    const double start = now_ms();
    int mhz = flush_bytes && nvml_clocks().sm ? clock_at_work() : 0;

    if (!mhz || (w->steady && mhz >= SAME * w->sm))
        return;
    int looks = 1, least = mhz, most = mhz;
    for (; looks < LOOKS && now_ms() - start < WARM_UP_MOST_MS; looks++) {
        mhz = clock_at_work();
        least = mhz < least ? mhz : least;
        most = mhz > most ? mhz : most;
        if (least < SAME * most)
            looks = 0, least = most = mhz;
    }
    w->sm = mhz;
    w->steady = looks == LOOKS;
    if (first)
        w->ms = now_ms() - start;
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

    need(lab, "ulimit -v", _("give it more, or fewer threads (OMP_NUM_THREADS)"),
         _("addresses for its threads"), threads, left.addresses);
    need(lab, option, instead, _("host memory"), host_bytes + (device->is_cpu ? device_bytes : 0),
         left.host);
    need(lab, option, instead, _("addresses, which ulimit -v limits"), host_bytes,
         left.addresses - threads);
    need(lab, option, instead, _("device memory"), device_bytes, left.device);
}

/* ---- checks --------------------------------------------------------------------------------- */

int device_finished(struct check *check)
{
    char call[256] = "", why[160] = "";

    if (observer.failed_call)
        observer.failed_call(call, why);
    cudaError_t error = cudaGetLastError(); /* of the launch itself; asking clears it */

    if (error == cudaSuccess)
        *call = 0;
    check->refused |= is_refusal(error);
    if (error == cudaSuccess)
        error = cudaDeviceSynchronize(); /* of the kernel */
    if (error == cudaSuccess)
        return 1;
    check_fail(check, "%s%s%s: %s", call, *call ? ": " : "", cudaGetErrorString(error),
               *call && *why ? why : advice(error, call));
    cudaGetLastError();
    check->lost = cudaDeviceSynchronize() != cudaSuccess;
    return 0;
}
