/* CPU device: cooperative groups: reduce(), on tiles and coalesced threads. */
#ifndef CPU_DEVICE_COOPERATIVE_GROUPS_REDUCE_H
#define CPU_DEVICE_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

namespace cooperative_groups
{

#define CPU_DEVICE_OPERATION(name, expression)                                                     \
    template <class T = void> struct name {                                                        \
        T operator()(const T &a, const T &b) const { return expression; }                          \
    };                                                                                             \
    template <> struct name<void> {                                                                \
        template <class T> T operator()(const T &a, const T &b) const { return expression; }       \
    };
CPU_DEVICE_OPERATION(plus, a + b)
CPU_DEVICE_OPERATION(less, b < a ? b : a)
CPU_DEVICE_OPERATION(greater, a < b ? b : a)
CPU_DEVICE_OPERATION(bit_and, a &b)
CPU_DEVICE_OPERATION(bit_or, a | b)
CPU_DEVICE_OPERATION(bit_xor, a ^ b)
#undef CPU_DEVICE_OPERATION

/* A tree over the ranks; then rank 0 passes the result to all. */
template <class Group, class T, class Op>
T reduce(const Group &group, const T &value, Op op, CPU_DEVICE_CALLER)
{
    const coalesced_group &g = group;
    const char *place = CPU_DEVICE_CALLERS;
    unsigned rank = g.thread_rank(), size = g.size();
    T result = value;
    for (unsigned by = 1; by < size; by *= 2) {
        bool takes = rank % (2 * by) == 0 && rank + by < size;
        T other = g.from(takes ? g.lane_of(rank + by) : g.lane(), result, place);
        if (takes)
            result = op(result, other);
    }
    return g.from(g.lane_of(0), result, place);
}

} // namespace cooperative_groups

#endif
