/* CPU device: copies to shared memory that run beside the thread which asks for them, as on a GPU
 * since compute capability 8.0. Here each is done as late as CUDA allows: when its thread waits for
 * it, and never if the thread does not wait. So a forgotten wait gives a wrong result. */
#ifndef CPU_DEVICE_CUDA_PIPELINE_H
#define CPU_DEVICE_CUDA_PIPELINE_H

#include "execution.h"

namespace cpu_device
{
void copy_async(void *to, const void *from, size_t size, size_t zeroes);
void commit_copies();
void wait_for_copies(size_t groups);
} // namespace cpu_device

#define CPU_DEVICE_PIPELINE template <class = void> static inline __attribute__((always_inline))

/* Copies size - zfill bytes, and sets the last zfill of the destination to 0. size: 4, 8 or 16;
 * both addresses are multiples of it. */
CPU_DEVICE_PIPELINE void __pipeline_memcpy_async(void *shared, const void *global, size_t size,
                                                 size_t zfill = 0)
{
    ::cpu_device::copy_async(shared, global, size, zfill);
}

/* The thread's copies since its last commit become a group. */
CPU_DEVICE_PIPELINE void __pipeline_commit() { ::cpu_device::commit_copies(); }

/* Waits for the thread's groups, except for the last ones. */
CPU_DEVICE_PIPELINE void __pipeline_wait_prior(size_t groups)
{
    ::cpu_device::wait_for_copies(groups);
}
#undef CPU_DEVICE_PIPELINE

#endif
