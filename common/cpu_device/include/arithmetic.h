/* CPU device: shifts and conversions of device code as a GPU does them; front/arithmetic.c writes
 * their uses. A count of the width or more shifts all out; a real number that the integer cannot
 * hold becomes the nearest one that it can, and NaN becomes what nan_to() says. */
#ifndef CPU_DEVICE_ARITHMETIC_H
#define CPU_DEVICE_ARITHMETIC_H

#include <limits>
#include <type_traits>

namespace cpu_device
{

#define CPU_DEVICE_ARITHMETIC __attribute__((always_inline)) inline constexpr

template <class A, class B>
constexpr bool
    are_integers = (std::is_integral_v<std::decay_t<A>> ||
                    std::is_enum_v<std::decay_t<A>>)&&(std::is_integral_v<std::decay_t<B>> ||
                                                       std::is_enum_v<std::decay_t<B>>);

/* Numbers go by value. By reference g++ takes x[N] of an array of N elements for an address, which
 * may be just behind the array, and the bug finder would not hear of it. */
template <class A> using if_scalar = std::enable_if_t<std::is_scalar_v<std::decay_t<A>>, int>;
template <class A> using if_object = std::enable_if_t<!std::is_scalar_v<std::decay_t<A>>, int>;

/* ---- shifts: a <<shift_left<< n -------------------------------------------------------------- */

struct to_the_left {
};
struct to_the_right {
};
constexpr to_the_left shift_left;
constexpr to_the_right shift_right;
template <class A> struct left_operand {
    A a;
};
template <class A> struct right_operand {
    A a;
};

template <class A, class B> CPU_DEVICE_ARITHMETIC decltype(auto) to_left(const A &a, const B &n)
{
    if constexpr (are_integers<A, B>) {
        using T = decltype(a << n);
        const unsigned bits = 8 * sizeof(T), count = (unsigned)n;
        return count < bits ? (T)((std::make_unsigned_t<T>)a << count) : (T)0;
    } else {
        return a << n;
    }
}
template <class A, class B> CPU_DEVICE_ARITHMETIC decltype(auto) to_right(const A &a, const B &n)
{
    if constexpr (are_integers<A, B>) {
        using T = decltype(a >> n);
        const unsigned bits = 8 * sizeof(T), count = (unsigned)n;
        return (T)(count < bits ? (T)a >> count : (T)a < 0 ? (T)-1 : (T)0);
    } else {
        return a >> n;
    }
}

#define CPU_DEVICE_SHIFT(op, words, operand, shift)                                                \
    template <class A, if_scalar<A> = 0> CPU_DEVICE_ARITHMETIC operand<A> operator op(A a, words)  \
    {                                                                                              \
        return { a };                                                                              \
    }                                                                                              \
    template <class A, if_object<A> = 0>                                                           \
    CPU_DEVICE_ARITHMETIC operand<const A &> operator op(const A &a, words)                        \
    {                                                                                              \
        return { a };                                                                              \
    }                                                                                              \
    template <class A, class B, if_scalar<B> = 0>                                                  \
    CPU_DEVICE_ARITHMETIC decltype(auto) operator op(operand<A> l, B n)                            \
    {                                                                                              \
        return shift(l.a, n);                                                                      \
    }                                                                                              \
    template <class A, class B, if_object<B> = 0>                                                  \
    CPU_DEVICE_ARITHMETIC decltype(auto) operator op(operand<A> l, const B &n)                     \
    {                                                                                              \
        return shift(l.a, n);                                                                      \
    }
CPU_DEVICE_SHIFT(<<, to_the_left, left_operand, to_left)
CPU_DEVICE_SHIFT(>>, to_the_right, right_operand, to_right)

/* ---- a <<= shift_by = n ---------------------------------------------------------------------- */

template <class B> struct shift_count {
    B n;
};
struct by_a_count {
    template <class B, if_scalar<B> = 0> CPU_DEVICE_ARITHMETIC shift_count<B> operator=(B n) const
    {
        return { n };
    }
    template <class B, if_object<B> = 0>
    CPU_DEVICE_ARITHMETIC shift_count<const B &> operator=(const B &n) const
    {
        return { n };
    }
};
constexpr by_a_count shift_by;

template <class A, class B> CPU_DEVICE_ARITHMETIC A &operator<<=(A &a, shift_count<B> s)
{
    if constexpr (are_integers<A, B>)
        a = (A)(a << shift_left << s.n);
    else
        a <<= s.n;
    return a;
}
template <class A, class B> CPU_DEVICE_ARITHMETIC A &operator>>=(A &a, shift_count<B> s)
{
    if constexpr (are_integers<A, B>)
        a = (A)(a >> shift_right >> s.n);
    else
        a >>= s.n;
    return a;
}

/* ---- (int)(saturated<int>)x ------------------------------------------------------------------ */

/* What PTX says of cvt, and a GPU does: 0 from float and half to 32 bits, else the highest bit. */
template <class T, class F> CPU_DEVICE_ARITHMETIC T nan_to()
{
    if constexpr (sizeof(F) < 8 && sizeof(T) < 8)
        return 0;
    else
        return (T)((T)1 << (8 * sizeof(T) - 1));
}

/* The smaller types take the lower bits of what 32 bits hold, as nvcc's code does. */
template <class T, class F> CPU_DEVICE_ARITHMETIC T saturate(F x)
{
    typedef std::numeric_limits<T> limits;
    if constexpr (sizeof(T) < 4)
        return (T)saturate<std::conditional_t<limits::is_signed, int, unsigned>>(x);
    else /* x is NaN: no comparison holds */
        return x >= (F)limits::max()  ? limits::max()
               : x > (F)limits::min() ? (T)x
               : x == x               ? limits::min()
                                      : nan_to<T, F>();
}

template <class T> struct saturated {
    T value;
    template <class From, if_scalar<From> = 0>
    CPU_DEVICE_ARITHMETIC saturated(From x) : value(convert(x))
    {
    }
    template <class From, if_object<From> = 0>
    CPU_DEVICE_ARITHMETIC saturated(const From &x) : value(convert(x))
    {
    }
    template <class From> static CPU_DEVICE_ARITHMETIC T convert(const From &x)
    {
        if constexpr (std::is_floating_point_v<From>)
            return saturate<T>(x);
        else
            return (T)x;
    }
    CPU_DEVICE_ARITHMETIC operator T() const { return value; }
};

/* ---- i = stored<int> = x --------------------------------------------------------------------- */

template <class T> struct stored_as {
    template <class From> CPU_DEVICE_ARITHMETIC auto operator=(From x) const
    {
        if constexpr (std::is_floating_point_v<From>)
            return saturate<T>(x);
        else
            return x;
    }
};
template <class T> constexpr stored_as<T> stored = {};

} // namespace cpu_device

#endif
