/* The loops of a function, and the way through one. */
#ifndef SASS_LOOPS_H
#define SASS_LOOPS_H

#include "sass.h"

enum { NO_LOOP = -1 };

struct loop {
    uint32_t first; /* the instruction that each trip begins with */
    int inside;     /* the next larger loop around it; NO_LOOP: none */
    bool innermost;
    /* Which instructions of the function a trip takes: the way through with the most multiply-adds;
     * among several, with the most accesses of the widest kind; then the shortest. Loops in it make
     * one trip. */
    bool *way;
    bool *body; /* those that are in it, and in the loops in it */
};

struct loops {
    struct loop *all; /* one that is around others comes before them */
    unsigned count;
    int *of;       /* for each instruction: the innermost loop that it is in, or NO_LOOP */
    bool *reached; /* and whether the function can reach it: padding at the end is out */
};

struct loops *loops_of(const struct sass_function *f);
void loops_free(struct loops *l);

#endif
