/* A block in flight: its warps take turns, each up to a barrier or its end. The lanes of a warp
 * that stand at the same instruction of the same frame run together. Where they stand at different
 * ones, the deepest frame comes first, and in it the lowest instruction, so that lanes meet again
 * where their ways join. Lanes that may be waiting for another thread (many atomics or volatile
 * loads in a row) are set aside until the others have had a turn: a lock does not hang. */
#include "ptx.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATIENCE 256 /* instructions that may wait, before others have a turn */

/* ---- faults -------------------------------------------------------------------------------- */

const char *file_of(const struct module *m, const struct instruction *i)
{
    const char *file = i->file < m->file_count ? m->files[i->file] : "?";
    const char *slash = strrchr(file, '/');

    return slash ? slash + 1 : file;
}

_Noreturn void fault_at(const struct warp *w, const struct instruction *i, unsigned lane,
                        enum fault what, const char *format, ...)
{
    char words[400];
    int n = snprintf(words, sizeof words, "%.100s:%u: ", file_of(w->block->module, i), i->line);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(words + n, sizeof words - (size_t)n, format, arguments);
    va_end(arguments);
    host_fault(what, w->block, w->number * LANES + lane, words);
}

void whole_warp(const struct warp *w, const struct instruction *i, uint32_t lanes)
{
    if (lanes != ALL_LANES)
        fault_at(w, i, (unsigned)__builtin_ctz(lanes), FAILURE,
                 "%s: all 32 lanes of a warp have to take part", i->name);
}

/* ---- frames -------------------------------------------------------------------------------- */

static void *enlarge(void *p, size_t *there, size_t wanted, size_t size)
{
    if (*there >= wanted)
        return p;
    free(p);
    p = malloc(wanted * size);
    if (!p)
        abort();
    *there = wanted;
    return p;
}

static void enlarge_local(struct warp *w, const struct instruction *i, unsigned lane, uint32_t size)
{
    if (w->local[lane].size >= size)
        return;
    if (size > 512 * 1024)
        fault_at(w, i, lane, FAILURE, "the thread's stack is full");
    size = size < 1024 ? 1024 : 2 * size;
    w->local[lane].bytes = realloc(w->local[lane].bytes, size);
    w->local[lane].written = realloc(w->local[lane].written, size);
    if (!w->local[lane].bytes || !w->local[lane].written)
        abort();
    w->local[lane].size = size;
}

/* The addresses of the frame's variables; nothing has been written to them. */
static void begin_locals(struct warp *w, struct frame *f, const struct instruction *call,
                         uint32_t lanes)
{
    const struct function *function = f->function;
    uint32_t end = f->local_base + function->local_bytes;

    if (function->local_bytes)
        FOR_LANES(k, lanes)
        {
            enlarge_local(w, call, k, end);
            memset(w->local[k].written + f->local_base, 0, function->local_bytes);
        }
    for (unsigned n = 0; n < function->local_count; n++)
        for (unsigned k = 0; k < LANES; k++)
            f->rows[(size_t)function->locals[n].reg * LANES + k] =
                f->local_base + function->locals[n].offset;
}

static void push_frame(struct warp *w, const struct function *function,
                       const struct instruction *call, uint32_t lanes)
{
    struct frame *caller = call ? w->frame : NULL, *f = w->unused;

    if (f)
        w->unused = f->free;
    else if (!(f = calloc(1, sizeof *f)))
        abort();
    f->caller = caller, f->function = function, f->call = call, f->lanes = lanes;
    f->depth = caller ? caller->depth + 1 : 0;
    f->local_base =
        caller ? caller->local_base + (caller->function->local_bytes + 15) / 16 * 16 : 0;
    f->rows = enlarge(f->rows, &f->rows_there, (size_t)function->rows * LANES, sizeof *f->rows);
    f->predicates =
        enlarge(f->predicates, &f->predicates_there, function->predicates, sizeof *f->predicates);
    f->params = enlarge(f->params, &f->params_there, (size_t)function->param_bytes * LANES + 1, 1);
    memset(f->rows, 0, (size_t)function->rows * LANES * sizeof *f->rows);
    memset(f->predicates, 0, function->predicates * sizeof *f->predicates);
    FOR_LANES(k, lanes)
    {
        w->frames[k] = f;
        w->pc[k] = function->first;
    }
    w->frame = f;
    if (f->depth > 10000)
        fault_at(w, call, (unsigned)__builtin_ctz(lanes), FAILURE, "the thread's stack is full");
    begin_locals(w, f, call ? call : &w->block->module->code[function->first], lanes);
}

static void drop_frame(struct warp *w, struct frame *f)
{
    f->free = w->unused;
    w->unused = f;
}

/* Bytes of one frame's parameters to another's, lane by lane. */
static void copy_params(struct frame *to, const struct place *at, struct frame *from,
                        const struct place *source, unsigned count, uint32_t lanes)
{
    for (unsigned n = 0; n < count; n++)
        FOR_LANES(k, lanes)
    memcpy(to->params + (size_t)k * to->function->param_bytes + at[n].offset,
           from->params + (size_t)k * from->function->param_bytes + source[n].offset, at[n].size);
}

static void begin_call(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    const struct call *c = i->call;
    struct frame *caller = w->frame;

    FOR_LANES(k, lanes) w->pc[k] = (uint32_t)(i - w->block->module->code) + 1;
    if (c->builtin) {
        c->builtin(w, i, lanes);
        return;
    }
    push_frame(w, i->callee, i, lanes);
    copy_params(w->frame, i->callee->parameters, caller, c->arguments, c->argument_count, lanes);
}

/* ---- the end of a thread, barriers --------------------------------------------------------- */

static void give_result(struct warp *w, unsigned lane, const struct instruction *i, unsigned yes,
                        unsigned come)
{
    struct frame *now = w->frame;
    bool value = i->mode == 1 ? yes == come : yes > 0;

    w->frame = w->frames[lane];
    if (i->mode == 0)
        row_of(w, i->o[0])[lane] = yes;
    else if (i->mode < 3)
        set_predicate(w, i->o[0], 1u << lane, value ? ALL_LANES : 0);
    w->frame = now;
}

static void open_barrier(struct block *b, unsigned id)
{
    struct barrier *barrier = &b->barriers[id];

    for (unsigned n = 0; n < b->warps_count; n++) {
        struct warp *w = &b->warps[n];
        FOR_LANES(k, w->at_barrier)
        {
            if (w->waits_at[k] != id)
                continue;
            give_result(w, k, w->waits_in[k], barrier->yes, barrier->come);
            w->at_barrier &= ~(1u << k);
        }
    }
    *barrier = (struct barrier){ 0, 0, 0 };
    b->progress = true;
}

static void try_barrier(struct block *b, unsigned id)
{
    const struct barrier *barrier = &b->barriers[id];

    if (barrier->come && barrier->come >= (barrier->expected ? barrier->expected : b->live))
        open_barrier(b, id);
}

static void at_barrier(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    struct block *b = w->block;

    FOR_LANES(k, lanes)
    {
        uint64_t id = (uint32_t)row_of(w, i->o[1])[k], expected = (uint32_t)row_of(w, i->o[2])[k];
        if (id >= BARRIERS)
            fault_at(w, i, k, FAILURE, "barrier %llu: there are 16", (unsigned long long)id);
        struct barrier *barrier = &b->barriers[id];
        w->pc[k]++;
        barrier->come++;
        barrier->expected = (unsigned)expected;
        barrier->yes += i->mode < 3 && predicate_of(w, i->o[3]) >> k & 1;
        if (i->mode == 4)
            continue; /* arrive: goes on */
        w->at_barrier |= 1u << k;
        w->waits_at[k] = (uint8_t)id;
        w->waits_in[k] = i;
    }
    for (unsigned id = 0; id < BARRIERS; id++)
        try_barrier(b, id);
}

static void end_lanes(struct warp *w, uint32_t lanes)
{
    w->live &= ~lanes;
    w->block->live -= (unsigned)__builtin_popcount(lanes);
    for (unsigned id = 0; id < BARRIERS; id++)
        try_barrier(w->block, id);
    w->in_warp = 0; /* lanes that wait for these may go on without: each looks again */
}

static void end_function(struct warp *w, uint32_t lanes)
{
    struct frame *f = w->frame, *caller = f->caller;

    f->lanes &= ~lanes;
    if (caller) {
        copy_params(caller, f->call->call->results, f, f->function->results,
                    f->function->result_count, lanes);
        FOR_LANES(k, lanes)
        {
            w->frames[k] = caller;
            w->pc[k] = (uint32_t)(f->call - w->block->module->code) + 1;
        }
    } else {
        end_lanes(w, lanes);
    }
    if (!f->lanes)
        drop_frame(w, f);
}

/* exit within a function: in no frame any more. */
static void exit_lanes(struct warp *w, uint32_t lanes)
{
    for (struct frame *f = w->frame, *caller; f; f = caller) {
        caller = f->caller;
        f->lanes &= ~lanes;
        if (!f->lanes)
            drop_frame(w, f);
    }
    end_lanes(w, lanes);
}

/* ---- lanes that wait for each other -------------------------------------------------------- */

/* Each lane of the group brings the set of lanes that it waits for. Where all of a set that live
 * are here, or wait at the same instruction, they do it together; the others wait. */
static void meet(struct warp *w, const struct instruction *i, uint32_t group)
{
    uint32_t here = (uint32_t)(i - w->block->module->code), there = 0, left = group;

    FOR_LANES(k, group) w->wants[k] = (uint32_t)row_of(w, i->members)[k] | 1u << k;
    FOR_LANES(k, w->in_warp & w->live)
    { /* at any warp barrier, if this is one */
        bool same = w->pc[k] == here && w->frames[k] == w->frame;
        bool both = i->mode == 'w' && w->block->module->code[w->pc[k]].mode == 'w' &&
                    w->block->module->code[w->pc[k]].flow == MEET;
        there |= (uint32_t)(same || both) << k;
    }
    while (left) {
        uint32_t wanted = w->wants[__builtin_ctz(left)], all = 0;
        FOR_LANES(k, group | there) all |= (uint32_t)(w->wants[k] == wanted) << k;
        uint32_t live = wanted & w->live;
        if ((all & live) == live) {
            i->run(w, i, all);
            FOR_LANES(k, all) w->pc[k]++;
            w->in_warp &= ~all;
            w->block->progress = true;
        } else {
            w->in_warp |= all;
        }
        left &= ~all;
    }
}

/* ---- a warp -------------------------------------------------------------------------------- */

struct group { /* lanes that stand at the same instruction of the same frame */
    uint32_t lanes, pc;
    uint32_t meets; /* the next instruction at which others of this frame stand */
};

static struct group choose(struct warp *w, uint32_t able)
{
    unsigned depth = 0;
    struct group g = { 0, UINT32_MAX, UINT32_MAX };

    FOR_LANES(k, able) depth = w->frames[k]->depth > depth ? w->frames[k]->depth : depth;
    FOR_LANES(k, able)
    {
        if (w->frames[k]->depth == depth && w->pc[k] < g.pc) {
            g.pc = w->pc[k];
            w->frame = w->frames[k];
        }
    }
    FOR_LANES(k, able)
    {
        if (w->frames[k] != w->frame)
            continue;
        if (w->pc[k] == g.pc)
            g.lanes |= 1u << k;
        else if (w->pc[k] < g.meets)
            g.meets = w->pc[k];
    }
    return g;
}

/* A branch that not all lanes take: false. Else the group goes on, there or here. */
static bool branch(struct warp *w, const struct instruction *i, struct group *g, uint32_t taken)
{
    if (taken == g->lanes || !taken) {
        g->pc = taken ? i->target : g->pc + 1;
        return true;
    }
    FOR_LANES(k, g->lanes) w->pc[k] = taken >> k & 1 ? i->target : g->pc + 1;
    return false;
}

static void branch_by_table(struct warp *w, const struct instruction *i, struct group *g,
                            uint32_t taken)
{
    const uint64_t *index = row_of(w, i->o[0]);

    FOR_LANES(k, g->lanes)
    {
        if (!(taken >> k & 1)) {
            w->pc[k] = g->pc + 1;
            continue;
        }
        if ((uint32_t)index[k] >= i->target_count)
            fault_at(w, i, k, FAILURE, "brx.idx: %u is past the end of its table",
                     (uint32_t)index[k]);
        w->pc[k] = i->targets[(uint32_t)index[k]];
    }
}

/* What ends the way of a group, but for plain branches. */
static void turn(struct warp *w, const struct instruction *i, struct group *g, uint32_t lanes)
{
    FOR_LANES(k, g->lanes & ~lanes) w->pc[k] = g->pc + 1;
    FOR_LANES(k, lanes) w->pc[k] = g->pc;
    switch ((enum flow)i->flow) {
    case TABLE:
        branch_by_table(w, i, g, lanes);
        break;
    case CALL:
        begin_call(w, i, lanes);
        break;
    case RETURN:
        end_function(w, lanes);
        break;
    case EXIT:
        exit_lanes(w, lanes);
        break;
    case BARRIER:
        at_barrier(w, i, lanes);
        break;
    default:
        meet(w, i, lanes);
        break;
    }
}

/* Runs the group until its lanes come apart, meet others, wait, or have spun for long: true. */
static bool run_group(struct warp *w, struct group g)
{
    const struct instruction *code = w->block->module->code;

    while (g.pc < g.meets) {
        const struct instruction *i = &code[g.pc];
        uint32_t lanes = i->guard == ALWAYS ? g.lanes : g.lanes & predicate_of(w, i->guard);
        if (i->flow == STRAIGHT) {
            if (lanes)
                i->run(w, i, lanes);
            g.pc++;
            if (!i->may_wait || ++w->patience < PATIENCE)
                continue;
            FOR_LANES(k, g.lanes) w->pc[k] = g.pc;
            return true;
        }
        if (i->flow == BRANCH) {
            if (branch(w, i, &g, lanes))
                continue;
            return false;
        }
        if (lanes) {
            turn(w, i, &g, lanes);
            return false;
        }
        g.pc++;
    }
    FOR_LANES(k, g.lanes) w->pc[k] = g.pc;
    return false;
}

/* Runs a warp until all its lanes wait or have ended, or all have spun. */
static void run_warp(struct warp *w)
{
    for (;;) {
        uint32_t able = w->live & ~w->at_barrier & ~w->in_warp;
        if (!able)
            return;
        if (!(able & ~w->aside)) { /* all of them had a turn */
            w->aside = 0;
            w->block->progress = true;
            return;
        }
        struct group g = choose(w, able & ~w->aside);
        w->patience = 0;
        if (run_group(w, g)) {
            w->aside |= g.lanes;
            w->block->spun = true;
        } else {
            w->block->progress = true;
        }
    }
}

/* ---- a block ------------------------------------------------------------------------------- */

/* Frames that a fault has left. */
static void drop_all(struct warp *w)
{
    for (unsigned k = 0; k < LANES; k++)
        for (struct frame *f = w->frames[k], *caller; f && f->lanes; f = caller) {
            caller = f->caller;
            f->lanes = 0;
            drop_frame(w, f);
        }
}

static void begin_warp(struct block *b, unsigned number)
{
    struct warp *w = &b->warps[number];
    unsigned first = number * LANES,
             count = b->threads - first < LANES ? b->threads - first : LANES;

    drop_all(w);
    w->block = b;
    w->number = number;
    w->constants = b->rows;
    w->live = count == LANES ? ALL_LANES : (1u << count) - 1;
    w->at_barrier = w->in_warp = w->aside = 0;
    w->copy_count = 0;
    memset(w->groups, 0, sizeof w->groups);
    memset(w->frames, 0, sizeof w->frames);
    push_frame(w, b->kernel, NULL, w->live);
}

/* Rows of constants, and four that pairs of halves compute in. */
static void fill_constants(struct block *b)
{
    const struct module *m = b->module;
    size_t count = (m->constant_count + 4) * (size_t)LANES;

    if (b->rows_of == m)
        return;
    b->rows = enlarge(b->rows, &b->rows_there, count, sizeof *b->rows);
    for (size_t n = 0; n < m->constant_count; n++)
        for (unsigned k = 0; k < LANES; k++)
            b->rows[n * LANES + k] = m->constants[n];
    b->rows_of = m;
}

static void begin_shared(struct block *b)
{
    uint32_t fixed = (b->kernel->shared_bytes + 127) / 128 * 128;
    size_t before = b->shared_there;

    b->shared_bytes = (b->dynamic_bytes ? fixed : b->kernel->shared_bytes) + b->dynamic_bytes;
    b->dynamic_start = fixed;
    b->shared = enlarge(b->shared, &b->shared_there, b->shared_bytes + 1, 1);
    b->shared_written = enlarge(b->shared_written, &before, b->shared_bytes + 1, 1);
    memset(b->shared_written, 0, b->shared_bytes);
}

static _Noreturn void stuck(struct block *b)
{
    const struct warp *first = NULL;
    unsigned lane = 0;

    for (unsigned n = 0; n < b->warps_count && !first; n++)
        if (b->warps[n].live) {
            first = &b->warps[n];
            uint32_t in_warp = first->live & first->in_warp;
            lane = (unsigned)__builtin_ctz(in_warp ? in_warp : first->live);
        }
    if (!first)
        abort();
    bool barrier = first->at_barrier >> lane & 1;
    const struct instruction *i =
        barrier ? first->waits_in[lane] : &b->module->code[first->pc[lane]];
    fault_at(first, i, lane, FAILURE, "%s waits for threads that never come",
             barrier ? "a thread" : "a lane of a warp");
}

void ptx_run_block(struct block *b)
{
    unsigned next = 0;

    b->warps_count = (b->threads + LANES - 1) / LANES;
    b->live = b->threads;
    memset(b->barriers, 0, sizeof b->barriers);
    fill_constants(b);
    begin_shared(b);
    for (unsigned n = 0; n < b->warps_count; n++)
        begin_warp(b, n);
    while (b->live) {
        b->progress = b->spun = false;
        for (next = 0; next < b->warps_count && b->live; next++)
            run_warp(&b->warps[next]);
        if (!b->progress && b->live)
            stuck(b);
        if (b->spun)
            host_yield();
    }
}

void ptx_free_block(struct block *b)
{
    for (unsigned n = 0; n < 32; n++) {
        struct warp *w = &b->warps[n];
        drop_all(w);
        for (struct frame *f = w->unused, *next; f; f = next) {
            next = f->free;
            free(f->rows), free(f->predicates), free(f->params), free(f);
        }
        w->unused = NULL;
        free(w->copies);
        for (unsigned k = 0; k < LANES; k++)
            free(w->local[k].bytes), free(w->local[k].written);
    }
    free(b->rows), free(b->shared), free(b->shared_written);
    memset(b, 0, sizeof *b);
}
