/* CPU device: what a CPU thread knows of the kernel that it runs: CUDA's built-in variables, its
 * worker and the running thread of the block. The traffic counters want them together. */
#include "runtime.h"

__thread uint3 threadIdx, blockIdx;
__thread dim3 blockDim, gridDim;
__thread void *cpu_device_dynamic_shared;

namespace cpu_device
{

__thread worker *self;
__thread fiber *current;
waiting_blocks waiting;

const kernel_operation *running_launch()
{
    return static_cast<const kernel_operation *>(self->launch);
}

bool in_cooperative_launch() { return running_launch()->where.cooperative; }

} // namespace cpu_device
