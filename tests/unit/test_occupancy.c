/* common/sass/occupancy.c against NVIDIA's own calculation, which the toolkit has as a header for
 * the host, on each card of cards.csv; waves and idle multiprocessors by hand. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "unit.h"

#include "common/engine/bounds.h"
#include "common/sass/occupancy.c"

#if __has_include(<cuda_occupancy.h>)
#include <cuda_occupancy.h>
#define HAVE_ORACLE 1
#endif

enum { CARDS_KNOWN = 8, DRAWN = 200 };

/* What occupancy needs of a line of cards.csv. */
struct line {
    char name[24];
    double capability;
    unsigned registers, shared_kib;
};

static unsigned read_cards(struct line all[CARDS_KNOWN])
{
    FILE *in = fopen(CARDS, "r");
    char text[1024], *rest, *cell;
    unsigned count = 0;

    assert_non_null(in);
    while (fgets(text, sizeof text, in)) {
        if (*text == '#' || !strncmp(text, "name,", 5))
            continue;
        assert_true(count < CARDS_KNOWN);
        struct line *l = &all[count++];
        rest = text;
        for (int i = 0; (cell = strsep(&rest, ",")); i++) {
            if (i == 0)
                snprintf(l->name, sizeof l->name, "%s", cell);
            l->capability = i == 11 ? atof(cell) : l->capability;
            l->registers = i == 12 ? (unsigned)atoi(cell) : l->registers;
            l->shared_kib = i == 13 ? (unsigned)atoi(cell) : l->shared_kib;
        }
    }
    fclose(in);
    return count;
}

TEST(the_table_has_each_card)
{
    struct line cards[CARDS_KNOWN] = { 0 };

    assert_int_equal(read_cards(cards), CARDS_KNOWN);
    for (int i = 0; i < CARDS_KNOWN; i++) {
        const struct multiprocessor *m =
            multiprocessor_of((unsigned)lround(10 * cards[i].capability));
        print_message("%s\n", cards[i].name);
        assert_non_null(m);
        assert_int_equal(m->registers, cards[i].registers);
        assert_int_equal(m->shared, 1024 * cards[i].shared_kib);
        const struct gpu one = { .capability = (int)m->capability, .sms = 1 };
        assert_int_equal(m->lanes,
                         (int)peaks_of_gpu(&one, 1).float32 / 2); /* as the labs have it */
        assert_int_equal(m->tensor, (int)peaks_of_gpu(&one, 1).half);
    }
    assert_null(multiprocessor_of(42));
}

#ifdef HAVE_ORACLE
static struct cudaOccDeviceProp device_of(const struct line *card)
{
    /* CUDA C++ Programming Guide, technical specifications per compute capability */
    static const struct {
        double capability;
        int threads, optin_kib, reserved;
    } all[] = { { 7.5, 1024, 64, 0 },
                { 8.0, 2048, 163, 1024 },
                { 8.9, 1536, 99, 1024 },
                { 9.0, 2048, 227, 1024 },
                { 10.0, 2048, 227, 1024 } };
    struct cudaOccDeviceProp p = { 0 };

    p.computeMajor = (int)card->capability;
    p.computeMinor = (int)lround(10 * card->capability) % 10;
    p.maxThreadsPerBlock = 1024;
    p.regsPerBlock = p.regsPerMultiprocessor = (int)card->registers;
    p.warpSize = 32;
    p.numSms = 40;
    p.sharedMemPerBlock = 48 * 1024;
    p.sharedMemPerMultiprocessor = 1024 * card->shared_kib;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].capability == card->capability) {
            p.maxThreadsPerMultiprocessor = all[i].threads;
            p.sharedMemPerBlockOptin = 1024 * (size_t)all[i].optin_kib;
            p.reservedSharedMemPerBlock = (size_t)all[i].reserved;
        }
    assert_true(p.maxThreadsPerMultiprocessor > 0);
    return p;
}

/* Both for one configuration; returns how many blocks. */
static unsigned compare(const struct line *card, const struct kernel_needs *k, size_t dynamic,
                        unsigned limited[LIMITS])
{
    const struct cudaOccDeviceProp p = device_of(card);
    const struct cudaOccDeviceState s = { CACHE_PREFER_NONE, SHAREDMEM_CARVEOUT_DEFAULT };
    struct cudaOccFuncAttributes f = { 0 };
    struct cudaOccResult theirs = { 0 };
    const struct occupancy ours =
        occupancy_of(multiprocessor_of((unsigned)lround(10 * card->capability)), k);

    f.maxThreadsPerBlock = INT_MAX;
    f.numRegs = (int)k->registers;
    f.sharedSizeBytes = k->shared - dynamic;
    f.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
    f.maxDynamicSharedSizeBytes = dynamic;
    f.numBlockBarriers = (int)k->barriers;
    assert_int_equal(
        cudaOccMaxActiveBlocksPerMultiprocessor(&theirs, &p, &f, &s, (int)k->threads, dynamic), 0);
    if (ours.blocks != (unsigned)theirs.activeBlocksPerMultiprocessor)
        fail_msg("%s: %u registers, %u threads, %zu bytes, %u barriers: %u blocks, not %d",
                 card->name, k->registers, k->threads, k->shared, k->barriers, ours.blocks,
                 theirs.activeBlocksPerMultiprocessor);
    const int by[LIMITS] = { theirs.blockLimitRegs, theirs.blockLimitSharedMem,
                             theirs.blockLimitWarps, theirs.blockLimitBlocks,
                             theirs.blockLimitBarriers };
    for (int i = 0; i < LIMITS; i++) {
        if (ours.by[i] != (by[i] == INT_MAX ? NO_LIMIT : (unsigned)by[i]))
            fail_msg("%s: limit %d: %u, not %d", card->name, i, ours.by[i], by[i]);
        limited[i] += ours.by[i] == ours.blocks;
    }
    return ours.blocks;
}

static unsigned draw(unsigned long long *seed, unsigned count)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(*seed >> 33) % count;
}

TEST(drawn_configurations)
{
    struct line cards[CARDS_KNOWN] = { 0 };
    unsigned long long seed = 26;
    unsigned limited[LIMITS] = { 0 }, impossible = 0;

    read_cards(cards);
    for (int i = 0; i < CARDS_KNOWN; i++)
        for (int n = 0; n < DRAWN; n++) {
            size_t fixed = draw(&seed, 4) ? draw(&seed, 20000) : 0;
            size_t dynamic = draw(&seed, 3) ? 0 : draw(&seed, draw(&seed, 2) ? 10000 : 250000);
            const struct kernel_needs k = { .registers = 1 + draw(&seed, draw(&seed, 2) ? 64 : 255),
                                            .threads = 1 + draw(&seed, draw(&seed, 2) ? 256 : 1024),
                                            .shared = fixed + dynamic,
                                            .barriers = draw(&seed, 4) ? 1 : draw(&seed, 17) };
            impossible += compare(&cards[i], &k, dynamic, limited) == 0;
        }
    for (int i = 0; i < LIMITS; i++)
        assert_true(limited[i] >= 5);                         /* each of them has been looked at, */
    assert_in_range(impossible, 50, CARDS_KNOWN * DRAWN / 2); /* and what cannot run */
}
#else
TEST(drawn_configurations)
{
    print_message("no cuda_occupancy.h: ./setup.sh --tests\n");
    skip();
}
#endif

static void near(double got, double by_hand)
{
    if (!(fabs(got - by_hand) < 1e-9))
        fail_msg("%g, by hand %g", got, by_hand);
}

TEST(waves)
{
    near(waves_of(256, 1, 40), 6.4);
    near(waves_of(100, 4, 40), 0.625);
    near(idle_share(256, 1, 40), 24 / 280.0); /* the seventh wave has 16 blocks for 40 */
    near(idle_share(100, 4, 40), 0);          /* 2 or 3 on each */
    near(idle_share(10, 4, 40), 0.75);
    near(idle_share(40, 1, 40), 0);
    near(idle_share(161, 4, 40), 39 / 80.0);
    near(idle_share(0, 4, 40), 0);
}

TEST(names_of_limits)
{
    const struct kernel_needs many = { 140, 256, 16640, 1 }, large = { 16, 1024, 70000, 0 };
    struct occupancy o = occupancy_of(multiprocessor_of(75), &many);

    assert_int_equal(o.blocks, 1);
    assert_int_equal(o.warps, 8);
    assert_int_equal(o.of_warps, 32);
    assert_string_equal(limit_names(&o), "registers");
    o = occupancy_of(multiprocessor_of(75), &large);
    assert_int_equal(o.blocks, 0);
    assert_string_equal(limit_names(&o), "shared memory");
}
