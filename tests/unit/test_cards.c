/* The bounds that cards' published limits leave: recomputed here by hand, in another way. */
#include <math.h>
#include <string.h>
#include "unit.h"

#include "common/engine/bounds.h"

static struct card card_named(const char *name)
{
    struct card card = { 0 };

    assert_null(card_read(&card, CARDS, name));
    return card;
}

static void near(double got, double by_hand)
{
    if (!(fabs(got / by_hand - 1) < 0.005))
        fail_msg("%g, by hand %g", got, by_hand);
}

TEST(a_vector_is_bound_by_memory)
{
    const int64_t n = 1 << 24; /* 2 x 64 MiB read, 64 MiB written */
    const struct card_work work = { .read_bytes = 8.0 * n, .written_bytes = 4.0 * n };

    /* T4: (134.2 MB + 67.1 - 4.2 MB that the L2 keeps) / 320 GB/s; 201.3 MB over 15.75 GB/s more */
    const struct card t4 = card_named("t4"), b200 = card_named("b200");
    near(least_time(&t4, &work).kernel_ms, 0.6160);
    near(least_time(&t4, &work).copies_ms, 0.6160 + 12.783);
    /* B200: all that is written fits in its L2: 134.2 MB / 7,700 GB/s; 201.3 MB over 63 GB/s more
     */
    near(least_time(&b200, &work).kernel_ms, 0.017431);
    near(least_time(&b200, &work).copies_ms, 0.017431 + 3.1957);
}

TEST(a_product_is_bound_by_arithmetic)
{
    const double n = 2048;
    const struct card_work work = { .flops = 2 * n * n * n,
                                    .read_bytes = 8 * n * n,
                                    .written_bytes = 4 * n * n };
    const struct card h200 = card_named("h200");

    /* 17.18 GFLOP / (66.9 TFLOP/s x 1.15) = 0.2233 ms; 50.3 MB over 63 GB/s: 0.7989 ms more */
    near(least_time(&h200, &work).kernel_ms, 0.2233);
    near(least_time(&h200, &work).copies_ms, 0.2233 + 0.7989);
}

TEST(what_else_bounds)
{
    const struct card_work nothing = { 0 }, pi = { .integer_products = 11e9 };
    const struct card_work halves = { .half_flops = 1e12 };
    struct card_work both = { .read_bytes = 1e9, .written_bytes = 1e9 };
    const struct card t4 = card_named("t4");

    near(least_time(&t4, &nothing).kernel_ms, 1e-3);        /* a launch */
    near(least_time(&t4, &pi).kernel_ms, 2.350);            /* 11e9 / (4.07e12 x 1.15) */
    near(least_time(&t4, &halves).kernel_ms, 13.357);       /* 1e12 / (65.1e12 x 1.15) */
    near(least_time(&t4, &both).copies_ms, 126.98 + 6.237); /* in, kernel, out */
    both.overlaps = 1;
    near(least_time(&t4, &both).copies_ms, 63.49); /* in, out and the kernel at once */
    both.half_flops = 1e13;
    near(least_time(&t4, &both).copies_ms, 133.57); /* where that takes longest */
}

TEST(steps_trips_and_arrays_bound)
{
    const double n = 1 << 24; /* floats: 67.1 MB, of which a T4's L2 keeps 4.19 */
    const struct card t4 = card_named("t4");
    /* Ten steps there and back each: 20 x 67.1 MB over 15.75 GB/s, and ten kernels. */
    struct card_work ten = { .flops = 200 * n,
                             .read_bytes = 4 * n,
                             .written_bytes = 4 * n,
                             .handed = { { 4 * n, 9 } },
                             .kernels = 10,
                             .trips = 10 };

    near(least_time(&t4, &ten).kernel_ms, (67.11 + 62.91 + 9 * 2 * 62.91) / 320);
    near(least_time(&t4, &ten).copies_ms, (67.11 + 62.91 + 9 * 2 * 62.91) / 320 + 85.217);
    ten.trips = 1; /* the data stay on the device */
    near(least_time(&t4, &ten).copies_ms, (67.11 + 62.91 + 9 * 2 * 62.91) / 320 + 8.5217);
    ten.flops = 2 * 1000 * 10 * n; /* 335.5 GFLOP / (8.14 TFLOP/s x 1.15) */
    near(least_time(&t4, &ten).kernel_ms, 35.845);
    ten = (struct card_work){ .kernels = 10 };
    near(least_time(&t4, &ten).kernel_ms, 0.010); /* ten launches */
    /* 2^24 samples by arrays: 134.2 MB of x and y, 16.8 MB of hits, each written and read */
    const struct card_work arrays = { .integer_products = 11 * n,
                                      .handed = { { 8 * n, 1 }, { n, 1 } } };
    near(least_time(&t4, &arrays).kernel_ms, 2 * (134.22 - 4.19 + 16.78 - 4.19) / 320);
}

/* An attribute that is 0 or does not fit the card's published line is no limit. */
TEST(what_a_gpu_does_not_tell_is_no_limit)
{
    const struct card nobody = { .name = "" }, t4 = card_named("t4");
    struct gpu gpu = { 75, 40, 1590e6, 1590e6, 5001e6, 256, 4 << 20 };
    struct card most = physical_limits(&gpu, &t4);

    near(most.float32, 8.141e12); /* 40 x 64 x 2 x 1.59 GHz: no 15 % more, the driver says it */
    near(most.half, 65.13e12);
    near(most.int32, 4.07e12);
    near(most.memory, 320.1e9);
    assert_true(most.bus == 0 && most.launch == 0);
    gpu.highest_clock = 0; /* no NVML */
    most = physical_limits(&gpu, &t4);
    assert_true(most.float32 == 0 && most.half == 0 && most.int32 == 0 && most.memory > 0);
    assert_true(physical_limits(&gpu, &nobody).float32 == 0);
    gpu.highest_clock = 1590e6;
    gpu.sms = 20; /* half of one, as in a MIG instance */
    most = physical_limits(&gpu, &t4);
    assert_true(most.float32 == 0 && most.memory > 0);
    near(physical_limits(&gpu, &nobody).float32, 4.07e12);
    gpu.sms = 40;
    gpu.memory_clock = 0;
    assert_true(physical_limits(&gpu, &t4).memory == 0);
    assert_true(physical_limits(&gpu, &nobody).memory == 0);
    gpu.memory_clock = 2500e6; /* as if it had been halved before: single data rate */
    assert_true(physical_limits(&gpu, &t4).memory == 0);
    const struct card none = { .name = "" };
    const struct card_work work = { .flops = 1, .read_bytes = 1, .kernels = 10 };
    assert_true(least_time(&none, &work).copies_ms == 0);
}

TEST(lanes_follow_the_capability)
{
    static const struct {
        int capability;
        double float32, half; /* operations of an SM in a clock */
    } all[] = { { 70, 128, 1024 },  { 75, 128, 1024 },  { 80, 128, 2048 },
                { 86, 256, 1024 },  { 89, 256, 1024 },  { 90, 256, 4096 },
                { 100, 256, 8192 }, { 120, 256, 1024 }, { 61, 256, 0 } };

    for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
        const struct gpu gpu = { .capability = all[i].capability, .sms = 1 };
        assert_true(peaks_of_gpu(&gpu, 1).float32 == all[i].float32);
        assert_true(peaks_of_gpu(&gpu, 1).half == all[i].half);
        assert_true(peaks_of_gpu(&gpu, 1).int32 == (all[i].capability < 70 ? 0 : 64));
    }
}

/* What a kernel shows beyond the measured best is the best from then on; not what the L2 may have
 * kept of it, nor what cannot be. */
TEST(a_kernel_raises_what_was_measured)
{
    const struct card most = { .float32 = 60e12, .memory = 1000e9, .l2 = 50e6 };
    const struct card measured = { .float32 = 40e12, .memory = 800e9 };
    const struct card_work add = { .flops = 1e9, .read_bytes = 100e6, .written_bytes = 50e6 };
    struct card best = measured;

    raise_limits(&best, &most, &add, 0.130); /* 100 MB at least: 769 GB/s; 1,154 with all */
    assert_true(best.memory == measured.memory && best.float32 == measured.float32);
    raise_limits(&best, &most, &add, 0.110);
    near(best.memory, 909e9);
    raise_limits(&best, &most, &add, 0.2);
    near(best.memory, 909e9);
    raise_limits(&best, &most, &add, 0.001); /* impossible, both of it */
    near(best.memory, 909e9);
    assert_true(best.float32 == measured.float32);
    raise_limits(&best, &most, &add, 0.02);
    near(best.float32, 50e12);
    assert_true(best.half == 0); /* what was not known stays so */
}

/* Published rates are those of lanes at one clock: the boost, without sparsity. What is not would
 * be off by 2, or by the 1.3 to 2.7 between base and boost. The int32 column is computed so. */
TEST(each_rate_names_its_clock)
{
    static const struct {
        const char *name;
        int capability;
        double mhz, half_mhz;
    } all[] = { { "t4", 75, 1590, 1590 },   { "rtx4060laptop", 89, 2370, 2370 },
                { "l4", 89, 2040, 2040 },   { "rtx4090", 89, 2520, 2520 },
                { "a100", 80, 1410, 1410 }, { "h100", 90, 1980, 1830 },
                { "h200", 90, 1980, 1830 }, { "b200", 100, 1965, 1856 } };

    for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
        const struct card card = card_named(all[i].name);
        const struct gpu gpu = { .capability = all[i].capability, .sms = card.sms };
        const struct card peaks = peaks_of_gpu(&gpu, 1.15 * card.clock);
        print_message("%s\n", all[i].name);
        assert_true(card.clock == 1e6 * all[i].mhz && card.half_clock == 1e6 * all[i].half_mhz);
        assert_true(fabs(card.float32 / peaks.float32 - 1) < 0.01);
        assert_true(fabs(card.int32 / peaks.int32 - 1) < 0.01);
        near(card.half, peaks_of_gpu(&gpu, 1.15 * card.half_clock).half);
    }
}

TEST(every_card_is_there_and_no_other)
{
    const char *const names[] = { "t4",   "rtx4060laptop", "rtx4090", "l4",
                                  "a100", "h100",          "h200",    "b200" };
    struct card card = { 0 };

    for (int i = 0; i < 8; i++) {
        card = card_named(names[i]);
        assert_true(card.float32 > 1e12 && card.int32 > 1e12 && card.half > card.float32);
        assert_true(card.memory > card.bus && card.bus > 1e9 && card.l2 >= 4 << 20);
        assert_true(card.watts >= 70 && card.watts <= 1000);
    }
    assert_true(card_named("h100").l2 == 50 << 20 && card_named("h200").l2 == 60 << 20);
    assert_true(card_named("l4").watts == 72 && card_named("h200").watts == 700);
    assert_string_equal(card_read(&card, CARDS, "t5"),
                        " t4 rtx4060laptop rtx4090 l4 a100 h100 h200 b200");
    assert_string_equal(card_read(&card, "no/such.csv", "t4"), "");
}
