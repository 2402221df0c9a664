/* What the warps ask the memory for: an instruction of a warp is a request; global memory answers
 * in sectors of 32 bytes, shared memory in wavefronts: rounds in which each of its 32 banks gives a
 * word. */
#include "../cpu_device/traffic/banks.h"
#include "ptx.h"

bool count_joined;

/* How many different values of a[0 .. n-1] >> shift there are. */
static unsigned different(const uint64_t *a, unsigned n, unsigned shift)
{
    uint64_t seen[2 * LANES];
    unsigned count = 0;

    for (unsigned i = 0; i < n; i++) {
        unsigned k = 0;
        if (count && seen[count - 1] == a[i] >> shift) /* as its neighbour, mostly */
            continue;
        while (k < count && seen[k] != a[i] >> shift)
            k++;
        if (k == count)
            seen[count++] = a[i] >> shift;
    }
    return count;
}

static void count_global(struct tally *t, const uint64_t *a, unsigned lanes, unsigned bytes)
{
    uint64_t all[2 * LANES];
    unsigned n = 0, least = (different(a, lanes, 0) * bytes + 31) / 32;

    for (unsigned i = 0; i < lanes; i++) {
        all[n++] = a[i];
        if (a[i] % 32 + bytes > 32)
            all[n++] = a[i] + bytes - 1;
    }
    unsigned sectors = different(all, n, 5);
    t->sectors += sectors;
    t->least += least < sectors ? least : sectors;
}

/* What the request would take if ptxas had joined it with its neighbours, and which these are. */
static void count_as_joined(struct tally *t, const uint64_t *addresses, uint32_t lanes,
                            bool is_load)
{
    t->at[addresses[__builtin_ctz(lanes)] % 16] = 1;
    for (unsigned k = 0; k < 2; k++) {
        uint64_t wide[LANES] = { 0 };
        FOR_LANES(l, lanes) wide[l] = addresses[l] & ~(uint64_t)((8u << k) - 1);
        struct turns cost = turns_of(wide, lanes, 8u << k, is_load);
        t->joined[k].wavefronts = cost.taken, t->joined[k].least = cost.least;
    }
}

void count_request(struct block *b, const struct instruction *i, enum request what,
                   enum space space, uint32_t lanes, const uint64_t *addresses, unsigned bytes)
{
    bool copied = what == COPY_REQUEST && space == GLOBAL, is_load = what == LOAD_REQUEST;
    struct turns cost = { 0, 0 };
    struct tally *sum = &b->tallies[i - b->module->code + (copied ? b->module->code_count : 0)],
                 one = { .requests = 1 }, *t = &one;
    uint64_t a[LANES] = { 0 };
    unsigned n = 0;

    if (space != GLOBAL && space != SHARED)
        return;
    FOR_LANES(k, lanes) a[n++] = addresses[k];
    t->bytes = (uint64_t)n * bytes;
    if (space == GLOBAL)
        count_global(t, a, n, bytes);
    else
        cost = turns_of(addresses, lanes, bytes, is_load);
    t->wavefronts = cost.taken, t->least_wavefronts = cost.least;
    if (space == SHARED && count_joined)
        count_as_joined(t, addresses, lanes, is_load);
    const uint64_t *from = &t->requests;
    for (unsigned k = 0; k < sizeof *t / sizeof *from; k++) /* other CPU threads count as well */
        if (from[k])
            __atomic_fetch_add(&sum->requests + k, from[k], __ATOMIC_RELAXED);
}
