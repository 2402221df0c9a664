/* common/device: checked calls, and what a launcher did wrong (arrays: test_array.cu). Tests that
 * run in a child process come first: a child that is forked later has no device, as with CUDA. */
#include "unit.h"
#include "common/engine/array.h"
#include "common/cuda_check.h"
#include "common/engine/device.h"
#include "common/engine/peaks.h"
#include "capture.h"

#define N 1000

static const struct lab lab = {};
static struct check check;
static struct array x;

static int set_up(void **state)
{
    check_begin(&check, "gpu_v1", "worked", NULL);
    check_at(&check, "n = %d", N);
    x = array_of(FLOAT32, N);
    array_allocate(&x);
    array_poison(&x, POISON_BYTE);
    x.data = x.device;
    return 0;
}

static int tear_down(void **state)
{
    array_free(&x);
    return 0;
}

__global__ void put(float *d_x, int i, float value)
{
    d_x[i] = value;
}

/* ---- checked calls -------------------------------------------------------------------------- */

static void fail_a_call(void *argument)
{
    set_up(NULL);
    CUDA_CHECK(cudaMemcpy(x.device, x.host, 4, (enum cudaMemcpyKind)99));
}

static void ask_for_too_much(void *argument)
{
    float *d_x;

    CUDA_CHECK(cudaMalloc((void **)&d_x, (size_t)1 << 60));
}

static void fail_in_a_kernel(void *argument)
{
    CUDA_CHECK(cudaErrorLaunchFailure);
}

TEST_FIRST(a_failed_call_says_where_what_and_what_to_do)
{
    struct said said = capture(fail_a_call, NULL);

    assert_int_equal(said.status, 1);
    assert_int_equal(lines(said.err), 1);
    assert_said(said.err, "test_common_device.cu:");
    assert_said(said.err, ": cudaMemcpy(x.device, x.host, 4, (enum cudaMemcpyKind)99): ");
    assert_said(said.err, cudaGetErrorString(cudaErrorInvalidMemcpyDirection));
    said = capture(ask_for_too_much, NULL);
    assert_int_equal(said.status, 1);
    assert_said(said.err, "out of memory: give a smaller --size; nvidia-smi shows");
    said = capture(fail_in_a_kernel, NULL);
    assert_said(said.err, "unspecified launch failure: a kernel went wrong");
    assert_said(said.err, "make check");
}

static void fail_with(void *error)
{
    CUDA_CHECK(*(cudaError_t *)error);
}

TEST_FIRST(errors_that_only_a_gpu_has_are_explained)
{
    static const struct {
        cudaError_t error;
        const char *words;
    } all[] = {
        { cudaErrorLaunchTimeout, ": a GPU with a display stops kernels that take seconds" },
        { cudaErrorDevicesUnavailable, ": another process has the GPU to itself" },
        { cudaErrorECCUncorrectable, ": the GPU's memory is faulty" },
        { cudaErrorSystemDriverMismatch, ": two versions of the driver are installed" },
        { cudaErrorAssert, ": an assert() in the kernel failed" },
    };

    for (auto one : all) {
        struct said said = capture(fail_with, &one.error);
        assert_int_equal(said.status, 1);
        assert_int_equal(lines(said.err), 1);
        assert_said(said.err, cudaGetErrorString(one.error));
        assert_said(said.err, one.words);
    }
}

TEST(a_call_that_succeeds_says_nothing)
{
    CUDA_CHECK(cudaDeviceSynchronize());
}

/* ---- what the device is --------------------------------------------------------------------- */

TEST(the_cpu_device_claims_no_limits)
{
    struct device device = device_open();

    if (!device.is_cpu) {
        assert_true(device.best.memory > 0 && device.best.float32 > 0);
        return;
    }
    assert_string_equal(device.name, "CPU device");
    assert_true(device.best.memory == 0 && device.best.float32 == 0 && device.physical.memory == 0);
    assert_said(device.about, "times say nothing about a GPU");
}

/* By a processor, but in the way of a GPU. What is more than can be is not believed. */
TEST(peaks_are_measured_and_held_to_physical_limits)
{
    struct device device = {};

    device.best.sms = 1;
    device.best.float32 = device.best.int32 = device.best.memory = 100;
    device.best.half = 800;
    measure_peaks(&device, 1);
    assert_true(device.best.float32 > 1e6 && device.best.int32 > 1e6 && device.best.memory > 1e6);
    assert_float_equal(device.best.half / device.best.float32, 8, 1e-9);
    device.physical.float32 = device.physical.int32 = device.physical.memory = 2;
    device.best = device.physical;
    device.best.sms = 1;
    measure_peaks(&device, 1);
    assert_true(device.best.float32 == 2 && device.best.int32 == 2 && device.best.memory == 2);
}

static void ask(double host_bytes, double device_bytes)
{
    struct lab named = lab;
    struct device device = device_open();

    named.name = "lab09";
    need_memory(&named, "--size 123456", "give a smaller --size", &device, host_bytes,
                device_bytes);
}

static void ask_for_host_memory(void *argument)
{
    ask(1e18, 1);
}

static void ask_for_device_memory(void *argument)
{
    ask(1, 1e18);
}

static void ask_for_little(void *argument)
{
    ask(1e3, 1e3);
}

TEST_FIRST(a_size_that_does_not_fit_is_refused)
{
    struct said said = capture(ask_for_host_memory, NULL);

    assert_int_equal(said.status, STATUS_USAGE);
    assert_int_equal(lines(said.err), 1);
    assert_said(said.err, "lab09: --size 123456: needs 1000000000.0 GB of host memory");
    assert_said(said.err, "give a smaller --size");
    said = capture(ask_for_device_memory, NULL);
    assert_int_equal(said.status, STATUS_USAGE);
    said = capture(ask_for_little, NULL);
    assert_int_equal(said.status, 0);
    assert_string_equal(said.err, "");
}

/* ---- launches ------------------------------------------------------------------------------- */

TEST_WITH(a_bad_launch_is_a_finding_and_the_device_lives, set_up, tear_down)
{
    put<<<1, 2048>>>(x.f32, 0, 0);
    assert_false(device_finished(&check));
    assert_string_equal(check.message, "n = 1000: invalid configuration argument: a block "
                                       "has 1 to 1,024 threads, a grid at least 1 block in x, y "
                                       "and z and at most 65,535 in y and z");
    assert_int_equal(check.lost, 0);
    put<<<1, 1>>>(x.f32, 0, 0);
    assert_true(device_finished(&check));
    assert_int_equal(check.wrong, 1);
}

static void fault(void *argument)
{
    set_up(NULL);
    put<<<1, 1>>>(NULL, 0, 0);
    if (device_finished(&check) || !check.lost)
        exit(1);
    puts(check.message);
    array_free(&x); /* cleaning up after a fault is no second fault */
}

TEST_FIRST(a_fault_in_a_kernel_loses_the_device)
{
    struct said said = capture(fault, NULL);

    assert_int_equal(said.status, 0);
    assert_said(said.out, "n = 1000: an illegal memory access was encountered");
}
