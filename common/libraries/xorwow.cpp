/* CPU device: XORWOW (include/curand_kernel.h) many steps at once. A step is linear in the 160 bits
 * of the state, so 2^i steps are a matrix of 0 and 1, the square of that of 2^(i - 1) steps. */
#include <memory>
#include "include/curand_kernel.h"

namespace cpu_device::random
{

namespace
{

enum { WORDS = 5, BITS = 32 * WORDS, DIGITS = BITS / 4, SEQUENCE = 67, POWERS = SEQUENCE + 64 };

struct vector {
    unsigned of[WORDS];
    void add(const vector &v) /* modulo 2 */
    {
        for (int i = 0; i < WORDS; i++)
            of[i] ^= v.of[i];
    }
};

/* A matrix, as what it makes of each hexadecimal digit of a vector. */
struct matrix {
    vector images[DIGITS][16];

    void set_bit(int bit, const vector &image) /* in order: bit 0 first */
    {
        vector *digit = images[bit / 4];
        int value = 1 << bit % 4;
        if (value == 1)
            digit[0] = {};
        for (int below = 0; below < value; below++) {
            digit[value + below] = digit[below];
            digit[value + below].add(image);
        }
    }
    vector operator*(const vector &v) const
    {
        vector sum = {};
        for (int i = 0; i < DIGITS; i++)
            sum.add(images[i][v.of[i / 8] >> i % 8 * 4 & 15]);
        return sum;
    }
};

vector unit(int bit)
{
    vector v = {};
    v.of[bit / 32] = 1u << bit % 32;
    return v;
}

vector step(const vector &v)
{
    curandStateXORWOW s = {};
    for (int i = 0; i < WORDS; i++)
        s.v[i] = v.of[i];
    curand(&s);
    return { { s.v[0], s.v[1], s.v[2], s.v[3], s.v[4] } };
}

struct all_powers { /* power[i]: 2^i steps */
    matrix power[POWERS];
    all_powers()
    {
        for (int bit = 0; bit < BITS; bit++)
            power[0].set_bit(bit, step(unit(bit)));
        for (int i = 1; i < POWERS; i++)
            for (int bit = 0; bit < BITS; bit++)
                power[i].set_bit(bit, power[i - 1] * (power[i - 1] * unit(bit)));
    }
};

} // namespace

void xorwow_jump(unsigned v[WORDS], unsigned long long steps, bool by_2_67)
{
    static const auto &powers = *new all_powers(); /* 2 MB, in 5 ms */
    vector state = { { v[0], v[1], v[2], v[3], v[4] } };
    for (int i = 0; steps >> i; i++) {
        if (steps >> i & 1)
            state = powers.power[i + (by_2_67 ? SEQUENCE : 0)] * state;
        if (i == 63)
            break;
    }
    for (int i = 0; i < WORDS; i++)
        v[i] = state.of[i];
}

} // namespace cpu_device::random
