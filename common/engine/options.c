#include "options.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "csv.h"
#include "words.h"

#define SAMPLES       10
#define QUICK_SAMPLES 3
#define MIN_TIME      0.3
#define MOST_SECONDS  600
#define MOST_THREADS  1024
#define MAX_OPTIONS   32 /* those of the lab included */

/* The command line that is being read: whose it is, and what it has said so far. */
static const struct lab *lab;
static struct options given;
static long long seed, samples;
static bool help;

/* Text with numbers in it, which lasts. */
#define WITH(...)                                                                                  \
    ({                                                                                             \
        static char with[1024];                                                                    \
        snprintf(with, sizeof(with), __VA_ARGS__);                                                 \
        (const char *)with;                                                                        \
    })

void options_usage(const struct lab *of, const char *format, ...)
{
    va_list arguments;

    fprintf(stderr, "%s: ", of->name);
    va_start(arguments, format);
    vfprintf(stderr, _(format), arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(STATUS_USAGE);
}

bool options_wants(const struct options *options, const char *version)
{
    char *rest = strdupa(options->only ? options->only : version), *one;

    while ((one = strsep(&rest, ",")) && strcmp(one, version))
        ;
    return one != NULL;
}

/* ---- values --------------------------------------------------------------------------------- */

int parse_size(const char *text, long long min, long long max, long long *value)
{
    char *end;

    if (!isdigit(text[0]) || text[strspn(text, "0123456789.eE+^")])
        return -1;
    errno = 0;
    long long whole = strtoll(text, &end, 10);
    if (*end) {
        double x = *end == '^' && isdigit(end[1]) ? pow(whole, strtol(end + 1, &end, 10))
                                                  : strtod(text, &end);
        whole = x < 0x1p63 && x == floor(x) ? (long long)x : -1;
    }
    if (*end || errno || whole < min || whole > max)
        return -1;
    *value = whole;
    return 0;
}

static long long whole_number(const char *option, const char *text, long long min, long long max)
{
    long long value = 0;

    if (parse_size(text, min, max, &value))
        options_usage(lab,
                      "%s '%s': must be a whole number from %lld to %lld, as 1000, 1e3 or 2^10",
                      option, text, min, max);
    return value;
}

static int whole_numbers(const char *option, const char *text, long long min, long long max,
                         long long values[], int most)
{
    char *rest = strdupa(text), *one;
    int count = 0;

    while ((one = strsep(&rest, ","))) {
        if (count == most)
            options_usage(lab, "%s: more than %d; give fewer", option, most);
        values[count++] = whole_number(option, one, min, max);
    }
    return count;
}

static bool is_version(const char *name)
{
    char *rest = strdupa(lab->versions), *one;

    while ((one = strsep(&rest, " ")) && strcmp(one, name))
        ;
    return one != NULL;
}

/* ex11 also stands for gpu_ex11. */
static const char *a_version(const char *option, const char *name)
{
    static char long_names[2][64]; /* for --compare */
    static int next;
    char *gpu = long_names[next++ % 2];

    snprintf(gpu, sizeof(long_names[0]), "gpu_%s", name);
    if (!is_version(name) && !is_version(gpu))
        options_usage(lab, "%s '%s': no such version; there are %s", option, name, lab->versions);
    return is_version(name) ? name : gpu;
}

static int ascending(const void *a, const void *b)
{
    long long x = *(const long long *)a, y = *(const long long *)b;

    return (x > y) - (x < y);
}

static long long least_size(const struct lab *lab) { return lab->min_size ? lab->min_size : 1; }

void options_sizes(const char *option, const char *text, struct options *o)
{
    o->size_count =
        whole_numbers(option, text, least_size(lab), lab->max_size, o->sizes, MAX_SIZES);
    qsort(o->sizes, o->size_count, sizeof(o->sizes[0]), ascending);
    o->sizes_given = text != lab->sweep;
}

/* ---- options that are more than a number or a text ------------------------------------------ */

static int read_sizes(const char *text)
{
    options_sizes("--sizes", text, &given);
    return 0;
}

static int read_min_time(const char *text)
{
    char *end;

    given.limits.min_time = strtod(text, &end);
    bool in_range = given.limits.min_time >= 0 && given.limits.min_time <= MOST_SECONDS;
    return end == text || *end || !in_range ? -1 : 0;
}

/* Better to know now than after ten minutes of measuring. */
static int read_csv_name(const char *path)
{
    char beside[PATH_MAX];
    struct stat file;
    FILE *f;

    given.csv = path;
    if (!strcmp(path, "/dev/stdout"))
        return 0;
    if (!*path || (!stat(path, &file) && !S_ISREG(file.st_mode)))
        return -1;
    if (!csv_may_replace(path))
        options_usage(lab, "--csv '%s': is there and is no CSV of a lab; give another name", path);
    if (!(f = csv_beside(path, beside)))
        options_usage(lab, "--csv '%s': cannot be written (%s); give a name in a folder of yours",
                      path, strerror(errno));
    fclose(f);
    unlink(beside);
    return 0;
}

static int read_only(const char *text)
{
    static char all[512]; /* their full names */
    char *rest = strdupa(text), *one;

    *all = '\0';
    while ((one = strsep(&rest, ",")) && strlen(all) + 66 < sizeof(all)) {
        strcat(all, *all ? "," : "");
        strcat(all, a_version("--only", one));
    }
    given.only = all;
    return 0;
}

static int read_compare(const char *text)
{
    static char both[128];
    char *second = both;

    snprintf(both, sizeof(both), "%s", text);
    const char *first = strsep(&second, ",");
    if (!second || strchr(second, ','))
        return -1;
    given.compare[0] = a_version("--compare", first);
    given.compare[1] = a_version("--compare", second);
    return 0;
}

/* The lab's exercises, as --require names them: ex31 ex32 ex33. */
static const char *exercises(void)
{
    static char all[512];
    char *rest = strdupa(lab->versions), *one;

    *all = '\0';
    while ((one = strsep(&rest, " ")))
        if (!strncmp(one, "gpu_ex", 6) && strlen(all) + strlen(one) < sizeof(all))
            sprintf(all + strlen(all), "%s%s", *all ? " " : "", one + 4);
    return all;
}

static int read_require(const char *text)
{
    char *rest = strdupa(text), *one, name[64];

    given.require = text;
    while ((one = strsep(&rest, ","))) {
        snprintf(name, sizeof(name), "gpu_%s", one + (strncmp(one, "gpu_", 4) ? 0 : 4));
        if (strncmp(name, "gpu_ex", 6) || !is_version(name))
            options_usage(lab, "--require '%s': no such exercise; there are %s", one, exercises());
    }
    return 0;
}

/* ---- the command line ----------------------------------------------------------------------- */

static void __attribute__((noreturn)) print_help(const struct own_option options[])
{
    char *rest = strdupa(BUILD_FLAGS); /* a line for each of its parts */

    printf(_("usage: ./%s [options]\n"), lab->name);
    for (const struct own_option *o = options; o->name; o++)
        printf("  --%s %-*s %s\n", o->name, (int)(13 - strlen(o->name)), o->value, _(o->what));
    printf(_("exit status: 0 no version is WRONG, 1 a version is WRONG, 2 bad usage, 4 no device\n"
             "built for   %s\n"),
           strsep(&rest, ";"));
    while (rest)
        printf("           %s\n", strsep(&rest, ";"));
    exit(STATUS_OK);
}

static void read_option(const struct own_option *option, const char *text)
{
    char name[64];

    snprintf(name, sizeof(name), "--%s", option->name);
    if (option->keep)
        *option->keep = text;
    if (option->flag)
        *option->flag = true;
    else if (option->count)
        *option->count =
            whole_numbers(name, text, option->min, option->max, option->whole, option->most);
    else if (option->whole)
        *option->whole = whole_number(name, text, option->min, option->max);
    else if (option->keep ? option->expects && !*text : !option->read || option->read(text))
        options_usage(lab, "%s '%s': %s", name, text, _(option->expects));
}

/* One of a single letter, --n or -N, stands for the size, where that is an option. */
static void __attribute__((noreturn))
refuse_option(const struct own_option options[], const char *given)
{
    bool size = false;

    for (int i = 0; options[i].name; i++)
        size |= !strcmp(options[i].name, "size");
    if (size && strcspn(given + strspn(given, "-"), "=") == 1)
        options_usage(lab, "%s: no such option; the size is --size; see --help", given);
    options_usage(lab, "%s: no such option; see --help", given);
}

static void read_options(const struct own_option options[], int argc, char **argv)
{
    enum { FIRST = 256 }; /* above every character */
    struct option known[MAX_OPTIONS + 1] = {};
    int c;

    for (int i = 0; options[i].name; i++)
        known[i] = (struct option){ options[i].name, !options[i].flag, 0, FIRST + i };
    optind = 0; /* start anew: the tests parse more than once */
    opterr = 0;
    while ((c = getopt_long_only(argc, argv, ":", known, NULL)) != -1) {
        if (c == ':')
            options_usage(lab, "%s: needs a value; see --help", argv[optind - 1]);
        if (c == '?')
            refuse_option(options, argv[optind - 1]);
        read_option(&options[c - FIRST], optarg);
        if (help)
            print_help(options);
    }
    if (optind < argc)
        options_usage(lab, "'%s': is no option; each begins with --, see --help", argv[optind]);
}

/* What was not given. */
static void set_defaults(struct options *o)
{
    o->few = !o->quick && !o->limits.samples && o->limits.min_time <= MIN_TIME;
    /* The cap keeps a slow version from holding up the run; asking for more raises it. */
    o->limits.max_time = fmax(o->limits.samples ? 60 : 2, 2 * o->limits.min_time);
    if (o->limits.min_time < 0)
        o->limits.min_time = o->quick ? 0 : MIN_TIME;
    if (!o->limits.samples)
        o->limits.samples = o->quick ? QUICK_SAMPLES : SAMPLES;
    if (!o->size && o->quick)
        o->size = lab->quick_size;
    if (o->size && !o->sizes_given) { /* the lab's own sweep ends at --size */
        while (o->size_count > 1 && o->sizes[o->size_count - 1] > o->size)
            o->size_count--;
        o->sizes[0] = o->sizes[0] < o->size ? o->sizes[0] : o->size;
    }
    if (!o->size)
        o->size = lab->size;
    if (o->sizes_given)
        o->sweep = true;
    if (!o->sweep) {
        o->size_count = 1;
        o->sizes[0] = o->size;
    }
}

/* The CSV gets stdout for itself, as a pipe wants it; all else goes to stderr. Returns its name. */
static const char *csv_on_stdout(void)
{
    static char path[32];

    fflush(stdout);
    snprintf(path, sizeof(path), CSV_OPEN_FILE "%d", dup(STDOUT_FILENO));
    dup2(STDERR_FILENO, STDOUT_FILENO);
    return path;
}

/* The options of all labs, then those of its own. */
static void list_options(struct own_option list[MAX_OPTIONS], const struct own_option own[])
{
    const struct own_option shared[] = {
        { "size", "N",
          WITH(_("%s; 4096, 1e6 or 2^20; from %lld to %lld (default %lld)"), _(lab->counts),
               least_size(lab), lab->max_size, lab->size),
          .whole = &given.size, .min = least_size(lab), .max = lab->max_size },
        { "sweep", "", "measure over a range of sizes, with --size up to that one (default: no)",
          .flag = &given.sweep },
        { "sizes", "A,B,C", WITH(_("sweep over these (default %s)"), lab->sweep),
          .read = read_sizes },
        { "samples", "K",
          WITH(_("take at least K samples of each time, 1 to %d (default %d)"), MAX_SAMPLES,
               SAMPLES),
          .whole = &samples, .min = 1, .max = MAX_SAMPLES },
        { "min-time", "S",
          WITH(_("and sample for at least S seconds, 0 to %d (default %g)"), MOST_SECONDS,
               MIN_TIME),
          WITH(_("must be seconds from 0 to %d, as 0.3"), MOST_SECONDS), .read = read_min_time },
        { "seed", "S", "seed of the random inputs, from 0 (default drawn, and printed)",
          .whole = &seed, .min = 0, .max = LLONG_MAX },
        { "csv", "FILE", "write every measurement to FILE (default: none)",
          "must be the name of a file", .read = read_csv_name },
        { "only", "VERSION",
          WITH(_("run only this version, or several with commas (default: all), of\n%19s%s"), "",
               lab->versions),
          .read = read_only },
        { "quick", "",
          WITH(_("for a first try: size %lld, %d samples, no minimum time (default: no)"),
               lab->quick_size, QUICK_SAMPLES),
          .flag = &given.quick },
        { "compare", "V,W", "time two versions in turns and say which is faster, if either is",
          "must be two versions, as gpu_v1,cpu_openmp", .read = read_compare },
        { "require", "A,B", "exit with status 1 unless these exercises are ok, as ex11,ex12",
          .read = read_require },
        { "threads", "A,B", "also run the CPU versions on A and on B threads, as 1,2",
          .whole = given.threads, .min = 1, .max = MOST_THREADS, .count = &given.thread_count,
          .most = MAX_THREADS },
        { "card", "NAME", "whose limits bound the times, of reference/cards.csv (default: t4)",
          .keep = &given.card },
        { "energy", "", "also the joules of a run at the largest size, 2 s a version (default: no)",
          .flag = &given.energy },
    };
    int count = sizeof(shared) / sizeof(*shared);

    memcpy(list, shared, sizeof(shared));
    while (own && own->name && count < MAX_OPTIONS - 2)
        list[count++] = *own++;
    list[count++] = (struct own_option){ "help", "", "this text", .flag = &help };
    list[count].name = NULL;
}

struct options options_parse(const struct lab *of, const struct own_option own[], int argc,
                             char **argv)
{
    struct own_option list[MAX_OPTIONS];

    lab = of;
    given = (struct options){ .limits.min_time = -1 };
    seed = -1;
    samples = 0;
    list_options(list, own);
    options_sizes("--sizes", lab->sweep, &given);
    read_options(list, argc, argv);
    if (given.only && given.compare[0])
        options_usage(lab, "--only and --compare: must not be given together");
    if (given.energy && given.compare[0])
        options_usage(lab, "--energy and --compare: must not be given together");
    given.seed_given = seed >= 0;
    given.seed = given.seed_given ? seed : 1;
    given.limits.samples = samples;
    set_defaults(&given);
    if (given.csv && !strcmp(given.csv, "/dev/stdout"))
        given.csv = csv_on_stdout();
    return given;
}
