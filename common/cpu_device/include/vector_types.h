/* CPU device: CUDA's vector types (char1 .. double4, dim3) with CUDA's sizes and alignments, and
 * their make_ functions. Like CUDA's, they have no arithmetic operators. */
#ifndef CPU_DEVICE_VECTOR_TYPES_H
#define CPU_DEVICE_VECTOR_TYPES_H

#if defined CPU_DEVICE_TRAFFIC || (defined __clang__ && defined CPU_DEVICE_CHECK)
/* Copies a vector with code of our own: else clang does not check its alignment, which the bug
 * finder needs, and loads its members one by one, where a GPU loads up to 16 bytes at once. */
#ifdef CPU_DEVICE_CHECK
#define CPU_DEVICE_COPY(scalar, ...) return __VA_ARGS__, *this;
#else
#define CPU_DEVICE_COPY(scalar, ...) return cpu_device::copy_vector<scalar>(this, &v), *this;
namespace cpu_device
{
template <class scalar, class T> static inline void copy_vector(T *to, const T *from)
{
    constexpr unsigned n = sizeof(T) < 16 ? sizeof(T) : 16;
    typedef scalar part __attribute__((vector_size(n), may_alias));
    for (unsigned i = 0; i < sizeof(T) / n; i++)
        ((part *)to)[i] = ((const part *)from)[i];
}
} // namespace cpu_device
#endif
#define CPU_DEVICE_COPIES2(name, scalar)                                                           \
    name() = default;                                                                              \
    constexpr name(scalar x, scalar y = 0) : x(x), y(y) {}                                         \
    name(const name &v) { *this = v; }                                                             \
    name &operator=(const name &v) { CPU_DEVICE_COPY(scalar, x = v.x, y = v.y) }
#define CPU_DEVICE_COPIES4(name, scalar)                                                           \
    name() = default;                                                                              \
    constexpr name(scalar x, scalar y = 0, scalar z = 0, scalar w = 0) : x(x), y(y), z(z), w(w) {} \
    name(const name &v) { *this = v; }                                                             \
    name &operator=(const name &v) { CPU_DEVICE_COPY(scalar, x = v.x, y = v.y, z = v.z, w = v.w) }
#else
#define CPU_DEVICE_COPIES2(name, scalar)
#define CPU_DEVICE_COPIES4(name, scalar)
#endif

/* VECTOR(name, scalar, align of the 2-vector, of the 4-vector); 1- and 3-vectors align like the
 * scalar. double4 and the long ones are aligned to 16 bytes, as on the device. */
#define CPU_DEVICE_VECTOR(name, scalar, align2, align4)                                            \
    struct name##1 { scalar x; };                                                                  \
    struct __attribute__((aligned(align2))) name##2                                                \
    {                                                                                              \
        scalar x, y;                                                                               \
        CPU_DEVICE_COPIES2(name##2, scalar)                                                        \
    };                                                                                             \
    struct name##3 { scalar x, y, z; };                                                            \
    struct __attribute__((aligned(align4))) name##4                                                \
    {                                                                                              \
        scalar x, y, z, w;                                                                         \
        CPU_DEVICE_COPIES4(name##4, scalar)                                                        \
    };                                                                                             \
    static inline constexpr name##1 make_##name##1(scalar x) { return { x }; }                     \
    static inline constexpr name##2 make_##name##2(scalar x, scalar y) { return { x, y }; }        \
    static inline constexpr name##3 make_##name##3(scalar x, scalar y, scalar z)                   \
    {                                                                                              \
        return { x, y, z };                                                                        \
    }                                                                                              \
    static inline constexpr name##4 make_##name##4(scalar x, scalar y, scalar z, scalar w)         \
    {                                                                                              \
        return { x, y, z, w };                                                                     \
    }

CPU_DEVICE_VECTOR(char, signed char, 2, 4)
CPU_DEVICE_VECTOR(uchar, unsigned char, 2, 4)
CPU_DEVICE_VECTOR(short, short, 4, 8)
CPU_DEVICE_VECTOR(ushort, unsigned short, 4, 8)
CPU_DEVICE_VECTOR(int, int, 8, 16)
CPU_DEVICE_VECTOR(uint, unsigned int, 8, 16)
CPU_DEVICE_VECTOR(long, long, 16, 16)
CPU_DEVICE_VECTOR(ulong, unsigned long, 16, 16)
CPU_DEVICE_VECTOR(longlong, long long, 16, 16)
CPU_DEVICE_VECTOR(ulonglong, unsigned long long, 16, 16)
CPU_DEVICE_VECTOR(float, float, 8, 16)
CPU_DEVICE_VECTOR(double, double, 16, 16)
#undef CPU_DEVICE_VECTOR
#undef CPU_DEVICE_COPY
#undef CPU_DEVICE_COPIES2
#undef CPU_DEVICE_COPIES4

struct dim3 {
    unsigned int x, y, z;
    constexpr dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1) : x(x), y(y), z(z) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const { return { x, y, z }; }
};

#endif
