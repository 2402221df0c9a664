/* What the files of lab 6 share, beside the contract in resnet_layers.h: what was asked for, and
 * the layers of a network, which together make a size. */
#pragma once

#include "common/engine/engine.h"
#include "shapes.h"

/* What version.own points to, unless it is as in `both`: what a version computes with. */
struct types {
    bool floats, halves, image;
};

static inline const struct types *types_of(const struct version *v)
{
    static const struct types both = { .floats = true, .halves = true };

    return v->own ? (const struct types *)v->own : &both;
}

/* ---- asked.cu: the options that only this lab has ------------------------------------------- */

extern struct asked {
    const struct shapes_of_net *net = &all_shapes[0]; /* --shapes */
    long long batch = 1;
    bool halves = false, dtype_given = false;
    char title[96] = "";   /* in English, for the CSV */
    char banner[112] = ""; /* in the reader's language */
} asked;
extern const struct own_option own_options[];
void options_read(struct run *run);

/* ---- gemm_cpu_half.c ------------------------------------------------------------------------ */

/* gemm_cpu (common/gemm/gemm_cpu.h) of halves (IEEE 754 binary16, as their bits), summed in
 * float32. Returns 0, or -1 without memory. */
extern "C" int gemm_cpu_half(uint16_t *c, const uint16_t *a, const uint16_t *b, int m, int n,
                             int k);

/* ---- layers.cu: a size is a network --------------------------------------------------------- */

struct shape largest_layer(long long side); /* decides what memory is needed */
void float_problem(struct problem *p);
void half_problem(struct problem *p);
void finish_row(const struct run *run, struct row *row, const struct problem *p,
                const struct stats times[METHODS]);

/* Before the first size; the layers share --min-time. */
void begin_networks(struct run *run);

/* Times layer 1, 2, ... for an image of side x side. false: it is not right there. */
bool time_layer(struct run *run, const struct version *v, long long side, int layer);

/* After the last layer, or the one that is not right. */
void end_network(struct run *run, const struct version *v, long long side, bool right);
void report_layers(const struct run *run);
