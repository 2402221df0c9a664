/* What the compiler made of a program's kernels: registers, occupancy, waves, loops.
 *
 *   sass_report [--launched] [--json FILE] COMPILER CARDS LAUNCHES ARCH CARD FOLDER [ARCH...]
 *
 * FOLDER has, for each file of the program, 1.sass (nvdisasm -gi -c), 1.log (ptxas -v) and 1.cubin,
 * 2.sass, ...; LAUNCHES is what launches.cpp and the engine write, or - where the program was not
 * run; CARDS a file as reference/cards.csv; CARD a name in it, or - for none. --launched leaves out
 * kernels that the run did not launch, if it launched any. Status: 0; 1: a file is not what it
 * should be; 2: bad usage. */
#include "report.h"

#include <stdlib.h>
#include <string.h>
#include "../ptx/symbols.h"
#include "cubin.h"

char *__cxa_demangle(const char *name, char *buffer, size_t *length, int *status);

static char *copy_of(const char *text)
{
    char *copy = strdup(text);

    if (!copy)
        abort();
    return copy;
}

/* ---- the card ------------------------------------------------------------------------------ */

static int column_of(char *header, const char *name)
{
    char *rest = header, *one;

    for (int i = 0; (one = strsep(&rest, ",\n")); i++)
        if (!strcmp(one, name))
            return i;
    return -1;
}

static const char *cell_of(const char *line, const char *header, const char *name)
{
    static char cells[2048];
    char *names = copy_of(header), *rest = cells, *one = "";
    int column = column_of(names, name);

    free(names);
    snprintf(cells, sizeof cells, "%s", line);
    for (int i = 0; i <= column && one; i++)
        one = strsep(&rest, ",\n");
    return column >= 0 && one ? one : "";
}

/* Its line of cards.csv says what its multiprocessors have. */
static void set_card(struct report *r, const char *line, const char *header)
{
    double kib, registers;

    snprintf(r->card.name, sizeof r->card.name, "%s", cell_of(line, header, "name"));
    snprintf(r->card.title, sizeof r->card.title, "%s", cell_of(line, header, "card"));
    r->card.multiprocessors = (unsigned)atoi(cell_of(line, header, "sms"));
    r->card.capability = (unsigned)(10 * atof(cell_of(line, header, "capability")) + 0.5);
    const struct multiprocessor *m = multiprocessor_of(r->card.capability);
    if (m)
        r->sm = *m;
    if ((registers = atof(cell_of(line, header, "sm_registers"))) > 0)
        r->sm.registers = (unsigned)registers;
    if ((kib = atof(cell_of(line, header, "sm_shared_kib"))) > 0)
        r->sm.shared = (unsigned)(1024 * kib);
}

static bool read_card(struct report *r, const char *path, const char *name)
{
    const struct multiprocessor *m = multiprocessor_of(r->arch);
    char line[2048], header[2048] = "";
    FILE *in = fopen(path, "r");

    if (m)
        r->sm = *m;
    while (in && fgets(line, sizeof line, in)) {
        if (*line == '#')
            continue;
        if (!*header)
            strcpy(header, line);
        else if (!strcmp(cell_of(line, header, "name"), name))
            set_card(r, line, header);
    }
    if (in)
        fclose(in);
    return r->sm.capability && (!strcmp(name, "-") || *r->card.name);
}

/* ---- kernels ------------------------------------------------------------------------------- */

/* void scale<float, 4>(float*): without what comes before and after its name. */
static char *name_of(const char *mangled)
{
    int status = 0;
    char *whole = __cxa_demangle(mangled, NULL, NULL, &status);
    char *name = copy_of(whole && !status ? whole : mangled), *begin = name;
    int open = 0;

    free(whole);
    if (!strncmp(begin, "void ", 5))
        begin += 5;
    for (char *p = begin; *p; p++) {
        open += (*p == '<') - (*p == '>');
        if (*p == '(' && !open && p > begin && p[-1] != ':')
            *p-- = 0;
    }
    memmove(name, begin, strlen(begin) + 1);
    return name;
}

static void add_kernels(struct report *r, const struct sass *s)
{
    for (unsigned i = 0; i < s->count; i++) {
        const struct sass_function *f = &s->functions[i];
        if (!f->is_kernel || !f->count)
            continue;
        r->kernels = sass_room(r->kernels, r->count, sizeof *r->kernels);
        struct kernel *k = &r->kernels[r->count++];
        *k = (struct kernel){ .code = f, .registers = f->registers, .name = name_of(f->name) };
        k->common = copy_of(f->name);
        symbol_common_name(f->name, k->common);
        k->loops = loops_of(f);
    }
}

/* In the order of the source. */
static int by_place(const void *a, const void *b)
{
    const struct kernel *x = a, *y = b;
    const struct sass_instruction *i = x->code->code, *j = y->code->code;
    int files = strcmp(base_name(i->file), base_name(j->file));

    return files                ? files
           : i->line != j->line ? (i->line > j->line ? 1 : -1)
                                : strcmp(x->name, y->name);
}

static struct kernel *kernel_named(struct report *r, const char *name)
{
    for (unsigned i = 0; i < r->count; i++)
        if (!strcmp(r->kernels[i].code->name, name))
            return &r->kernels[i];
    return NULL;
}

/* What ptxas -v says:
 *   ptxas info    : Compiling entry function '_Z5scalePf' for 'sm_75'
 *       8 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads
 *   ptxas info    : Used 38 registers, used 1 barriers, 2048 bytes smem, 388 bytes cmem[0] */
static void read_log(struct report *r, FILE *log)
{
    char line[8192], name[8000];
    struct kernel *k = NULL;
    const char *at;
    size_t frame, stores, loads;

    while (fgets(line, sizeof line, log)) {
        if ((at = strstr(line, "entry function '")) &&
            sscanf(at, "entry function '%7999[^']'", name) == 1)
            k = kernel_named(r, name);
        if (k && sscanf(line, " %zu bytes stack frame, %zu bytes spill stores, %zu bytes", &frame,
                        &stores, &loads) == 3)
            k->local = frame, k->spills[0] = stores, k->spills[1] = loads;
        if (!k || !(at = strstr(line, ": Used ")))
            continue;
        sscanf(at, ": Used %u registers", &k->registers);
        if ((at = strstr(line, "registers, used ")))
            sscanf(at, "registers, used %u barriers", &k->barriers);
        for (at = line; (at = strchr(at, ',')); at++)
            if (sscanf(at, ", %zu bytes sme%c", &frame, name) == 2)
                k->shared = frame;
    }
}

static FILE *open_numbered(const char *folder, unsigned n, const char *what)
{
    char path[4096];

    snprintf(path, sizeof path, "%s/%u.%s", folder, n, what);
    return fopen(path, "r");
}

/* What belongs to one file of the program, which may have no kernel. */
static void read_file(struct report *r, const char *folder, unsigned n, FILE *sass)
{
    unsigned first = r->count;
    char words[300];
    struct sass *s = sass_read(sass, words, sizeof words);
    FILE *in;

    if (s)
        add_kernels(r, s);
    if ((in = open_numbered(folder, n, "log"))) {
        read_log(r, in);
        fclose(in);
    }
    if ((in = open_numbered(folder, n, "cubin"))) {
        for (unsigned i = first; i < r->count; i++)
            r->kernels[i].most_threads = cubin_threads(in, r->kernels[i].code->name);
        fclose(in);
    }
}

static bool read_folder(struct report *r, const char *folder)
{
    FILE *in;

    for (unsigned n = 1; (in = open_numbered(folder, n, "sass")); n++) {
        read_file(r, folder, n, in);
        fclose(in);
    }
    if (r->count)
        qsort(r->kernels, r->count, sizeof *r->kernels, by_place);
    else
        fprintf(stderr, "sass_report: %s: no kernel is in it\n", folder);
    return r->count;
}

/* ---- launches ------------------------------------------------------------------------------ */

static bool same_launch(const struct launch *a, const struct launch *b)
{
    return !strcmp(a->version, b->version) && !strcmp(a->shape, b->shape) &&
           !memcmp(a->grid, b->grid, sizeof a->grid) &&
           !memcmp(a->block, b->block, sizeof a->block) && a->dynamic == b->dynamic;
}

static void add_launch(struct kernel *k, const struct launch *l)
{
    for (unsigned i = 0; i < k->launch_count; i++)
        if (same_launch(&k->launches[i], l)) {
            k->launches[i].times++;
            return;
        }
    k->launches = sass_room(k->launches, k->launch_count, sizeof *k->launches);
    k->launches[k->launch_count++] = *l;
}

static void read_launches(struct report *r, const char *path)
{
    char line[6000], name[5000], shape[200];
    struct launch l = { .version = "", .shape = "", .times = 1 };
    FILE *in = fopen(path, "r");

    r->launches_known = in;
    while (in && fgets(line, sizeof line, in)) {
        if (sscanf(line, "version\t%4999[^\t]\t%199[^\n]", name, shape) == 2)
            l.version = copy_of(name), l.shape = copy_of(shape);
        if (sscanf(line, "launch\t%4999[^\t]\t%u %u %u\t%u %u %u\t%zu", name, &l.grid[0],
                   &l.grid[1], &l.grid[2], &l.block[0], &l.block[1], &l.block[2], &l.dynamic) != 8)
            continue;
        for (unsigned i = 0; i < r->count; i++)
            if (!strcmp(r->kernels[i].common, name))
                add_launch(&r->kernels[i], &l);
    }
    if (in)
        fclose(in);
}

/* ---- the program --------------------------------------------------------------------------- */

static int usage(void)
{
    fputs("sass_report: sass_report [--launched] [--json FILE] COMPILER CARDS LAUNCHES ARCH CARD "
          "FOLDER...\n",
          stderr);
    return 2;
}

static void leave_out_unlaunched(struct report *r)
{
    unsigned left = 0;

    for (unsigned i = 0; i < r->count; i++)
        if (r->kernels[i].launch_count)
            r->kernels[left++] = r->kernels[i];
    if (left)
        r->count = left;
}

static bool read_report(struct report *r, char **group, const char *cards, const char *launches)
{
    r->arch = (unsigned)atoi(group[0]);
    if (!read_card(r, cards, group[1])) {
        fprintf(stderr, "sass_report: sm_%s, card %s: not known\n", group[0], group[1]);
        return false;
    }
    if (!read_folder(r, group[2]))
        return false;
    read_launches(r, launches);
    return true;
}

static bool write_all(const char *path, const struct report *reports, unsigned count)
{
    FILE *out = fopen(path, "w");

    if (!out) {
        fprintf(stderr, "sass_report: %s: cannot be written\n", path);
        return false;
    }
    struct json_out j = json_begin(out, "compiled");
    for (unsigned i = 0; i < count; i++)
        write_json(&j, &reports[i]);
    json_end(&j);
    return fclose(out) == 0;
}

int main(int argc, char **argv)
{
    bool launched = argc > 1 && !strcmp(argv[1], "--launched");
    char **words = argv + 1 + launched, **end = argv + argc;
    const char *json = end - words > 2 && !strcmp(words[0], "--json") ? words[1] : NULL;
    words += json ? 2 : 0;
    unsigned given = (unsigned)(end - words), count = given >= 6 ? (given - 3) / 3 : 0;
    struct report *reports = calloc(count + 1, sizeof *reports);

    if (!count || !reports || given % 3)
        return usage();
    for (unsigned i = 0; i < count; i++) {
        reports[i].compiler = words[0];
        if (!read_report(&reports[i], words + 3 + 3 * i, words[1], words[2]))
            return 1;
        if (launched)
            leave_out_unlaunched(&reports[i]);
    }
    if (count == 1)
        print_report(&reports[0]);
    else
        print_summary(reports, count);
    return json && !write_all(json, reports, count) ? 1 : 0;
}
