/* CPU device: the traffic counters: what warps did, as it happened, for a page about a kernel
 * (common/show). Only where CPU_DEVICE_TRACE names a file, and bounded: the first launch of each
 * kernel, four of its blocks, and eight warps of each; from all blocks, the worst requests of each
 * line and which threads stored the first elements of each array. */
#ifndef CPU_DEVICE_TRACE_H
#define CPU_DEVICE_TRACE_H

#include <stdint.h>
#include <map>
#include <memory>
#include <string>
#include <vector>
#include "../run/lines.h"
#include "../run/runtime.h"

namespace cpu_device::check
{

struct traced_array {
    std::string name;
    bool shared;
    uintptr_t first;
    size_t size, element; /* bytes; element 0: not known */
    unsigned inner[2];    /* dimensions of a[][inner] or a[][inner][inner] */
};

struct request {           /* of a warp */
    uint64_t at;           /* a place of traffic.h */
    unsigned warp;         /* of the block, */
    unsigned interval;     /* how many barriers of the block came before; */
    unsigned trip;         /* how often the warp came here before, in this block */
    unsigned bytes;        /* of a lane */
    unsigned units;        /* sectors, or wavefronts of shared memory, */
    unsigned least;        /* and the fewest that would do */
    uint32_t lanes;        /* that take part */
    uintptr_t at_lane[32]; /* addresses */
};

struct kernel_trace;

/* Of one CPU thread, while it runs blocks of a launch that is traced. */
struct tracer {
    kernel_trace *kernel;
    unsigned long long block = 0;
    unsigned interval = 0;
    bool sampled = false;
    std::unique_ptr<kernel_trace> own; /* what this thread has seen, for kernel */

    tracer(kernel_trace *kernel);
    ~tracer();
    void begin_block(unsigned long long block);
    void end_interval(const char *barrier); /* "file:line"; null: at the end of the block */
    bool wants(const request &r) const;     /* else add() would forget it */
    void add(const request &r, const traced_array *a);
    void finish(); /* adds what it has seen to the kernel's; the caller holds a lock */
};

bool is_tracing(); /* CPU_DEVICE_TRACE is set */
/* The trace of this launch, or null: the kernel's first one is traced. */
kernel_trace *trace_launch(const kernel_operation *launch);
/* Adds barriers of its blocks, by "file:line", and forgets them; of every launch that is counted.
 */
void trace_barriers(const char *kernel, std::map<const char *, unsigned long long> *passed);
void traced_addresses(std::vector<const void *> *addresses); /* whose lines must be found */
void write_trace(const lines_of_source &lines);

} // namespace cpu_device::check

#endif
