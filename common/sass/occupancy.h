/* How many blocks of a kernel run on a multiprocessor at once, and what limits that. */
#ifndef SASS_OCCUPANCY_H
#define SASS_OCCUPANCY_H

#include <stdbool.h>
#include <stddef.h>

/* A multiprocessor, by compute capability. */
struct multiprocessor {
    unsigned capability;      /* 75 */
    unsigned registers;       /* of 32 bits */
    unsigned shared;          /* bytes */
    unsigned block_shared;    /* the most that a block can have, after cudaFuncSetAttribute */
    unsigned threads, blocks; /* the most at once */
    unsigned lanes;           /* float32 multiply-adds in a clock */
    unsigned tensor;          /* half-precision operations of tensor cores in a clock, dense */
    unsigned shared_bytes;    /* that shared memory and L1 deliver in a clock */
};

/* NULL: that capability is not known. */
const struct multiprocessor *multiprocessor_of(unsigned capability);

struct kernel_needs {
    unsigned registers; /* of a thread */
    unsigned threads;   /* of a block */
    size_t shared;      /* bytes of a block, static and dynamic */
    unsigned barriers;  /* named ones that it uses */
};

enum limit { BY_REGISTERS, BY_SHARED, BY_WARPS, BY_BLOCKS, BY_BARRIERS, LIMITS };

struct occupancy {
    unsigned blocks;          /* 0: the kernel cannot be launched so */
    unsigned by[LIMITS];      /* what each of them would allow; NO_LIMIT */
    unsigned warps, of_warps; /* that run, of those that could */
};
#define NO_LIMIT (~0u)

struct occupancy occupancy_of(const struct multiprocessor *m, const struct kernel_needs *needs);

/* The names of what limits it, with ", " between. */
const char *limit_names(const struct occupancy *o);

/* A grid on a card: in how many waves its blocks run, and which share of the multiprocessors has no
 * block, over all waves, if each block takes the same time. */
double waves_of(unsigned long long blocks, unsigned at_once, unsigned multiprocessors);
double idle_share(unsigned long long blocks, unsigned at_once, unsigned multiprocessors);

#endif
