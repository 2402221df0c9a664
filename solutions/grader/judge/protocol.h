/* What the judge and the runner say to each other: the runner reads a sealed file (descriptor 3) of
 * cases, all of one version. Each is a case_head, then for each round the bytes of a, then those of
 * b; the next begins case_bytes further on. It answers on descriptor 4, as soon as a case is done,
 * with a case_reply, then for each round the bytes of c as the host got them, and no byte more. */
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include "common/engine/engine.h"

#define CASE_MAGIC  0x31657361436b6974ull
#define REPLY_MAGIC 0x31796c7065526b69ull
#define MAX_ROUNDS  12
#define CASE_FILE   3
#define REPLY_FILE  4

struct case_head {
    unsigned long long magic;
    char version[24];
    struct shape shape;           /* its pointer to what is its own means nothing here: */
    unsigned long long own_bytes; /* that stands in own; 0: there is nothing */
    char own[128];
    int rounds;   /* runs in the same memory, each with other inputs */
    int launches; /* above 1: to be timed from outside, so many times the same run */
    int contract; /* 1: the runner also looks whether the launcher waits where it may not */
    int slow;     /* of versions FROM_HOST: which stream is slow */
    unsigned long long seed[MAX_ROUNDS],
        poison[MAX_ROUNDS]; /* the problem's; that of draw_poison */
    unsigned long long a_bytes, b_bytes, c_bytes;
};

static inline size_t case_bytes(const struct case_head *head)
{
    return (sizeof(*head) + head->rounds * (head->a_bytes + head->b_bytes) + 63) / 64 * 64;
}

/* What the runner has seen beside the output. A submission that has taken the runner over can write
 * here what it likes, so it can only cost points. */
struct case_reply {
    unsigned long long magic;
    int lost;       /* 1: a kernel or a call failed */
    double seconds; /* that the case took, by the runner's clock */
    double host_ms; /* how long the launcher itself worked, if that was long; otherwise 0 */
    char finding[256];
};

#endif
