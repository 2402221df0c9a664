/* CPU device: runs the blocks of a kernel on CPU threads. From top to bottom: some blocks on one
 * CPU thread; a cooperative launch, whose blocks all run at once; any launch. */
#include <omp.h>
#include <sys/mman.h>
#include <algorithm>
#include <chrono>
#include <new>
#include <random>
#include <system_error>
#include <thread>
#include <utility>
#include "runtime.h"

namespace cpu_device
{

#ifndef CPU_DEVICE_CHECK
/* It begins at a multiple of 128 bytes, and so ends at most 127 before pages that nobody may touch:
 * a launch that asks for too little of it ends there. */
static char *place_dynamic_shared(this_worker *w, size_t bytes)
{
    if (!w->shared) {
        void *p = mmap(nullptr, 2 * shared_most, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (p == MAP_FAILED || mprotect(p, shared_most, PROT_READ | PROT_WRITE))
            throw std::bad_alloc();
        w->shared = (char *)p;
    }
    return w->shared + shared_most - (bytes + 127) / 128 * 128;
}
#endif

void run_range(const kernel_operation *launch, unsigned long long first, unsigned long long last)
{
    this_worker *w = worker_of_this_thread();
    const config &c = launch->where;
    gridDim = c.grid;
    blockDim = c.block;
    w->threads = c.block.x * c.block.y * c.block.z;
#ifdef CPU_DEVICE_CHECK
    w->dynamic_shared = check::on_dynamic_shared(c.shared);
#else
    w->dynamic_shared = place_dynamic_shared(w, c.shared);
#endif
    cpu_device_dynamic_shared = w->dynamic_shared;
    self = w;
    w->rounds = 0;
    waiting.running++;
    /* What a thread writes past the end of an array of its own falls into its callers, and then
     * here: not into what the handler of signals needs. */
    asm volatile("" : : "r"(__builtin_alloca(small_stack)) : "memory");
#ifdef CPU_DEVICE_TRAFFIC
    check::on_blocks(launch);
#endif
    if (setjmp(w->fault) == 0) {
        launch->blocks(first, last);
    }
#ifdef CPU_DEVICE_TRAFFIC
    check::on_blocks_end();
#endif
    current = nullptr;
    w->barrier_place = nullptr; /* a fault may have left it */
    self = nullptr;
    waiting.running--;
    waiting.progress++;
}

namespace
{

/* ---- cooperative launches: each block on a CPU thread of its own ----------------------------- */

#ifdef CPU_DEVICE_CHECK
/* The bug finder watches one block at a time. The blocks take turns: each runs up to its end or to
 * a barrier of the grid. */
struct {
    std::mutex lock;
    std::condition_variable passed;
    unsigned long long turn;
    std::vector<char> here, ended; /* by block: it waits at the barrier; it is over */
} grid;

void grid_begins(unsigned long long blocks)
{
    grid.turn = blocks; /* no block's, until all have their thread */
    grid.here.assign(blocks, false);
    grid.ended.assign(blocks, false);
}

/* As many blocks have got a thread; no more will. */
void grid_is_there(unsigned long long blocks)
{
    std::lock_guard<std::mutex> hold(grid.lock);
    std::fill(grid.ended.begin() + (long)blocks, grid.ended.end(), true);
    grid.turn = 0;
    grid.passed.notify_all();
}

void wait_for_turn(unsigned long long block)
{
    std::unique_lock<std::mutex> hold(grid.lock);
    grid.passed.wait(hold, [=] { return grid.turn == block; });
}

void pass_turn(unsigned long long block, bool over)
{
    std::lock_guard<std::mutex> hold(grid.lock);
    size_t n = grid.here.size(), next = block + 1;
    (over ? grid.ended : grid.here)[block] = true;
    while (next < n && (grid.ended[next] || grid.here[next]))
        next++;
    if (next == n) {
        if (std::find(grid.ended.begin(), grid.ended.end(), true) == grid.ended.end()) {
            check::on_grid_barrier();
            grid.here.assign(n, false);
        }
        next =
            (size_t)(std::find(grid.ended.begin(), grid.ended.end(), false) - grid.ended.begin());
    }
    grid.turn = next;
    grid.passed.notify_all();
}

void wait_for_grid()
{
    if (check::in_trial())
        return check::on_grid_wait();
    unsigned long long block =
        blockIdx.x + gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
    check::on_turn_stops();
    pass_turn(block, false);
    wait_for_turn(block);
    check::on_turn_goes_on();
    if (fault_code)
        leave_kernel();
    if (grid.here[block])
        fault(cudaErrorLaunchFailure,
              _("blocks wait at a barrier of the whole grid for others that have ended"));
}

void run_one_of_grid(const kernel_operation *kernel, unsigned long long block)
{
    wait_for_turn(block);
    check::on_turn_begins();
    if (!fault_code)
        run_range(kernel, block, block + 1);
    check::on_turn_over();
    pass_turn(block, true);
}
#else
struct {
    std::mutex lock;
    std::condition_variable open;
    unsigned long long blocks, here, times; /* in all; at the barrier; how often it has opened */
} grid;

void grid_begins(unsigned long long blocks)
{
    grid.blocks = blocks;
    grid.here = 0;
}

void grid_is_there(unsigned long long) {}

void run_one_of_grid(const kernel_operation *kernel, unsigned long long block)
{
    run_range(kernel, block, block + 1);
}

/* After a fault some block may never come, so those that wait look for one. */
void wait_for_grid()
{
    bool ended = false;
    {
        std::unique_lock<std::mutex> hold(grid.lock);
        unsigned long long times = grid.times;
        if (++grid.here == grid.blocks) {
            grid.here = 0;
            grid.times++;
            grid.open.notify_all();
        }
        while (grid.times == times && !ended) {
            grid.open.wait_for(hold, std::chrono::milliseconds(20));
            ended = fault_code != 0;
        }
    }
    if (ended)
        leave_kernel();
}
#endif

void run_cooperative(const kernel_operation *kernel, unsigned long long blocks)
{
    std::vector<std::thread> threads;
    grid_begins(blocks);
    try {
        while (threads.size() < blocks) {
            unsigned long long block = threads.size();
            threads.emplace_back([=] {
                run_one_of_grid(kernel, block);
                blocks_done++;
            });
        }
    } catch (const std::system_error &) {
        fprintf(
            stderr,
            _("CPU device: a cooperative launch of %llu blocks cannot get as many CPU threads\n"),
            blocks);
        fault_code = cudaErrorLaunchOutOfResources;
    }
    grid_is_there(threads.size());
    for (auto &t : threads)
        t.join();
}

} // namespace

void grid_barrier(const char *place)
{
    if (!running_launch()->where.cooperative)
        fault(cudaErrorLaunchFailure, _("the whole grid can wait only after "
                                        "cudaLaunchCooperativeKernel; <<< >>> is no such launch"));
    barrier(place);
    if (threadIdx.x + threadIdx.y + threadIdx.z == 0)
        wait_for_grid();
    barrier(place);
}

/* ---- a launch -------------------------------------------------------------------------------- */

namespace
{

#ifdef CPU_DEVICE_CHECK /* which watches one CPU thread: block after block */
void run_grid(const kernel_operation *kernel, unsigned long long blocks, double)
{
    run_range(kernel, 0, blocks);
}
#else
/* Runs the blocks from `done` on, on all CPU threads, in chunks of about 100 microseconds. The
 * blocks before have taken `seconds`. Chunks begin in order, so that a block may wait for an
 * earlier one. */
void run_chunks(const kernel_operation *kernel, unsigned long long done, unsigned long long blocks,
                double seconds)
{
    unsigned long long left = blocks - done;
    unsigned long long chunk = (unsigned long long)((double)done * 100e-6 / seconds) + 1;
    unsigned long long fair = left / (8 * (unsigned)omp_get_max_threads()) + 1;
    chunk = std::min(chunk, fair);
    long long chunks = (long long)((left + chunk - 1) / chunk);
#pragma omp parallel for schedule(dynamic, 1)
    for (long long i = 0; i < chunks; i++) {
        unsigned long long first = done + (unsigned long long)i * chunk;
        unsigned long long last = std::min(first + chunk, blocks);
        if (!fault_code)
            run_range(kernel, first, last);
        blocks_done += last - first;
    }
}

#define MANY_BLOCKS 8192
#define ENDS        128 /* blocks that run at either end of such a grid, */
#define STRETCHES   32  /* stretches that run between them, */
#define STRETCH     32  /* and the blocks of each */

struct {
    unsigned long long seed, left_out;
} some;

/* Number i of those between the ends, each in its own part of the grid. One has the first block
 * whose number needs more than 16 bits. */
unsigned long long stretch_begin(unsigned long long blocks, unsigned i)
{
    unsigned long long part = (blocks - 2 * ENDS) / STRETCHES, begin = ENDS + i * part;
    unsigned long long last = begin + part - STRETCH;
    std::minstd_rand random((unsigned)(some.seed + i));
    if (65536 - begin < part) /* or it wraps */
        return std::clamp(65536ull - STRETCH / 2, begin, last);
    return begin + random() % (part - STRETCH);
}

void run_some(const kernel_operation *kernel, unsigned long long blocks)
{
    auto run = [=](unsigned long long first, unsigned long long last) {
        if (!fault_code)
            run_range(kernel, first, last);
    };
    run(0, ENDS);
    for (unsigned i = 0; i < STRETCHES; i++)
        run(stretch_begin(blocks, i), stretch_begin(blocks, i) + STRETCH);
    run(blocks - ENDS, blocks);
    blocks_done = blocks;
    some.left_out += blocks - 2 * ENDS - STRETCHES * STRETCH;
}

/* One CPU thread alone, so that the order is the same in every run. */
void run_drawn(const kernel_operation *kernel, unsigned long long blocks)
{
    const drawn_blocks order(blocks);
    order_timer limit;
    worker_of_this_thread()->drawn = true;
    for (unsigned long long i = 0; i < blocks && !fault_code && !order_is_given_up(); i++) {
        run_range(kernel, order[i], order[i] + 1);
        blocks_done++;
    }
    worker_of_this_thread()->drawn = false;
}

/* A small grid is done before other CPU threads would have woken: the device thread begins alone,
 * and calls the others for what is left after 20 microseconds. */
void run_grid(const kernel_operation *kernel, unsigned long long blocks, double begin)
{
    unsigned long long done = 0, batch = 1;
    double spent = 0;
    if (order_is_drawn() && blocks < 1ull << 31)
        return run_drawn(kernel, blocks);
    if (some.seed && blocks >= MANY_BLOCKS && blocks == kernel->where.grid.x)
        return run_some(kernel, blocks);
    while (done < blocks && spent < 20e-6 && !fault_code) {
        unsigned long long last = std::min(done + batch, blocks);
        run_range(kernel, done, last);
        done = last;
        blocks_done.store(done, std::memory_order_relaxed);
        batch *= 2;
        spent = now() - begin;
    }
    if (done < blocks && !fault_code)
        run_chunks(kernel, done, blocks, spent);
}
#endif

} // namespace

void kernel_operation::run()
{
    unsigned long long blocks = (unsigned long long)where.grid.x * where.grid.y * where.grid.z;
    watched_launch hold(this);
    printf_begins();
    CPU_DEVICE_STEP(on_launch(this));
    if (order_is_given_up())
        return;
    if (where.cooperative)
        run_cooperative(this, blocks);
    else
        run_grid(this, blocks, hold.began);
    CPU_DEVICE_STEP(on_launch_end());
}

} // namespace cpu_device

#if !defined CPU_DEVICE_CHECK && !defined CPU_DEVICE_TRAFFIC && !defined CPU_DEVICE_DEBUG
extern "C" unsigned long long cpu_device_run_some(unsigned long long seed)
{
    cpu_device::some.seed = seed;
    return std::exchange(cpu_device::some.left_out, 0);
}
#endif
