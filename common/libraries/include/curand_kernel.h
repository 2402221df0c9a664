/* CPU device: cuRAND in kernels: the generators XORWOW (curandState) and Philox4_32_10, with CUDA's
 * numbers for the same seed, subsequence and offset. What is not declared here is refused by its
 * name.
 *
 * XORWOW: G. Marsaglia, Xorshift RNGs, Journal of Statistical Software 8 (14), 2003. Philox:
 * J. Salmon et al., Parallel random numbers: as easy as 1, 2, 3, SC 2011. Normal numbers: G. Box,
 * M. Muller, 1958. */
#ifndef CPU_DEVICE_CURAND_KERNEL_H
#define CPU_DEVICE_CURAND_KERNEL_H

#include "curand.h"

#define CPU_DEVICE_RANDOM static __forceinline__ __device__

/* In both the last four: the second number of a pair, kept for the next call. */
struct curandStateXORWOW {
    unsigned d, v[5]; /* a counter, and 160 bits that are shifted */
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t, curandState_t, curandState;

struct curandStatePhilox4_32_10 {
    uint4 ctr, output; /* the counter; its block, of which `STATE` numbers have been given */
    uint2 key;
    unsigned STATE;
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

namespace cpu_device::random
{

enum { KEPT_NORMAL = 1, KEPT_LOG_NORMAL = 2 }; /* boxmuller_flag */

template <class State> CPU_DEVICE_RANDOM void forget_pairs(State *s)
{
    s->boxmuller_flag = s->boxmuller_flag_double = 0;
    s->boxmuller_extra = 0;
    s->boxmuller_extra_double = 0;
}

/* ---- Philox ---------------------------------------------------------------------------------- */

CPU_DEVICE_RANDOM uint4 philox(uint4 c, uint2 key)
{
    for (int round = 0; round < 10; round++) {
        unsigned long long a = 0xD2511F53ull * c.x, b = 0xCD9E8D57ull * c.z;
        c = make_uint4((unsigned)(b >> 32) ^ c.y ^ key.x, (unsigned)b,
                       (unsigned)(a >> 32) ^ c.w ^ key.y, (unsigned)a);
        key.x += 0x9E3779B9; /* the golden ratio, and the square root of 3 */
        key.y += 0xBB67AE85;
    }
    return c;
}

/* The counter, 128 bits, plus low + 2^64 high. */
CPU_DEVICE_RANDOM void add_to_counter(uint4 &c, unsigned long long low, unsigned long long high)
{
    unsigned long long xy = (unsigned long long)c.y << 32 | c.x;
    unsigned long long zw = (unsigned long long)c.w << 32 | c.z;
    xy += low;
    zw += high + (xy < low);
    c = make_uint4((unsigned)xy, (unsigned)(xy >> 32), (unsigned)zw, (unsigned)(zw >> 32));
}

CPU_DEVICE_RANDOM void next_block(curandStatePhilox4_32_10 *s, unsigned long long low,
                                  unsigned long long high = 0)
{
    uint4 counter = s->ctr;
    add_to_counter(counter, low, high);
    s->ctr = counter;
    s->output = philox(counter, s->key);
}

/* ---- XORWOW ---------------------------------------------------------------------------------- */

/* Takes v on by `steps`, or by that many times 2^67 steps: ../xorwow.cpp. */
__device__ void xorwow_jump(unsigned v[5], unsigned long long steps, bool by_2_67);

CPU_DEVICE_RANDOM void jump(curandStateXORWOW *s, unsigned long long steps, bool by_2_67)
{
    unsigned v[5];
    for (int i = 0; i < 5; i++)
        v[i] = s->v[i];
    xorwow_jump(v, steps, by_2_67);
    for (int i = 0; i < 5; i++)
        s->v[i] = v[i];
}

/* ---- distributions --------------------------------------------------------------------------- */

const float two_to_minus_32 = 0x1p-32f, two_pi = 6.2831855f;

CPU_DEVICE_RANDOM float uniform(unsigned x) /* in (0, 1] */
{
    return (float)x * two_to_minus_32 + two_to_minus_32 / 2;
}

CPU_DEVICE_RANDOM double uniform_of_53_bits(unsigned x, unsigned y)
{
    unsigned long long z = (unsigned long long)x ^ (unsigned long long)y << 21;
    return (double)z * 0x1p-53 + 0x1p-54;
}

CPU_DEVICE_RANDOM float2 box_muller(unsigned x, unsigned y)
{
    const float turn = two_to_minus_32 * two_pi;
    float angle = (float)y * turn + turn / 2, radius = sqrtf(-2.0f * logf(uniform(x)));
    float2 r;
    __sincosf(angle, &r.x, &r.y);
    return make_float2(r.x * radius, r.y * radius);
}

CPU_DEVICE_RANDOM double2 box_muller(uint4 x)
{
    double radius = sqrt(-2.0 * log(uniform_of_53_bits(x.x, x.y)));
    double2 r;
    sincospi(2 * uniform_of_53_bits(x.z, x.w), &r.x, &r.y);
    return make_double2(r.x * radius, r.y * radius);
}

} // namespace cpu_device::random

/* ---- curand_init, skipahead ------------------------------------------------------------------ */

CPU_DEVICE_RANDOM void skipahead(unsigned long long n, curandStateXORWOW_t *state)
{
    ::cpu_device::random::jump(state, n, false);
    state->d += 362437 * (unsigned)n;
}

CPU_DEVICE_RANDOM void skipahead_sequence(unsigned long long n, curandStateXORWOW_t *state)
{
    ::cpu_device::random::jump(state, n, true); /* d comes round to where it was */
}

CPU_DEVICE_RANDOM void skipahead(unsigned long long n, curandStatePhilox4_32_10_t *state)
{
    unsigned given = state->STATE + (unsigned)(n & 3);
    state->STATE = given & 3;
    ::cpu_device::random::next_block(state, n / 4 + given / 4);
}

CPU_DEVICE_RANDOM void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t *state)
{
    ::cpu_device::random::next_block(state, 0, n);
}

CPU_DEVICE_RANDOM void curand_init(unsigned long long seed, unsigned long long subsequence,
                                   unsigned long long offset, curandStateXORWOW_t *state)
{
    unsigned low = 1099087573u * ((unsigned)seed ^ 0xaad26b49);
    unsigned high = 2591861531u * ((unsigned)(seed >> 32) ^ 0xf7dcefdd);
    state->d = 6615241 + low + high; /* Marsaglia's start, changed by the seed */
    state->v[0] = 123456789 + low;
    state->v[1] = 362436069 ^ low;
    state->v[2] = 521288629 + high;
    state->v[3] = 88675123 ^ high;
    state->v[4] = 5783321 + low;
    ::cpu_device::random::forget_pairs(state);
    if (subsequence)
        skipahead_sequence(subsequence, state);
    if (offset)
        skipahead(offset, state);
}

CPU_DEVICE_RANDOM void curand_init(unsigned long long seed, unsigned long long subsequence,
                                   unsigned long long offset, curandStatePhilox4_32_10_t *state)
{
    state->ctr = make_uint4(0, 0, (unsigned)subsequence, (unsigned)(subsequence >> 32));
    state->key = make_uint2((unsigned)seed, (unsigned)(seed >> 32));
    state->STATE = 0;
    ::cpu_device::random::forget_pairs(state);
    skipahead(offset, state);
}

/* ---- 32 bits --------------------------------------------------------------------------------- */

CPU_DEVICE_RANDOM unsigned curand(curandStateXORWOW_t *state)
{
    unsigned first = state->v[0] ^ state->v[0] >> 2, last = state->v[4];
    for (int i = 0; i < 4; i++)
        state->v[i] = state->v[i + 1];
    last = last ^ last << 4 ^ first ^ first << 1;
    state->v[4] = last;
    return last + (state->d += 362437);
}

CPU_DEVICE_RANDOM unsigned curand(curandStatePhilox4_32_10_t *state)
{
    unsigned given = state->STATE;
    unsigned result = given == 0   ? state->output.x
                      : given == 1 ? state->output.y
                      : given == 2 ? state->output.z
                                   : state->output.w;
    state->STATE = (given + 1) & 3;
    if (given == 3)
        ::cpu_device::random::next_block(state, 1);
    return result;
}

CPU_DEVICE_RANDOM uint4 curand4(curandStatePhilox4_32_10_t *state)
{
    uint4 old = state->output;
    ::cpu_device::random::next_block(state, 1);
    uint4 next = state->output;
    switch (state->STATE) {
    case 1:
        return make_uint4(old.y, old.z, old.w, next.x);
    case 2:
        return make_uint4(old.z, old.w, next.x, next.y);
    case 3:
        return make_uint4(old.w, next.x, next.y, next.z);
    default:
        return old;
    }
}

namespace cpu_device::random
{

CPU_DEVICE_RANDOM uint4 four(curandStateXORWOW *s)
{
    unsigned x = curand(s), y = curand(s), z = curand(s);
    return make_uint4(x, y, z, curand(s));
}
CPU_DEVICE_RANDOM uint4 four(curandStatePhilox4_32_10 *s) { return curand4(s); }

} // namespace cpu_device::random

/* ---- uniform numbers ------------------------------------------------------------------------- */

template <class State> CPU_DEVICE_RANDOM float curand_uniform(State *state)
{
    return ::cpu_device::random::uniform(curand(state));
}

CPU_DEVICE_RANDOM float4 curand_uniform4(curandStatePhilox4_32_10_t *state)
{
    using ::cpu_device::random::uniform;
    uint4 x = curand4(state);
    return make_float4(uniform(x.x), uniform(x.y), uniform(x.z), uniform(x.w));
}

CPU_DEVICE_RANDOM double curand_uniform_double(curandStateXORWOW_t *state)
{
    unsigned x = curand(state);
    return ::cpu_device::random::uniform_of_53_bits(x, curand(state));
}

CPU_DEVICE_RANDOM double curand_uniform_double(curandStatePhilox4_32_10_t *state)
{
    return curand(state) * 0x1p-32 + 0x1p-32; /* of 32 bits, as in CUDA */
}

CPU_DEVICE_RANDOM double2 curand_uniform2_double(curandStatePhilox4_32_10_t *state)
{
    using ::cpu_device::random::uniform_of_53_bits;
    uint4 x = curand4(state);
    return make_double2(uniform_of_53_bits(x.x, x.y), uniform_of_53_bits(x.z, x.w));
}

CPU_DEVICE_RANDOM double4 curand_uniform4_double(curandStatePhilox4_32_10_t *state)
{
    double2 a = curand_uniform2_double(state), b = curand_uniform2_double(state);
    return make_double4(a.x, a.y, b.x, b.y);
}

/* ---- normal numbers -------------------------------------------------------------------------- */

template <class State> CPU_DEVICE_RANDOM float2 curand_normal2(State *state)
{
    unsigned x = curand(state);
    return ::cpu_device::random::box_muller(x, curand(state));
}

CPU_DEVICE_RANDOM float4 curand_normal4(curandStatePhilox4_32_10_t *state)
{
    using ::cpu_device::random::box_muller;
    uint4 x = curand4(state);
    float2 a = box_muller(x.x, x.y), b = box_muller(x.z, x.w);
    return make_float4(a.x, a.y, b.x, b.y);
}

template <class State> CPU_DEVICE_RANDOM double2 curand_normal2_double(State *state)
{
    return ::cpu_device::random::box_muller(::cpu_device::random::four(state));
}

CPU_DEVICE_RANDOM double4 curand_normal4_double(curandStatePhilox4_32_10_t *state)
{
    double2 a = curand_normal2_double(state), b = curand_normal2_double(state);
    return make_double4(a.x, a.y, b.x, b.y);
}

template <class State> CPU_DEVICE_RANDOM float curand_normal(State *state)
{
    if (state->boxmuller_flag == ::cpu_device::random::KEPT_NORMAL) {
        state->boxmuller_flag = 0;
        return state->boxmuller_extra;
    }
    float2 pair = curand_normal2(state);
    state->boxmuller_extra = pair.y;
    state->boxmuller_flag = ::cpu_device::random::KEPT_NORMAL;
    return pair.x;
}

template <class State> CPU_DEVICE_RANDOM double curand_normal_double(State *state)
{
    if (state->boxmuller_flag_double == ::cpu_device::random::KEPT_NORMAL) {
        state->boxmuller_flag_double = 0;
        return state->boxmuller_extra_double;
    }
    double2 pair = curand_normal2_double(state);
    state->boxmuller_extra_double = pair.y;
    state->boxmuller_flag_double = ::cpu_device::random::KEPT_NORMAL;
    return pair.x;
}

template <class State>
CPU_DEVICE_RANDOM float curand_log_normal(State *state, float mean, float stddev)
{
    if (state->boxmuller_flag == ::cpu_device::random::KEPT_LOG_NORMAL) {
        state->boxmuller_flag = 0;
        return state->boxmuller_extra;
    }
    float2 pair = curand_normal2(state);
    state->boxmuller_extra = expf(mean + stddev * pair.y);
    state->boxmuller_flag = ::cpu_device::random::KEPT_LOG_NORMAL;
    return expf(mean + stddev * pair.x);
}

template <class State>
CPU_DEVICE_RANDOM double curand_log_normal_double(State *state, double mean, double stddev)
{
    if (state->boxmuller_flag_double == ::cpu_device::random::KEPT_LOG_NORMAL) {
        state->boxmuller_flag_double = 0;
        return state->boxmuller_extra_double;
    }
    double2 pair = curand_normal2_double(state);
    state->boxmuller_extra_double = exp(mean + stddev * pair.y);
    state->boxmuller_flag_double = ::cpu_device::random::KEPT_LOG_NORMAL;
    return exp(mean + stddev * pair.x);
}

/* ---- Poisson numbers: D. Knuth, The Art of Computer Programming 2, 3.4.1 ----------------------
 */

template <class State> CPU_DEVICE_RANDOM unsigned curand_poisson(State *state, double lambda)
{
    if (lambda > 4000)
        return (unsigned)(sqrt(lambda) * curand_normal_double(state) + lambda + 0.5);
    if (lambda >= 64)
        ::cpu_device::fault(cudaErrorNotSupported, "curand_poisson with a mean from 64 to 4000 is "
                                                   "not available on the CPU device");
    unsigned k = 0;
    float p = expf((float)lambda);
    do {
        k++;
        p *= curand_uniform(state);
    } while (p > 1);
    return k - 1;
}

#undef CPU_DEVICE_RANDOM
#endif
