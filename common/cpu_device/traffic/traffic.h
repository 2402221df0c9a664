/* CPU device: the traffic counters: what the warps of a kernel ask the memory for, by line of the
 * source. The compiler calls a function before each load and store. Each file calls only those that
 * stand above it in the map (../README.md, traffic/), and those of ../run. The hooks
 * are declared in ../include/hooks.h.
 *
 * A request is one instruction of a warp. The threads of a block run one after another, so what the
 * lanes of a warp do is kept until all have reached a barrier, have met, or have ended. Then the
 * k-th access of each lane by the same instruction counts as one request. That is what a GPU does
 * where the lanes make the same trips through loops. Where they do not, the line is called
 * approximate. The loops are seen because the compiler also calls before each block of code. */
#ifndef CPU_DEVICE_TRAFFIC_H
#define CPU_DEVICE_TRAFFIC_H

#include <stdint.h>
#include <atomic>
#include <map>
#include <string>
#include <vector>
#include "../run/runtime.h"

namespace cpu_device::check
{

enum access_kind { read_access, write_access, atomic_access };

/* An instruction and what it does: its address << 3 | access_kind << 1 | is it shared memory? */
typedef uint64_t place;

const long no_pattern = 1L << 62; /* in place of a distance */

/* What is counted in all, and in the block that has most of it; by enum cpu_device_counter. */
struct sums {
    unsigned long long all[CPU_DEVICE_COUNTERS] = {}, in_one_block[CPU_DEVICE_COUNTERS] = {};
    void add(const sums &s);
};

struct tally {
    unsigned long long counts[CPU_DEVICE_COUNTERS] = {};
    unsigned long long since_barrier = 0; /* bytes loaded from global memory */
    unsigned long long joined = 0; /* bytes, in parts of 16 that a thread has accessed whole */
    unsigned long long requests = 0, bytes = 0; /* bytes: that threads asked for */
    unsigned long long units = 0;               /* sectors; of shared memory wavefronts */
    unsigned long long least = 0;               /* the fewest units that would do */
    unsigned long long dense = 0; /* sectors if the lanes' addresses were side by side */
    unsigned width = 0;           /* bytes of an access */
    /* Why it is approximate: lanes made different trips; the trace was too long; the alignment of a
     * structure that is copied is not known. */
    bool differ = false, cut = false, guess = false;
    bool approximate() const { return differ || cut || guess; }
    uintptr_t lowest = ~(uintptr_t)0, highest = 0; /* address */
    std::map<long, unsigned long long> distances;  /* of lanes' addresses, in wasteful requests */
    void add(const tally &t);
};

struct kernel_traffic {
    unsigned long long launches = 0;
    sums counts;
    std::map<std::pair<place, std::string>, tally> places; /* and the array's name, or empty */
};
extern std::map<std::string, kernel_traffic> traffic; /* by kernel */
extern bool launched;                                 /* a kernel that was counted */
/* Does the line access members of vectors, a[i].x, in memory? Floats that stand side by side look
 * the same to the counters, but not to nvcc, which knows the alignment of a float4. */
bool reads_members(place at);
/* matmul.cu:47; empty: no line of the program's own. false: nobody could be asked. */
bool line_of(place at, std::string *line);
/* From here to uncover() the memory, sorted by address, holds other values, and so does what is
 * announced once and lies elsewhere, as shared memory; for one CPU thread. */
void cover(const std::vector<stretch> &memory);
void uncover();
const stretch *covered_at(uintptr_t address); /* by cover(); or null */
/* The running thread is about to access these bytes, which then are what they should be. */
void announce(uintptr_t first, uintptr_t end);
extern bool is_covering;
extern std::atomic<bool> stopping; /* kernels must end, for the report */
extern std::atomic<int> running;   /* CPU threads that run blocks of one */

} // namespace cpu_device::check

#endif
