#include "report.h"

#include <errno.h>
#include <glob.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "csv.h"
#include "machine.h"
#include "mode.h"
#include "nvml.h"
#include "options.h"
#include "words.h"

#define NUMBER(x) report_number((char[32]){ 0 }, x, 4)
#define WHOLE(x)  report_number((char[32]){ 0 }, x, 0)

/* What a row of `rows` gains on the version `base`. */
#define GAIN(base, method) NUMBER(speed_up(rows, base, row->version, method, row->work.size))

void report_cell(int width, double x, int most_decimals)
{
    printf("%*s", width, report_number((char[32]){ 0 }, x, most_decimals));
}

static bool is_scattered(const struct stats *time)
{
    return time->samples > 1 && time->p95_ms > 2 * time->p05_ms;
}

const char *report_spread(char text[80], const struct stats *time)
{
    if (time->samples == 1 || !time->p95_ms) /* or a sum of parts */
        return report_number(text, time->median_ms, 4);
    snprintf(text, 80, "%s [%s%s%s]%s", NUMBER(time->median_ms), NUMBER(time->p05_ms),
             time->samples < MIN_PERCENTILES ? ".." : ", ", NUMBER(time->p95_ms),
             is_scattered(time) ? "?" : "");
    return text;
}

/* ---- banner --------------------------------------------------------------------------------- */

static void find_reference(struct report *report)
{
    const char *which = getenv("REFERENCE"), *gpu = _("unnamed GPU");
    char pattern[256], date[32];
    glob_t found;

    if (!which || !*which)
        which = "*";
    snprintf(pattern, sizeof(pattern), "%s%s/%s.csv", strchr(which, '/') ? "" : "reference/", which,
             report->lab->name);
    if (glob(pattern, 0, NULL, &found))
        return;
    if (!read_csv(&report->reference, found.gl_pathv[0], date)) {
        for (int i = 0; i < report->reference.count; i++)
            if (strcmp(report->reference.row[i].device, "cpu"))
                gpu = report->reference.row[i].device;
        if (!strcmp(gpu, "cpu_device")) /* of a machine without a GPU: no reference for one */
            report->reference.count = 0;
        snprintf(report->reference_from, sizeof(report->reference_from), "%s, %.10s, %s", gpu,
                 *date ? date : _("undated"), found.gl_pathv[0]);
    }
    globfree(&found);
}

/* Started after an edit without make: it would show what the file was. */
static void warn_of_stale_program(const struct lab *lab)
{
    struct stat source, program;

    if (!strcmp(program_invocation_short_name, lab->name) && !stat(lab->exercise, &source) &&
        !stat("/proc/self/exe", &program) && source.st_mtime > program.st_mtime)
        printf(_("stale    %s has changed since: make %.5s, then run again\n"), lab->exercise,
               lab->name);
}

/* In 1e12 or 1e9 a second; a dash for what is not known. */
static const char *limit(char text[32], double x, double unit)
{
    return report_number(text, x > 0 ? x / unit : NAN, 4);
}
#define LIMIT(x, unit) limit((char[32]){ 0 }, x, unit)

static void print_limits(const struct device *device)
{
    const struct card *best = &device->best, *most = &device->physical;

    printf(
        _("limits   measured, warm (%% are of these): %s TFLOP/s, %s T products/s, copy %s GB/s\n"),
        LIMIT(best->float32, 1e12), LIMIT(best->int32, 1e12), LIMIT(best->memory, 1e9));
    printf(_("         physical (faster is IMPOSSIBLE): %s TFLOP/s at %s MHz, memory %s GB/s\n"),
           LIMIT(most->float32, 1e12), LIMIT(most->clock, 1e6), LIMIT(most->memory, 1e9));
    if (device->warm_up.sm)
        printf(device->warm_up.steady
                   ? _("warm-up  %s ms, then the SM clock was steady at %s MHz\n")
                   : _("warm-up  %s ms, then the SM clock was not yet steady, at %s MHz\n"),
               WHOLE(device->warm_up.ms), WHOLE(device->warm_up.sm));
}

void report_banner(struct report *report, const struct lab *lab, const struct options *options,
                   const struct device *device)
{
    const struct limits *limits = &options->limits;

    cpus_of_others(); /* from here on */
    *report = (struct report){ .lab = lab,
                               .options = options,
                               .device = device,
                               .limits = *limits,
                               .load = load_average(),
                               .clock_step_ms = clock_step_ms(),
                               .programs = nvml_programs(),
                               .copy_at_first = device->best.memory,
                               .peak_at_first = device->best.float32 };
    const struct clocks clocks = nvml_clocks();
    setvbuf(stdout, NULL, _IOLBF, 0); /* a crash must not take finished lines with it */
    if (device->is_cpu)
        find_reference(report);
    cpu_name(report->cpu, sizeof(report->cpu));
    clocks_in_words(report->clocks, &clocks);

    printf("%s", lab->banner ? lab->banner : _(lab->title));
    if (!options->sweep)
        printf(", %s = %s", _(lab->counts), WHOLE(options->size));
    printf(_("\ndevice   %s\n"), device->about);
    if (!device->is_cpu)
        print_limits(device);
    printf(_("cpu      %s, %d threads, load %.1f\n"), report->cpu, omp_get_max_threads(),
           report->load);
    if (getenv(REPORT_UNSET))
        printf(_("unset    %s: labs run without; make run keeps it\n"), getenv(REPORT_UNSET));
    warn_of_stale_program(lab);
    char few[30] = "";
    if (device->is_cpu && options->few)
        snprintf(few, sizeof(few), _(" (gpu_: 1 and %g s)"), FEW_SECONDS);
    printf(_("method   checked, warmed up, at least %d samples and %g s%s%s; median %s;\n"
             "         clock step %.3g ns; --seed %llu repeats this run\n\n"),
           limits->samples, limits->min_time, few, device->is_cpu ? "" : _(", L2 flushed"),
           limits->samples < MIN_PERCENTILES ? _("[least..most]") : "[p05, p95]",
           1e6 * report->clock_step_ms, options->seed);
}

/* Speed-ups of a device's version are those of this machine's GPU; without one there are none. */
void report_head(const struct report *report)
{
    const struct lab *lab = report->lab;
    bool sweep = report->options->sweep;

    if (sweep)
        printf("%13s ", _(lab->counts));
    printf(_("version      check         ms (synchronized) %9s "), lab->unit);
    if (!report->device->is_cpu)
        printf("%% %s ", _(lab->ceiling));
    if (sweep)
        printf("|    no_sync\n");
    else if (report->device->is_cpu)
        printf(_("| vs 1 thread  vs all cores\n"));
    else
        printf(_("| vs 1 thread       vs all cores\n%63s   kernel  +copies   kernel  +copies\n"),
               "|");
}

/* ---- the table ------------------------------------------------------------------------------ */

#define DOUBT 160

/* What readers should know before they believe a row: for the CSV in English, else in words for
 * people. */
static const char *doubt(char text[DOUBT], const struct stats *time, bool csv)
{
#define WORDS(english) (csv ? (english) : _(english))
    const char *cap = what_caps((char[80]){ 0 }, time->held);

    if (time->capped)
        add_doubt(text, DOUBT, WORDS("only %d samples"), time->samples);
    if (is_scattered(time)) {
        double times = time->p95_ms / time->p05_ms;

        times = times < 10 ? round(10 * times) / 10 : round(times); /* 2.5, 190 */
        add_doubt(text, DOUBT, WORDS("p95 is %g times p05"), times);
    }
    if (time->preempted > time->samples)
        add_doubt(text, DOUBT, WORDS("preempted %ld times"), time->preempted);
    if (time->waits)
        add_doubt(text, DOUBT,
                  WORDS("below 20 us: the wait from the first event to the kernel is in it"));
    if (time->by_launches)
        add_doubt(text, DOUBT, WORDS("as slow as the host launches: the kernel may take less"));
    if (cap)
        add_doubt(text, DOUBT, WORDS("%s held the SM clock down to %d MHz"), WORDS(cap),
                  time->least_sm);
    return text;
#undef WORDS
}

void report_doubt(struct row *row) { doubt(row->doubt, &row->time, true); }

struct row *report_time(struct report *report, const char *version, const struct work *work,
                        enum method method, const struct stats *time)
{
    struct row *row = new_row(&report->rows);

    snprintf(row->device, sizeof(row->device), "%s",
             method == WALL           ? "cpu"
             : report->device->is_cpu ? "cpu_device"
                                      : report->device->name);
    snprintf(row->version, sizeof(row->version), "%s", version);
    row->method = method;
    row->work = *work;
    row->time = *time;
    if (method == WALL)
        row->work.floor_ms = 0; /* that is the device's */
    report_doubt(row);
    return row;
}

void report_briefly(struct report *report)
{
    report->quiet = true;
    report->limits = (struct limits){ .samples = 3, .min_time = 0.01, .max_time = 0.1 };
}

void report_progress(const struct report *report, const char *version, long long size)
{
    if (isatty(STDERR_FILENO) && (report->options->sweep || report->quiet))
        fprintf(stderr, "\r%s, %s = %lld ...\033[K\r", version, _(report->lab->counts), size);
}

void report_state(enum state state)
{
    const char *no_color = getenv("NO_COLOR");
    int colour = state == STATE_OK ? 32 : state == STATE_WRONG ? 31 : 0;

    if (colour && isatty(STDOUT_FILENO) && !(no_color && *no_color))
        printf("\033[%dm%-6s\033[0m ", colour, state_words[state]);
    else
        printf("%-6s ", state_words[state]);
}

static void print_speed_ups(const struct report *report, const struct row *row)
{
    const struct rows *rows = &report->rows;

    if (!report->device->is_cpu)
        printf("|%8s %8s %8s %8s", GAIN("cpu_serial", row->method),
               GAIN("cpu_serial", WITH_TRANSFERS), GAIN("cpu_openmp", row->method),
               GAIN("cpu_openmp", WITH_TRANSFERS));
    else if (row->method == WALL)
        printf("| %11s %13s", GAIN("cpu_serial", WALL), GAIN("cpu_openmp", WALL));
    else
        printf("|");
}

static void print_times(const struct report *report, const char *version, long long size)
{
    const struct row *row = main_row(&report->rows, version, size, 0);
    const struct row *no_sync = find_row(&report->rows, version, NO_SYNC, size);

    if (!row) { /* only checked */
        putchar('\n');
        return;
    }
    printf("%24s %9s ", report_spread((char[80]){ 0 }, &row->time),
           NUMBER(shown_rate(row, report->lab->rate)));
    if (!report->device->is_cpu)
        printf("%6s ", NUMBER(percent_of_ceiling(row)));
    if (!report->options->sweep)
        print_speed_ups(report, row);
    else if (no_sync)
        printf("|%11s %s", NUMBER(shown_rate(no_sync, report->lab->rate)),
               why_impossible(&report->rows, no_sync) ? "impossible" : "");
    if (why_impossible(&report->rows, row))
        printf("\n%20sIMPOSSIBLE: %s", "", why_impossible(&report->rows, row));
    putchar('\n');
}

/* Ends the run: after such a fault CUDA refuses every further call of this program. */
static void device_is_lost(struct report *report, const char *version)
{
    const char *rest = strstr(report->lab->versions, version) + strlen(version);

    if (*rest && !report->options->only)
        printf(_("not run:%s: the fault of %s has put the device out of use for this run\n"), rest,
               version);
    exit(report_end(report));
}

/* An exercise has a // TODO in its kernel, if it has one, and one in its launcher. Says which is
 * left where one was done, most often the launcher's, and what to look at where none is left.
 * False: all is left, the exercise is not in the file, or there is no such file here. */
static bool print_left(const char *file, const char *todo)
{
    char mark[32], kernel[32], launcher[32], line[512];
    int left = 0, last = 0, number = 1;
    bool has_kernel = false, has_launcher = false;
    FILE *f = fopen(file, "r");

    if (!f)
        return false;
    snprintf(mark, sizeof(mark), "// TODO(%s)", todo);
    snprintf(kernel, sizeof(kernel), "_ex%.*s%s_kernel(", (int)strcspn(todo, "."), todo,
             strchr(todo, '.') + 1);
    snprintf(launcher, sizeof(launcher), "%.*s(", (int)(strlen(kernel) - strlen("_kernel(")),
             kernel);
    for (; fgets(line, sizeof(line), f); number += !!strchr(line, '\n')) {
        has_kernel = has_kernel || strstr(line, kernel);
        has_launcher = has_launcher || strstr(line, launcher);
        if (strstr(line, mark)) {
            left++;
            last = number;
        }
    }
    fclose(f);
    if (left > has_kernel || !(has_kernel || has_launcher))
        return false;
    if (left)
        printf(_("nothing was written: TODO(%s) is left at %s:%d\n"), todo, file, last);
    else if (has_kernel)
        printf(_("nothing was written: is the kernel of TODO(%s) launched, in %s?\n"), todo, file);
    else
        printf(_("nothing was written: does TODO(%s) launch a kernel, or copy its result back?\n"),
               todo);
    return true;
}

static void print_todo(const struct report *report, const struct check *check)
{
    if (report->options->sweep)
        printf("TODO(%s): %s\n", check->todo, _(check->what));
    else if (!print_left(report->lab->exercise, check->todo))
        printf(_("TODO(%s): %s, in %s\n"), check->todo, _(check->what), report->lab->exercise);
}

/* What a command of make about a lab, its answers or a further program takes: its number, */
static const char *number_in(const char *program)
{
    const char *number = strpbrk(program, "0123456789");

    return number ? number : "";
}

/* and what comes behind for the answers. */
static const char *of_answers(const char *program)
{
    return strncmp(program, "solution", 8) ? "" : " SOLUTION=1";
}

/* The command that stops where the first wrong element is written, if that is known. Sizes are as
 * common/debug.sh takes them. */
static void note_debug(struct report *report, const struct check *check)
{
    const char *lab = report->lab->name, *at = check->message;
    long long m = 0, n = 0, k = 0;
    char size[80] = "";

    if (!report->device->is_cpu || strlen(lab) > 5 || strncmp(check->version, "gpu_", 4))
        return; /* a further program has no such command */
    if (check->refused)
        return; /* no thread in which to stop */
    if (sscanf(at, "m, n, k = %lld, %lld, %lld:", &m, &n, &k) == 3 && m <= 512 && n <= 512 &&
        k <= 512)
        snprintf(size, sizeof(size), " SIZE=%lld,%lld,%lld", m, n, k);
    else if (sscanf(at, "n = %lld:", &n) == 1 && n <= 100000)
        snprintf(size, sizeof(size), " SIZE=%lld", n);
    int used = snprintf(report->debug, sizeof(report->debug), "make debug%s ONLY=%s%s%s", lab + 3,
                        check->version + 4, of_answers(program_invocation_short_name), size);
    if (*size && check->element >= 0)
        snprintf(report->debug + used, sizeof(report->debug) - used, " ELEMENT=%lld",
                 check->element);
}

void report_version(struct report *report, struct check *check, long long size)
{
    enum state state = check_state(check);
    bool sweep = report->options->sweep;

    if (state == STATE_WRONG && !report->wrong) {
        report->wrong = check->version;
        note_debug(report, check);
    }
    if (state == STATE_TODO && !report->next)
        report->next = check->todo;
    if (report->quiet && (state != STATE_WRONG || check->told))
        return;
    /* A sweep lists at its first size the exercises that are left. */
    if (state != STATE_OK && state != STATE_WRONG && size != report->options->sizes[0])
        return;
    check->told = state == STATE_WRONG;
    if (isatty(STDERR_FILENO) && sweep)
        fprintf(stderr, "\033[K");
    if (sweep)
        printf("%13s ", WHOLE(size));
    printf("%-12s ", check->version);
    report_state(state);
    if (state == STATE_OK && check->not_timed)
        printf("%s\n", _(check->not_timed));
    else if (state == STATE_OK)
        (report->cells ? report->cells : print_times)(report, check->version, size);
    else if (state == STATE_TODO)
        print_todo(report, check);
    else if (state == STATE_SKIP)
        printf("%s\n", check->skip);
    else
        printf("%s%s%s\n", check->message, *check->detail ? "\n                    " : "",
               check->detail);
    if (check->lost)
        device_is_lost(report, check->version);
}

/* ---- what follows from the times ------------------------------------------------------------ */

void report_methods(const struct report *report, long long size)
{
    const char *version = report->options->only ? report->options->only : "gpu_v1";
    const struct row *sync = find_row(&report->rows, version, SYNC, size);

    if (!sync || report->options->sweep)
        return;
    printf(_("\nhow long did %s take?\n"), version);
    for (int m = 0; m < METHODS; m++) {
        const struct row *row = find_row(&report->rows, version, m, size);
        if (!row)
            continue;
        printf("  %-*s %9s ms %11s %-7s  ", wide(19, _(method_words[m])), _(method_words[m]),
               NUMBER(row->time.median_ms), NUMBER(shown_rate(row, report->lab->rate)),
               report->lab->unit);
        const char *why = why_impossible(&report->rows, row);
        if (why)
            printf("IMPOSSIBLE: %s\n%54s%s\n", why, "",
                   m == NO_SYNC ? _("the launch returned before the kernel ran")
                                : _("no kernel of this work can be so fast"));
        else if (m == NO_SYNC)
            printf(_("the launch alone, not the run of the kernel\n"));
        else if (row->method == EVENTS)
            printf(_("ok, %.1f %% %s than the clock\n"),
                   100 * fabs(row->time.median_ms / sync->time.median_ms - 1),
                   row->time.median_ms > sync->time.median_ms ? _("more") : _("less"));
        else if (row->method == TRAIN)
            printf(_("ok, each of %d in a row, L2 warm\n"), TRAIN_LAUNCHES);
        else
            printf("ok\n");
        if (!report->device->is_cpu && row->doubt[0] && (m == EVENTS || m == TRAIN))
            printf("%22s(%s)\n", "", doubt((char[DOUBT]){ 0 }, &row->time, false));
    }
}

static const char *pays_from(char text[32], const struct rows *rows, enum method method)
{
    long long from = break_even(rows, "cpu_openmp", "gpu_v1", method);

    return from > 0 ? report_number(text, from, 0) : from < 0 ? _("at none") : _("not known");
}

static void print_break_even(const struct lab *lab, const struct rows *rows)
{
    printf(_("from which %s does gpu_v1 beat all cores? %s (kernel only), %s (+copies)\n"),
           _(lab->counts), pays_from((char[32]){ 0 }, rows, SYNC),
           pays_from((char[32]){ 0 }, rows, WITH_TRANSFERS));
}

void report_reference(const struct report *report)
{
    const struct rows *rows = &report->reference;
    long long size = 0; /* the largest of a version: bare copies may be larger */

    for (int i = 0; i < rows->count; i++)
        if (!strcmp(rows->row[i].version, "gpu_v1") && rows->row[i].work.size > size)
            size = rows->row[i].work.size;
    if (!size || !report->device->is_cpu)
        return;
    printf(_("\nnot this machine: %s, %s = %s\n"), report->reference_from, _(report->lab->counts),
           WHOLE(size));
    for (int i = 0; i < rows->count; i++) {
        const struct row *row = &rows->row[i];
        if (row->work.size != size || row->part || row->method != SYNC ||
            !strncmp(row->version, "copy_", 5)) /* a bare copy */
            continue;
        printf(_("  %-12s %9s ms; beside one thread there %s (+copies %s), all cores %s "
                 "(%s)\n"),
               row->version, NUMBER(row->time.median_ms), GAIN("cpu_serial", SYNC),
               GAIN("cpu_serial", WITH_TRANSFERS), GAIN("cpu_openmp", SYNC),
               GAIN("cpu_openmp", WITH_TRANSFERS));
        if (why_impossible(rows, row))
            printf("               IMPOSSIBLE: %s\n", why_impossible(rows, row));
    }
    printf("  ");
    print_break_even(report->lab, rows);
}

void report_break_even(const struct report *report)
{
    if (lab_mode() != MODE_PLAIN)
        return; /* nothing was timed */
    report_reference(report);
    if (report->device->is_cpu)
        return;
    putchar('\n');
    print_break_even(report->lab, &report->rows);
}

/* ---- a card's limits ------------------------------------------------------------------------ */

/* The largest size at which all cores took less than the bound: up to it no such card can win. */
static long long loses_up_to(const struct rows *rows, const char *version, enum method method)
{
    long long size = 0;

    for (int i = 0; i < rows->count; i++) {
        const struct row *row = &rows->row[i];
        const struct row *cpu = find_row(rows, "cpu_openmp", WALL, row->work.size);
        if (cpu && !row->part && row->bound_ms > cpu->time.median_ms && row->work.size > size &&
            !strcmp(row->version, version) && row->method == method)
            size = row->work.size;
    }
    return size;
}

static void print_bound(const struct rows *rows, const char *version, enum method method,
                        long long size)
{
    const struct row *row = find_row(rows, version, method, size);
    double bound = row && row->bound_ms > 0 ? row->bound_ms : NAN;
    double more = row ? row->time.median_ms / bound : NAN; /* times the speed-up */

    printf(" | %10s %9s %9s", NUMBER(bound),
           NUMBER(more * speed_up(rows, "cpu_serial", version, method, size)),
           NUMBER(more * speed_up(rows, "cpu_openmp", version, method, size)));
}

static void print_bounds_head(const char *card, const char *counts, long long size)
{
    printf(_("\nwhat the published limits of the %s leave, %s = %s: bounds, not times\n"), card,
           counts, WHOLE(size));
    printf(_("             |     kernel    speed-up at most | copies too    speed-up at most\n"
             "version      |  ms, least  1 thread all cores |  ms, least  1 thread all cores\n"));
}

void report_bounds(const struct report *report)
{
    const struct rows *rows = &report->rows;
    const struct lab *lab = report->lab;
    long long size = report->options->sizes[report->options->size_count - 1];
    double clock = 0;
    int lines = 0;

    for (int i = 0; i < rows->count && report->card; i++) {
        const struct row *row = &rows->row[i];
        if (row->bound_ms <= 0 || row->part || row->work.size != size || row->method != SYNC)
            continue;
        clock = row->work.dtype == FLOAT16 ? report->card->half_clock : report->card->clock;
        if (!lines++)
            print_bounds_head(report->card->title, _(lab->counts), size);
        printf("%-12s", row->version);
        print_bound(rows, row->version, SYNC, size);
        print_bound(rows, row->version, WITH_TRANSFERS, size);
        putchar('\n');
    }
    if (lines)
        printf(_("operations at %s MHz, %d %% above the published boost, because some cards run "
                 "above it\n"),
               WHOLE((1 + ABOVE_PUBLISHED_CLOCK / 100.0) * clock / 1e6), ABOVE_PUBLISHED_CLOCK);
    if (lines && report->options->sweep && find_row(rows, "cpu_openmp", WALL, size))
        printf(_("all cores took less than the bound up to %s = %s (kernel), %s (with the copies); "
                 "0: at no size\n"),
               _(lab->counts), WHOLE(loses_up_to(rows, "gpu_v1", SYNC)),
               WHOLE(loses_up_to(rows, "gpu_v1", WITH_TRANSFERS)));
}

/* ---- energy --------------------------------------------------------------------------------- */

/* Of a size that consists of several parts, all together. */
static bool shows_energy(const struct report *report, const struct row *row)
{
    return row->energy.by && !(report->rows.parts && row->part);
}

void report_energy(const struct report *report)
{
    static const char *const whose[] = { "cpu_", "gpu_" };
    static const char *const by[] = { "", "NVML's counter", "RAPL's counters",
                                      "estimate: at most the card's power x time" };
    const struct rows *rows = &report->rows;
    int lines = 0;

    if (!report->options->energy)
        return;
    for (int i = 0; i < rows->count; i++) {
        const struct row *row = &rows->row[i];
        const struct energy *energy = &row->energy;
        if (!shows_energy(report, row))
            continue;
        if (!lines++)
            printf(_("\nenergy of a run, back to back, at %s = %s\n"
                     "version          joules    J/GFLOP    watts     idle  by\n"),
                   _(report->lab->counts), WHOLE(row->work.size));
        printf("%-12s %10s %10s %8s %8s  %s\n", row->version,
               report_number((char[32]){ 0 }, energy->joules > 0 ? energy->joules : NAN, 6),
               report_number((char[32]){ 0 }, joules_per_gflop(row), 6), LIMIT(energy->watts, 1),
               LIMIT(energy->idle_watts, 1), _(by[energy->by]));
    }
    for (int i = 0; i < 2; i++)
        if (report->no_joules[i])
            printf(_("energy   none of %s versions: %s\n"), whose[i], _(report->no_joules[i]));
}

/* ---- the end -------------------------------------------------------------------------------- */

/* A kernel was faster than what the banner shows as measured. */
static void print_raised(const struct report *report)
{
    const struct card *best = &report->device->best;

    if (best->memory > 1.005 * report->copy_at_first)
        printf(_("limits   a kernel has shown more than the copy: %s GB/s; later %% are of that\n"),
               LIMIT(best->memory, 1e9));
    if (best->float32 > 1.005 * report->peak_at_first)
        printf(
            _("limits   a kernel has shown more than the peak: %s TFLOP/s; later %% are of that\n"),
            LIMIT(best->float32, 1e12));
}

/* Its parts are looked up one by one. */
static void print_energy_doubt(const struct row *row)
{
    char text[sizeof(row->energy.doubt)], *rest = text, *part;
    const char *comma = "";

    strcpy(text, row->energy.doubt);
    printf(_("doubt    %s, energy: "), row->version);
    for (; (part = strsep(&rest, ";")); comma = "; ")
        printf("%s%s", comma, _(part + strspn(part, " ")));
    putchar('\n');
}

/* Who else uses the GPU, at the start or at the end. */
static void print_company(const struct report *report)
{
    int programs = nvml_programs();

    programs = programs > report->programs ? programs : report->programs;
    if (programs > 1)
        printf(programs == 2
                   ? _("doubt    %d other program on the GPU: times may be theirs, too\n")
                   : _("doubt    %d other programs on the GPU: times may be theirs, too\n"),
               programs - 1);
    if (nvml_display())
        printf(_("doubt    the GPU drives a display, which takes its turns between kernels\n"));
}

/* A kernel whose threads each do the work of all is right, and where nobody counts only its time
 * tells. */
static void print_slow(const struct report *report)
{
    enum { MUCH = 50 };

    for (int i = 0; i < report->rows.count; i++) {
        const struct row *row = &report->rows.row[i];
        const struct row *v1 = find_row(&report->rows, "gpu_v1", row->method, row->work.size);
        if (strncmp(row->version, "gpu_ex", 6) || row->method != SYNC || row->part || !v1 ||
            larger_size(&report->rows, row->work.size) ||
            row->time.median_ms < MUCH * v1->time.median_ms)
            continue;
        printf(_("slow     %s, %s = %s: %.0f times as long as gpu_v1; does one thread, or each, do "
                 "the work of all?\n"),
               row->version, _(report->lab->counts), WHOLE(row->work.size),
               row->time.median_ms / v1->time.median_ms);
    }
}

#define DOUBTS 6 /* of rows; a busy machine has one for each, and the table is to stay in sight */

static void print_doubts(const struct report *report)
{
    int threads = omp_get_max_threads(), doubts = 0;
    const struct clocks clocks = nvml_clocks();

    for (int i = 0; i < report->rows.count; i++) {
        const struct row *row = &report->rows.row[i];
        if (row->doubt[0] && !row->part && (row->method == SYNC || row->method == WALL) &&
            ++doubts <= DOUBTS)
            printf(_("doubt    %s, %s = %s: %s\n"), row->version, _(report->lab->counts),
                   WHOLE(row->work.size), doubt((char[DOUBT]){ 0 }, &row->time, false));
        if (row->energy.doubt[0] && shows_energy(report, row))
            print_energy_doubt(row);
    }
    if (doubts > DOUBTS)
        printf(_("doubt    other rows with a doubt: %d; with --csv FILE each has its reason\n"),
               doubts - DOUBTS);
    if (is_busy(report->load, report->others, threads) && lab_mode() == MODE_PLAIN)
        printf(
            report->others < 0
                ? _("doubt    load %.1f on %d threads: the machine was busy before the run began\n")
                : _("doubt    other programs took %.1f of %d CPUs: times may be theirs, too\n"),
            report->others < 0 ? report->load : report->others, threads);
    if (report->launches_wait)
        printf(_("doubt    launches waited, as under a debugger: not looked at whether launchers "
                 "return at once\n"));
    if (report->device->warm_up.sm && !report->device->warm_up.steady)
        printf(_("doubt    the SM clock was not steady after %d s of warm-up\n"),
               WARM_UP_MOST_MS / 1000);
    print_company(report);
    if (what_slows(&clocks))
        printf(_("doubt    the GPU's clocks are held down by %s\n"), _(what_slows(&clocks)));
}

static int save_csv(const struct report *report)
{
    const struct options *options = report->options;
    const struct lab *lab = report->lab;
    const struct clocks clocks = nvml_clocks();
    char date[32], comments[4096];
    time_t now = time(NULL);

    strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%S%z", localtime(&now));
    int used = snprintf(
        comments, sizeof(comments),
        "# kit: %s\n# date: %s\n# device: %s\n# driver and toolkit: %s\n# cpu: %s\n"
        "# threads: %d\n# flags: %.1024s\n# load average: %.2f\n# others: %.2f CPUs\n"
        "# samples: at least %d and %g s, at most %g s\n# seed: %llu\n"
        "# title: %s\n# counts: %s\n# rate: %s %s\n# clock step: %.3g ns\n",
        KIT_VERSION, date, report->device->name, report->device->toolkit, report->cpu,
        omp_get_max_threads(), BUILD_FLAGS, report->load, report->others, options->limits.samples,
        options->limits.min_time, options->limits.max_time, options->seed, lab->title, lab->counts,
        lab->rate == BYTES   ? "gbs"
        : lab->rate == FLOPS ? "gflops"
                             : lab->column,
        lab->unit, 1e6 * report->clock_step_ms);
    if (report->card)
        used +=
            snprintf(comments + used, sizeof(comments) - used, "# card: %s\n", report->card->title);
    if (*report->clocks)
        used += snprintf(comments + used, sizeof(comments) - used,
                         "# clocks before: %s\n# clocks after: %s\n", report->clocks,
                         clocks_in_words((char[160]){ 0 }, &clocks));
    for (int m = 0; m < METHODS; m++) /* for figures */
        if (method_words[m] && (m != TRAIN || !report->device->is_cpu))
            used += snprintf(comments + used, sizeof(comments) - used, "# method %s: %s\n",
                             method_names[m], method_words[m]);
    if (!write_csv(&report->rows, options->csv, lab->name, comments))
        return STATUS_OK;
    fprintf(stderr, _("%s: --csv '%s': could not be written: %s\n"), lab->name, options->csv,
            strerror(errno));
    return STATUS_USAGE;
}

void report_next_wrong(const char *program, const char *version)
{
    const char *number = number_in(program);

    if (lab_mode() == MODE_CHECK) {
        printf(_("next: fix %s: its result is wrong. If the finder reports nothing, it cannot see "
                 "this "
                 "kind of\nbug; go on with ./%s --only %s and handouts/%s/lab%.2s.md\n"),
               version, program, version, report_language(), number);
        return;
    }
    printf(_("next: fix %s: make check%.2s%s looks for its errors; ./%s --only %s runs it alone\n"),
           version, number, of_answers(program), program, version);
}

static void print_debug(const struct report *report)
{
    if (*report->debug && lab_mode() != MODE_DEBUG && !counts_traffic())
        printf(strstr(report->debug, " ELEMENT=")
                   ? _("      %s: gdb in the thread that writes the first wrong element\n")
                   : _("      %s: gdb in its first thread\n"),
               report->debug);
}

int report_end(struct report *report)
{
    int status = report->wrong ? STATUS_WRONG : STATUS_OK;

    report->others = cpus_of_others();
    print_raised(report);
    print_doubts(report);
    print_slow(report);
    if (report->wrong) {
        report_next_wrong(report->lab->name, report->wrong);
        print_debug(report);
    } else if (report->next)
        printf(_("next: TODO(%s) in %s; handouts/%s/%.5s.md\n"), report->next,
               report->lab->exercise, report_language(),
               report->lab->name); /* a further program has the sheet of its lab */
    else if (lab_mode() == MODE_PLAIN)
        printf(
            _("next: all that ran is right; make check%.2s%s looks for races, which a right result "
              "can hide\n"),
            number_in(report->lab->name), of_answers(program_invocation_short_name));
    if (report->options->csv && save_csv(report))
        status = STATUS_USAGE;
    free(report->rows.row);
    free(report->reference.row);
    return status;
}
