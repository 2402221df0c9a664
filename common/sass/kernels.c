/* Works out what the report says of a kernel, from its code and its launches. */
#include "report.h"

#include <stdlib.h>
#include <string.h>

const char *const space_names[] = { "generic", "global", "shared", "local" };
const char *const access_names[] = { "load", "store", "atomic", "copy" };

unsigned long long blocks_of(const struct launch *l)
{
    return (unsigned long long)l->grid[0] * l->grid[1] * l->grid[2];
}

unsigned threads_of(const struct launch *l) { return l->block[0] * l->block[1] * l->block[2]; }

unsigned threads_at(const struct kernel *k, const struct launch *l)
{
    return l ? threads_of(l) : k->most_threads ? k->most_threads : USUAL_THREADS;
}

struct occupancy occupancy_at(const struct report *r, const struct kernel *k,
                              const struct launch *launch)
{
    const struct kernel_needs needs = { k->registers, threads_at(k, launch),
                                        k->shared + (launch ? launch->dynamic : 0), k->barriers };

    return occupancy_of(&r->sm, &needs);
}

/* ---- loops and lines ----------------------------------------------------------------------- */

struct busy trip_of(const struct report *r, const struct kernel *k, int loop, unsigned *kinds,
                    unsigned *jumped_over)
{
    struct busy sum = { 0 };

    memset(kinds, 0, KINDS * sizeof *kinds);
    *jumped_over = 0;
    for (uint32_t n = 0; n < k->code->count; n++) {
        const struct loop *l = &k->loops->all[loop];
        *jumped_over += l->body[n] && !l->way[n];
        if (!l->way[n])
            continue;
        add_busy(&sum, &r->sm, &k->code->code[n]);
        kinds[kind_of(&k->code->code[n])]++;
    }
    return sum;
}

/* Of the loop's own, not of the loops in it. */
static void own_kinds(const struct kernel *k, int loop, unsigned of_kind[KINDS])
{
    memset(of_kind, 0, KINDS * sizeof *of_kind);
    for (uint32_t n = 0; n < k->code->count; n++)
        if (k->loops->of[n] == loop)
            of_kind[kind_of(&k->code->code[n])]++;
}

int hottest(const struct kernel *k)
{
    unsigned long long most = 0;
    int best = NO_LOOP;

    for (int i = 0; i < (int)k->loops->count; i++) {
        unsigned own[KINDS];
        own_kinds(k, i, own);
        unsigned long long heat = own[KIND_FMA] + own[KIND_TENSOR];
        heat = heat << 32 | (own[KIND_FLOAT] + own[KIND_HALF] + own[KIND_DOUBLE] + own[KIND_IMAD]);
        if (heat > most)
            most = heat, best = i;
    }
    return best;
}

const char *base_name(const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;

    return slash ? slash + 1 : path ? path : "?";
}

static int in_order(const void *a, const void *b)
{
    const struct line *x = a, *y = b;
    int files = strcmp(x->file, y->file);

    return files                ? files
           : x->line != y->line ? (x->line > y->line) - (x->line < y->line)
                                : (x->loop > y->loop) - (x->loop < y->loop);
}

static struct line *line_at(struct line *all, unsigned count, const char *file, unsigned line,
                            int loop)
{
    for (unsigned i = 0; i < count; i++)
        if (all[i].line == line && all[i].loop == loop && !strcmp(all[i].file, file))
            return &all[i];
    return NULL;
}

struct line *lines_of(const struct kernel *k, unsigned *count)
{
    struct line *all = NULL;

    *count = 0;
    for (uint32_t n = 0; n < k->code->count; n++) {
        const struct sass_instruction *i = &k->code->code[n];
        const char *file = base_name(i->file);
        if (!k->loops->reached[n])
            continue;
        struct line *l = line_at(all, *count, file, i->line, k->loops->of[n]);
        if (!l) {
            all = sass_room(all, *count, sizeof *all);
            l = &all[(*count)++];
            *l = (struct line){ .file = file, .line = i->line, .loop = k->loops->of[n] };
        }
        l->instructions++;
        l->jumped_over += l->loop != NO_LOOP && !k->loops->all[l->loop].way[n];
        l->of_kind[kind_of(i)]++;
    }
    if (all)
        qsort(all, *count, sizeof *all, in_order);
    return all;
}

static bool same_request(const struct sass_request *a, const struct sass_request *b)
{
    return a->space == b->space && a->access == b->access && a->bytes == b->bytes;
}

unsigned accesses_of(const struct kernel *k, const struct line *line, struct access all[32])
{
    unsigned count = 0;

    for (uint32_t n = 0; n < k->code->count; n++) {
        const struct sass_instruction *i = &k->code->code[n];
        struct sass_request r;
        unsigned a = 0;
        if (!k->loops->reached[n] || !sass_request_of(i, &r) ||
            (line && (i->line != line->line || k->loops->of[n] != line->loop ||
                      strcmp(base_name(i->file), line->file) != 0)))
            continue;
        while (a < count && !same_request(&all[a].request, &r))
            a++;
        if (a == count && count < 32)
            all[count++] = (struct access){ .request = r };
        if (a < count)
            all[a].count++;
    }
    return count;
}
