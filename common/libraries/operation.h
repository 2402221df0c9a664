/* CPU device: a call of a library as an operation of the device's queue: asynchronous, in its
 * stream, and known to the bug finder by what it reads and writes. */
#ifndef CPU_DEVICE_LIBRARIES_OPERATION_H
#define CPU_DEVICE_LIBRARIES_OPERATION_H

#include <vector>
#include "../cpu_device/run/runtime.h"
#include "../cpu_device/run/words.h"

namespace cpu_device::libraries
{

/* Memory of a call: `columns` stretches of `bytes`, each `pitch` bytes after the one before. */
struct piece {
    const char *name; /* "A" */
    const void *at;
    size_t bytes, pitch, columns;
    bool read, written;
};

/* Is all of it the device's? Else it is a fault, as in a kernel. */
bool reaches(const char *call, const std::vector<piece> &pieces);

/* Does p point to memory that only the device has? Says so, if it does. */
bool is_on_device_only(const char *call, const char *name, const void *p);

template <class F>
cudaError_t submit(const char *call, cudaStream_t stream, bool wait, std::vector<piece> pieces, F f)
{
    REFUSE_AFTER_FAULT();
    return enqueue(stream, wait, [=] {
        if (reaches(call, pieces))
            f();
    });
}

} // namespace cpu_device::libraries

#endif
