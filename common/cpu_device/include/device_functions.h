/* CPU device: the functions that CUDA offers inside kernels: barriers, warp operations, atomics,
 * intrinsics and the mathematics that C does not have. */
#ifndef CPU_DEVICE_DEVICE_FUNCTIONS_H
#define CPU_DEVICE_DEVICE_FUNCTIONS_H

#include <limits>
#include <math.h>
#include <string.h>
#include <time.h>
#include <type_traits>
#include "arithmetic.h"
#include "execution.h"

#define CPU_DEVICE_STRING_(x) #x
#define CPU_DEVICE_STRING(x)  CPU_DEVICE_STRING_(x)
#define CPU_DEVICE_PLACE      __FILE__ ":" CPU_DEVICE_STRING(__LINE__)

/* Declares a function that CUDA has and older C libraries do not. A newer one may declare it as
 * well (glibc 2.41: sinpi, rsqrt, ...), and two functions with the same name and parameters are an
 * error. A template beside a function is an overload: then the library's own is called. */
#define CPU_DEVICE_FUNCTION template <class = void> static inline

/* ---- barriers and fences -------------------------------------------------------------------- */

#define __syncthreads()          ::cpu_device::barrier(CPU_DEVICE_PLACE)
#define __syncthreads_count(yes) ((int)::cpu_device::vote(CPU_DEVICE_PLACE, true, (yes) != 0))
#define __syncthreads_or(yes)    ((int)(::cpu_device::vote(CPU_DEVICE_PLACE, false, (yes) != 0) != 0))
#define __syncthreads_and(yes)   ((int)(::cpu_device::vote(CPU_DEVICE_PLACE, false, (yes) == 0) == 0))

CPU_DEVICE_FUNCTION void __threadfence()
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    CPU_DEVICE_HOOK(on_fence(true));
    ::cpu_device::spin();
}
CPU_DEVICE_FUNCTION void __threadfence_block()
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    CPU_DEVICE_HOOK(on_fence(false));
    ::cpu_device::spin();
}
CPU_DEVICE_FUNCTION void __threadfence_system()
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    CPU_DEVICE_HOOK(on_fence(true, true));
    ::cpu_device::spin();
}

/* ---- warp operations ------------------------------------------------------------------------ */

/* The last lane of the mask to arrive computes the results of all (see warp_operation). */

namespace cpu_device
{
/* A lane may pass a variable that only another lane has set. So it is taken by reference, and asm
 * keeps the compiler from using the fact that it is not set. */
template <class T>
static inline __attribute__((always_inline)) unsigned long long to_bits(const T &value)
{
    static_assert(sizeof(T) <= 8 && std::is_trivially_copyable_v<T>,
                  "a shuffle of this type is not available on the CPU device");
    unsigned long long bits = 0;
#ifndef __clang__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
    __builtin_memcpy(&bits, &value, sizeof value);
#ifndef __clang__
#pragma GCC diagnostic pop
#endif
    asm("" : "+r"(bits));
    return bits;
}

template <class T> static inline T from_bits(unsigned long long bits)
{
    T value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

/* The value of lane `source`; the lane's own if the source is not one of the lanes or in another
 * segment. */
static inline unsigned long long lane_value(const unsigned long long *in, unsigned lane,
                                            unsigned lanes, int source, int first, int end,
                                            bool all_used)
{
    bool there = source >= first && source < end && (lanes >> source & 1);
    if (!there && source >= first && source < end)
#ifdef CPU_DEVICE_CHECK
        check::on_absent_lane(lane, (unsigned)source, all_used);
#else
        absent_lane(lane, (unsigned)source, all_used);
#endif
    return in[there ? (unsigned)source : lane];
}

enum shuffle { by_index, up, down, by_xor };

/* argument: the lane or distance in the low half, the width of a segment in the high half. */
template <shuffle how>
static unsigned long long shuffle_lane(const unsigned long long *in, unsigned lane, unsigned lanes,
                                       unsigned argument)
{
    int width = (int)(argument >> 16), by = (int)(argument & 0xffff), me = (int)lane;
    int first = me & ~(width - 1), end = first + width;
    int source = how == by_index ? first + (by & (width - 1))
                 : how == up     ? me - by
                 : how == down   ? me + by
                                 : me ^ by;
    return lane_value(in, lane, lanes, source, how == by_xor ? 0 : first, end,
                      how == by_index || how == by_xor);
}

template <shuffle how, class T>
static inline T shuffled(unsigned lanes, const T &value, unsigned by, int width, const char *place)
{
    return from_bits<T>(warp_operation(lanes, to_bits(value), (unsigned)width << 16 | (by & 0xffff),
                                       shuffle_lane<how>, place));
}

static inline unsigned long long ballot_lane(const unsigned long long *in, unsigned, unsigned lanes,
                                             unsigned)
{
    unsigned result = 0;
    for (unsigned i = 0; i < 32; i++)
        if ((lanes >> i & 1) && in[i])
            result |= 1u << i;
    return result;
}

static inline unsigned long long all_lane(const unsigned long long *in, unsigned lane,
                                          unsigned lanes, unsigned argument)
{
    return ballot_lane(in, lane, lanes, argument) == lanes;
}

static inline unsigned long long match_lane(const unsigned long long *in, unsigned lane,
                                            unsigned lanes, unsigned)
{
    unsigned result = 0;
    for (unsigned i = 0; i < 32; i++)
        if ((lanes >> i & 1) && in[i] == in[lane])
            result |= 1u << i;
    return result;
}

static inline unsigned long long nothing_lane(const unsigned long long *, unsigned, unsigned,
                                              unsigned)
{
    return 0;
}

struct add {
    template <class T> T operator()(T a, T b) const { return a + b; }
};
struct minimum {
    template <class T> T operator()(T a, T b) const { return b < a ? b : a; }
};
struct maximum {
    template <class T> T operator()(T a, T b) const { return a < b ? b : a; }
};
struct bit_and {
    template <class T> T operator()(T a, T b) const { return a & b; }
};
struct bit_or {
    template <class T> T operator()(T a, T b) const { return a | b; }
};
struct bit_xor {
    template <class T> T operator()(T a, T b) const { return a ^ b; }
};

template <class Op, class T>
static unsigned long long reduce_lane(const unsigned long long *in, unsigned lane, unsigned lanes,
                                      unsigned)
{
    T result = from_bits<T>(in[lane]);
    for (unsigned i = 0; i < 32; i++)
        if ((lanes >> i & 1) && i != lane)
            result = Op()(result, from_bits<T>(in[i]));
    return to_bits(result);
}

/* Which numbers lanes exchange; half_arithmetic.h adds its own. */
template <class T>
constexpr bool is_exchanged = (std::is_arithmetic_v<T> && sizeof(T) <= 8) ||
                              (std::is_enum_v<T> && std::is_convertible_v<T, int>);

/* What a lane gets: of an enumerator its number, as CUDA's functions take no enum. */
template <class T>
using exchanged = std::conditional_t<std::is_enum_v<T>, int, std::remove_volatile_t<T>>;

template <class T> static inline void check_exchanged()
{
    static_assert(is_exchanged<T>,
                  "lanes of a warp exchange one number, an int or a float, say, no struct and no "
                  "pointer: exchange each member by itself");
}
} // namespace cpu_device

#define CPU_DEVICE_SHUFFLE(name, how, by_type)                                                     \
    template <class T, class R = ::cpu_device::exchanged<T>>                                       \
    static inline R cpu_device_##name(const char *place, unsigned lanes, const T &value,           \
                                      by_type by, int width = 32)                                  \
    {                                                                                              \
        ::cpu_device::check_exchanged<T>();                                                        \
        return ::cpu_device::shuffled<::cpu_device::how>(lanes, (R)value, (unsigned)by, width,     \
                                                         place);                                   \
    }
CPU_DEVICE_SHUFFLE(shfl_sync, by_index, int)
CPU_DEVICE_SHUFFLE(shfl_up_sync, up, unsigned)
CPU_DEVICE_SHUFFLE(shfl_down_sync, down, unsigned)
CPU_DEVICE_SHUFFLE(shfl_xor_sync, by_xor, int)
#undef CPU_DEVICE_SHUFFLE
#define __shfl_sync(...)      cpu_device_shfl_sync(CPU_DEVICE_PLACE, __VA_ARGS__)
#define __shfl_up_sync(...)   cpu_device_shfl_up_sync(CPU_DEVICE_PLACE, __VA_ARGS__)
#define __shfl_down_sync(...) cpu_device_shfl_down_sync(CPU_DEVICE_PLACE, __VA_ARGS__)
#define __shfl_xor_sync(...)  cpu_device_shfl_xor_sync(CPU_DEVICE_PLACE, __VA_ARGS__)

#define CPU_DEVICE_WARP(lanes, value, function)                                                    \
    ::cpu_device::warp_operation(lanes, value, ::cpu_device::same_for_all, ::cpu_device::function, \
                                 CPU_DEVICE_PLACE)
#define __ballot_sync(lanes, yes)      ((unsigned)CPU_DEVICE_WARP(lanes, (yes) != 0, ballot_lane))
#define __any_sync(lanes, yes)         ((int)(CPU_DEVICE_WARP(lanes, (yes) != 0, ballot_lane) != 0))
#define __all_sync(lanes, yes)         ((int)CPU_DEVICE_WARP(lanes, (yes) != 0, all_lane))
#define __match_any_sync(lanes, value) cpu_device_match_any_sync(CPU_DEVICE_PLACE, lanes, value)
#define __match_all_sync(lanes, value, all)                                                        \
    cpu_device_match_all_sync(CPU_DEVICE_PLACE, lanes, value, all)
#define __syncwarp(...) cpu_device_syncwarp(CPU_DEVICE_PLACE)(__VA_ARGS__)
#define __activemask()  ::cpu_device::active_lanes(CPU_DEVICE_PLACE)

template <class T>
static inline unsigned cpu_device_match_any_sync(const char *place, unsigned lanes, const T &value)
{
    cpu_device::check_exchanged<T>();
    return (unsigned)cpu_device::warp_operation(lanes, cpu_device::to_bits(value), 0,
                                                cpu_device::match_lane, place);
}

template <class T>
static inline unsigned cpu_device_match_all_sync(const char *place, unsigned lanes, const T &value,
                                                 int *all)
{
    cpu_device::check_exchanged<T>();
    unsigned same = (unsigned)cpu_device::warp_operation(lanes, cpu_device::to_bits(value), 0,
                                                         cpu_device::match_lane, place);
    *all = same == lanes;
    return *all ? lanes : 0;
}

namespace cpu_device
{
/* Steps of a warp without __syncwarp(): s[t] += s[t + 16] becomes s[t] += in_step(.., s[t + 16]),
 * step_ends(..). The lanes that are there meet at either. */
template <class T> static inline T in_step(const char *place, T value)
{
    active_lanes(place);
    return value;
}
static inline void step_ends(const char *place) { active_lanes(place); }
} // namespace cpu_device

/* In -std=c++17 a macro cannot leave out the comma before a mask that is not there. */
struct cpu_device_meeting {
    const char *place;
    void operator()(unsigned lanes = 0xffffffffu) const
    {
        cpu_device::warp_operation(lanes, 0, cpu_device::same_for_all, cpu_device::nothing_lane,
                                   place);
    }
};
static inline cpu_device_meeting cpu_device_syncwarp(const char *place) { return { place }; }

#define CPU_DEVICE_REDUCE(name, op)                                                                \
    template <class T>                                                                             \
    static inline T cpu_device_##name(const char *place, unsigned lanes, const T &value)           \
    {                                                                                              \
        static_assert(std::is_same_v<T, int> || std::is_same_v<T, unsigned>,                       \
                      "__" #name " takes int or unsigned");                                        \
        return ::cpu_device::from_bits<T>(::cpu_device::warp_operation(                            \
            lanes, ::cpu_device::to_bits(value), ::cpu_device::same_for_all,                       \
            ::cpu_device::reduce_lane<::cpu_device::op, T>, place));                               \
    }
CPU_DEVICE_REDUCE(reduce_add_sync, add)
CPU_DEVICE_REDUCE(reduce_min_sync, minimum)
CPU_DEVICE_REDUCE(reduce_max_sync, maximum)
CPU_DEVICE_REDUCE(reduce_and_sync, bit_and)
CPU_DEVICE_REDUCE(reduce_or_sync, bit_or)
CPU_DEVICE_REDUCE(reduce_xor_sync, bit_xor)
#undef CPU_DEVICE_REDUCE
#define __reduce_add_sync(lanes, v) cpu_device_reduce_add_sync(CPU_DEVICE_PLACE, lanes, v)
#define __reduce_min_sync(lanes, v) cpu_device_reduce_min_sync(CPU_DEVICE_PLACE, lanes, v)
#define __reduce_max_sync(lanes, v) cpu_device_reduce_max_sync(CPU_DEVICE_PLACE, lanes, v)
#define __reduce_and_sync(lanes, v) cpu_device_reduce_and_sync(CPU_DEVICE_PLACE, lanes, v)
#define __reduce_or_sync(lanes, v)  cpu_device_reduce_or_sync(CPU_DEVICE_PLACE, lanes, v)
#define __reduce_xor_sync(lanes, v) cpu_device_reduce_xor_sync(CPU_DEVICE_PLACE, lanes, v)

/* ---- atomics -------------------------------------------------------------------------------- */

/* On the types for which CUDA has them; each returns the old value. Blocks run on several CPU
 * threads at once, so these are real atomics; relaxed order, as on a GPU. */

namespace cpu_device
{
template <class T> struct same { /* keeps the second argument out of deduction: 1 converts to T */
    typedef T type;
};

template <class T, class... List> constexpr bool one_of = (std::is_same_v<T, List> || ...);
template <class T> constexpr bool is_int32 = one_of<T, int, unsigned>;
template <class T> constexpr bool is_int64 = one_of<T, long long, unsigned long long>;
template <class T> constexpr bool is_uint64 = one_of<T, unsigned long long>;
template <class T> constexpr bool is_real = one_of<T, float, double>;

template <class T> struct bits_of {
    typedef std::conditional_t<sizeof(T) == 2, unsigned short,
                               std::conditional_t<sizeof(T) == 4, unsigned, unsigned long long>>
        type __attribute__((may_alias));
};

/* *p = f(*p), atomically. */
template <class T, class F> static inline T atomic_update(T *p, F f)
{
    typedef typename bits_of<T>::type bits;
    bits *q = (bits *)p, old = __atomic_load_n(q, __ATOMIC_RELAXED), wanted;
    do {
        wanted = (bits)to_bits(f(from_bits<T>(old)));
    } while (
        !__atomic_compare_exchange_n(q, &old, wanted, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return from_bits<T>(old);
}
} // namespace cpu_device

#define CPU_DEVICE_ATOMIC(name, types, ...)                                                        \
    template <class T> static inline T name(T *p, typename ::cpu_device::same<T>::type value)      \
    {                                                                                              \
        static_assert(types, #name " on this type is not available (nor is it in CUDA)");          \
        __VA_ARGS__                                                                                \
    }                                                                                              \
    template <class T>                                                                             \
    static inline T name##_block(T *p, typename ::cpu_device::same<T>::type value)                 \
    {                                                                                              \
        CPU_DEVICE_HOOK(block_scope hold);                                                         \
        return name(p, value);                                                                     \
    }                                                                                              \
    template <class T>                                                                             \
    static inline T name##_system(T *p, typename ::cpu_device::same<T>::type value)                \
    {                                                                                              \
        CPU_DEVICE_HOOK(system_scope hold);                                                        \
        return name(p, value);                                                                     \
    }

CPU_DEVICE_ATOMIC(atomicAdd,
                  (::cpu_device::is_int32<T> || ::cpu_device::is_uint64<T> ||
                   ::cpu_device::is_real<T>),
                  if (value == 0)::cpu_device::spin();
                  if constexpr (::cpu_device::is_real<T>) return ::cpu_device::atomic_update(
                      p, [=](T old) { return old + value; });
                  else return __atomic_fetch_add(p, value, __ATOMIC_RELAXED);)
CPU_DEVICE_ATOMIC(atomicSub, (::cpu_device::is_int32<T>), if (value == 0)::cpu_device::spin();
                  return __atomic_fetch_sub(p, value, __ATOMIC_RELAXED);)
CPU_DEVICE_ATOMIC(atomicMin, (::cpu_device::is_int32<T> || ::cpu_device::is_int64<T>),
                  CPU_DEVICE_HOOK(relaxation hold);
                  return ::cpu_device::atomic_update(p, [=](T old) {
                      return value < old ? value : old;
                  });)
CPU_DEVICE_ATOMIC(atomicMax, (::cpu_device::is_int32<T> || ::cpu_device::is_int64<T>),
                  CPU_DEVICE_HOOK(relaxation hold);
                  return ::cpu_device::atomic_update(p, [=](T old) {
                      return old < value ? value : old;
                  });)
CPU_DEVICE_ATOMIC(atomicAnd, (::cpu_device::is_int32<T> || ::cpu_device::is_int64<T>),
                  CPU_DEVICE_HOOK(relaxation hold);
                  if (value == (T)-1)::cpu_device::spin();
                  return __atomic_fetch_and(p, value, __ATOMIC_RELAXED);)
CPU_DEVICE_ATOMIC(atomicOr, (::cpu_device::is_int32<T> || ::cpu_device::is_int64<T>),
                  CPU_DEVICE_HOOK(relaxation hold);
                  if (value == 0)::cpu_device::spin();
                  return __atomic_fetch_or(p, value, __ATOMIC_RELAXED);)
CPU_DEVICE_ATOMIC(atomicXor, (::cpu_device::is_int32<T> || ::cpu_device::is_int64<T>),
                  if (value == 0)::cpu_device::spin();
                  return __atomic_fetch_xor(p, value, __ATOMIC_RELAXED);)
CPU_DEVICE_ATOMIC(atomicInc, (::cpu_device::one_of<T, unsigned>),
                  return ::cpu_device::atomic_update(p, [=](T old) {
                      return old >= value ? 0 : old + 1;
                  });)
CPU_DEVICE_ATOMIC(atomicDec, (::cpu_device::one_of<T, unsigned>),
                  return ::cpu_device::atomic_update(p, [=](T old) {
                      return old == 0 || old > value ? value : old - 1;
                  });)
/* A thread that spins must let the thread that it waits for go on. An atomic that does not change
 * the value (adds 0, exchanges it for the same, fails to compare) counts as spinning. */
CPU_DEVICE_ATOMIC(atomicExch,
                  (::cpu_device::is_int32<T> || ::cpu_device::is_uint64<T> ||
                   ::cpu_device::one_of<T, float>),
                  {
                      T old = ::cpu_device::atomic_update(p, [=](T) { return value; });
                      CPU_DEVICE_HOOK(on_lock_given(p, ::cpu_device::to_bits((T)value)));
                      if (::cpu_device::to_bits((T)value) && !::cpu_device::to_bits(old))
                          CPU_DEVICE_HOOK(on_lock_taken(p, 0));
                      if (::cpu_device::to_bits(old) == ::cpu_device::to_bits((T)value))
                          ::cpu_device::yield();
                      return old;
                  })
#undef CPU_DEVICE_ATOMIC

#ifdef CPU_DEVICE_CHECK
/* The rewriter calls this for an atomicExch that is a statement of its own. */
#define CPU_DEVICE_UNREAD(name)                                                                    \
    template <class T>                                                                             \
    static inline void cpu_device_unread_##name(T *p, typename ::cpu_device::same<T>::type value)  \
    {                                                                                              \
        CPU_DEVICE_HOOK(unread hold);                                                              \
        name(p, value);                                                                            \
    }
CPU_DEVICE_UNREAD(atomicExch)
CPU_DEVICE_UNREAD(atomicExch_block)
CPU_DEVICE_UNREAD(atomicExch_system)
#undef CPU_DEVICE_UNREAD
#endif

template <class T>
static inline T atomicCAS(T *p, typename ::cpu_device::same<T>::type expected,
                          typename ::cpu_device::same<T>::type value)
{
    static_assert((::cpu_device::is_int32<T> || ::cpu_device::is_uint64<T> ||
                   ::cpu_device::one_of<T, unsigned short>),
                  "atomicCAS on this type is not available (nor is it in CUDA)");
    CPU_DEVICE_HOOK(relaxation hold);
    CPU_DEVICE_HOOK(compares own);
    T old = expected;
    if (!__atomic_compare_exchange_n(p, &old, (T)value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        ::cpu_device::yield();
    else if (expected == value)
        ::cpu_device::spin();
    else {
        CPU_DEVICE_HOOK(on_lock_given(p, ::cpu_device::to_bits((T)value)));
        CPU_DEVICE_HOOK(on_lock_taken(p, ::cpu_device::to_bits(old)));
    }
    return old;
}

template <class T>
static inline T atomicCAS_block(T *p, typename ::cpu_device::same<T>::type expected,
                                typename ::cpu_device::same<T>::type value)
{
    CPU_DEVICE_HOOK(block_scope hold);
    return atomicCAS(p, expected, value);
}

template <class T>
static inline T atomicCAS_system(T *p, typename ::cpu_device::same<T>::type expected,
                                 typename ::cpu_device::same<T>::type value)
{
    CPU_DEVICE_HOOK(system_scope hold);
    return atomicCAS(p, expected, value);
}

/* ---- bits and integers ---------------------------------------------------------------------- */

CPU_DEVICE_FUNCTION int __popc(unsigned x) { return __builtin_popcount(x); }
CPU_DEVICE_FUNCTION int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
CPU_DEVICE_FUNCTION int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
CPU_DEVICE_FUNCTION int __clzll(long long x)
{
    return x ? __builtin_clzll((unsigned long long)x) : 64;
}
CPU_DEVICE_FUNCTION int __ffs(int x) { return __builtin_ffs(x); }
CPU_DEVICE_FUNCTION int __ffsll(long long x) { return __builtin_ffsll(x); }
/* The place of the n-th set bit from bit `base` on upwards, or with n < 0 downwards. */
CPU_DEVICE_FUNCTION unsigned __fns(unsigned mask, unsigned base, int n)
{
    int step = n < 0 ? -1 : 1, left = n == 0 ? 1 : n * step;
    for (unsigned i = base; i < 32 && (n != 0 || i == base); i += (unsigned)step)
        if (mask >> i & 1 && --left == 0)
            return i;
    return ~0u;
}
CPU_DEVICE_FUNCTION unsigned long long __brevll(unsigned long long x)
{
    unsigned long long result = 0;
    for (int i = 0; i < 64; i++)
        result |= (x >> i & 1) << (63 - i);
    return result;
}
CPU_DEVICE_FUNCTION unsigned __brev(unsigned x) { return (unsigned)(__brevll(x) >> 32); }
CPU_DEVICE_FUNCTION unsigned __byte_perm(unsigned x, unsigned y, unsigned selector)
{
    unsigned long long bytes = (unsigned long long)y << 32 | x;
    unsigned result = 0;
    for (int i = 0; i < 4; i++)
        result |= (unsigned)(bytes >> 8 * (selector >> 4 * i & 7) & 0xff) << 8 * i;
    return result;
}
CPU_DEVICE_FUNCTION unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift)
{
    return (unsigned)(((unsigned long long)high << 32 | low) << (shift & 31) >> 32);
}
CPU_DEVICE_FUNCTION unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift)
{
    return (unsigned)(((unsigned long long)high << 32 | low) >> (shift & 31));
}
CPU_DEVICE_FUNCTION unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift)
{
    return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
CPU_DEVICE_FUNCTION unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift)
{
    return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}
CPU_DEVICE_FUNCTION int __mulhi(int x, int y) { return (int)((long long)x * y >> 32); }
CPU_DEVICE_FUNCTION unsigned __umulhi(unsigned x, unsigned y)
{
    return (unsigned)((unsigned long long)x * y >> 32);
}
CPU_DEVICE_FUNCTION long long __mul64hi(long long x, long long y)
{
    return (long long)((__int128)x * y >> 64);
}
CPU_DEVICE_FUNCTION unsigned long long __umul64hi(unsigned long long x, unsigned long long y)
{
    return (unsigned long long)((unsigned __int128)x * y >> 64);
}
CPU_DEVICE_FUNCTION int __mul24(int x, int y)
{
    return (int)((unsigned)((int)((unsigned)x << 8) >> 8) *
                 (unsigned)((int)((unsigned)y << 8) >> 8));
}
CPU_DEVICE_FUNCTION unsigned __umul24(unsigned x, unsigned y)
{
    return (x & 0xffffff) * (y & 0xffffff);
}
CPU_DEVICE_FUNCTION unsigned __sad(int x, int y, unsigned z)
{
    return z + (unsigned)(x > y ? (long long)x - y : (long long)y - x);
}
CPU_DEVICE_FUNCTION unsigned __usad(unsigned x, unsigned y, unsigned z)
{
    return z + (x > y ? x - y : y - x);
}
CPU_DEVICE_FUNCTION int __hadd(int x, int y) { return (int)(((long long)x + y) >> 1); }
CPU_DEVICE_FUNCTION int __rhadd(int x, int y) { return (int)(((long long)x + y + 1) >> 1); }
CPU_DEVICE_FUNCTION unsigned __uhadd(unsigned x, unsigned y)
{
    return (unsigned)(((unsigned long long)x + y) >> 1);
}
CPU_DEVICE_FUNCTION unsigned __urhadd(unsigned x, unsigned y)
{
    return (unsigned)(((unsigned long long)x + y + 1) >> 1);
}

/* Products of the 8-bit (dp4a), or 16-bit and 8-bit (dp2a), parts of a and b, added to c. */
#define CPU_DEVICE_DOT(type, byte, half, bytes, halves)                                            \
    CPU_DEVICE_FUNCTION type __dp4a(type a, type b, type c)                                        \
    {                                                                                              \
        unsigned sum = (unsigned)c;                                                                \
        for (int i = 0; i < 32; i += 8)                                                            \
            sum += (unsigned)((byte)(a >> i) * (byte)(b >> i));                                    \
        return (type)sum;                                                                          \
    }                                                                                              \
    CPU_DEVICE_FUNCTION type __dp2a_lo(type a, type b, type c)                                     \
    {                                                                                              \
        return (type)((unsigned)c + (unsigned)((half)a * (byte)b) +                                \
                      (unsigned)((half)(a >> 16) * (byte)(b >> 8)));                               \
    }                                                                                              \
    CPU_DEVICE_FUNCTION type __dp2a_hi(type a, type b, type c)                                     \
    {                                                                                              \
        return __dp2a_lo(a, b >> 16, c);                                                           \
    }                                                                                              \
    CPU_DEVICE_FUNCTION type __dp4a(bytes a, bytes b, type c)                                      \
    {                                                                                              \
        return (type)((unsigned)c + (unsigned)(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w));    \
    }                                                                                              \
    CPU_DEVICE_FUNCTION type __dp2a_lo(halves a, bytes b, type c)                                  \
    {                                                                                              \
        return (type)((unsigned)c + (unsigned)(a.x * b.x) + (unsigned)(a.y * b.y));                \
    }                                                                                              \
    CPU_DEVICE_FUNCTION type __dp2a_hi(halves a, bytes b, type c)                                  \
    {                                                                                              \
        return (type)((unsigned)c + (unsigned)(a.x * b.z) + (unsigned)(a.y * b.w));                \
    }
CPU_DEVICE_DOT(int, signed char, short, char4, short2)
CPU_DEVICE_DOT(unsigned, unsigned char, unsigned short, uchar4, ushort2)
#undef CPU_DEVICE_DOT

/* min and max, for each pair of types for which CUDA has them. */
#define CPU_DEVICE_MIN_MAX(result, a_type, b_type)                                                 \
    static inline constexpr result min(a_type a, b_type b)                                         \
    {                                                                                              \
        return (result)b < (result)a ? (result)b : (result)a;                                      \
    }                                                                                              \
    static inline constexpr result max(a_type a, b_type b)                                         \
    {                                                                                              \
        return (result)a < (result)b ? (result)b : (result)a;                                      \
    }
CPU_DEVICE_MIN_MAX(int, int, int)
CPU_DEVICE_MIN_MAX(unsigned, unsigned, unsigned)
CPU_DEVICE_MIN_MAX(unsigned, int, unsigned)
CPU_DEVICE_MIN_MAX(unsigned, unsigned, int)
CPU_DEVICE_MIN_MAX(long, long, long)
CPU_DEVICE_MIN_MAX(unsigned long, unsigned long, unsigned long)
CPU_DEVICE_MIN_MAX(unsigned long, long, unsigned long)
CPU_DEVICE_MIN_MAX(unsigned long, unsigned long, long)
CPU_DEVICE_MIN_MAX(long long, long long, long long)
CPU_DEVICE_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
CPU_DEVICE_MIN_MAX(unsigned long long, long long, unsigned long long)
CPU_DEVICE_MIN_MAX(unsigned long long, unsigned long long, long long)
#undef CPU_DEVICE_MIN_MAX

/* A word as two halves or four bytes: __vadd2 and __vadd4. `value` is of x and y, a half or byte of
 * a and b each; `least` and `most` are the bounds of its type. */
#define CPU_DEVICE_LANES(name, type, value)                                                        \
    CPU_DEVICE_FUNCTION unsigned name(unsigned a, unsigned b)                                      \
    {                                                                                              \
        const int bits = 8 * (int)sizeof(type), least = std::numeric_limits<type>::min(),          \
                  most = std::numeric_limits<type>::max();                                         \
        unsigned result = 0, mask = (1u << bits) - 1;                                              \
        for (int i = 0; i < 32; i += bits) {                                                       \
            int x = (type)(a >> i), y = (type)(b >> i);                                            \
            (void)least, (void)most;                                                               \
            result |= ((unsigned)(value)&mask) << i;                                               \
        }                                                                                          \
        return result;                                                                             \
    }
#define CPU_DEVICE_SIMD(name, sign, value)                                                         \
    CPU_DEVICE_LANES(name##2, sign short, value)                                                   \
    CPU_DEVICE_LANES(name##4, sign char, value)
#define CPU_DEVICE_COMPARE(name, sign, value)                                                      \
    CPU_DEVICE_SIMD(__vcmp##name, sign, value ? -1 : 0)                                            \
    CPU_DEVICE_SIMD(__vset##name, sign, value ? 1 : 0)
#define CPU_DEVICE_SIGNS(name, value)                                                              \
    CPU_DEVICE_COMPARE(name##s, signed, value)                                                     \
    CPU_DEVICE_COMPARE(name##u, unsigned, value)
CPU_DEVICE_SIMD(__vadd, unsigned, x + y)
CPU_DEVICE_SIMD(__vaddss, signed, max(least, min(x + y, most)))
CPU_DEVICE_SIMD(__vaddus, unsigned, min(x + y, most))
CPU_DEVICE_SIMD(__vsub, unsigned, x - y)
CPU_DEVICE_SIMD(__vsubss, signed, max(least, min(x - y, most)))
CPU_DEVICE_SIMD(__vsubus, unsigned, max(x - y, 0))
CPU_DEVICE_SIMD(__vabsdiffs, signed, abs(x - y))
CPU_DEVICE_SIMD(__vabsdiffu, unsigned, abs(x - y))
CPU_DEVICE_SIMD(__vhaddu, unsigned, (x + y) >> 1)
CPU_DEVICE_SIMD(__vavgu, unsigned, (x + y + 1) >> 1)
CPU_DEVICE_SIMD(__vavgs, signed, x + y < 0 ? (x + y) >> 1 : (x + y + 1) >> 1)
CPU_DEVICE_SIMD(__vmaxs, signed, max(x, y))
CPU_DEVICE_SIMD(__vmaxu, unsigned, max(x, y))
CPU_DEVICE_SIMD(__vmins, signed, min(x, y))
CPU_DEVICE_SIMD(__vminu, unsigned, min(x, y))
CPU_DEVICE_COMPARE(eq, unsigned, x == y)
CPU_DEVICE_COMPARE(ne, unsigned, x != y)
CPU_DEVICE_SIGNS(ge, x >= y)
CPU_DEVICE_SIGNS(gt, x > y)
CPU_DEVICE_SIGNS(le, x <= y)
CPU_DEVICE_SIGNS(lt, x < y)
#undef CPU_DEVICE_SIMD
#undef CPU_DEVICE_COMPARE
#undef CPU_DEVICE_SIGNS
#undef CPU_DEVICE_LANES

CPU_DEVICE_FUNCTION unsigned __vneg2(unsigned a) { return __vsub2(0, a); }
CPU_DEVICE_FUNCTION unsigned __vneg4(unsigned a) { return __vsub4(0, a); }
CPU_DEVICE_FUNCTION unsigned __vnegss2(unsigned a) { return __vsubss2(0, a); }
CPU_DEVICE_FUNCTION unsigned __vnegss4(unsigned a) { return __vsubss4(0, a); }
CPU_DEVICE_FUNCTION unsigned __vabs2(unsigned a) { return __vabsdiffs2(a, 0); }
CPU_DEVICE_FUNCTION unsigned __vabs4(unsigned a) { return __vabsdiffs4(a, 0); }
CPU_DEVICE_FUNCTION unsigned __vabsss2(unsigned a) { return __vmaxs2(a, __vnegss2(a)); }
CPU_DEVICE_FUNCTION unsigned __vabsss4(unsigned a) { return __vmaxs4(a, __vnegss4(a)); }

/* Sums of the differences of bytes and halves. */
#define CPU_DEVICE_SAD(sign)                                                                       \
    CPU_DEVICE_FUNCTION unsigned __vsad##sign##2(unsigned a, unsigned b)                           \
    {                                                                                              \
        unsigned d = __vabsdiff##sign##2(a, b);                                                    \
        return (d & 0xffff) + (d >> 16);                                                           \
    }                                                                                              \
    CPU_DEVICE_FUNCTION unsigned __vsad##sign##4(unsigned a, unsigned b)                           \
    {                                                                                              \
        unsigned d = __vabsdiff##sign##4(a, b);                                                    \
        return (d & 0xff) + (d >> 8 & 0xff) + (d >> 16 & 0xff) + (d >> 24);                        \
    }
CPU_DEVICE_SAD(s)
CPU_DEVICE_SAD(u)
#undef CPU_DEVICE_SAD
#define CPU_DEVICE_MIN_MAX(result, a_type, b_type)                                                 \
    static inline result min(a_type a, b_type b) { return __builtin_fmin((double)a, (double)b); }  \
    static inline result max(a_type a, b_type b) { return __builtin_fmax((double)a, (double)b); }
CPU_DEVICE_MIN_MAX(double, double, double)
CPU_DEVICE_MIN_MAX(double, float, double)
CPU_DEVICE_MIN_MAX(double, double, float)
#undef CPU_DEVICE_MIN_MAX
static inline float min(float a, float b) { return __builtin_fminf(a, b); }
static inline float max(float a, float b) { return __builtin_fmaxf(a, b); }
CPU_DEVICE_FUNCTION unsigned umin(unsigned a, unsigned b) { return min(a, b); }
CPU_DEVICE_FUNCTION unsigned umax(unsigned a, unsigned b) { return max(a, b); }
CPU_DEVICE_FUNCTION long long llmin(long long a, long long b) { return min(a, b); }
CPU_DEVICE_FUNCTION long long llmax(long long a, long long b) { return max(a, b); }
CPU_DEVICE_FUNCTION unsigned long long ullmin(unsigned long long a, unsigned long long b)
{
    return min(a, b);
}
CPU_DEVICE_FUNCTION unsigned long long ullmax(unsigned long long a, unsigned long long b)
{
    return max(a, b);
}

/* ---- conversions ---------------------------------------------------------------------------- */

#define CPU_DEVICE_UNARY(name, to, from, expression)                                               \
    CPU_DEVICE_FUNCTION to name(from x) { return expression; }
#define CPU_DEVICE_BITS(name, to, from)                                                            \
    CPU_DEVICE_UNARY(name, to, from, ::cpu_device::from_bits<to>(::cpu_device::to_bits(x)))
CPU_DEVICE_BITS(__float_as_int, int, float)
CPU_DEVICE_BITS(__float_as_uint, unsigned, float)
CPU_DEVICE_BITS(__int_as_float, float, int)
CPU_DEVICE_BITS(__uint_as_float, float, unsigned)
CPU_DEVICE_BITS(__double_as_longlong, long long, double)
CPU_DEVICE_BITS(__longlong_as_double, double, long long)
#undef CPU_DEVICE_BITS

CPU_DEVICE_FUNCTION int __double2loint(double x) { return (int)__double_as_longlong(x); }
CPU_DEVICE_FUNCTION int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
CPU_DEVICE_FUNCTION double __hiloint2double(int high, int low)
{
    return __longlong_as_double(
        (long long)((unsigned long long)(unsigned)high << 32 | (unsigned)low));
}

namespace cpu_device
{
/* Real to integer as a GPU does it: what is out of range clamps. */
template <class To, class From> static inline To clamp_to(From from)
{
    typedef std::numeric_limits<To> limits;
    double x = from;
    if (!(x == x))
        return nan_to<To, From>();
    if (x <= (double)limits::min())
        return limits::min();
    if (x >= (double)limits::max())
        return limits::max();
    return (To)x;
}
} // namespace cpu_device

#define CPU_DEVICE_CONVERT(from_name, from, to_name, to)                                           \
    CPU_DEVICE_UNARY(__##from_name##2##to_name##_rn, to, from,                                     \
                     ::cpu_device::clamp_to<to>((from)nearbyint((double)x)))                       \
    CPU_DEVICE_UNARY(__##from_name##2##to_name##_rz, to, from,                                     \
                     ::cpu_device::clamp_to<to>((from)trunc((double)x)))                           \
    CPU_DEVICE_UNARY(__##from_name##2##to_name##_ru, to, from,                                     \
                     ::cpu_device::clamp_to<to>((from)ceil((double)x)))                            \
    CPU_DEVICE_UNARY(__##from_name##2##to_name##_rd, to, from,                                     \
                     ::cpu_device::clamp_to<to>((from)floor((double)x)))
CPU_DEVICE_CONVERT(float, float, int, int)
CPU_DEVICE_CONVERT(float, float, uint, unsigned)
CPU_DEVICE_CONVERT(float, float, ll, long long)
CPU_DEVICE_CONVERT(float, float, ull, unsigned long long)
CPU_DEVICE_CONVERT(double, double, int, int)
CPU_DEVICE_CONVERT(double, double, uint, unsigned)
CPU_DEVICE_CONVERT(double, double, ll, long long)
CPU_DEVICE_CONVERT(double, double, ull, unsigned long long)
#undef CPU_DEVICE_CONVERT

CPU_DEVICE_UNARY(__int2float_rn, float, int, (float)x)
CPU_DEVICE_UNARY(__uint2float_rn, float, unsigned, (float)x)
CPU_DEVICE_UNARY(__ll2float_rn, float, long long, (float)x)
CPU_DEVICE_UNARY(__ull2float_rn, float, unsigned long long, (float)x)
CPU_DEVICE_UNARY(__int2double_rn, double, int, (double)x)
CPU_DEVICE_UNARY(__uint2double_rn, double, unsigned, (double)x)
CPU_DEVICE_UNARY(__ll2double_rn, double, long long, (double)x)
CPU_DEVICE_UNARY(__ull2double_rn, double, unsigned long long, (double)x)
CPU_DEVICE_UNARY(__double2float_rn, float, double, (float)x)

/* ---- arithmetic and mathematics ------------------------------------------------------------- */

/* The fast intrinsics of a GPU are computed here by the precise function: accuracy differs. */

namespace cpu_device
{
/* sin(pi x); of whole numbers 0, with their sign. */
static inline double sin_of_pi(double x)
{
    const double r = remainder(x, 2.0), near = fabs(r) > 0.5 ? copysign(1.0, r) - r : r;
    return sin(M_PI * (near == 0 ? copysign(0.0, x) : near));
}
} // namespace cpu_device
CPU_DEVICE_UNARY(rsqrtf, float, float, 1.0f / sqrtf(x))
CPU_DEVICE_UNARY(rsqrt, double, double, 1.0 / sqrt(x))
CPU_DEVICE_UNARY(rcbrtf, float, float, 1.0f / cbrtf(x))
CPU_DEVICE_UNARY(rcbrt, double, double, 1.0 / cbrt(x))
CPU_DEVICE_UNARY(sinpi, double, double, ::cpu_device::sin_of_pi(x))
CPU_DEVICE_UNARY(cospi, double, double, sin(M_PI *(0.5 - fabs(remainder(x, 2.0)))))
CPU_DEVICE_UNARY(sinpif, float, float, (float)::cpu_device::sin_of_pi(x))
CPU_DEVICE_UNARY(cospif, float, float, (float)sin(M_PI *(0.5 - fabs(remainder((double)x, 2.0)))))
CPU_DEVICE_UNARY(normcdff, float, float, 0.5f * erfcf(x * -0.70710678f))
CPU_DEVICE_UNARY(normcdf, double, double, 0.5 * erfc(x * -0.70710678118654752440))
CPU_DEVICE_UNARY(__saturatef, float, float, x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f)
CPU_DEVICE_UNARY(__frcp_rn, float, float, 1.0f / x)
CPU_DEVICE_UNARY(__fsqrt_rn, float, float, sqrtf(x))
CPU_DEVICE_UNARY(__frsqrt_rn, float, float, (float)(1.0 / sqrt((double)x)))
CPU_DEVICE_UNARY(__drcp_rn, double, double, 1.0 / x)
CPU_DEVICE_UNARY(__dsqrt_rn, double, double, sqrt(x))

namespace cpu_device /* math.cpp */
{
double erfcx(double x);
double bessel_i(int order, double x); /* order 0 or 1 */
} // namespace cpu_device
CPU_DEVICE_UNARY(erfcx, double, double, ::cpu_device::erfcx(x))
CPU_DEVICE_UNARY(erfcxf, float, float, (float)::cpu_device::erfcx(x))
CPU_DEVICE_UNARY(cyl_bessel_i0, double, double, ::cpu_device::bessel_i(0, x))
CPU_DEVICE_UNARY(cyl_bessel_i0f, float, float, (float)::cpu_device::bessel_i(0, x))
CPU_DEVICE_UNARY(cyl_bessel_i1, double, double, ::cpu_device::bessel_i(1, x))
CPU_DEVICE_UNARY(cyl_bessel_i1f, float, float, (float)::cpu_device::bessel_i(1, x))

/* The inverse of erf: a first guess (Winitzki's formula), then Newton's steps, with erfc where 1 -
 * erf would cancel. */
CPU_DEVICE_FUNCTION double erfinv(double x)
{
    if (!(x > -1.0 && x < 1.0))
        return x == 1.0 ? INFINITY : x == -1.0 ? -INFINITY : NAN;
    double l = log1p(-x * x), a = 2 / (M_PI * 0.147) + l / 2;
    double y = copysign(sqrt(sqrt(a * a - l / 0.147) - a), x);
    for (int i = 0; i < 4; i++) {
        double error = fabs(x) < 0.5 ? erf(y) - x : x < 0 ? erfc(-y) - (1 + x) : (1 - x) - erfc(y);
        y -= error * exp(y * y) * sqrt(M_PI) / 2;
    }
    return y;
}
CPU_DEVICE_UNARY(erfinvf, float, float, (float)erfinv(x))
/* That of erfc: of the difference to 1 where that is exact, else by steps of its logarithm, so that
 * an x close to 0 is no other. */
CPU_DEVICE_FUNCTION double erfcinv(double x)
{
    if (!(x > 0.0 && x < 2.0))
        return x == 0.0 ? INFINITY : x == 2.0 ? -INFINITY : NAN;
    if (x > 0.5 && x < 1.5)
        return erfinv(1.0 - x);
    double near = x > 1.0 ? 2.0 - x : x;
    double l = log(near * (2.0 - near)), a = 2 / (M_PI * 0.147) + l / 2;
    double y = sqrt(sqrt(a * a - l / 0.147) - a);
    for (int i = 0; i < 4; i++)
        y += (log(::cpu_device::erfcx(y)) - y * y - log(near)) * ::cpu_device::erfcx(y) *
             sqrt(M_PI) / 2;
    return x > 1.0 ? -y : y;
}
CPU_DEVICE_UNARY(erfcinvf, float, float, (float)erfcinv(x))
CPU_DEVICE_UNARY(normcdfinv, double, double, -M_SQRT2 *erfcinv(2 * x))
CPU_DEVICE_UNARY(normcdfinvf, float, float, (float)(-M_SQRT2 *erfcinv(2 * (double)x)))

/* glibc declares names like __expf for itself; hence macros. */
namespace cpu_device
{
CPU_DEVICE_UNARY(fast_expf, float, float, expf(x))
CPU_DEVICE_UNARY(fast_exp10f, float, float, powf(10.0f, x))
CPU_DEVICE_UNARY(fast_logf, float, float, logf(x))
CPU_DEVICE_UNARY(fast_log2f, float, float, log2f(x))
CPU_DEVICE_UNARY(fast_log10f, float, float, log10f(x))
CPU_DEVICE_UNARY(fast_sinf, float, float, sinf(x))
CPU_DEVICE_UNARY(fast_cosf, float, float, cosf(x))
CPU_DEVICE_UNARY(fast_tanf, float, float, tanf(x))
static inline float fast_powf(float x, float y) { return exp2f(y * log2f(x)); } /* x < 0: NaN */
static inline void fast_sincosf(float x, float *s, float *c)
{
    *s = sinf(x);
    *c = cosf(x);
}
} // namespace cpu_device
#define __expf(x)          ::cpu_device::fast_expf(x)
#define __exp10f(x)        ::cpu_device::fast_exp10f(x)
#define __logf(x)          ::cpu_device::fast_logf(x)
#define __log2f(x)         ::cpu_device::fast_log2f(x)
#define __log10f(x)        ::cpu_device::fast_log10f(x)
#define __sinf(x)          ::cpu_device::fast_sinf(x)
#define __cosf(x)          ::cpu_device::fast_cosf(x)
#define __tanf(x)          ::cpu_device::fast_tanf(x)
#define __powf(x, y)       ::cpu_device::fast_powf(x, y)
#define __sincosf(x, s, c) ::cpu_device::fast_sincosf(x, s, c)

CPU_DEVICE_FUNCTION float fdividef(float x, float y) { return x / y; }
CPU_DEVICE_FUNCTION float __fdividef(float x, float y) /* by more than 2^126: 0 */
{
    return fabsf(y) > 0x1p126f && !isinf(y) ? x * 0.0f : x / y;
}
CPU_DEVICE_FUNCTION void sincospif(float x, float *s, float *c)
{
    *s = sinpif(x);
    *c = cospif(x);
}
CPU_DEVICE_FUNCTION void sincospi(double x, double *s, double *c)
{
    *s = sinpi(x);
    *c = cospi(x);
}
CPU_DEVICE_FUNCTION double norm3d(double x, double y, double z) { return hypot(hypot(x, y), z); }
CPU_DEVICE_FUNCTION double norm4d(double x, double y, double z, double w)
{
    return hypot(norm3d(x, y, z), w);
}
CPU_DEVICE_FUNCTION float norm3df(float x, float y, float z) { return (float)norm3d(x, y, z); }
CPU_DEVICE_FUNCTION float norm4df(float x, float y, float z, float w)
{
    return (float)norm4d(x, y, z, w);
}
/* Halves, so that a length beyond the largest number still has a reciprocal. */
CPU_DEVICE_FUNCTION double rnorm3d(double x, double y, double z)
{
    return 0.5 / norm3d(x / 2, y / 2, z / 2);
}
CPU_DEVICE_FUNCTION float rnorm3df(float x, float y, float z) { return (float)rnorm3d(x, y, z); }
CPU_DEVICE_FUNCTION double rnorm4d(double x, double y, double z, double w)
{
    return 0.5 / norm4d(x / 2, y / 2, z / 2, w / 2);
}
CPU_DEVICE_FUNCTION float rnorm4df(float x, float y, float z, float w)
{
    return (float)rnorm4d(x, y, z, w);
}
#define CPU_DEVICE_NORM(norm, rnorm, type)                                                         \
    CPU_DEVICE_FUNCTION type norm(int n, const type *x)                                            \
    {                                                                                              \
        double length = 0;                                                                         \
        for (int i = 0; i < n; i++)                                                                \
            length = hypot(length, x[i]);                                                          \
        return (type)length;                                                                       \
    }                                                                                              \
    CPU_DEVICE_FUNCTION type rnorm(int n, const type *x)                                           \
    {                                                                                              \
        double half = 0;                                                                           \
        for (int i = 0; i < n; i++)                                                                \
            half = hypot(half, x[i] / 2);                                                          \
        return (type)(0.5 / half);                                                                 \
    }
CPU_DEVICE_NORM(norm, rnorm, double)
CPU_DEVICE_NORM(normf, rnormf, float)
#undef CPU_DEVICE_NORM
CPU_DEVICE_FUNCTION double rhypot(double x, double y) { return 0.5 / hypot(x / 2, y / 2); }
CPU_DEVICE_FUNCTION float rhypotf(float x, float y) { return (float)rhypot(x, y); }

/* Each is rounded by itself, never contracted into a fused multiply-add: that is their purpose. */
#define CPU_DEVICE_ROUNDED(name, type, op)                                                         \
    CPU_DEVICE_FUNCTION type name(type x, type y)                                                  \
    {                                                                                              \
        volatile type result = x op y;                                                             \
        return result;                                                                             \
    }
CPU_DEVICE_ROUNDED(__fadd_rn, float, +)
CPU_DEVICE_ROUNDED(__fsub_rn, float, -)
CPU_DEVICE_ROUNDED(__fmul_rn, float, *)
CPU_DEVICE_ROUNDED(__fdiv_rn, float, /)
CPU_DEVICE_ROUNDED(__dadd_rn, double, +)
CPU_DEVICE_ROUNDED(__dsub_rn, double, -)
CPU_DEVICE_ROUNDED(__dmul_rn, double, *)
CPU_DEVICE_ROUNDED(__ddiv_rn, double, /)
#undef CPU_DEVICE_ROUNDED

/* Rounded towards zero, up, down: by the CPU, in math.cpp. */
namespace cpu_device
{
enum rounding { rz, ru, rd };
enum rounded_operation { op_add, op_sub, op_mul, op_div, op_sqrt, op_fma };
float rounded(rounded_operation op, rounding how, float x, float y, float z);
double rounded(rounded_operation op, rounding how, double x, double y, double z);
float rounded_to_float(rounding how, double x);
float rounded_to_float(rounding how, long long x);
float rounded_to_float(rounding how, unsigned long long x);
double rounded_to_double(rounding how, long long x);
double rounded_to_double(rounding how, unsigned long long x);
} // namespace cpu_device

#define CPU_DEVICE_ROUNDED(type, name, op, how)                                                    \
    CPU_DEVICE_FUNCTION type __##name##_##how(type x, type y)                                      \
    {                                                                                              \
        return ::cpu_device::rounded(::cpu_device::op, ::cpu_device::how, x, y, (type)0);          \
    }
#define CPU_DEVICE_ROUNDED_EACH(how)                                                               \
    CPU_DEVICE_ROUNDED(float, fadd, op_add, how)                                                   \
    CPU_DEVICE_ROUNDED(float, fsub, op_sub, how)                                                   \
    CPU_DEVICE_ROUNDED(float, fmul, op_mul, how)                                                   \
    CPU_DEVICE_ROUNDED(float, fdiv, op_div, how)                                                   \
    CPU_DEVICE_ROUNDED(double, dadd, op_add, how)                                                  \
    CPU_DEVICE_ROUNDED(double, dsub, op_sub, how)                                                  \
    CPU_DEVICE_ROUNDED(double, dmul, op_mul, how)                                                  \
    CPU_DEVICE_ROUNDED(double, ddiv, op_div, how)                                                  \
    CPU_DEVICE_UNARY(__frcp_##how, float, float, __fdiv_##how(1.0f, x))                            \
    CPU_DEVICE_UNARY(__drcp_##how, double, double, __ddiv_##how(1.0, x))                           \
    CPU_DEVICE_UNARY(                                                                              \
        __fsqrt_##how, float, float,                                                               \
        ::cpu_device::rounded(::cpu_device::op_sqrt, ::cpu_device::how, x, 0.0f, 0.0f))            \
    CPU_DEVICE_UNARY(__dsqrt_##how, double, double,                                                \
                     ::cpu_device::rounded(::cpu_device::op_sqrt, ::cpu_device::how, x, 0.0, 0.0)) \
    CPU_DEVICE_FUNCTION float __fmaf_##how(float x, float y, float z)                              \
    {                                                                                              \
        return ::cpu_device::rounded(::cpu_device::op_fma, ::cpu_device::how, x, y, z);            \
    }                                                                                              \
    CPU_DEVICE_FUNCTION double __fma_##how(double x, double y, double z)                           \
    {                                                                                              \
        return ::cpu_device::rounded(::cpu_device::op_fma, ::cpu_device::how, x, y, z);            \
    }                                                                                              \
    CPU_DEVICE_UNARY(__double2float_##how, float, double,                                          \
                     ::cpu_device::rounded_to_float(::cpu_device::how, x))                         \
    CPU_DEVICE_UNARY(__int2float_##how, float, int,                                                \
                     ::cpu_device::rounded_to_float(::cpu_device::how, (long long)x))              \
    CPU_DEVICE_UNARY(__uint2float_##how, float, unsigned,                                          \
                     ::cpu_device::rounded_to_float(::cpu_device::how, (long long)x))              \
    CPU_DEVICE_UNARY(__ll2float_##how, float, long long,                                           \
                     ::cpu_device::rounded_to_float(::cpu_device::how, x))                         \
    CPU_DEVICE_UNARY(__ull2float_##how, float, unsigned long long,                                 \
                     ::cpu_device::rounded_to_float(::cpu_device::how, x))                         \
    CPU_DEVICE_UNARY(__ll2double_##how, double, long long,                                         \
                     ::cpu_device::rounded_to_double(::cpu_device::how, x))                        \
    CPU_DEVICE_UNARY(__ull2double_##how, double, unsigned long long,                               \
                     ::cpu_device::rounded_to_double(::cpu_device::how, x))
CPU_DEVICE_ROUNDED_EACH(rz)
CPU_DEVICE_ROUNDED_EACH(ru)
CPU_DEVICE_ROUNDED_EACH(rd)
#undef CPU_DEVICE_ROUNDED_EACH
#undef CPU_DEVICE_ROUNDED
#undef CPU_DEVICE_UNARY
CPU_DEVICE_FUNCTION float __fmaf_rn(float x, float y, float z) { return fmaf(x, y, z); }
CPU_DEVICE_FUNCTION double __fma_rn(double x, double y, double z) { return fma(x, y, z); }

/* ---- memory, time, traps -------------------------------------------------------------------- */

/* `new T` of device code is here new (::cpu_device::on_heap{}) T, `delete p` is ends_object()->*p.
 * Without room new gives nullptr. */
namespace cpu_device
{
struct on_heap {
};
struct ends_object {
};
struct ends_array {
};

template <class T> static inline void operator->*(ends_object, T *p)
{
    const volatile void *start = p;
    if (!p)
        return;
    if constexpr (std::is_polymorphic_v<T>)
        start = dynamic_cast<const volatile void *>(p);
    if constexpr (!std::is_void_v<T> && !std::is_trivially_destructible_v<T>)
        p->~T();
    heap_free((void *)start);
}

/* Elements with a destructor lie behind their number, as the C++ ABI of GCC and LLVM has it. */
template <class T> static inline void operator->*(ends_array, T *p)
{
    char *start = (char *)p;
    if (!p)
        return;
    if constexpr (!std::is_trivially_destructible_v<T>) {
        start -= alignof(T) > sizeof(size_t) ? alignof(T) : sizeof(size_t);
        for (size_t n = ((const size_t *)p)[-1]; n-- > 0;)
            p[n].~T();
    }
    heap_free(start);
}
} // namespace cpu_device

inline void *operator new(size_t size, ::cpu_device::on_heap) noexcept
{
    return ::cpu_device::heap_malloc(size, alignof(max_align_t));
}
inline void *operator new[](size_t size, ::cpu_device::on_heap) noexcept
{
    return ::cpu_device::heap_malloc(size, alignof(max_align_t));
}
inline void *operator new(size_t size, std::align_val_t alignment, ::cpu_device::on_heap) noexcept
{
    return ::cpu_device::heap_malloc(size, (size_t)alignment);
}
inline void *operator new[](size_t size, std::align_val_t alignment, ::cpu_device::on_heap) noexcept
{
    return ::cpu_device::heap_malloc(size, (size_t)alignment);
}

namespace cpu_device
{
/* What __ldg and its like load; half_arithmetic.h adds its own. */
template <class T>
constexpr bool is_loaded =
    (std::is_arithmetic_v<T> && !one_of<T, bool, wchar_t, char16_t, char32_t, long double>) ||
    one_of<T, char2, char4, short2, short4, int2, int4, longlong2, uchar2, uchar4, ushort2, ushort4,
           uint2, uint4, ulonglong2, float2, float4, double2>;
} // namespace cpu_device

#define CPU_DEVICE_LOAD(name)                                                                      \
    template <class T> static inline T name(const T *p)                                            \
    {                                                                                              \
        static_assert(::cpu_device::is_loaded<T>,                                                  \
                      #name " on this type is not available (nor is it in CUDA)");                 \
        return *p;                                                                                 \
    }
CPU_DEVICE_LOAD(__ldg)
CPU_DEVICE_LOAD(__ldca)
CPU_DEVICE_LOAD(__ldcg)
CPU_DEVICE_LOAD(__ldcs)
CPU_DEVICE_LOAD(__ldcv)
CPU_DEVICE_LOAD(__ldlu)
#undef CPU_DEVICE_LOAD
#define CPU_DEVICE_STORE(name)                                                                     \
    template <class T> static inline void name(T *p, typename ::cpu_device::same<T>::type value)   \
    {                                                                                              \
        *p = value;                                                                                \
    }
CPU_DEVICE_STORE(__stwb)
CPU_DEVICE_STORE(__stcg)
CPU_DEVICE_STORE(__stcs)
CPU_DEVICE_STORE(__stwt)
#undef CPU_DEVICE_STORE

/* Nanoseconds; the device's clock rate is given as 1 GHz to match. */
CPU_DEVICE_FUNCTION long long clock64()
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

/* What PTX calls special registers: front/asm.c. A block stays on its multiprocessor, of 40. */
namespace cpu_device
{
CPU_DEVICE_UNCHECKED static inline unsigned register_laneid() { return linear_thread() % 32; }
CPU_DEVICE_UNCHECKED static inline unsigned register_warpid() { return linear_thread() / 32; }
CPU_DEVICE_UNCHECKED static inline unsigned register_nwarpid() { return 32; }
CPU_DEVICE_UNCHECKED static inline unsigned register_nsmid() { return 40; }
CPU_DEVICE_UNCHECKED static inline unsigned register_smid()
{
    return (blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)) % register_nsmid();
}
static inline unsigned register_clock() { return (unsigned)clock64(); }
static inline long long register_clock64() { return clock64(); }
static inline long long register_globaltimer() /* nanoseconds since 1970 */
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}
CPU_DEVICE_UNCHECKED static inline unsigned register_lanemask_eq()
{
    return 1u << register_laneid();
}
CPU_DEVICE_UNCHECKED static inline unsigned register_lanemask_lt()
{
    return register_lanemask_eq() - 1;
}
CPU_DEVICE_UNCHECKED static inline unsigned register_lanemask_ge()
{
    return ~register_lanemask_lt();
}
CPU_DEVICE_UNCHECKED static inline unsigned register_lanemask_gt()
{
    return register_lanemask_ge() & ~register_lanemask_eq();
}
CPU_DEVICE_UNCHECKED static inline unsigned register_lanemask_le()
{
    return register_lanemask_lt() | register_lanemask_eq();
}
} // namespace cpu_device

CPU_DEVICE_FUNCTION void __nanosleep(unsigned) { cpu_device::yield(); }

CPU_DEVICE_FUNCTION void __trap() { cpu_device::fault(cudaErrorLaunchFailure, "__trap()"); }

#ifndef __clang__
#define __builtin_assume(what) ((void)0)
#endif

CPU_DEVICE_FUNCTION void __brkpt() {}

#endif
