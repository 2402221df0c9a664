/* Lab 6 - shapes that no run before has had, to check the kernels on. */
#include "common/gemm/gemm.h"
#include "shapes.h"

enum { TALL, FLAT, LARGE, RAGGED, DEEP, THIN, WHOLE, STEEP, TOWER, WIDE, NARROW };
enum { GEMM = NARROW + 8, LAYER = GEMM + 4 };

static_assert(LAYER == DRAWS, "shapes.h says how many there are");

struct shape draw_shape(int which, long long size, struct random *random)
{
    const struct layer_shape *of = &layers[random_between(random, 0, LAYERS - 1)];
    /* a function without a name, in C++ a lambda: [=] lets it use `random` */
    const auto between = [=](int least, int most) { return random_between(random, least, most); };

    switch (which) {
    case TALL:
        return { .m = between(20000, 40000) | 1, .n = of->n % 50 + 1, .k = of->k % 70 + 1 };
    case FLAT:
        return { .m = between(1, 60), .n = between(60, 140), .k = between(2000, 5000) | 1 };
    case LARGE: {
        long long n = between(13, 15) | 1; /* no power of two */
        return { .m = (1 << 24) / n + between(1, 10000), .n = n, .k = between(1, 3) };
    }
    case RAGGED:
        return { .m = between(700, 1100) | 1,
                 .n = between(130, 300) | 1,
                 .k = between(70, 200) | 1 };
    case DEEP:
        return { .m = between(64, 130), .n = between(64, 130) | 1, .k = between(500, 900) | 1 };
    case THIN:
        return { .m = between(200, 400) | 1, .n = between(1, 4), .k = between(5000, 6500) | 1 };
    case WHOLE:
        return { .m = 128 * between(1, 2), .n = 128 * between(1, 2), .k = 64 * between(1, 3) };
    case STEEP:
        return { .m = between(1025, 1500) | 1, .n = 64 * between(1, 2), .k = 64 * between(1, 2) };
    case TOWER:
        return { .m = between(8193, 12000) | 1, .n = 64, .k = 64 };
    case WIDE:
        return { .m = between(17, 60) | 1, .n = 64 * between(17, 19), .k = 64 * between(4, 5) };
    }
    if (which < GEMM) {
        static const int least[] = { 17, 33, 49, 65 }, most[] = { 31, 47, 63, 127 };
        int width = (which - NARROW) / 2, is_tall = which % 2;
        long long narrow = between(least[width], most[width]), large = between(1025, 1800) | 1;
        return { .m = is_tall ? large : narrow,
                 .n = is_tall ? narrow : large,
                 .k = between(17, 40) };
    }
    if (which >= LAYER) {
        struct shape s =
            layer_of(&all_shapes[0], 1, between(size / 4, size / 2), which - LAYER + 1);
        return { .m = s.m, .n = s.n, .k = s.k };
    }
    return gemm_draw(which - GEMM, size, random);
}
