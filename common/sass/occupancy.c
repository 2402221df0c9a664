/* Works out occupancy: see occupancy.h. tests/unit/test_occupancy.c compares it with NVIDIA's
 * cuda_occupancy.h. */
#include "occupancy.h"

#include <stdio.h>
#include <string.h>

/* CUDA C++ Programming Guide, "Compute Capabilities": tables of technical specifications and of
 * arithmetic throughput. Tensor cores: NVIDIA's white papers (V100, Turing, A100, GA102, Ada, H100,
 * Blackwell), as in common/engine/bounds.c. Shared memory: 64 bytes a clock with Turing, whose
 * multiprocessor has 16 load/store units, 128 with all others (white paper of GA102). */
#define KIB 1024
static const struct multiprocessor known[] = {
    /* capability, registers, shared, of a block, threads, blocks, lanes, tensor, bytes */
    { 75, 65536, 64 * KIB, 64 * KIB, 1024, 16, 64, 1024, 64 },
    { 80, 65536, 164 * KIB, 163 * KIB, 2048, 32, 64, 2048, 128 },
    { 86, 65536, 100 * KIB, 99 * KIB, 1536, 16, 128, 1024, 128 },
    { 87, 65536, 164 * KIB, 163 * KIB, 1536, 16, 128, 2048, 128 },
    { 89, 65536, 100 * KIB, 99 * KIB, 1536, 24, 128, 1024, 128 },
    { 90, 65536, 228 * KIB, 227 * KIB, 2048, 32, 128, 4096, 128 },
    { 100, 65536, 228 * KIB, 227 * KIB, 2048, 32, 128, 8192, 128 },
    { 103, 65536, 228 * KIB, 227 * KIB, 2048, 32, 128, 8192, 128 },
    { 110, 65536, 228 * KIB, 227 * KIB, 1536, 24, 128, 8192, 128 },
    { 120, 65536, 100 * KIB, 99 * KIB, 1536, 24, 128, 1024, 128 },
    { 121, 65536, 100 * KIB, 99 * KIB, 1536, 24, 128, 1024, 128 },
};

enum { WARP = 32, QUARTERS = 4 }; /* a multiprocessor has four schedulers, each with a quarter */

const struct multiprocessor *multiprocessor_of(unsigned capability)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].capability == capability)
            return &known[i];
    return NULL;
}

static unsigned long long round_up(unsigned long long n, unsigned to)
{
    return (n + to - 1) / to * to;
}

/* A warp gets its registers from one quarter, in units of 256. The check whether a block fits at
 * all takes its warps for a multiple of four. */
static unsigned by_registers(const struct multiprocessor *m, const struct kernel_needs *k,
                             unsigned warps)
{
    unsigned long long of_warp = round_up((unsigned long long)k->registers * WARP, 256);

    if (!of_warp)
        return NO_LIMIT;
    if (k->registers > 256 || of_warp * round_up(warps, QUARTERS) > m->registers)
        return 0;
    return (unsigned)(m->registers / QUARTERS / of_warp * QUARTERS / warps);
}

/* Since 8.0 the driver takes 1 KiB of each block for itself. */
static unsigned by_shared(const struct multiprocessor *m, const struct kernel_needs *k)
{
    unsigned reserved = m->capability >= 80 ? KIB : 0, unit = m->capability >= 80 ? 128 : 256;
    unsigned long long of_block = round_up(k->shared + reserved, unit);

    if (of_block > (unsigned long long)m->block_shared + reserved)
        return 0;
    return of_block ? (unsigned)(m->shared / of_block) : NO_LIMIT;
}

/* Only since 9.0: before, barriers were as many as any blocks could use. */
static unsigned by_barriers(const struct multiprocessor *m, const struct kernel_needs *k)
{
    if (m->capability < 90 || !k->barriers)
        return NO_LIMIT;
    return m->blocks * (m->capability < 110 ? 2 : 1) / k->barriers;
}

struct occupancy occupancy_of(const struct multiprocessor *m, const struct kernel_needs *needs)
{
    unsigned warps = (needs->threads + WARP - 1) / WARP;
    struct occupancy o = { .blocks = NO_LIMIT, .of_warps = m->threads / WARP };

    if (!warps)
        return (struct occupancy){ .of_warps = m->threads / WARP };
    o.by[BY_REGISTERS] = by_registers(m, needs, warps);
    o.by[BY_SHARED] = by_shared(m, needs);
    o.by[BY_WARPS] = needs->threads > 1024 ? 0 : m->threads / WARP / warps;
    o.by[BY_BLOCKS] = m->blocks;
    o.by[BY_BARRIERS] = by_barriers(m, needs);
    for (int i = 0; i < LIMITS; i++)
        o.blocks = o.by[i] < o.blocks ? o.by[i] : o.blocks;
    o.warps = o.blocks * warps;
    return o;
}

const char *limit_names(const struct occupancy *o)
{
    static const char *const names[] = { "registers", "shared memory", "warps", "blocks",
                                         "barriers" };
    static char all[80];

    *all = 0;
    for (int i = 0; i < LIMITS; i++)
        if (o->by[i] == o->blocks)
            sprintf(all + strlen(all), "%s%s", *all ? ", " : "", names[i]);
    return all;
}

double waves_of(unsigned long long blocks, unsigned at_once, unsigned multiprocessors)
{
    return (double)blocks / ((double)at_once * multiprocessors);
}

/* Blocks go to the multiprocessors in turn, so only the last wave leaves some without one. */
double idle_share(unsigned long long blocks, unsigned at_once, unsigned multiprocessors)
{
    unsigned long long wave = (unsigned long long)at_once * multiprocessors;
    unsigned long long waves = (blocks + wave - 1) / wave, last = blocks - (waves - 1) * wave;

    if (!blocks || last >= multiprocessors)
        return 0;
    return (double)(multiprocessors - last) / ((double)waves * multiprocessors);
}
