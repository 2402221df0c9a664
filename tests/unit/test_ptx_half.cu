/* Half precision as the interpreter of PTX has it against the CPU device's own, which shares no
 * line with it. */
#include "unit.h"
#include <cuda_fp16.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#define _Noreturn
extern "C" {
#include "common/ptx/numbers.h"
}

static __half of_bits(uint16_t bits)
{
    __half h;

    memcpy((void *)&h, &bits, sizeof h);
    return h;
}

static uint16_t bits_of(__half h)
{
    uint16_t bits;

    memcpy(&bits, &h, sizeof bits);
    return bits;
}

static void same_half(uint16_t ours, __half theirs, const char *what, double a, double b, double c)
{
    bool both_nan = (ours & 0x7fff) > 0x7c00 && (bits_of(theirs) & 0x7fff) > 0x7c00;

    if (ours != bits_of(theirs) && !both_nan)
        fail_msg("%s of %g, %g, %g: 0x%x, the CPU device 0x%x", what, a, b, c, ours,
                 bits_of(theirs));
}

TEST(every_half_is_the_same_float)
{
    for (unsigned i = 0; i < 65536; i++) {
        double ours = half_to_double((uint16_t)i), theirs = __half2float(of_bits((uint16_t)i));
        assert_true(ours == theirs || (isnan(ours) && isnan(theirs)));
    }
}

TEST(floats_round_to_the_same_half)
{
    srand(3);
    for (unsigned i = 0; i < 200000; i++) {
        float f = as_f32((uint64_t)((uint32_t)rand() << 16 ^ (uint32_t)rand()));
        f = i % 2 ? f : ldexpf((float)(rand() % 8192), rand() % 32 - 26) * (i % 4 ? 1 : -1);
        same_half(double_to_half(f, RN), __float2half_rn(f), "rn", f, 0, 0);
        same_half(double_to_half(f, RZ), __float2half_rz(f), "rz", f, 0, 0);
        same_half(double_to_half(f, RM), __float2half_rd(f), "rd", f, 0, 0);
        same_half(double_to_half(f, RP), __float2half_ru(f), "ru", f, 0, 0);
    }
}

TEST(sums_products_and_fused_ones_are_the_same)
{
    srand(4);
    for (unsigned i = 0; i < 200000; i++) {
        uint16_t x = (uint16_t)(rand() % 0x7c00), y = (uint16_t)(rand() % 0x7c00 | (i & 1) << 15),
                 z = (uint16_t)(rand() % 0x7c00 | (i & 2) << 14);
        double a = half_to_double(x), b = half_to_double(y), c = half_to_double(z);
        same_half(double_to_half(a + b, RN), __hadd(of_bits(x), of_bits(y)), "add", a, b, 0);
        same_half(double_to_half(a * b, RN), __hmul(of_bits(x), of_bits(y)), "mul", a, b, 0);
        same_half(double_to_half(fused_for_half(a, b, c), RN),
                  __hfma(of_bits(x), of_bits(y), of_bits(z)), "fma", a, b, c);
    }
}
