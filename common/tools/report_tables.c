/* The tables of one CSV for the report, in Markdown. What is shown of it, 'ROWS|BASE|BY|ONLY|SIZE|
 * HEADING', is as in a line of a lab's report.txt, which says what it means. Only what is right is
 * shown; times of the CPU device and columns of dashes are in no table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "common/engine/bounds.h"
#include "common/engine/csv.h"
#include "common/engine/machine.h"
#include "common/engine/words.h"
#include "report_parts.h"

static struct csv_reader csv;
static struct rows all, timed; /* timed: without those that were only checked, on the CPU device */
static struct rows versions;   /* the first row of each */
static const char *wanted, *base, *by, *only, *size_word, *heading, *gpu = "";
static const char *table_number = "";
static int table_count;

#define NUMBER(x)   report_number((char[32]){ 0 }, x, 4)
#define WHOLE(x)    report_number((char[32]){ 0 }, x, 0)
#define JOINED(...) (snprintf(joined, sizeof(joined), __VA_ARGS__), joined)
static char joined[512];

#define EACH_VERSION(v)                                                                            \
    const struct row *v = versions.row;                                                            \
    v < versions.row + versions.count;                                                             \
    v++

const char *word(const char *name)
{
    static char texts[4][256], start[64], path[64]; /* 4 are used at once */
    static int next;
    char *text = texts[next++ % 4];

    snprintf(start, sizeof(start), "%s = ", name);
    snprintf(path, sizeof(path), "handouts/%s/report.md", report_language());
    read_after(path, start, text, sizeof(texts[0]));
    return text;
}

/* ---- rows ----------------------------------------------------------------------------------- */

/* Is the row just read right, and does it match ROWS (steps=1 layer_type=all; _ is a blank)? */
static bool is_wanted(const struct row *row)
{
    char *rest = strdupa(wanted), *value, cell[96];

    while ((value = strsep(&rest, " "))) {
        const char *column = strsep(&value, "=");
        snprintf(cell, sizeof(cell), "%s", csv_text(&csv, column));
        for (char *blank; (blank = strchr(cell, ' '));)
            *blank = '_';
        if (value && strcmp(cell, value))
            return false;
    }
    return !strcmp(csv_text(&csv, "verdict"), "ok") && (*wanted || !row->part);
}

/* The practice's networks and batches; its rows say which by their part, from 1. */
#define CASES 32
static struct {
    char network[32], batch[16];
} cases[CASES];
static bool borrows; /* of a different machine: its GPU alone */

/* The number of the case of the row just read. 0: the table is not the practice's; -1: too many. */
static int case_of_row(void)
{
    const char *network = csv_text(&csv, "network"), *batch = csv_text(&csv, "batch");
    int i = 0;

    if (strcmp(only, "practice"))
        return 0;
    while (i < CASES && *cases[i].network &&
           (strcmp(cases[i].network, network) || strcmp(cases[i].batch, batch)))
        i++;
    if (i == CASES)
        return -1;
    snprintf(cases[i].network, sizeof(cases[i].network), "%s", network);
    snprintf(cases[i].batch, sizeof(cases[i].batch), "%s", batch);
    return i + 1;
}

/* Reads the CSV; of rows with the same version, method and size the first one counts. */
static void read_rows(void)
{
    struct row row;

    while (csv_next(&csv, &row)) {
        bool is_known = false;
        if (!is_wanted(&row) || (borrows && row.method == WALL))
            continue;
        row.part = case_of_row();
        if (find_part(&all, row.version, row.method, row.work.size, row.part))
            continue;
        *new_row(&all) = row;
        for (EACH_VERSION(v))
            is_known |= !strcmp(v->version, row.version);
        if (!is_known)
            *new_row(&versions) = row;
        if (!strcmp(row.device, "cpu_device"))
            continue;
        *new_row(&timed) = row;
        if (row.method != WALL)
            gpu = csv_comment(&csv, "device: ");
    }
}

/* The fastest version on a GPU, libraries included; NULL: nothing ran there. */
static const struct row *fastest(long long size, int part)
{
    const enum method method = place_of(by, method_names, METHODS);
    const struct row *best = NULL;

    for (const struct row *row = timed.row; row < timed.row + timed.count; row++)
        if (row->method == method && row->work.size == size && row->part == part &&
            (!best || row->time.median_ms < best->time.median_ms))
            best = row;
    return best;
}

/* ---- a table: put() for each cell, lines++ after each line; end_table() prints it ------------ */

static char names[64][192], cells[256][64][64];
static bool filled[64], is_too_large;
static int lines, columns;

static void put(const char *name, const char *text)
{
    int i = 0;

    while (i < columns && strcmp(names[i], name))
        i++;
    if (is_too_large |= i == 64 || lines >= 256)
        return;
    columns += i == columns;
    snprintf(names[i], sizeof(names[i]), "%s", name);
    snprintf(cells[lines][i], sizeof(cells[lines][i]), "%s", *text ? text : "-");
    filled[i] |= strcmp(cells[lines][i], "-") != 0;
}

void number_tables(const char *number)
{
    table_number = number;
    table_count = 0;
}

static void end_table(const char *caption)
{
    if (is_too_large)
        lines = 0;
    for (int line = -2; lines > 0 && line < lines; line++) {
        for (int c = 0; c < columns; c++)
            if (filled[c] && line == -1)
                printf(c ? "|----:" : "|----------");
            else if (filled[c])
                printf("| %s ", line < 0 ? names[c] : cells[line][c]);
        puts("|");
    }
    if (lines > 0)
        printf("\n: **%s %s.%d.** %s.\n\n", word("table"), table_number, ++table_count, caption);
    memset(filled, 0, sizeof(filled));
    is_too_large = false;
    lines = columns = 0;
}

static void put_ms(const char *name, const struct row *row)
{
    char text[64] = "";

    if (row)
        snprintf(text, sizeof(text), "%s%s", report_number((char[32]){ 0 }, row->time.median_ms, 6),
                 *row->doubt ? " ?" : "");
    put(name, text);
}

static void put_spread(const struct row *row)
{
    char text[80] = "", low[32], high[32];

    if (row && row->time.samples > 1 && row->time.p05_ms > 0)
        snprintf(text, sizeof(text), "%s%s%s", report_number(low, row->time.p05_ms, 6),
                 row->time.samples < MIN_PERCENTILES ? " .. " : " - ",
                 report_number(high, row->time.p95_ms, 6));
    put(word("spread"), text);
}

static void put_gain(const char *name, const char *over, const char *version, enum method method,
                     long long size)
{
    const char *what = method == WITH_TRANSFERS ? "copies" : *gpu ? "kernel" : "";

    put(JOINED("%s%s%s", name, *what ? ": " : "", *what ? word(what) : ""),
        NUMBER(speed_up(&timed, over, version, method, size)));
}

/* ---- the tables ----------------------------------------------------------------------------- */

static void all_versions(long long size)
{
    char column[64] = "", unit[64] = "";
    const char *card = csv_comment(&csv, "card: ");

    sscanf(csv_comment(&csv, "rate: "), "%63s %63s", column, unit);
    const enum rate of = !strcmp(column, "gbs") ? BYTES : !strcmp(column, "gflops") ? FLOPS : SIZES;
    if (*gpu)
        printf("%s\n\n", word("speedups"));
    for (EACH_VERSION(v)) {
        const struct row *row = main_row(&all, v->version, size, 0);
        const struct row *time = main_row(&timed, v->version, size, 0);
        if (!row)
            continue;
        put(word("version"), time ? v->version : JOINED("%s, %s", v->version, word("checked")));
        put_ms(word("median"), time);
        put_spread(time);
        put(JOINED("%s %s", word("bound"), card),
            *card && row->bound_ms > 0 ? NUMBER(row->bound_ms) : "");
        put(unit, NUMBER(shown_rate(time, of)));
        put(word("of_limit"), NUMBER(percent_of_ceiling(time)));
        put_gain(word("serial"), "cpu_serial", v->version, row->method, size);
        put_gain(word("serial"), "cpu_serial", v->version, WITH_TRANSFERS, size);
        put_gain(word("all_cores"), base, v->version, row->method, size);
        put_gain(word("all_cores"), base, v->version, WITH_TRANSFERS, size);
        lines++;
    }
    end_table(JOINED("%s %s = %s", word("all_versions"), size_word, WHOLE(size)));
}

/* A line for each size: of the CPU and a version on the GPU, if there is one; or of all. */
static void by_size(const char *version)
{
    bool of_all = !strcmp(only, "sizes");

    for (long long size = 0; (size = larger_size(&all, size)); lines++) {
        put(size_word, WHOLE(size));
        for (EACH_VERSION(v))
            if (of_all)
                put_ms(JOINED("%s, ms", v->version), main_row(&timed, v->version, size, 0));
        if (of_all)
            continue;
        put_ms(word("one_thread"), find_row(&timed, "cpu_serial", WALL, size));
        put_ms(word("cores"), find_row(&timed, base, WALL, size));
        if (!version)
            continue;
        put_ms(JOINED("%s: %s", gpu, word("gpu_kernel")), find_row(&timed, version, SYNC, size));
        put_ms(JOINED("%s: %s", gpu, word("gpu_copies")),
               find_row(&timed, version, WITH_TRANSFERS, size));
        put_gain(word("all_cores"), base, version, SYNC, size);
        put_gain(word("all_cores"), base, version, WITH_TRANSFERS, size);
    }
    end_table(of_all    ? heading
              : version ? JOINED("%s %s", word("by_size"), version)
                        : word("cpu_by_size"));
}

/* Of the practice: the GPU of another machine, whose CSV this is. */
static const char *borrow_gpu(const char *path)
{
    static char name[192];

    borrows = true;
    all = (struct rows){ 0 };
    csv_close(&csv);
    if (!csv_open(&csv, path))
        return "";
    read_rows();
    snprintf(name, sizeof(name), "%s, %.10s, %s", gpu, csv_comment(&csv, "date: "),
             word("not_here"));
    return *gpu ? name : "";
}

/* The columns of a measured GPU: its fastest version at each. */
static void put_gpu(const char *name, const struct row *cpu)
{
    const struct row *best = fastest(cpu->work.size, cpu->part);
    const struct row *copies =
        best ? find_part(&timed, best->version, WITH_TRANSFERS, cpu->work.size, cpu->part) : NULL;

    put(word("version"), best ? best->version : "");
    put_ms(JOINED("%s: %s", name, word("gpu_kernel")), best);
    put_ms(JOINED("%s: %s", name, word("gpu_copies")), copies);
    put(word("gain"), best ? NUMBER(cpu->time.median_ms / best->time.median_ms) : "");
}

/* Without a GPU: the least time that a card's published limits leave for the operations, marked as
 * a bound in each cell. */
static void put_bound(const struct card *card, const struct row *cpu)
{
    const struct card_work work = { .flops = cpu->work.flops };
    const double bound = least_time(card, &work).kernel_ms;
    char cell[64];

    snprintf(cell, sizeof(cell), "\u2265 %s", NUMBER(bound));
    put(JOINED("%s %s", word("bound"), card->title), cell);
    snprintf(cell, sizeof(cell), "\u2264 %s", NUMBER(cpu->time.median_ms / bound));
    put(word("gain_at_most"), cell);
}

/* What such rates mean for a picture of Stable Diffusion: 50 steps, in each a pass with the text
 * and one without; of each pass the matrix products alone. */
static void put_picture(const char *name, const struct card *card)
{
    const double flops = 100 * 789.368e9;
    const struct row *cpu = NULL, *best;

    for (const struct row *row = timed.row; row < timed.row + timed.count; row++)
        if (row->part == 1 && row->method == WALL && !strcmp(row->version, base) &&
            (!cpu || row->work.size > cpu->work.size))
            cpu = row;
    if (!cpu)
        return;
    printf("%s %s min", word("picture"), NUMBER(flops / rate(cpu->work.flops, cpu) / 6e10));
    if (*name && (best = fastest(cpu->work.size, cpu->part)))
        printf("; %s: %s min", name, NUMBER(flops / rate(best->work.flops, best) / 6e10));
    else if (*card->title)
        printf("; %s %s: \u2265 %s s", word("picture_bound"), card->title,
               NUMBER(least_time(card, &(struct card_work){ .flops = flops }).kernel_ms / 1e3));
    printf(". %s\n\n", word("picture_more"));
}

/* Networks, images and batches: this CPU on all cores; its GPU, or another machine's, or a bound.
 */
static void practice(const char *stand_in, const char *card_name)
{
    struct card card = { 0 };
    const char *name = *gpu || !stand_in || !*stand_in ? gpu : borrow_gpu(stand_in);

    if (!*name && card_read(&card, CARDS, card_name && *card_name ? card_name : "t4"))
        fprintf(stderr, "report_tables: CARD=%s is not in %s\n", card_name ? card_name : "t4",
                CARDS);
    if (!*name && *card.title)
        printf("%s **%s**. %s\n\n", word("no_gpu_but"), card.title, word("bound_is"));
    for (int i = 0; i < CASES && *cases[i].network; i++)
        for (long long size = 0; (size = larger_size(&timed, size));) {
            const struct row *cpu = find_part(&timed, base, WALL, size, i + 1);
            if (!cpu)
                continue;
            put(word("network"), cases[i].network);
            put(size_word, WHOLE(size));
            put(word("batch"), cases[i].batch);
            put_ms(word("cores"), cpu);
            if (*name)
                put_gpu(name, cpu);
            else if (*card.title)
                put_bound(&card, cpu);
            lines++;
        }
    end_table(word("practice"));
    put_picture(name, &card);
}

/* From which size on the version beats all cores. */
static void print_pays(const char *version, enum method method, const char *end)
{
    const long long from = break_even(&timed, base, version, method);

    printf(" %s, ", word(method == SYNC ? "kernel" : "copies"));
    if (from > 0)
        printf("%s %s = %s%s", word("from"), size_word, WHOLE(from), end);
    else
        printf("%s%s", word(from < 0 ? "never" : "unknown"), end);
}

/* What a CSV says of a row in English, as common/engine/report.c wrote it: "only 3 samples; ..." */
static void put_doubt(const char *doubt)
{
    char *rest = strdupa(doubt), *one;

    for (const char *between = ""; (one = strsep(&rest, ";")); between = "; ") {
        one += strspn(one, " ");
        char *held = strstr(one, " held the SM clock down to ");
        double number;
        printf("%s", between);
        if (sscanf(one, "only %lf samples", &number) == 1) {
            printf(_("only %d samples"), (int)number);
        } else if (sscanf(one, "p95 is %lf times", &number) == 1) {
            printf(_("p95 is %g times p05"), number);
        } else if (sscanf(one, "preempted %lf times", &number) == 1) {
            printf(_("preempted %ld times"), (long)number);
        } else if (held && sscanf(held, " held the SM clock down to %lf", &number) == 1) {
            *held = '\0';
            printf(_("%s held the SM clock down to %d MHz"), _(one), (int)number);
        } else {
            printf("%s", _(one));
        }
    }
}

/* Lists the doubts, a line for each version that has any. */
static void print_doubts(void)
{
    bool any = false;

    for (EACH_VERSION(v)) {
        bool has = false;
        for (const struct row *row = timed.row; row < timed.row + timed.count; row++) {
            bool on_cpu = row->method == WALL;
            if (strcmp(row->version, v->version) || !*row->doubt)
                continue;
            if (!any)
                printf("? %s\n\n", word("doubt"));
            printf(has ? "; " : "- %s: ", v->version);
            if (row->part > 0)
                printf("%s, %s %s, ", cases[row->part - 1].network, word("batch"),
                       cases[row->part - 1].batch);
            printf("%s = %s%s%s: ", size_word, WHOLE(row->work.size), on_cpu ? "" : ", ",
                   on_cpu ? "" : method_names[row->method]);
            put_doubt(row->doubt);
            any = has = true;
        }
        if (has)
            putchar('\n');
    }
    if (any)
        putchar('\n');
}

static void print_head(const char *path)
{
    const char *date = csv_comment(&csv, "date: "), *load = csv_comment(&csv, "load average: ");
    const char *others = csv_comment(&csv, "others: ");
    int threads = atoi(csv_comment(&csv, "threads: "));

    printf("`%s`, %s %.10s %.5s, %s %s.", path, word("measured"), date,
           strlen(date) > 11 ? date + 11 : "", word("load"), load);
    if (threads > 0 && is_busy(atof(load), *others ? atof(others) : -1, threads))
        printf(" %s", word("busy"));
    printf("\n\n");
}

static const char *next_of(char **line, const char *usual)
{
    const char *given = strsep(line, "|");

    return given && *given ? given : usual;
}

void print_tables(const char *path, char *stanza)
{
    all = timed = versions = (struct rows){ 0 };
    memset(cases, 0, sizeof(cases));
    borrows = false;
    gpu = "";
    csv_close(&csv);
    if (!csv_open(&csv, path))
        return;
    wanted = next_of(&stanza, "");
    base = next_of(&stanza, "cpu_openmp");
    by = next_of(&stanza, method_names[SYNC]);
    only = next_of(&stanza, "");
    read_rows();
    size_word =
        next_of(&stanza, *csv_comment(&csv, "counts: ") ? _(csv_comment(&csv, "counts: ")) : "n");
    heading = next_of(&stanza, "");

    long long largest = 0;
    for (long long size; (size = larger_size(&all, largest));)
        largest = size;
    if (!largest)
        return;
    const struct row *fast = fastest(largest, 0);
    const char *best = fast ? fast->version : NULL;
    if (*heading)
        printf("#### %s\n\n", heading);
    print_head(path);
    if (!strcmp(only, "practice")) {
        practice(getenv("STAND_IN"), getenv("CARD"));
        print_doubts();
        return;
    }
    /* One version alone is in the table of the sizes. */
    int count = 0;
    for (EACH_VERSION(v))
        count += main_row(&all, v->version, largest, 0) != NULL;
    if (strcmp(only, "sizes") && (count > 1 || !strcmp(only, "versions")))
        all_versions(largest);
    if (strcmp(only, "versions"))
        by_size(best);
    if (!*only && best && !strcmp(base, "cpu_openmp")) {
        printf("%s %s:", best, word("pays"));
        print_pays(best, SYNC, ";");
        print_pays(best, WITH_TRANSFERS, ".\n\n");
    }
    print_doubts();
}
