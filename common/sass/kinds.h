/* What kind of work an instruction is, and how long the units of a multiprocessor are busy with it.
 */
#ifndef SASS_KINDS_H
#define SASS_KINDS_H

#include "occupancy.h"
#include "sass.h"

enum kind {
    KIND_FMA,     /* float32 multiply-adds: FFMA */
    KIND_TENSOR,  /* HMMA and its relatives */
    KIND_FLOAT,   /* other arithmetic of float32: FADD, FMUL, FSETP */
    KIND_HALF,    /* HFMA2, HADD2 */
    KIND_DOUBLE,  /* DFMA */
    KIND_SPECIAL, /* MUFU; conversions */
    KIND_IMAD,    /* integer products; ptxas also moves by them: IMAD.MOV */
    KIND_INTEGER, /* other arithmetic of integers, predicates, moves; also for a whole warp: UIADD3
                   */
    KIND_CONSTANT,
    KIND_MEMORY, /* of global, shared and local memory */
    KIND_BARRIER,
    KIND_CONTROL, /* branches, and what lets threads meet again */
    KIND_OTHER,
    KINDS
};
extern const char *const kind_names[KINDS];

enum kind kind_of(const struct sass_instruction *i);

/* In clocks of a multiprocessor, for the same instruction of one warp of each of its four
 * schedulers. What hardware may do faster counts as if it did, so that sums are bounds. */
struct busy {
    unsigned instructions; /* issued by a scheduler, one in a clock */
    double fma,
        fma_heavy; /* multiply-add units; where there are two of them, the one with integers */
    double shared; /* and L1: a wavefront of 128 bytes in a clock, in two where they deliver 64 */
    double tensor;
};
void add_busy(struct busy *sum, const struct multiprocessor *m, const struct sass_instruction *i);

enum unit { UNIT_ISSUE, UNIT_FMA, UNIT_SHARED, UNIT_TENSOR, UNITS };
extern const char *const unit_names[UNITS];
double clocks_of(const struct busy *b, enum unit unit);
enum unit busiest(const struct busy *b);

#endif
