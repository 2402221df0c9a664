/* Arithmetic and logic: what decode.c takes from alu.c. */
#ifndef PTX_ALU_H
#define PTX_ALU_H

#include "ptx.h"

operation *find_operation(const char *name);       /* "add.s32", or NULL */
operation *fast_cvt(enum type to, enum type from); /* or NULL */
operation run_setp, run_setp_pair, run_set, run_selp, run_mov_vector, run_cvt, run_cvt_pair,
    run_cvta, run_isspacep, run_rounded, run_saturated, run_pair, run_flushed;

#endif
