/* What the judge and the runner say to each other. The runner reads a sealed file (descriptor 3) of
 * cases, all of one version. Each case is a case_head, then for each round the bytes of a and those
 * of b; the next one begins case_bytes further on. As soon as a case is done, the runner writes to
 * descriptor 4 a case_reply, then for each round the bytes of c as the host got them, and no byte
 * more.
 *
 * A case that is timed has two rounds. Before its reply come two bytes, between which its launches
 * are: the judge's clock begins when the context is there and the kernel loaded, and ends before
 * the output is copied. */
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include "common/engine/engine.h"

#define CASE_MAGIC  0x31657361436b6974ull
#define REPLY_MAGIC 0x31796c7065526b69ull
#define MAX_ROUNDS  12
#define MAX_OWN     256 /* bytes of what a lab's shape.own points to */
#define TIME_MARKS  2   /* bytes */
#define CASE_FILE   3
#define REPLY_FILE  4

struct case_head {
    unsigned long long magic;
    char version[24];
    long long m, n, k; /* the shape */
    alignas(16) char own[MAX_OWN];
    bool has_own;  /* shape.own points to `own` */
    int rounds;    /* runs in the same memory, each with other inputs */
    int launches;  /* after the first round, for the judge's clock; 0: it measures no time */
    bool contract; /* the runner also looks whether the launcher keeps its contract */
    bool in_part;  /* where the shape allows it, a grid of very many blocks is run in part */
    bool counted;  /* the first round is counted, in a build that counts */
    int slow;      /* for versions FROM_HOST: which stream is slow in the first round */
    unsigned long long seed[MAX_ROUNDS];   /* the problem's seed in each round */
    unsigned long long poison[MAX_ROUNDS]; /* the seed of draw_poison in each round */
    unsigned long long a_bytes, b_bytes, c_bytes;
};

static inline size_t case_bytes(const struct case_head *head)
{
    return (sizeof(*head) + head->rounds * (head->a_bytes + head->b_bytes) + 63) / 64 * 64;
}

static inline struct shape shape_of_head(const struct case_head *head)
{
    return { head->m, head->n, head->k, head->has_own ? head->own : NULL };
}

/* What a counter has counted in a run that is counted; see struct counter_value. */
struct reply_count {
    unsigned long long all, in_one_block;
    int whole; /* no bool, because any bytes may come */
    char line[80];
};

/* What the runner has seen besides the output. A submission that has taken the runner over can
 * write here what it likes, so it can only cost points; but counts give points: see goals.cu. And
 * in_part excuses elements that were not written, in a case of very many; not one that is wrong. */
struct case_reply {
    unsigned long long magic;
    int lost;       /* not 0: a kernel or a call failed; no bool, because any bytes may come */
    int in_part;    /* not 0: so it was, and elements of the output are left out */
    double seconds; /* time of the case, by the runner's clock */
    double host_ms; /* time that the launcher itself worked, if that was long; otherwise 0 */
    char finding[256];
    char waited[256];                        /* the launcher has waited for the device: how */
    int sees_float4;                         /* 0: this build does not count narrow bytes right */
    struct reply_count counts[ALL_COUNTERS]; /* global bytes, atomics, and by the goals */
};

#endif
