/* What the lanes of a warp do together, and what one can ask about itself. Where lanes have to meet
 * first, run.c has seen to it: `lanes` are all that take part. */
#include "numbers.h"
#include "ptx.h"

#include <time.h>

enum { IDX, UP, DOWN, BFLY };

/* The lane that lane k takes its value from, as PTX's manual has it; `inside`: there is one. */
static unsigned source_of(unsigned k, unsigned mode, uint32_t b, uint32_t c, bool *inside)
{
    unsigned segments = c >> 8 & 31, clamp = c & 31;
    int most = (int)((k & segments) | (clamp & ~segments)), least = (int)(k & segments), j;

    b &= 31;
    j = mode == UP     ? (int)k - (int)b
        : mode == DOWN ? (int)(k + b)
        : mode == BFLY ? (int)(k ^ b)
                       : least | (int)(b & ~segments);
    *inside = mode == UP ? j >= most : j <= most;
    return *inside ? (unsigned)j & 31 : k;
}

void run_shfl(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    uint64_t *d = row_of(w, i->o[0]), a[LANES];
    const uint64_t *b = row_of(w, i->o[3]), *c = row_of(w, i->o[4]);
    uint32_t insides = 0;

    memcpy(a, row_of(w, i->o[2]), sizeof a);
    FOR_LANES(k, lanes)
    {
        bool inside;
        d[k] = (uint32_t)a[source_of(k, i->mode, (uint32_t)b[k], (uint32_t)c[k], &inside)];
        insides |= (uint32_t)inside << k;
    }
    if (i->o[1])
        set_predicate(w, i->o[1], lanes, insides);
}

void run_vote(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    uint32_t yes = predicate_of(w, i->o[1]) & lanes;

    if (i->mode == 3) {
        uint64_t *d = row_of(w, i->o[0]);
        FOR_LANES(k, lanes) d[k] = yes;
        return;
    }
    bool all = yes == lanes, result = i->mode == 0 ? all : i->mode == 1 ? yes != 0 : all || !yes;
    set_predicate(w, i->o[0], lanes, result ? ALL_LANES : 0);
}

void run_match(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    uint64_t *d = row_of(w, i->o[0]), a[LANES];

    FOR_LANES(k, lanes) a[k] = extended(row_of(w, i->o[2])[k], i->type);
    FOR_LANES(k, lanes)
    {
        uint32_t same = 0;
        for (uint32_t left = lanes; left; left &= left - 1)
            same |= (uint32_t)(a[__builtin_ctz(left)] == a[k]) << __builtin_ctz(left);
        d[k] = !i->mode || same == lanes ? same : 0;
        if (i->o[1])
            set_predicate(w, i->o[1], 1u << k, same == lanes ? ALL_LANES : 0);
    }
}

static uint64_t reduced(const struct instruction *i, uint64_t x, uint64_t y)
{
    bool less = is_signed(i->type) ? (int64_t)x < (int64_t)y : x < y;

    switch (i->mode) {
    case 0:
        return x + y;
    case 1:
        return less ? x : y;
    case 2:
        return less ? y : x;
    case 3:
        return x & y;
    case 4:
        return x | y;
    default:
        return x ^ y;
    }
}

void run_redux(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    uint64_t *d = row_of(w, i->o[0]), sum = 0;
    const uint64_t *a = row_of(w, i->o[1]);
    bool first = true;

    FOR_LANES(k, lanes)
    {
        uint64_t x = extended(a[k], i->type);
        sum = first ? x : reduced(i, sum, x);
        first = false;
    }
    FOR_LANES(k, lanes) d[k] = (uint32_t)sum;
}

void run_activemask(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    uint64_t *d = row_of(w, i->o[0]);

    FOR_LANES(k, lanes) d[k] = lanes;
}

void run_nothing(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    (void)w, (void)i, (void)lanes;
}

void run_trap(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    fault_at(w, i, (unsigned)__builtin_ctz(lanes), FAILURE, "__trap()");
}

void run_unknown(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    (void)w, (void)lanes;
    host_unknown(i->name);
}

/* ---- special registers --------------------------------------------------------------------- */

const char *const special_names[SPECIALS] = {
    "%tid.x",           "%tid.y",       "%tid.z",       "%ntid.x",
    "%ntid.y",          "%ntid.z",      "%ctaid.x",     "%ctaid.y",
    "%ctaid.z",         "%nctaid.x",    "%nctaid.y",    "%nctaid.z",
    "%laneid",          "%warpid",      "%nwarpid",     "%smid",
    "%nsmid",           "%gridid",      "%lanemask_eq", "%lanemask_le",
    "%lanemask_lt",     "%lanemask_ge", "%lanemask_gt", "%dynamic_smem_size",
    "%total_smem_size", "%clock",       "%clock_hi",    "%clock64",
    "%globaltimer"
};

static uint64_t nanoseconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint64_t special_of_block(const struct block *b, unsigned which)
{
    switch (which) {
    case NTID_X:
    case NTID_Y:
    case NTID_Z:
        return b->size[which - NTID_X];
    case CTAID_X:
    case CTAID_Y:
    case CTAID_Z:
        return b->index[which - CTAID_X];
    case NCTAID_X:
    case NCTAID_Y:
    case NCTAID_Z:
        return b->grid[which - NCTAID_X];
    case NWARPID:
        return b->warps_count;
    case NSMID:
        return 1;
    case GRIDID:
        return b->launch;
    case DYNAMIC_SMEM_SIZE:
        return b->dynamic_bytes;
    case TOTAL_SMEM_SIZE:
        return b->shared_bytes;
    case DYNAMIC_START:
        return b->dynamic_start;
    case CLOCK_HI:
        return nanoseconds() >> 32;
    case CLOCK:
    case CLOCK64:
    case GLOBALTIMER:
        return nanoseconds();
    default: /* SMID */
        return 0;
    }
}

static uint64_t special_of_lane(const struct warp *w, unsigned which, unsigned k)
{
    const struct block *b = w->block;
    unsigned thread = w->number * LANES + k;

    switch (which) {
    case TID_X:
        return thread % b->size[0];
    case TID_Y:
        return thread / b->size[0] % b->size[1];
    case TID_Z:
        return thread / b->size[0] / b->size[1];
    case LANEID:
        return k;
    case WARPID:
        return w->number;
    case LANEMASK_EQ:
        return 1u << k;
    case LANEMASK_LE:
        return (2u << k) - 1;
    case LANEMASK_LT:
        return (1u << k) - 1;
    case LANEMASK_GE:
        return ~((1u << k) - 1);
    default: /* LANEMASK_GT */
        return (uint32_t) ~((2ull << k) - 1);
    }
}

void run_special(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    uint64_t *d = row_of(w, i->o[0]);
    bool of_lane = i->mode <= TID_Z || i->mode == LANEID || i->mode == WARPID ||
                   (i->mode >= LANEMASK_EQ && i->mode <= LANEMASK_GT);
    uint64_t value = of_lane ? 0 : special_of_block(w->block, i->mode);

    FOR_LANES(k, lanes) d[k] = of_lane ? special_of_lane(w, i->mode, k) : value;
}
