/* Finds the loops of a function: see loops.h. They are natural loops: a branch back to a block that
 * every way to the branch goes through. Blocks that ptxas has moved to the end and that branch back
 * are not loops. */
#include "loops.h"

#include <stdlib.h>
#include <string.h>
#include "kinds.h"

enum { MOST_WAYS = 2 };

struct block {
    uint32_t first, end; /* instructions first .. end - 1 */
    int next[MOST_WAYS]; /* blocks; -1: none */
    int above;           /* the block through which all ways here go last; -1: not reached */
    int order;           /* when a walk leaves it */
    int loop;
    /* the best way from here to the end of a trip */
    enum { NEW, OPEN, DONE } state;
    bool ends; /* there is one */
    int best;
    long long gain;
    long length;
};

struct graph {
    const struct sass_function *f;
    struct block *blocks;
    int count;
    int *of;   /* the block of each instruction */
    int *walk; /* blocks in the order in which a walk leaves them */
    int walked;
};

static void *zeroed(size_t count, size_t size)
{
    void *p = calloc(count + 1, size);

    if (!p)
        abort();
    return p;
}

/* ---- blocks and where they go -------------------------------------------------------------- */

static bool begins(const char *s, const char *with) { return !strncmp(s, with, strlen(with)); }

/* Is it taken whatever the predicates are? BRA P1, `(.L_x_2) has one among its operands. */
static bool is_certain(const struct sass_instruction *i)
{
    bool unguarded = !*i->guard || !strcmp(i->guard, "@PT") || !strcmp(i->guard, "@!UPT");

    return unguarded && (i->target < 0 || begins(i->operands, "`("));
}

static bool ends_block(const struct sass_instruction *i)
{
    return i->target >= 0 || begins(i->name, "BSYNC") || begins(i->name, "EXIT") ||
           begins(i->name, "RET") || begins(i->name, "BRX") || begins(i->name, "BSSY");
}

/* Where threads go on after a BSYNC: its BSSY says, the nearest above that names the same barrier.
 */
static int32_t meeting(const struct sass_function *f, uint32_t n)
{
    size_t length = strcspn(f->code[n].operands, ", ;");

    for (uint32_t k = n; k-- > 0;)
        if (f->code[k].meets >= 0 && !strncmp(f->code[k].operands, f->code[n].operands, length))
            return f->code[k].meets;
    return n + 1 < f->count ? (int32_t)n + 1 : -1;
}

static void find_ways(struct graph *g, struct block *b)
{
    uint32_t last = b->end - 1;
    const struct sass_instruction *i = &g->f->code[last];
    int32_t to = i->target;
    bool goes_on = b->end < g->f->count;

    if (begins(i->name, "BSYNC")) {
        to = meeting(g->f, last);
        goes_on = goes_on && !is_certain(i);
    } else if (to >= 0 || begins(i->name, "EXIT") || begins(i->name, "RET")) {
        goes_on = goes_on && !is_certain(i);
    }
    b->next[0] = goes_on ? g->of[b->end] : -1;
    b->next[1] = to >= 0 ? g->of[to] : -1;
}

static void find_blocks(struct graph *g)
{
    const struct sass_function *f = g->f;
    bool *begins_here = zeroed(f->count, sizeof *begins_here);

    begins_here[0] = true;
    for (uint32_t n = 0; n < f->count; n++) {
        if (f->code[n].target >= 0)
            begins_here[f->code[n].target] = true;
        if (f->code[n].meets >= 0)
            begins_here[f->code[n].meets] = true;
        if (ends_block(&f->code[n]))
            begins_here[n + 1] = true;
    }
    g->blocks = zeroed(f->count, sizeof *g->blocks);
    for (uint32_t n = 0; n < f->count; n++) {
        if (begins_here[n])
            g->blocks[g->count++] =
                (struct block){ .first = n, .above = -1, .order = -1, .loop = NO_LOOP };
        g->of[n] = g->count - 1;
        g->blocks[g->count - 1].end = n + 1;
    }
    free(begins_here);
    for (int b = 0; b < g->count; b++)
        find_ways(g, &g->blocks[b]);
}

/* ---- who is above whom --------------------------------------------------------------------- */

static void walk(struct graph *g, int b)
{
    g->blocks[b].order = 0;
    for (int k = 0; k < MOST_WAYS; k++)
        if (g->blocks[b].next[k] >= 0 && g->blocks[g->blocks[b].next[k]].order < 0)
            walk(g, g->blocks[b].next[k]);
    g->blocks[b].order = g->walked;
    g->walk[g->walked++] = b;
}

static int common_above(const struct graph *g, int a, int b)
{
    while (a != b) {
        while (g->blocks[a].order < g->blocks[b].order)
            a = g->blocks[a].above;
        while (g->blocks[b].order < g->blocks[a].order)
            b = g->blocks[b].above;
    }
    return a;
}

/* Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm. */
static void find_above(struct graph *g)
{
    bool changed = true;

    g->blocks[0].above = 0;
    while (changed) {
        changed = false;
        for (int w = g->walked - 1; w >= 0; w--) {
            int from = g->walk[w];
            for (int k = 0; k < MOST_WAYS && g->blocks[from].above >= 0; k++) {
                int to = g->blocks[from].next[k];
                if (to <= 0)
                    continue;
                int above = g->blocks[to].above;
                int now = above < 0 ? from : common_above(g, above, from);
                changed |= now != above;
                g->blocks[to].above = now;
            }
        }
    }
}

static bool is_above(const struct graph *g, int a, int b)
{
    while (b != a && b != 0)
        b = g->blocks[b].above;
    return b == a;
}

/* ---- loops --------------------------------------------------------------------------------- */

/* Marks the blocks from which `b` is reached without going through the loop's first. */
static void mark_body(struct graph *g, bool *body, int b)
{
    if (body[b])
        return;
    body[b] = true;
    for (int from = 0; from < g->count; from++)
        for (int k = 0; k < MOST_WAYS; k++)
            if (g->blocks[from].next[k] == b && g->blocks[from].order >= 0)
                mark_body(g, body, from);
}

/* The body of the loop that begins with block `first`; false: none does. */
static bool find_body(struct graph *g, int first, bool *body)
{
    bool found = false;

    for (int b = 0; b < g->count; b++)
        body[b] = b == first;
    for (int from = 0; from < g->count; from++)
        for (int k = 0; k < MOST_WAYS; k++)
            if (g->blocks[from].next[k] == first && g->blocks[from].order >= 0 &&
                is_above(g, first, from)) {
                found = true;
                mark_body(g, body, from);
            }
    return found;
}

static void find_loops(struct graph *g, struct loops *l)
{
    bool *body = zeroed((size_t)g->count, sizeof *body);

    for (int w = g->walked - 1; w >= 0; w--) { /* loops around others come first */
        int first = g->walk[w];
        if (!find_body(g, first, body))
            continue;
        int inside = g->blocks[first].loop;
        l->all = sass_room(l->all, l->count, sizeof *l->all);
        if (inside != NO_LOOP)
            l->all[inside].innermost = false;
        l->all[l->count] = (struct loop){ .first = g->blocks[first].first,
                                          .inside = inside,
                                          .innermost = true,
                                          .way = zeroed(g->f->count, sizeof(bool)),
                                          .body = zeroed(g->f->count, sizeof(bool)) };
        for (int b = 0; b < g->count; b++)
            if (body[b])
                g->blocks[b].loop = (int)l->count;
        for (uint32_t n = 0; n < g->f->count; n++)
            l->all[l->count].body[n] = body[g->of[n]];
        l->count++;
    }
    free(body);
}

/* ---- the way through a trip ---------------------------------------------------------------- */

/* The widest access of each kind in a loop: narrower ones are for what does not fill it. */
struct widths {
    unsigned bytes[SASS_LOCAL + 1][SASS_COPY + 1];
};

static struct widths widths_of(const struct graph *g, const struct loop *loop)
{
    struct widths w = { 0 };
    struct sass_request r;

    for (uint32_t n = 0; n < g->f->count; n++)
        if (loop->body[n] && sass_request_of(&g->f->code[n], &r) &&
            w.bytes[r.space][r.access] < r.bytes)
            w.bytes[r.space][r.access] = r.bytes;
    return w;
}

/* Multiply-adds count most, then the widest accesses: a way that loads is not left for one past the
 * edge, nor for one that loads singly. */
static long long gain_of(const struct graph *g, const struct block *b, const struct widths *w)
{
    struct sass_request r;
    long long gain = 0;

    for (uint32_t n = b->first; n < b->end; n++) {
        enum kind kind = kind_of(&g->f->code[n]);
        if (kind == KIND_FMA || kind == KIND_TENSOR)
            gain += 1 << 24;
        else if (sass_request_of(&g->f->code[n], &r))
            gain += r.bytes == w->bytes[r.space][r.access];
    }
    return gain;
}

/* Sets the best way from here to the next trip of the loop, which begins with block `first`. */
static void find_way(struct graph *g, const struct loop *loop, const struct widths *w, int b,
                     int first)
{
    struct block *here = &g->blocks[b];

    here->state = OPEN;
    here->ends = false;
    here->gain = here->length = here->best = 0;
    for (int k = 0; k < MOST_WAYS; k++) {
        int to = here->next[k];
        struct block *next = to >= 0 ? &g->blocks[to] : NULL;
        if (!next || !loop->body[next->first])
            continue;
        if (to != first && next->state == NEW)
            find_way(g, loop, w, to, first);
        if (to != first && (next->state == OPEN || !next->ends)) /* OPEN: back in a loop in it */
            continue;
        long long gain = to == first ? 0 : next->gain;
        long length = to == first ? 0 : next->length;
        if (!here->ends || gain > here->gain || (gain == here->gain && length < here->length))
            here->ends = true, here->best = to, here->gain = gain, here->length = length;
    }
    here->gain += gain_of(g, here, w);
    here->length += here->end - here->first;
    here->state = DONE;
}

static void mark_way(struct graph *g, struct loop *loop)
{
    int first = g->of[loop->first], b = first;
    const struct widths w = widths_of(g, loop);

    for (int k = 0; k < g->count; k++)
        g->blocks[k].state = NEW;
    find_way(g, loop, &w, first, first);
    do {
        for (uint32_t n = g->blocks[b].first; n < g->blocks[b].end; n++)
            loop->way[n] = true;
        b = g->blocks[b].best;
    } while (b != first);
}

struct loops *loops_of(const struct sass_function *f)
{
    struct loops *l = zeroed(1, sizeof *l);
    struct graph g = { .f = f,
                       .of = zeroed(f->count, sizeof *g.of),
                       .walk = zeroed(f->count, sizeof *g.walk) };

    l->of = zeroed(f->count, sizeof *l->of);
    l->reached = zeroed(f->count, sizeof *l->reached);
    find_blocks(&g);
    if (f->count)
        walk(&g, 0);
    find_above(&g);
    find_loops(&g, l);
    for (uint32_t n = 0; n < f->count; n++) {
        l->of[n] = g.blocks[g.of[n]].loop;
        l->reached[n] = g.blocks[g.of[n]].order >= 0;
    }
    for (unsigned k = 0; k < l->count; k++)
        mark_way(&g, &l->all[k]);
    free(g.blocks), free(g.of), free(g.walk);
    return l;
}

void loops_free(struct loops *l)
{
    for (unsigned k = 0; k < l->count; k++)
        free(l->all[k].way), free(l->all[k].body);
    free(l->all), free(l->of), free(l->reached);
    free(l);
}
