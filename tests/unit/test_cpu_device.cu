/* What the CPU device promises beyond what ordinary programs (tests/programs) show: threads that
 * leave early run once, stacks are deep enough and guarded, launches are asynchronous, mistakes end
 * as on a GPU, nothing grows. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cuda_runtime.h>
#include "unit.h"
#include "capture.h"
#include "common/cpu_device/include/observe.h"

#define OK(call) assert_int_equal(call, cudaSuccess)

static int *managed(int count)
{
    int *p;
    OK(cudaMallocManaged(&p, count * sizeof *p));
    memset(p, 0, count * sizeof *p);
    return p;
}

/* ---- threads --------------------------------------------------------------------------------- */

__global__ void leave_early(int *runs, int *after, int stay)
{
    atomicAdd(&runs[threadIdx.x], 1);
    if ((int)threadIdx.x >= stay)
        return;
    __syncthreads();
    atomicAdd(after, 1);
    if (threadIdx.x % 2)
        return;
    __syncthreads();
    atomicAdd(after, 1000);
}

TEST(a_thread_that_leaves_early_runs_once)
{
    int *runs = managed(1024), *after = managed(1);
    for (int threads = 1; threads <= 1024; threads = threads * 3 + 1) {
        for (int stay = 0; stay <= threads; stay += 1 + threads / 3) {
            memset(runs, 0, 1024 * sizeof *runs);
            *after = 0;
            leave_early<<<1, threads>>>(runs, after, stay);
            OK(cudaDeviceSynchronize());
            for (int i = 0; i < 1024; i++)
                assert_int_equal(runs[i], i < threads);
            assert_int_equal(*after, stay + (stay + 1) / 2 * 1000);
        }
    }
    OK(cudaFree(runs));
    OK(cudaFree(after));
}

__global__ void big_frame(int *out)
{
    volatile char local[8192];
    for (int i = 0; i < 8192; i++)
        local[i] = (char)(threadIdx.x + i);
    __syncthreads();
    int wrong = 0;
    for (int i = 0; i < 8192; i++)
        wrong += local[i] != (char)(threadIdx.x + i);
    __syncthreads();
    out[threadIdx.x] = wrong;
}

TEST(eight_kilobytes_of_locals_in_each_of_1024_threads)
{
    int *out = managed(1024);
    memset(out, 0xff, 1024 * sizeof *out);
    big_frame<<<1, 1024>>>(out);
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < 1024; i++)
        assert_int_equal(out[i], 0);
    OK(cudaFree(out));
}

/* Lanes leave a loop one by one; the ones still in it are the active ones. */
__global__ void shrinking(unsigned *lanes)
{
    for (unsigned round = 0; round < threadIdx.x; round++)
        lanes[round * 32 + threadIdx.x] = __activemask();
}

TEST(activemask_is_the_lanes_that_came)
{
    unsigned *lanes = (unsigned *)managed(32 * 32);
    shrinking<<<1, 32>>>(lanes);
    OK(cudaDeviceSynchronize());
    for (unsigned round = 0; round < 31; round++)
        for (unsigned lane = round + 1; lane < 32; lane++)
            assert_int_equal(lanes[round * 32 + lane], ~0u << (round + 1));
    OK(cudaFree(lanes));
}

/* ---- asynchrony ------------------------------------------------------------------------------ */

__global__ void wait_for_flag(volatile int *flag)
{
    while (!*flag)
        ;
}

/* No stopwatch: the kernel cannot end before the host, after the launch, lets it. */
TEST(a_launch_returns_before_its_kernel_has_run)
{
    int *flag = managed(1), *d_p;
    cudaEvent_t event;
    OK(cudaEventCreate(&event));
    OK(cudaMalloc(&d_p, 4));
    wait_for_flag<<<1, 1>>>(flag);
    OK(cudaGetLastError());
    OK(cudaFreeAsync(d_p, 0));
    assert_int_equal(cudaFreeAsync(d_p, 0), cudaErrorInvalidValue);
    OK(cudaEventRecord(event));
    assert_int_equal(cudaStreamQuery(0), cudaErrorNotReady);
    assert_int_equal(cudaEventQuery(event), cudaErrorNotReady);
    *(volatile int *)flag = 1;
    OK(cudaEventSynchronize(event));
    OK(cudaStreamQuery(0));
    OK(cudaEventDestroy(event));
    OK(cudaFree(flag));
}

__global__ void count(int *n)
{
    ++*n;
}

static long resident_kb(void)
{
    long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f || fscanf(f, "%*d %ld", &pages) != 1)
        pages = 0;
    if (f)
        fclose(f);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static void rounds(int *n, int launches)
{
    for (int i = 0; i < launches; i++) {
        cudaStream_t stream;
        cudaEvent_t event;
        void *p;
        if (i % 100 == 0) {
            OK(cudaStreamCreate(&stream));
            OK(cudaEventCreate(&event));
            OK(cudaMalloc(&p, 1 << 20));
            count<<<1, 1, 0, stream>>>(n);
            OK(cudaEventRecord(event, stream));
            OK(cudaEventDestroy(event));
            OK(cudaStreamDestroy(stream));
            OK(cudaFree(p));
        } else {
            count<<<1, 1>>>(n);
        }
    }
    OK(cudaDeviceSynchronize());
}

TEST(nothing_grows_over_many_launches_and_streams)
{
    int *n = managed(1);
    rounds(n, 20000);
    long before = resident_kb();
    (void)before;
    rounds(n, 100000);
    assert_int_equal(*n, 120000);
#ifndef __SANITIZE_ADDRESS__ /* which keeps freed memory back */
    if (before > 0)
        assert_in_range(resident_kb() - before + 1024, 0, 2048);
#endif
    OK(cudaFree(n));
}

/* ---- counts ---------------------------------------------------------------------------------- */

__device__ int variable;

/* Since the last call these have been counted, and nothing else. */
static void expect_counts(struct cpu_device_counts more)
{
    static struct cpu_device_counts last = cpu_device_counts();
    struct cpu_device_counts now = cpu_device_counts();
    assert_int_equal(now.launches - last.launches, more.launches);
    assert_int_equal(now.other_stream_launches - last.other_stream_launches,
                     more.other_stream_launches);
    assert_int_equal(now.copies - last.copies, more.copies);
    assert_int_equal(now.memsets - last.memsets, more.memsets);
    assert_int_equal(now.allocations - last.allocations, more.allocations);
    assert_int_equal(now.streams - last.streams, more.streams);
    assert_int_equal(now.synchronizes - last.synchronizes, more.synchronizes);
    last = now;
}

static int *d_p, *pinned;

static void allocate(void)
{
    static int *more;
    OK(cudaMalloc(&d_p, 4096));
    OK(cudaMallocHost(&pinned, 4096));
    OK(cudaHostAlloc(&more, 4096, 0));
    OK(cudaFreeHost(more));
    OK(cudaMallocManaged(&more, 4096));
    OK(cudaFree(more));
    OK(cudaMallocAsync(&more, 4096, 0));
    OK(cudaFreeAsync(more, 0));
    cudaPitchedPtr box;
    OK(cudaMalloc3D(&box, make_cudaExtent(4, 4, 4)));
    OK(cudaFree(box.ptr));
}

static void copy_in_every_way(cudaStream_t stream)
{
    cudaMemcpy3DParms p = {};
    p.srcPtr = make_cudaPitchedPtr(pinned, 16, 16, 4);
    p.dstPtr = make_cudaPitchedPtr(d_p, 16, 16, 4);
    p.extent = make_cudaExtent(16, 4, 4);
    p.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3D(&p));
    OK(cudaMemcpy(d_p, pinned, 4096, cudaMemcpyHostToDevice));
    OK(cudaMemcpyAsync(d_p, pinned, 4096, cudaMemcpyHostToDevice, stream));
    OK(cudaMemcpy2D(d_p, 16, pinned, 16, 8, 4, cudaMemcpyHostToDevice));
    OK(cudaMemcpy2DAsync(d_p, 16, pinned, 16, 8, 4, cudaMemcpyHostToDevice, stream));
    OK(cudaMemcpyPeer(d_p, 0, d_p + 512, 0, 2048));
    OK(cudaMemcpyToSymbol(variable, pinned, sizeof variable));
    OK(cudaMemcpyFromSymbolAsync(pinned, variable, sizeof variable));
}

static void set_in_every_way(cudaStream_t stream)
{
    OK(cudaMemset(d_p, 0, 4096));
    OK(cudaMemsetAsync(d_p, 0, 4096, stream));
    OK(cudaMemset2D(d_p, 16, 0, 8, 4));
    OK(cudaMemset3D(make_cudaPitchedPtr(d_p, 16, 16, 4), 0, make_cudaExtent(16, 4, 4)));
}

static void launch_in_every_way(cudaStream_t stream)
{
    void *args[] = { &d_p };
    count<<<1, 1>>>(d_p);
    count<<<1, 1, 0, cudaStreamPerThread>>>(d_p);
    count<<<1, 1, 0, stream>>>(d_p);
    OK(cudaLaunchKernel(count, dim3(1), dim3(1), args, 0, stream));
    OK(cudaLaunchCooperativeKernel(count, dim3(1), dim3(1), args, 0, 0));
}

static void wait_in_every_way(cudaStream_t stream, cudaEvent_t event)
{
    OK(cudaDeviceSynchronize());
    OK(cudaStreamSynchronize(0));
    OK(cudaStreamSynchronize(stream));
    OK(cudaEventSynchronize(event));
}

TEST(calls_are_counted)
{
    cudaStream_t streams[2];
    cudaEvent_t event;
    OK(cudaEventCreate(&event));
    expect_counts({});
    allocate();
    expect_counts({ 0, 0, 0, 0, 6, 0, 0 });
    OK(cudaStreamCreate(&streams[0]));
    OK(cudaStreamCreateWithPriority(&streams[1], 0, 0));
    expect_counts({ 0, 0, 0, 0, 0, 2, 0 });
    copy_in_every_way(streams[0]);
    expect_counts({ 0, 0, 8, 0, 0, 0, 0 });
    set_in_every_way(streams[0]);
    expect_counts({ 0, 0, 0, 4, 0, 0, 0 });
    launch_in_every_way(streams[0]);
    expect_counts({ 5, 3, 0, 0, 0, 0, 0 });
    OK(cudaEventRecord(event, streams[1]));
    wait_in_every_way(streams[1], event);
    expect_counts({ 0, 0, 0, 0, 0, 0, 4 });
    count<<<1, 2000>>>(d_p);
    assert_int_equal(cudaGetLastError(), cudaErrorInvalidConfiguration);
    OK(cudaFree(d_p));
    OK(cudaFreeHost(pinned));
    expect_counts({});
    OK(cudaEventDestroy(event));
    OK(cudaStreamDestroy(streams[0]));
    OK(cudaStreamDestroy(streams[1]));
}

static cudaEvent_t event;

/* ---- the list of calls, and streams that are held back -------------------------------------- */

static void assert_calls(const char *letters)
{
    char seen[64] = "";
    int n;
    const struct cpu_device_call *calls = cpu_device_calls(&n);
    for (int i = 0; i < n && i < 63; i++)
        seen[i] = "lcwafsnderF"[calls[i].what];
    assert_string_equal(seen, letters);
}

TEST(calls_are_listed_in_their_order)
{
    cudaStream_t stream;
    OK(cudaStreamCreate(&stream));
    cpu_device_list_calls();
    OK(cudaMalloc(&d_p, 4096));
    OK(cudaMallocHost(&pinned, 4096));
    OK(cudaMemcpyAsync(d_p, pinned, 400, cudaMemcpyHostToDevice, stream));
    count<<<1, 1, 0, stream>>>(d_p);
    OK(cudaStreamSynchronize(stream));
    OK(cudaMemcpy(pinned, d_p + 1, 4, cudaMemcpyDefault));
    OK(cudaMemsetAsync(d_p, 0, 4, stream));
    assert_int_not_equal(cudaMemcpy(d_p, pinned, 8192, cudaMemcpyDefault), cudaSuccess);
    int n;
    const struct cpu_device_call *calls = cpu_device_calls(&n);
    assert_true(calls[2].stream == stream && calls[3].stream == stream && !calls[5].stream);
    assert_true(calls[2].from == pinned && calls[2].to == d_p && calls[2].bytes == 400);
    assert_true(calls[5].from == d_p + 1 && calls[5].to == pinned && calls[5].bytes == 4);
    assert_true(calls[5].to_host && !calls[2].to_host && calls[6].stream == stream);
    OK(cudaDeviceSynchronize()); /* no longer listed */
    assert_calls("aaclwcs");
    cpu_device_list_calls();
    OK(cudaHostUnregister((OK(cudaHostRegister(&n, sizeof n, 0)), &n)));
    OK(cudaMemcpy(d_p, pinned, 0, cudaMemcpyDefault));
    count<<<0, 1>>>(d_p);
    OK(cudaFreeAsync(d_p, stream));
    OK(cudaFreeHost(pinned));
    assert_calls("afcrFf");
    cpu_device_list_calls();
    OK(cudaEventCreate(&event));
    OK(cudaEventRecord(event, stream));
    OK(cudaStreamWaitEvent(0, event, 0));
    OK(cudaEventDestroy(event));
    OK(cudaStreamDestroy(stream));
    assert_calls("needd");
    cudaGetLastError();
}

TEST(copies_wait_as_cuda_says)
{
    const size_t most = 64 << 10; /* from pageable memory CUDA takes so much at once */
    char *host = (char *)calloc(2, most), *device;
    int n;

    OK(cudaMalloc(&device, 4 * most));
    OK(cudaMallocHost(&pinned, most));
    cpu_device_list_calls();
    OK(cudaMemcpy(device, host, most, cudaMemcpyHostToDevice));
    OK(cudaMemcpy(pinned, device, most, cudaMemcpyDeviceToHost));
    OK(cudaMemcpyAsync(host, device, most, cudaMemcpyDeviceToHost, 0));
    OK(cudaMemcpyAsync(device, host, 2 * most, cudaMemcpyHostToDevice, 0));
    OK(cudaMemcpyAsync(device, host, most, cudaMemcpyHostToDevice, 0));
    OK(cudaMemcpyAsync(pinned, device, most, cudaMemcpyDeviceToHost, 0));
    OK(cudaMemcpy(device + 2 * most, device, most, cudaMemcpyDeviceToDevice));
    const struct cpu_device_call *calls = cpu_device_calls(&n);
    assert_int_equal(n, 7);
    for (int i = 0; i < n; i++)
        assert_int_equal(calls[i].waits, i < 4);
    OK(cudaDeviceSynchronize());
    OK(cudaFreeHost(pinned));
    OK(cudaFree(device));
    free(host);
}

static void nap(void *)
{
    usleep(20000);
}

TEST(a_query_waits_if_it_is_repeated_until_it_succeeds)
{
    OK(cudaDeviceSynchronize());
    cpu_device_list_calls();
    OK(cudaStreamQuery(0));
    OK(cudaLaunchHostFunc(0, nap, NULL));
    assert_int_equal(cudaStreamQuery(0), cudaErrorNotReady);
    OK(cudaLaunchHostFunc(0, nap, NULL));
    assert_int_equal(cudaStreamQuery(0), cudaErrorNotReady);
    assert_calls("");
    cpu_device_list_calls();
    while (cudaStreamQuery(0) == cudaErrorNotReady)
        continue;
    assert_calls("w");
}

static cudaStream_t slow, other;

/* Writes a number to pinned memory by way of a stream. */
static void send(cudaStream_t stream, int number)
{
    OK(cudaMemsetAsync(d_p, number, 4, stream));
    OK(cudaMemcpyAsync(pinned, d_p, 4, cudaMemcpyDeviceToHost, stream));
}

/* A number is on its way in `slow`, which is held back, with an event behind it. */
static void send_slowly(const void *held)
{
    OK(cudaDeviceSynchronize());
    *pinned = 0;
    cpu_device_hold_back(held);
    send(slow, 1);
    OK(cudaEventRecord(event, slow));
}

static void assert_arrived(int arrived)
{
    assert_int_equal(*(volatile int *)pinned, arrived ? 0x01010101 : 0);
    cpu_device_hold_back(NO_STREAM);
    OK(cudaStreamSynchronize(slow));
    assert_int_equal(*pinned, 0x01010101);
}

TEST(a_stream_is_held_back_until_somebody_waits)
{
    int *more;
    OK(cudaMalloc(&d_p, 4096));
    OK(cudaMalloc(&more, 4096));
    OK(cudaMallocHost(&pinned, 4096));
    OK(cudaStreamCreateWithFlags(&slow, cudaStreamNonBlocking));
    OK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    OK(cudaEventCreate(&event));

    send_slowly(slow);
    OK(cudaMemsetAsync(more, 0, 4, other));
    OK(cudaStreamSynchronize(other));
    OK(cudaStreamSynchronize(0));
    OK(cudaMemset(more, 0, 4));
    assert_arrived(0);
    send_slowly(slow);
    OK(cudaStreamSynchronize(slow));
    assert_arrived(1);
    send_slowly(slow);
    OK(cudaEventSynchronize(event));
    assert_arrived(1);
    send_slowly(slow);
    OK(cudaDeviceSynchronize());
    assert_arrived(1);
    send_slowly(slow);
    OK(cudaStreamWaitEvent(other, event, 0)); /* so who waits for that one waits for this one */
    OK(cudaStreamSynchronize(other));
    assert_arrived(1);
    send_slowly(EVERY_STREAM);
    OK(cudaStreamWaitEvent(other, event, 0));
    OK(cudaStreamSynchronize(other));
    assert_arrived(1);
    send_slowly(slow);
    OK(cudaStreamWaitEvent(other, event, 0)); /* what comes there now comes later */
    OK(cudaMemcpyAsync(more, d_p, 4, cudaMemcpyDeviceToDevice, other));
    OK(cudaStreamSynchronize(other));
    assert_arrived(1);
    send_slowly(slow);
    OK(cudaEventRecord(event, other)); /* now the event says nothing of slow */
    OK(cudaEventSynchronize(event));
    assert_arrived(0);
    send_slowly(slow);
    assert_int_equal(cudaStreamQuery(slow), cudaErrorNotReady); /* who asks once does not wait */
    assert_arrived(0);
    send_slowly(slow);
    while (cudaStreamQuery(slow) == cudaErrorNotReady)
        continue;
    assert_arrived(1);
    send_slowly(other); /* another one is held back */
    OK(cudaStreamSynchronize(slow));
    assert_arrived(1);
    send_slowly(EVERY_STREAM);
    OK(cudaStreamWaitEvent(other, event, 0));
    assert_arrived(0);
    send_slowly(NTH_STREAM(0));
    OK(cudaMemsetAsync(more, 0, 4, other));
    OK(cudaStreamSynchronize(other));
    assert_arrived(0);
    OK(cudaDeviceSynchronize());
    *pinned = 0;
    cpu_device_hold_back(NTH_STREAM(1));
    OK(cudaMemsetAsync(more, 0, 4, other));
    send(slow, 1);
    OK(cudaStreamSynchronize(other));
    assert_arrived(0);
    for (int every = 0; every < 2; every++) { /* what comes behind the event stays behind */
        OK(cudaDeviceSynchronize());
        *pinned = 0;
        cpu_device_hold_back(every ? EVERY_STREAM : slow);
        OK(cudaEventRecord(event, slow));
        send(slow, 1);
        OK(cudaEventSynchronize(event));
        usleep(10000);
        assert_arrived(0);
    }
    OK(cudaStreamDestroy(slow));
    OK(cudaFree(more));
}

/* The default stream and one that is not cudaStreamNonBlocking wait for each other. */
TEST(a_held_stream_keeps_the_order_of_cuda)
{
    OK(cudaStreamCreate(&slow));
    send_slowly(slow);
    OK(cudaMemcpy(d_p + 1, d_p, 4, cudaMemcpyDeviceToDevice));
    OK(cudaStreamSynchronize(0));
    assert_arrived(1);
    send_slowly(slow);
    OK(cudaMemsetAsync(d_p + 1, 0, 4, other));
    OK(cudaStreamSynchronize(other));
    assert_arrived(0);
    *pinned = 0;
    cpu_device_hold_back(0);
    send(0, 1);
    OK(cudaMemsetAsync(d_p + 1, 0, 4, slow));
    OK(cudaStreamSynchronize(slow));
    assert_arrived(1);
    OK(cudaEventDestroy(event));
    OK(cudaStreamDestroy(slow));
    OK(cudaStreamDestroy(other));
    OK(cudaFree(d_p));
    OK(cudaFreeHost(pinned));
}

static int added_without(int first, int count_left_out)
{
    int sum;

    OK(cudaMemset(d_p, 0, 4));
    cpu_device_leave_out(first, count_left_out);
    for (int i = 0; i < 3; i++)
        count<<<1, 1>>>(d_p);
    OK(cudaMemcpy(&sum, d_p, 4, cudaMemcpyDeviceToHost));
    return sum;
}

TEST(kernels_are_left_out)
{
    long launches = cpu_device_counts().launches;

    OK(cudaMalloc(&d_p, 4096));
    assert_int_equal(added_without(0, 0), 3);
    assert_int_equal(added_without(0, 1), 2);
    assert_int_equal(added_without(1, 2), 1);
    assert_int_equal(added_without(0, EVERY_KERNEL), 0);
    assert_int_equal(added_without(2, 5), 2);
    assert_int_equal(added_without(3, 1), 3); /* of those to come */
    assert_int_equal(added_without(0, 0), 3);
    assert_int_equal(cpu_device_counts().launches, launches + 21);
    OK(cudaFree(d_p));
}

__global__ void count_blocks(int *ran)
{
    ran[blockIdx.x]++;
}

/* Which blocks of a launch of `blocks` ran; how many. */
static int ran_of(int blocks, unsigned long long seed, int *ran)
{
    int count = 0;

    OK(cudaMemset(d_p, 0, blocks * sizeof(*ran)));
    cpu_device_run_some(seed);
    count_blocks<<<blocks, 1>>>(d_p);
    OK(cudaMemcpy(ran, d_p, blocks * sizeof(*ran), cudaMemcpyDeviceToHost));
    for (int i = 0; i < blocks; i++) {
        assert_in_range(ran[i], 0, 1);
        count += ran[i];
    }
    assert_int_equal(cpu_device_run_some(0), blocks - count);
    return count;
}

#define MANY 70000

TEST(some_blocks_of_very_many)
{
    static int ran[MANY], again[MANY], other[MANY], wide[2 * MANY];
    OK(cudaMalloc(&d_p, sizeof(wide)));
    assert_int_equal(ran_of(MANY, 0, ran), MANY);
    assert_int_equal(ran_of(8191, 1, ran), 8191);
    int some = ran_of(8192, 1, ran);
    cpu_device_run_some(1);
    OK(cudaMemset(d_p, 0, 4096));
    count_blocks<<<dim3(100, 100), 1>>>(d_p); /* how they make up a number must show */
    OK(cudaDeviceSynchronize());
    assert_int_equal(cpu_device_run_some(0), 0);
    assert_in_range(some, 1000, 2000);
    assert_int_equal(ran_of(MANY, 1, ran), some);
    assert_int_equal(ran_of(MANY, 1, again), some);
    assert_int_equal(ran_of(MANY, 2, other), some);
    assert_memory_equal(ran, again, sizeof(ran));
    assert_memory_not_equal(ran, other, sizeof(ran));
    for (int i : { 0, 1, 65535, 65536, MANY - 2, MANY - 1 })
        assert_int_equal(ran[i], 1);
    assert_int_equal(ran_of(131072, 1, wide), some);
    assert_int_equal(wide[65536], 1); /* where a part of the grid begins */
    OK(cudaFree(d_p));
}

__global__ void count_together(int *n)
{
    atomicAdd(n, 1);
}

/* Four threads of the host queue, each into its own stream. */
TEST(as_many_are_left_out_of_what_several_threads_launch)
{
    cudaStream_t streams[4];
    int sum;

    OK(cudaMalloc(&d_p, 4096));
    OK(cudaMemset(d_p, 0, 4));
    for (auto &stream : streams)
        OK(cudaStreamCreate(&stream));
    cpu_device_leave_out(59000, 500);
#pragma omp parallel for num_threads(4) schedule(static, 1)
    for (int i = 0; i < 60000; i++)
        count_together<<<1, 1, 0, streams[i % 4]>>>(d_p);
    OK(cudaDeviceSynchronize());
    cpu_device_leave_out(0, 0);
    OK(cudaMemcpy(&sum, d_p, 4, cudaMemcpyDeviceToHost));
    assert_int_equal(sum, 59500);
    for (auto &stream : streams)
        OK(cudaStreamDestroy(stream));
    OK(cudaFree(d_p));
}

TEST(pinned_memory_runs_out)
{
    char bytes[64];

    cpu_device_refuse_pinned(1);
    assert_int_equal(cudaMallocHost(&pinned, 4096), cudaErrorMemoryAllocation);
    assert_null(pinned);
    assert_int_equal(cudaHostRegister(bytes, 64, 0), cudaErrorMemoryAllocation);
    OK(cudaMalloc(&d_p, 4096));
    OK(cudaFree(d_p));
    cpu_device_refuse_pinned(0);
    OK(cudaMallocHost(&pinned, 4096));
    OK(cudaFreeHost(pinned));
    cudaGetLastError();
}

TEST(a_failed_call_is_named_with_its_own_error)
{
    void *p = NULL;
    int host = 0;
    char call[256], why[160];

    cudaGetLastError();
    cudaMalloc(&p, (size_t)1 << 60); /* fails first, of another error */
    cudaFree(&host);
    cpu_device_failed_call(call, why);
    assert_non_null(strstr(call, "cudaFree, test_cpu_device.cu:"));
    assert_string_equal(why, "it is no memory that CUDA has given");
    assert_int_equal(cudaGetLastError(), cudaErrorInvalidValue);
}

/* ---- mistakes -------------------------------------------------------------------------------- */

static void host_reads_device_memory(void *)
{
    int *d_p;
    signal(SIGSEGV, SIG_DFL); /* before the device's own handler, which passes on to it */
    cudaMalloc(&d_p, 400);
    cudaMemset(d_p, 0, 400);
    cudaDeviceSynchronize();
    volatile int seen = d_p[3];
    (void)seen;
}

static void read_fourth(void *d_p)
{
    signal(SIGSEGV, SIG_DFL);
    volatile int seen = ((int *)d_p)[3];
    (void)seen;
}

static void host_function_reads_device_memory(void *)
{
    int *d_p;
    cudaMalloc(&d_p, 400);
    cudaLaunchHostFunc(0, read_fourth, d_p);
    cudaDeviceSynchronize();
}

TEST_FIRST(the_host_cannot_read_device_memory)
{
    struct said said = capture(host_function_reads_device_memory, NULL);
    assert_int_equal(said.status, 128 + SIGSEGV);
    said = capture(host_reads_device_memory, NULL);
    assert_int_equal(said.status, 128 + SIGSEGV);
    assert_said(said.err, "the host touched device memory");
    assert_said(said.err, "byte 12 of a cudaMalloc");
}

__global__ void different_barriers(void)
{
    if (threadIdx.x < 16)
        __syncthreads();
    else
        __syncthreads();
}

__global__ void warp_against_barrier(int *out)
{
    if (threadIdx.x == 7)
        __syncthreads();
    else
        out[threadIdx.x] = __shfl_sync(0xffffffffu, (int)threadIdx.x, 0);
}

__global__ void endless(int depth, volatile int *p)
{
    volatile char frame[256];
    frame[depth % 256] = (char)depth;
    __syncthreads();
    struct deeper {
        static int go(int depth)
        {
            volatile char frame[1024];
            frame[depth % 1024] = (char)depth;
            return depth < 0 ? 0 : go(depth + 1) + frame[depth % 1024];
        }
    };
    *p = deeper::go(depth) + frame[0];
}

__global__ void through_null(int *p)
{
    p[threadIdx.x] = 1;
}

static void launch_different_barriers(void *)
{
    different_barriers<<<4, 32>>>();
    _exit(cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 3 : 4);
}

static void launch_warp_against_barrier(void *)
{
    warp_against_barrier<<<1, 32>>>(managed(32));
    _exit(cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 3 : 4);
}

static void launch_endless(void *)
{
    endless<<<1, 2>>>(0, managed(1));
    _exit(cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 3 : 4);
}

/* Of a thread that has waited at a barrier another stack is spoilt. */
__global__ void past_local(float *out, int n, bool wait)
{
    float own[8];

    if (wait)
        __syncthreads();
    for (int i = 0; i < n; i++)
        own[i] = i;
    out[threadIdx.x] = own[n % 8];
}

static void launch_past_local(void *)
{
    past_local<<<1, 2>>>((float *)managed(2), 2000, false);
    _exit(cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 3 : 4);
}

static void launch_past_local_of_fiber(void *)
{
    past_local<<<1, 2>>>((float *)managed(2), 2000, true);
    _exit(cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 3 : 4);
}

static void launch_through_null(void *)
{
    through_null<<<100, 32>>>(NULL);
    if (cudaDeviceSynchronize() != cudaErrorIllegalAddress ||
        cudaDeviceSynchronize() != cudaErrorIllegalAddress)
        _exit(4);
    bool forgotten =
        cudaGetLastError() == cudaErrorIllegalAddress && cudaGetLastError() == cudaSuccess;
    cudaDeviceReset(); /* does not help */
    _exit(forgotten && cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 3 : 5);
}

static void expect(void (*f)(void *), const char *words, const char *more)
{
    struct said said = capture(f, NULL);
    assert_said(said.err, words);
    assert_said(said.err, more);
    assert_int_equal(said.status, 3);
}

TEST_FIRST(threads_at_different_barriers_are_named)
{
    expect(launch_different_barriers, "barrier divergence", "test_cpu_device.cu:");
    expect(launch_warp_against_barrier, "wait at", "test_cpu_device.cu:");
}

TEST_FIRST(a_full_stack_ends_the_kernel)
{
#ifdef __SANITIZE_ADDRESS__
    print_message("a sanitizer's frames are too large for a test of full stacks\n");
    skip();
#endif
    expect(launch_endless, "stack", "kernel endless");
}

TEST_FIRST(a_stack_that_is_overwritten_ends_the_kernel)
{
#ifdef __SANITIZE_ADDRESS__
    print_message("the sanitizer ends the program first\n");
    skip();
#endif
    expect(launch_past_local, "stack was overwritten", "kernel past_local");
    expect(launch_past_local_of_fiber, "stack was overwritten", "kernel past_local");
}

TEST_FIRST(an_illegal_address_ends_the_kernel_until_a_reset)
{
    expect(launch_through_null, "illegal access", "through_null");
}

/* ---- drawn orders ---------------------------------------------------------------------------- */

#define ORDERED (4 * 6 * 2 * 32) /* threads; each takes a number before a barrier and after it */

/* Also: a warp's operations, a thread that leaves, and a barrier that all others keep. */
__global__ void take_numbers(int *numbers, int *next, int *wrong)
{
    __shared__ int sum;
    int block = blockIdx.x + gridDim.x * blockIdx.y, thread = threadIdx.x + 8 * threadIdx.y;
    int me = 64 * block + thread;

    if (thread == 0)
        sum = 0;
    __syncthreads();
    numbers[me] = atomicAdd(next, 1);
    atomicAdd(&sum, thread);
    if (__shfl_sync(0xffffffff, thread, thread % 32 ^ 1) != (thread ^ 1))
        *wrong = 1;
    if (thread == 63)
        return;
    __syncthreads();
    if (sum != 63 * 64 / 2)
        *wrong = 1;
    numbers[ORDERED + me] = atomicAdd(next, 1);
}

/* Into numbers[2 * ORDERED]: who came when, with this seed. */
static void run_in_order(unsigned long long seed, int *numbers)
{
    int *next = managed(2), *device = managed(2 * ORDERED);

    assert_int_equal(cpu_device_order(seed, 0), 0);
    take_numbers<<<dim3(4, 6), dim3(8, 8)>>>(device, next, next + 1);
    OK(cudaDeviceSynchronize());
    cpu_device_order(0, 0);
    assert_int_equal(next[0], 2 * ORDERED - 24);
    assert_int_equal(next[1], 0);
    memcpy(numbers, device, 2 * ORDERED * sizeof *numbers);
    OK(cudaFree(next));
    OK(cudaFree(device));
}

TEST(a_drawn_order_is_that_of_its_seed)
{
    static int numbers[3][2 * ORDERED];
    int last_block_before = 0, thread_before[2] = {};

    run_in_order(5, numbers[0]);
    run_in_order(5, numbers[1]);
    run_in_order(6, numbers[2]);
    assert_memory_equal(numbers[0], numbers[1], sizeof numbers[0]);
    assert_memory_not_equal(numbers[0], numbers[2], sizeof numbers[0]);
    for (int i = 0; i < 64; i++) {
        last_block_before += numbers[0][64 * 23 + i] < numbers[0][i];
        for (int part = 0; part < 2; part++) /* another order after the barrier */
            thread_before[part] |= (numbers[0][part * ORDERED + i] < numbers[0][part * ORDERED])
                                   << i % 31;
    }
    assert_true(last_block_before == 0 || last_block_before == 64); /* a block runs to its end */
    assert_int_not_equal(thread_before[0], thread_before[1]);
}

static __device__ volatile int begun;

__global__ void wait_for_all_blocks()
{
    atomicAdd((int *)&begun, 1);
    while (begun < (int)gridDim.x)
        ;
}

__global__ void count_one(int *count)
{
    ++*count;
}

TEST(a_kernel_that_waits_for_a_later_block_is_given_up)
{
    int *count = managed(1);

    cpu_device_order(3, 0.2);
    wait_for_all_blocks<<<4, 1>>>();
    count_one<<<1, 1>>>(count);
    OK(cudaDeviceSynchronize()); /* it is no fault */
    assert_int_equal(*count, 0);
    assert_int_equal(cpu_device_order(0, 0), 1);
    count_one<<<1, 1>>>(count);
    OK(cudaDeviceSynchronize());
    assert_int_equal(*count, 1);
    OK(cudaFree(count));
}

/* Memory of 4 pages; kernels cannot touch the whole pages of what is closed. */
__global__ void read_at(const char *p, int *got)
{
    *got = *p;
}

static void read_closed(void *)
{
    const size_t size = sysconf(_SC_PAGESIZE);
    char *p;
    int *got;

    if (cudaMalloc(&p, 4 * size) || cudaMallocManaged(&got, sizeof *got))
        _exit(5);
    char *page = p + (size - (uintptr_t)p % size);
    cudaMemset(p, 7, 4 * size);
    cudaDeviceSynchronize();
    cpu_device_close(page - 1, size + 1);
    read_at<<<1, 1>>>(page - 1, got);
    if (cudaDeviceSynchronize() || *got != 7)
        _exit(6);
    cpu_device_close(NULL, 0);
    read_at<<<1, 1>>>(page, got);
    if (cudaDeviceSynchronize() || *got != 7)
        _exit(6);
    cpu_device_close(page - 1, size + 1);
    read_at<<<1, 1>>>(page, got);
    _exit(cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 3 : 7);
}

TEST_FIRST(closed_memory_is_an_illegal_address)
{
    expect(read_closed, "illegal access to address", "kernel read_at");
}
