/* CPU device: what a debugger asks for and where it stops. It sets `wanted` and has breakpoints at
 * the functions that do nothing (common/debug/cuda.py). */
#include "../run/runtime.h"

namespace cpu_device::debug
{

struct {
    bool one = false; /* stop where this thread begins or goes on */
    uint3 thread, block;
    bool any = false;     /* where the next thread begins or goes on, whichever it is */
    bool barrier = false; /* the same, once a barrier has opened */
} wanted;

/* What runs. */
struct {
    const char *name;
    dim3 grid, block;
} launched;

__attribute__((noinline)) void launch_begins() { asm volatile("" : : : "memory"); }

__attribute__((noinline)) void thread_is_here() { asm volatile("" : : : "memory"); }

static bool same(const uint3 &a, const uint3 &b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

void on_launch(const kernel_operation *launch)
{
    launched = { launch->name, launch->where.grid, launch->where.block };
    launch_begins();
}

void on_thread(unsigned)
{
    if (!wanted.any &&
        !(wanted.one && same(threadIdx, wanted.thread) && same(blockIdx, wanted.block)))
        return;
    wanted.any = wanted.one = wanted.barrier = false;
    thread_is_here();
}

void on_barrier(const worker *)
{
    if (wanted.barrier)
        wanted.any = true;
}

} // namespace cpu_device::debug
