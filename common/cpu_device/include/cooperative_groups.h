/* CPU device: cooperative groups: the threads of a block, tiles of a warp, the threads that are
 * together (coalesced), and the whole grid of a cooperative launch. */
#ifndef CPU_DEVICE_COOPERATIVE_GROUPS_H
#define CPU_DEVICE_COOPERATIVE_GROUPS_H

#include "cuda_runtime.h"

namespace cpu_device
{
const char *place_at(const char *file, int line); /* "file:line", always the same pointer */
bool in_cooperative_launch();
void grid_barrier(const char *place); /* of all blocks of a cooperative launch */
} // namespace cpu_device

namespace cooperative_groups
{

/* Where the caller stands: the last two parameters of each function that waits. */
#define CPU_DEVICE_CALLER                                                                          \
    const char *cpu_device_file = __builtin_FILE(), int cpu_device_line = __builtin_LINE()
#define CPU_DEVICE_CALLERS ::cpu_device::place_at(cpu_device_file, cpu_device_line)

/* ---- the block, the grid ------------------------------------------------------------------- */

struct thread_block {
    static void sync(CPU_DEVICE_CALLER) { ::cpu_device::barrier(CPU_DEVICE_CALLERS); }
    static unsigned thread_rank() { return ::cpu_device::linear_thread(); }
    static unsigned num_threads() { return blockDim.x * blockDim.y * blockDim.z; }
    static unsigned size() { return num_threads(); }
    static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    static dim3 dim_threads() { return blockDim; }
    static dim3 group_dim() { return blockDim; }
};

static inline thread_block this_thread_block() { return {}; }

struct grid_group {
    static bool is_valid() { return ::cpu_device::in_cooperative_launch(); }
    static void sync(CPU_DEVICE_CALLER) { ::cpu_device::grid_barrier(CPU_DEVICE_CALLERS); }
    static unsigned long long num_blocks()
    {
        return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
    }
    static unsigned long long block_rank()
    {
        return blockIdx.x + (unsigned long long)gridDim.x *
                                (blockIdx.y + gridDim.y * (unsigned long long)blockIdx.z);
    }
    static unsigned long long num_threads() { return num_blocks() * thread_block::size(); }
    static unsigned long long size() { return num_threads(); }
    static unsigned long long thread_rank()
    {
        return block_rank() * thread_block::size() + ::cpu_device::linear_thread();
    }
    static dim3 dim_blocks() { return gridDim; }
    static dim3 group_dim() { return gridDim; }
    static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
};

static inline grid_group this_grid() { return {}; }

/* ---- lanes of one warp: tiles and coalesced threads ---------------------------------------- */

/* Ranks count the lanes of the mask upwards. */
struct coalesced_group {
    unsigned lanes, meta_rank, meta_size;

    unsigned lane() const { return ::cpu_device::linear_thread() % 32; }
    unsigned rank_of(unsigned of) const { return __popc(lanes & ((1u << of) - 1)); }
    unsigned lane_of(unsigned rank) const
    {
        unsigned left = lanes;
        if (((lanes >> __builtin_ctz(lanes)) & ((lanes >> __builtin_ctz(lanes)) + 1)) == 0)
            return __builtin_ctz(lanes) + rank; /* side by side */
        while (rank-- > 0)
            left &= left - 1;
        return __builtin_ctz(left);
    }
    unsigned ranks(unsigned of) const /* the mask of ranks for a mask of lanes */
    {
        unsigned result = 0, rank = 0;
        for (unsigned left = lanes; left; left &= left - 1, rank++)
            result |= (of >> __builtin_ctz(left) & 1) << rank;
        return result;
    }
    /* A lane may offer what it has not set, where nobody takes it: g++ need not warn. */
#ifndef __clang__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
    template <class T>
    CPU_DEVICE_ALWAYS_INLINE T from(unsigned source, const T &value, const char *place) const
    {
        T result = value;
        for (size_t i = 0; i < sizeof(T); i += 8) {
            unsigned long long part = 0;
            size_t n = sizeof(T) - i < 8 ? sizeof(T) - i : 8;
            __builtin_memcpy(&part, (const char *)&value + i, n);
            part = ::cpu_device::shuffled<::cpu_device::by_index>(lanes, part, source, 32, place);
            __builtin_memcpy((char *)&result + i, &part, n);
        }
        return result;
    }
#ifndef __clang__
#pragma GCC diagnostic pop
#endif
    unsigned votes(unsigned long long value, ::cpu_device::warp_function f, const char *place) const
    {
        return (unsigned)::cpu_device::warp_operation(
            lanes, value, f == ::cpu_device::match_lane ? 0 : ::cpu_device::same_for_all, f, place);
    }

    unsigned num_threads() const { return __popc(lanes); }
    unsigned size() const { return num_threads(); }
    unsigned thread_rank() const { return rank_of(lane()); }
    unsigned meta_group_rank() const { return meta_rank; }
    unsigned meta_group_size() const { return meta_size; }
    void sync(CPU_DEVICE_CALLER) const { votes(0, ::cpu_device::nothing_lane, CPU_DEVICE_CALLERS); }
    template <class T>
    CPU_DEVICE_ALWAYS_INLINE T shfl(const T &value, int rank, CPU_DEVICE_CALLER) const
    {
        return from(lane_of((unsigned)rank % size()), value, CPU_DEVICE_CALLERS);
    }
    template <class T>
    CPU_DEVICE_ALWAYS_INLINE T shfl_down(const T &value, unsigned by, CPU_DEVICE_CALLER) const
    {
        unsigned rank = thread_rank() + by;
        return from(rank < size() ? lane_of(rank) : lane(), value, CPU_DEVICE_CALLERS);
    }
    template <class T>
    CPU_DEVICE_ALWAYS_INLINE T shfl_up(const T &value, unsigned by, CPU_DEVICE_CALLER) const
    {
        unsigned rank = thread_rank();
        return from(rank >= by ? lane_of(rank - by) : lane(), value, CPU_DEVICE_CALLERS);
    }
    template <class T>
    CPU_DEVICE_ALWAYS_INLINE T shfl_xor(const T &value, unsigned by, CPU_DEVICE_CALLER) const
    {
        unsigned rank = thread_rank() ^ by;
        return from(rank < size() ? lane_of(rank) : lane(), value, CPU_DEVICE_CALLERS);
    }
    unsigned ballot(int yes, CPU_DEVICE_CALLER) const
    {
        return ranks(votes(yes != 0, ::cpu_device::ballot_lane, CPU_DEVICE_CALLERS));
    }
    int any(int yes, CPU_DEVICE_CALLER) const
    {
        return votes(yes != 0, ::cpu_device::ballot_lane, CPU_DEVICE_CALLERS) != 0;
    }
    int all(int yes, CPU_DEVICE_CALLER) const
    {
        return votes(yes == 0, ::cpu_device::ballot_lane, CPU_DEVICE_CALLERS) == 0;
    }
    template <class T> unsigned match_any(T value, CPU_DEVICE_CALLER) const
    {
        return ranks(
            votes(::cpu_device::to_bits(value), ::cpu_device::match_lane, CPU_DEVICE_CALLERS));
    }
    template <class T> unsigned match_all(T value, int &same, CPU_DEVICE_CALLER) const
    {
        unsigned equal = match_any(value, cpu_device_file, cpu_device_line);
        same = equal == ranks(lanes);
        return same ? equal : 0;
    }
};

static inline coalesced_group cpu_device_coalesced(const char *place)
{
    return { ::cpu_device::active_lanes(place), 0, 1 };
}
static inline coalesced_group coalesced_threads(CPU_DEVICE_CALLER)
{
    return cpu_device_coalesced(CPU_DEVICE_CALLERS);
}

template <unsigned Size, class Parent = void> struct thread_block_tile : coalesced_group {
    static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0,
                  "a tile of other than 1, 2, 4, 8, 16 or 32 threads is not available on the CPU "
                  "device");
    explicit thread_block_tile(const coalesced_group &g) : coalesced_group(g) {}
    template <class Other>
    thread_block_tile(const thread_block_tile<Size, Other> &t) : coalesced_group(t)
    {
    }
    static constexpr unsigned num_threads() { return Size; }
    static constexpr unsigned size() { return Size; }
};

/* Any of the above. */
struct thread_group {
    bool block;
    coalesced_group some;
    thread_group(const thread_block &) : block(true), some{} {}
    thread_group(const coalesced_group &g) : block(false), some(g) {}

    void sync(CPU_DEVICE_CALLER) const
    {
        if (block)
            thread_block::sync(cpu_device_file, cpu_device_line);
        else
            some.sync(cpu_device_file, cpu_device_line);
    }
    unsigned num_threads() const { return block ? thread_block::size() : some.size(); }
    unsigned size() const { return num_threads(); }
    unsigned thread_rank() const
    {
        return block ? ::cpu_device::linear_thread() : some.thread_rank();
    }
};

/* ---- partitions ---------------------------------------------------------------------------- */

/* Tiles of a block: lanes side by side. */
static inline coalesced_group cpu_device_tile(unsigned size, const thread_block &)
{
    unsigned linear = ::cpu_device::linear_thread(), first = linear % 32 / size * size;
    return { (size >= 32 ? ~0u : (1u << size) - 1) << first, linear / size,
             (thread_block::size() + size - 1) / size };
}
/* Tiles of fewer lanes: those of neighbouring ranks. */
static inline coalesced_group cpu_device_tile(unsigned size, const coalesced_group &g)
{
    unsigned mine = g.thread_rank() / size, tile = 0, rank = 0;
    for (unsigned left = g.lanes; left; left &= left - 1, rank++)
        if (rank / size == mine)
            tile |= left & -left;
    return { tile, mine, (g.size() + size - 1) / size };
}
static inline coalesced_group cpu_device_tile(unsigned size, const thread_group &g)
{
    return g.block ? cpu_device_tile(size, thread_block()) : cpu_device_tile(size, g.some);
}

template <unsigned Size, class Group> thread_block_tile<Size, Group> tiled_partition(const Group &g)
{
    return thread_block_tile<Size, Group>(cpu_device_tile(Size, g));
}
template <class Group> thread_group tiled_partition(const Group &g, unsigned size)
{
    return cpu_device_tile(size, g);
}
static inline coalesced_group tiled_partition(const coalesced_group &g, unsigned size)
{
    return cpu_device_tile(size, g);
}

template <class Label>
coalesced_group labeled_partition(const coalesced_group &g, Label label, CPU_DEVICE_CALLER)
{
    const char *place = CPU_DEVICE_CALLERS;
    unsigned mine = g.votes(::cpu_device::to_bits(label), ::cpu_device::match_lane, place);
    unsigned leaders =
        g.votes(g.lane() == (unsigned)__builtin_ctz(mine), ::cpu_device::ballot_lane, place);
    return { mine, (unsigned)__popc(leaders & ((1u << __builtin_ctz(mine)) - 1)),
             (unsigned)__popc(leaders) };
}
static inline coalesced_group binary_partition(const coalesced_group &g, bool yes,
                                               CPU_DEVICE_CALLER)
{
    return labeled_partition(g, yes, cpu_device_file, cpu_device_line);
}

/* ---- the same as functions ----------------------------------------------------------------- */

template <class Group> void sync(const Group &g, CPU_DEVICE_CALLER)
{
    g.sync(cpu_device_file, cpu_device_line);
}
template <class Group> auto thread_rank(const Group &g) { return g.thread_rank(); }
template <class Group> auto group_size(const Group &g) { return g.size(); }

} // namespace cooperative_groups

#endif
