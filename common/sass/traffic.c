/* What kernels ask shared memory for as ptxas made them: a table "as SASS asks", below the table
 * "as PTX asks" of the same run. ptxas joins neighbouring loads of 4 bytes into one of 8 or 16;
 * what that takes is known from the addresses that the interpreter of PTX saw.
 *
 *   build/cpu/sass_traffic FOLDER COMPILER [JSON]
 *
 * FOLDER has what common/ptx/counts.cpp writes, and N.sass beside each N.ptx (nvdisasm -gi -gp -c);
 * COMPILER is said in the table; JSON is a report of that run, which gets a member "sass".
 * Status: 0; 1: a file is not what it should be. */
#include "sass.h"

#include <stdlib.h>
#include <string.h>
#include "../cpu_device/run/json.h"

enum { OTHER_BYTES = 1000 }; /* the copies of an access differ */

struct access { /* of PTX */
    char *file;
    unsigned line, text_line;
    enum sass_access kind;
    bool shared;
    unsigned bytes;
    unsigned long long requests, units, least, joined_units[2], joined_least[2];
    unsigned places, block, loops;
    int base;
    long long offset;
    unsigned copies, copy_bytes, copy_loops; /* in SASS */
    struct {                                 /* what these ask for, and for how many of PTX */
        unsigned long long requests, units, least;
        unsigned from;
    } sass;
    bool joined; /* another access's copies stand for this one */
    bool unknown, added;
};

struct kernel {
    char *name, *entry;
    unsigned module;
    struct access *accesses;
    unsigned count;
};

struct row {
    const char *file;
    unsigned line;
    enum sass_access kind;
    bool shared;
    unsigned bytes, copies, from;
    unsigned long long requests, units, least;
    unsigned ptx_bytes; /* of its accesses in PTX */
    bool unknown;
};

struct table {
    struct row *rows;
    unsigned count;
};

static const char *const kinds[] = { "load", "store", "atomic", "copy" };

/* ---- what the interpreter counted ---------------------------------------------------------- */

static bool read_access(const char *text, struct access *a)
{
    char file[4096], kind[10], memory[10];

    *a = (struct access){ .file = NULL };
    if (sscanf(
            text,
            "access\t%u\t%4095[^\t]\t%u\t%9[^\t]\t%9[^\t]\t%u\t%llu\t%llu\t%llu\t%llu\t%llu\t%llu\t"
            "%llu\t%u\t%u\t%d\t%lld\t%u",
            &a->text_line, file, &a->line, kind, memory, &a->bytes, &a->requests, &a->units,
            &a->least, &a->joined_units[0], &a->joined_least[0], &a->joined_units[1],
            &a->joined_least[1], &a->places, &a->block, &a->base, &a->offset, &a->loops) != 18)
        return false;
    a->file = strdup(file);
    a->shared = !strcmp(memory, "shared");
    a->kind = !strcmp(kind, kinds[SASS_LOAD])    ? SASS_LOAD
              : !strcmp(kind, kinds[SASS_STORE]) ? SASS_STORE
                                                 : SASS_ATOMIC;
    return a->file;
}

static bool read_kernel(const char *text, struct kernel *k)
{
    char name[4096], entry[4096];

    *k = (struct kernel){ .name = NULL };
    if (sscanf(text, "kernel\t%4095[^\t]\t%u\t%4095[^\t]", name, &k->module, entry) != 3)
        return false;
    k->name = strdup(name);
    k->entry = strdup(entry);
    return k->name && k->entry;
}

static struct kernel *read_counts(const char *folder, unsigned *count)
{
    char path[4096], text[9000];
    struct kernel *all = NULL;
    unsigned n = 0;
    bool good = true;

    snprintf(path, sizeof path, "%s/counts", folder);
    FILE *in = fopen(path, "r");
    while (in && good && fgets(text, sizeof text, in)) {
        if (!strncmp(text, "kernel\t", 7)) {
            all = sass_room(all, n, sizeof *all);
            good = read_kernel(text, &all[n++]);
            continue;
        }
        struct kernel *k = n ? &all[n - 1] : NULL;
        good = k;
        if (k) {
            k->accesses = sass_room(k->accesses, k->count, sizeof *k->accesses);
            good = read_access(text, &k->accesses[k->count++]);
        }
    }
    if (in)
        fclose(in);
    *count = n;
    return good && n ? all : NULL;
}

/* ---- which instruction of SASS is which of PTX --------------------------------------------- */

static struct access *access_at(struct kernel *k, unsigned ptx_line)
{
    for (unsigned n = 0; ptx_line && n < k->count; n++)
        if (k->accesses[n].text_line == ptx_line)
            return &k->accesses[n];
    return NULL;
}

static void note_copies(struct kernel *k, const struct sass_function *f)
{
    struct sass_request r;

    for (uint32_t n = 0; n < f->count; n++) {
        struct access *a = access_at(k, f->code[n].ptx_line);
        if (!a || !sass_request_of(&f->code[n], &r) || r.space == SASS_LOCAL)
            continue;
        unsigned loops = sass_depth(f, n);
        a->unknown |= r.access != a->kind; /* an atomic by a loop of ptxas's own */
        a->copy_bytes = a->copies && a->copy_bytes != r.bytes ? OTHER_BYTES : r.bytes;
        a->copy_loops = loops > a->copy_loops ? loops : a->copy_loops;
        a->copies++;
    }
}

/* The access of PTX at this offset from a, in the same place, that has no copies of its own. */
static struct access *neighbour(struct kernel *k, const struct access *a, long long offset)
{
    for (unsigned n = 0; n < k->count; n++) {
        struct access *b = &k->accesses[n];
        if (b->block == a->block && b->base == a->base && b->offset == a->offset + offset &&
            b->kind == a->kind && b->shared == a->shared && b->bytes == a->bytes &&
            b->requests == a->requests && !b->joined && (b == a || !b->copies))
            return b;
    }
    return NULL;
}

/* What the copies of a and of its neighbours ask for: a wide access is counted once for each narrow
 * one within it. False: that is no whole number. */
static bool add_members(struct kernel *k, struct access *a, long long first, unsigned members)
{
    unsigned wanted = a->copy_bytes / a->bytes, wide = a->copy_bytes == 16;
    bool words = a->copy_bytes < 8; /* one word at most: as before */

    for (unsigned n = 0; n < members; n++) {
        struct access *b = neighbour(k, a, first + n * a->bytes);
        a->sass.requests += b->requests;
        a->sass.units += words ? b->units : b->joined_units[wide];
        a->sass.least += words ? b->least : b->joined_least[wide];
    }
    if (a->sass.requests % wanted || a->sass.units % wanted || a->sass.least % wanted)
        return false;
    for (unsigned n = 0; n < members; n++) {
        struct access *b = neighbour(k, a, first + n * a->bytes);
        b->joined = b != a;
    }
    a->sass.requests /= wanted, a->sass.units /= wanted, a->sass.least /= wanted;
    a->sass.from = members;
    return true;
}

/* a's place among `members` whose first lies at a multiple of their size; -1: it changes. */
static int place_of(const struct access *a, unsigned members)
{
    int place = -1;

    for (unsigned n = 0; n < 16; n++) {
        int here = (int)(n % (members * a->bytes) / a->bytes);
        if (!(a->places >> n & 1))
            continue;
        if (place >= 0 && place != here)
            return -1;
        place = here;
    }
    return place;
}

/* a's copies are wider than a is: they stand for neighbours of a in the PTX; fewer than fit, where
 * ptxas has joined several trips of a loop. */
static bool find_joined(struct kernel *k, struct access *a)
{
    unsigned wanted = a->copy_bytes / a->bytes;

    for (unsigned members = wanted; members && a->requests; members /= 2) {
        int place = place_of(a, members);
        unsigned found = 0;
        long long first = -(long long)place * a->bytes;
        while (place >= 0 && found < members && neighbour(k, a, first + found * a->bytes))
            found++;
        if (found == members && (members == wanted || a->loops))
            return add_members(k, a, first, members);
    }
    return !a->requests;
}

static void match_one(struct kernel *k, struct access *a)
{
    if (a->copy_bytes == a->bytes) {
        a->sass.requests = a->requests, a->sass.units = a->units, a->sass.least = a->least;
        a->sass.from = 1;
    }
    if (a->copy_bytes == OTHER_BYTES || a->copy_bytes < a->bytes ||
        (a->copies == 1 && a->copy_loops < a->loops)) /* moved out of a loop */
        a->unknown = true;
    else if (a->copy_bytes > a->bytes)
        a->unknown = !a->shared || !find_joined(k, a);
}

/* It ran, and nothing in SASS is known to stand for it. */
static bool is_lost(const struct access *a) { return a->requests && !a->copies && !a->joined; }

static void match(struct kernel *k)
{
    for (unsigned n = 0; n < k->count; n++)
        if (k->accesses[n].copies && !k->accesses[n].unknown)
            match_one(k, &k->accesses[n]);
    for (unsigned n = 0; n < k->count; n++)
        for (unsigned m = 0; is_lost(&k->accesses[n]) && m < k->count; m++) {
            struct access *a = &k->accesses[m]; /* may be joined with that one, not with itself */
            a->unknown |= a->block == k->accesses[n].block && a->kind == k->accesses[n].kind &&
                          a->copies && a->sass.from < a->copy_bytes / a->bytes;
        }
}

/* ---- the table ----------------------------------------------------------------------------- */

static struct row *row_of(struct table *t, const struct row *like)
{
    for (unsigned n = 0; n < t->count; n++) {
        struct row *r = &t->rows[n];
        if (r->line == like->line && r->kind == like->kind && r->shared == like->shared &&
            r->bytes == like->bytes && !strcmp(r->file, like->file))
            return r;
    }
    t->rows = sass_room(t->rows, t->count, sizeof *t->rows);
    t->rows[t->count] = *like;
    return &t->rows[t->count++];
}

static void add_access(struct row *r, struct access *a)
{
    if (a->added)
        return;
    a->added = true;
    r->from += a->sass.from;
    r->ptx_bytes = a->bytes;
    r->requests += a->sass.requests, r->units += a->sass.units, r->least += a->sass.least;
}

static void add_function(struct table *t, struct kernel *k, const struct sass_function *f)
{
    struct sass_request q;

    for (uint32_t n = 0; n < f->count; n++) {
        const struct sass_instruction *i = &f->code[n];
        if (!sass_request_of(i, &q) || q.space == SASS_LOCAL)
            continue;
        struct access *a = access_at(k, i->ptx_line);
        struct row like = { .file = a         ? a->file
                                    : i->file ? i->file
                                              : "?",
                            .line = a ? a->line : i->line,
                            .kind = q.access,
                            .shared =
                                a ? a->shared : q.space == SASS_SHARED || q.access == SASS_COPY,
                            .bytes = q.bytes };
        struct row *r = row_of(t, &like);
        r->copies++;
        if (a && !a->unknown && a->kind == q.access)
            add_access(r, a);
        else
            r->unknown = true;
    }
}

/* An access that ran and that SASS does not have: what stands for it is not known. */
static void find_lost(struct table *t, const struct kernel *k)
{
    for (unsigned n = 0; n < k->count; n++) {
        const struct access *a = &k->accesses[n];
        for (unsigned m = 0; is_lost(a) && m < t->count; m++) {
            struct row *r = &t->rows[m];
            r->unknown |= r->line == a->line && r->kind == a->kind && r->shared == a->shared &&
                          !strcmp(r->file, a->file);
        }
    }
}

static int by_place(const void *a, const void *b)
{
    const struct row *r = a, *s = b;
    int files = strcmp(r->file, s->file);

    if (files)
        return files;
    if (r->line != s->line)
        return r->line < s->line ? -1 : 1;
    return r->kind != s->kind ? (int)r->kind - (int)s->kind : (int)r->bytes - (int)s->bytes;
}

static struct table table_of(struct kernel *k, const struct sass *s)
{
    struct table t = { NULL, 0 };

    for (int twice = 0; twice < 2; twice++) {
        for (unsigned n = 0; n < s->count; n++) {
            const struct sass_function *f = &s->functions[n];
            if (f->is_kernel && strcmp(f->name, k->entry))
                continue;
            if (twice)
                add_function(&t, k, f);
            else
                note_copies(k, f);
        }
        if (!twice)
            match(k);
    }
    find_lost(&t, k);
    if (t.count)
        qsort(t.rows, t.count, sizeof *t.rows, by_place);
    return t;
}

/* ---- printing ------------------------------------------------------------------------------ */

static void print_row(const struct row *r)
{
    const char *name = strrchr(r->file, '/');
    char place[300];

    snprintf(place, sizeof place, "%s:%u", name ? name + 1 : r->file, r->line);
    printf("  %-28s %-6s %-6s %5u %7u %6u ", place, kinds[r->kind], r->shared ? "shared" : "global",
           8 * r->bytes, r->copies, r->from);
    if (r->unknown)
        printf("%12s %12s %6s %9s\n", "unknown", "-", "-", "-");
    else if (!r->requests || !r->shared)
        printf("%12llu %12s %6s %9s\n", r->requests, "-", "-", "-");
    else
        printf("%12llu %12.2f %6.2f %9.2f\n", r->requests, (double)r->units / (double)r->requests,
               (double)r->least / (double)r->requests,
               (double)(r->units - r->least) / (double)r->requests);
}

/* What a version asks in all: the sum that tells what joining brought. */
static void print_sums(const struct kernel *k, const struct table *t)
{
    unsigned long long ptx[2] = { 0 }, sass[2] = { 0 };
    bool unknown = false, other = false;

    for (unsigned n = 0; n < k->count; n++) {
        const struct access *a = &k->accesses[n];
        ptx[0] += a->shared ? a->requests : 0;
        ptx[1] += a->shared ? a->units : 0;
        other |= !a->shared && a->requests && (a->unknown || a->copy_bytes != a->bytes);
    }
    for (unsigned n = 0; n < t->count; n++) {
        sass[0] += t->rows[n].shared ? t->rows[n].requests : 0;
        sass[1] += t->rows[n].shared ? t->rows[n].units : 0;
        unknown |= t->rows[n].shared && t->rows[n].unknown;
    }
    if (unknown)
        puts("  unknown: cannot be matched with the addresses that PTX's loads and stores had");
    else if (ptx[0])
        printf("  shared memory: %llu requests, %llu wavefronts as SASS asks; %llu, %llu as PTX "
               "asks\n",
               sass[0], sass[1], ptx[0], ptx[1]);
    printf("  global memory: %s\n", other ? "not all as PTX asks: the lines above" : "as PTX asks");
}

static bool differs(const struct kernel *k, const struct row *r)
{
    for (unsigned n = 0; n < k->count; n++) {
        const struct access *a = &k->accesses[n];
        if (!a->shared && a->line == r->line && a->kind == r->kind && !strcmp(a->file, r->file) &&
            (a->unknown || (a->requests && a->copy_bytes != a->bytes)))
            return true;
    }
    return false;
}

static void print_table(const struct kernel *k, const struct table *t)
{
    bool first = true;

    printf("\nkernel %s\n", k->name);
    for (unsigned n = 0; n < t->count; n++) {
        const struct row *r = &t->rows[n];
        if (!r->shared && !differs(k, r))
            continue;
        if (first)
            printf("  %-28s %-6s %-6s %5s %7s %6s %12s %12s %6s %9s\n", "line", "", "memory",
                   "bits", "in SASS", "in PTX", "requests", "wavefronts/r", "least", "conflicts");
        first = false;
        print_row(r);
    }
    print_sums(k, t);
}

static void put_count(struct json_out *j, const struct row *r, const char *name,
                      unsigned long long n)
{
    if (r->unknown)
        json_put(j, name, "null");
    else
        json_put(j, name, "%llu", n);
}

static void write_row(struct json_out *j, const struct kernel *k, const struct row *r)
{
    json_open_line(j, NULL, '{');
    json_text(j, "kernel", k->name);
    json_text(j, "file", r->file);
    json_put(j, "line", "%u", r->line);
    json_text(j, "access", kinds[r->kind]);
    json_text(j, "space", r->shared ? "shared" : "global");
    json_put(j, "bits", "%u", 8 * r->bytes);
    json_put(j, "ptx_bits", "%u", 8 * r->ptx_bytes);
    json_put(j, "instructions", "%u", r->copies);
    json_put(j, "ptx_instructions", "%u", r->from);
    put_count(j, r, "requests", r->requests);
    put_count(j, r, "units", r->units);
    put_count(j, r, "least", r->least);
    json_close(j, '}');
}

/* The report ends with "\n]}\n": what comes next takes the place of "}\n". */
static FILE *open_report(const char *path)
{
    FILE *out = fopen(path, "r+");
    char end[4] = "";

    if (!out || fseek(out, -4, SEEK_END) || fread(end, 1, 4, out) != 4 ||
        memcmp(end, "\n]}\n", 4) || fseek(out, -2, SEEK_END)) {
        fprintf(stderr, "sass_traffic: %s: is no report of traffic\n", path);
        if (out)
            fclose(out);
        return NULL;
    }
    return out;
}

static struct sass *read_sass(const char *folder, unsigned module)
{
    char path[4096], words[300] = "it cannot be read";

    snprintf(path, sizeof path, "%s/%u.sass", folder, module);
    FILE *in = fopen(path, "r");
    struct sass *s = in ? sass_read(in, words, sizeof words) : NULL;
    if (in)
        fclose(in);
    if (!s)
        fprintf(stderr, "sass_traffic: %s: %s\n", path, words);
    return s;
}

int main(int argc, char **argv)
{
    unsigned count = 0;
    struct kernel *all = argc >= 3 ? read_counts(argv[1], &count) : NULL;
    FILE *json = NULL;

    if (!all) {
        fprintf(stderr, "sass_traffic: %s: no kernel was counted\n",
                argc >= 3 ? argv[1] : "no folder");
        return 1;
    }
    if (argc > 3 && !(json = open_report(argv[3])))
        return 1;
    struct json_out j = { .to = json, .more = true };
    if (json)
        json_open(&j, "sass", '[');
    for (unsigned n = 0; n < count; n++) {
        struct sass *s = read_sass(argv[1], all[n].module);
        if (!s)
            return 1;
        struct table t = table_of(&all[n], s);
        if (!n)
            printf("\nas SASS asks: ptxas for sm_%u, %s; shared memory, and what differs in global "
                   "memory\n",
                   s->arch, argv[2]);
        print_table(&all[n], &t);
        for (unsigned i = 0; json && i < t.count; i++)
            write_row(&j, &all[n], &t.rows[i]);
        free(t.rows);
        sass_free(s);
    }
    return json && (fputs("\n]}\n", json) < 0 || fclose(json)) ? 1 : 0;
}
