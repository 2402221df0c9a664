/* What the files of lab 5 share, beside the contract in transfers.h. */
#pragma once

#include "common/engine/parts.h"

/* What shape.own points to. */
struct transfer {
    long long n;
    int ops; /* FMAs per element and step */
    int chunks, steps;
    int part = 0; /* of a series (tables.cu): the point of it; 0: no series */
};

static inline const struct transfer *transfer_of(const struct problem *p)
{
    return (const struct transfer *)p->shape.own;
}

/* What version.own points to, unless none of it is so: how a version does it. */
struct way {
    bool in_chunks;            /* over several streams, in both directions at once */
    bool many_steps;           /* as many as the transfer has, not one */
    bool many_trips;           /* there and back at every step */
    const struct place *place; /* of x and y on the host; NULL: pageable */
};

static inline const struct way *way_of(const struct version *v)
{
    static const struct way plain = {};

    return v->own ? (const struct way *)v->own : &plain;
}

static inline int steps_of(const struct problem *p)
{
    return way_of(p->version)->many_steps ? transfer_of(p)->steps : 1;
}

/* ---- lab05.cu ------------------------------------------------------------------------------- */

extern const struct version versions[];
const cudaStream_t *streams(void); /* TRANSFERS_STREAMS of them, the same in each call */

/* ---- copies.cu ------------------------------------------------------------------------------ */

extern const struct place pinned;

/* Repeats something that writes `count` times, 8 at most, to ms[]; sums up each in stats[]. */
void sample(void (*once)(const void *what, double ms[]), int count, const void *what,
            const struct limits *limits, struct stats stats[]);

/* The best speed of a pinned copy to the device and back, in GB/s; 0: unknown, as without a GPU. */
extern double in_gbs, out_gbs;
void report_bus(const struct run *run);

extern const struct copy {
    const char *name; /* what is copied from where to where: copy_d2h_pinned */
    enum cudaMemcpyKind kind;
    const struct place *place; /* of the host's side; NULL: pageable */
} copies[];

struct array array_in(const struct place *place, size_t count); /* with memory */
void keep_copy(struct run *run, const struct copy *copy, long long n, enum method method,
               const struct stats *time);
void report_copies(struct run *run);

/* ---- pitfalls.cu ---------------------------------------------------------------------------- */

void report_pitfalls(struct run *run, long long n); /* of a copy of n floats */
size_t pitfalls_pin(long long n);                   /* the bytes of pinned memory it needs */

/* ---- tables.cu ------------------------------------------------------------------------------ */

void print_head(const struct run *run);
void print_cells(const struct report *report, const char *version, long long size);
void print_line(const char *label, const double *values, int count);
void finish_row(const struct run *run, struct row *row, const struct problem *p,
                const struct stats times[METHODS]);
void report_worth(struct run *run);
void report_overlap(struct run *run);

/* ---- contract.cu, memory.cu: do the launchers keep the contract in transfers.h? ------------- */

extern const struct contract contract;
extern const struct place exercise; /* the memory of exercise 5.1 */
void check_little_memory(struct run *run, const struct version *v);
void findings_of_memory(struct check *check); /* belong to this version from here on */
void leave_out(size_t bytes);                 /* of pinned memory, which were refused: says so */
bool is_refused(size_t bytes);                /* so much pinned memory; then says so */
