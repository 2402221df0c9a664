/* Lab 6 - shapes that no run before has had, to check the kernels on. */
#include "common/gemm/gemm.h"
#include "shapes.h"

enum { TALL, FLAT, LARGE, RAGGED, DEEP, THIN, WHOLE, STEEP, TOWER, WIDE, NARROW };
enum { GEMM = NARROW + 8, LAYER = GEMM + 4 };

static_assert(LAYER == DRAWS, "shapes.h says how many there are");

struct shape draw_shape(int which, long long size, struct random *random)
{
    const struct layer_shape *of = &layers[random_between(random, 0, LAYERS - 1)];
    const auto between = [=](int least, int most) { return random_between(random, least, most); };

    switch (which) {
    case TALL:
        return { between(20000, 40000) | 1, of->n % 50 + 1, of->k % 70 + 1 };
    case FLAT:
        return { between(1, 60), between(60, 140), between(2000, 5000) | 1 };
    case LARGE: {
        long long n = between(13, 15) | 1; /* no power of two */
        return { (1 << 24) / n + between(1, 10000), n, between(1, 3) };
    }
    case RAGGED:
        return { between(700, 1100) | 1, between(130, 300) | 1, between(70, 200) | 1 };
    case DEEP:
        return { between(64, 130), between(64, 130) | 1, between(500, 900) | 1 };
    case THIN:
        return { between(200, 400) | 1, between(1, 4), between(5000, 6500) | 1 };
    case WHOLE:
        return { 128 * between(1, 2), 128 * between(1, 2), 64 * between(1, 3) };
    case STEEP:
        return { between(1025, 1500) | 1, 64 * between(1, 2), 64 * between(1, 2) };
    case TOWER:
        return { between(8193, 12000) | 1, 64, 64 };
    case WIDE:
        return { between(17, 60) | 1, 64 * between(17, 19), 64 * between(4, 5) };
    }
    if (which < GEMM) {
        static const int least[] = { 17, 33, 49, 65 }, most[] = { 31, 47, 63, 127 };
        int width = (which - NARROW) / 2, is_tall = which % 2;
        long long narrow = between(least[width], most[width]), large = between(1025, 1800) | 1;
        return { is_tall ? large : narrow, is_tall ? narrow : large, between(17, 40) };
    }
    if (which >= LAYER)
        return layer_of(&all_shapes[0], 1, between(size / 4, size / 2), which - LAYER + 1);
    return gemm_draw(which - GEMM, size, random);
}
