#include "options.h"
#include "rows.h"

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

#define SAMPLES  10
#define MIN_TIME 0.3

enum { SHARED = 13, MAX_OWN = 12, OWN = 256 }; /* options of all labs; at most, of one; its codes */

static const char help[] =
    "usage: ./%s [options]\n"
    "  --size N         %s; 4096, 1e6 or 2^20; from %lld to %lld (default %lld)\n"
    "  --sweep          measure over a range of sizes, with --size up to that one (default: no)\n"
    "  --sizes A,B,C    sweep over these (default %s)\n"
    "  --samples K      take at least K samples of each time, 1 to %d (default %d)\n"
    "  --min-time S     and sample for at least S seconds, 0 to 600 (default %g)\n"
    "  --seed S         seed of the random inputs, from 0 (default %s)\n"
    "  --csv FILE       write every measurement to FILE (default: none)\n"
    "  --only VERSION   run only this version (default: all), one of\n"
    "                   %s\n"
    "  --quick          for a first try: size %lld, 3 samples, no minimum time (default: no)\n";
static const char help_engine[] =
    "  --compare V,W    time two versions in turns and say which is faster, if either is\n"
    "  --require A,B    exit with status 1 unless these exercises are ok, as ex11,ex12\n"
    "  --threads A,B    also run the CPU versions on A and on B threads, as 1,2\n";
static const char help_end[] =
    "  --help           this text\n"
    "exit status: 0 no version is WRONG, 1 a version is WRONG, 2 bad usage, 4 no device\n"
    "built for   ";

void options_usage(const struct lab *lab, const char *format, ...)
{
    va_list arguments;

    fprintf(stderr, "%s: ", lab->name);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(STATUS_USAGE);
}

/* base^exponent, or -1 when that leaves a long long. */
static long long power(long long base, long long exponent)
{
    long long result = 1;

    for (long long i = 0; i < exponent; i++)
        if (i == 63 || __builtin_mul_overflow(result, base, &result))
            return base < 2 ? base : -1;
    return result;
}

int parse_size(const char *text, long long min, long long max, long long *value)
{
    size_t digits = strspn(text, "0123456789"), length = strlen(text);
    char *end;
    double x;

    if (digits == 0 || length != strspn(text, "0123456789.eE+^"))
        return -1;
    errno = 0;
    long long v = strtoll(text, &end, 10);
    if (*end == '^') {
        size_t more = strspn(end + 1, "0123456789");
        if (more == 0 || end[1 + more])
            return -1;
        v = power(v, strtoll(end + 1, NULL, 10));
    } else if (*end) {
        x = strtod(text, &end);
        if (*end || !(x < 0x1p63) || x != floor(x))
            return -1;
        v = (long long)x;
    }
    if (errno || v < min || v > max)
        return -1;
    *value = v;
    return 0;
}

static long long size_option(const struct lab *lab, const char *option, const char *text,
                             long long min, long long max)
{
    long long value = 0;

    if (parse_size(text, min, max, &value))
        options_usage(lab,
                      "%s '%s': must be a whole number from %lld to %lld, as 4096, 1e6 or 2^20",
                      option, text, min, max);
    return value;
}

static int ascending(const void *a, const void *b)
{
    long long x = *(const long long *)a, y = *(const long long *)b;

    return (x > y) - (x < y);
}

static void sizes_option(const struct lab *lab, const char *text, struct options *options)
{
    char *copy = strdup(text), *rest = copy, *one;

    options->size_count = 0;
    while ((one = strsep(&rest, ","))) {
        if (options->size_count == MAX_SIZES)
            options_usage(lab, "--sizes: more than %d sizes; give fewer", MAX_SIZES);
        options->sizes[options->size_count++] =
            size_option(lab, "--sizes", one, lab->min_size, lab->max_size);
    }
    qsort(options->sizes, options->size_count, sizeof(options->sizes[0]), ascending);
    free(copy);
}

static double seconds_option(const struct lab *lab, const char *text)
{
    char *end;
    double seconds = strtod(text, &end);

    if (end == text || *end || !(seconds >= 0 && seconds <= 600))
        options_usage(lab, "--min-time '%s': must be seconds from 0 to 600, as 0.3", text);
    return seconds;
}

/* Better to know now than after ten minutes of measuring. */
static void csv_option(const struct lab *lab, const char *path)
{
    char beside[PATH_MAX];
    struct stat file;
    FILE *f;

    if (!strcmp(path, "/dev/stdout"))
        return;
    if (!*path || (!stat(path, &file) && !S_ISREG(file.st_mode)))
        options_usage(lab, "--csv '%s': must be the name of a file", path);
    if (!csv_may_replace(path))
        options_usage(lab, "--csv '%s': is there and is no CSV of a lab; give another name", path);
    if (!(f = csv_beside(path, beside)))
        options_usage(lab, "--csv '%s': cannot be written (%s); give a name in a folder of yours",
                      path, strerror(errno));
    fclose(f);
    unlink(beside);
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

static void must_be_version(const struct lab *lab, const char *option, const char *name)
{
    size_t length = strlen(name);

    for (const char *at = lab->versions; *at; at += strspn(at, " ")) {
        size_t word = strcspn(at, " ");
        if (word == length && !strncmp(at, name, length))
            return;
        at += word;
    }
    options_usage(lab, "%s '%s': no such version; there are %s", option, name, lab->versions);
}

static void compare_option(const struct lab *lab, const char *text, struct options *o)
{
    static char both[2][64]; /* longer than any name */
    const char *comma = strchr(text, ',');

    if (!comma || strchr(comma + 1, ','))
        options_usage(lab, "--compare '%s': must be two versions, as gpu_v1,cpu_openmp", text);
    snprintf(both[0], sizeof(both[0]), "%.*s", (int)(comma - text), text);
    snprintf(both[1], sizeof(both[1]), "%s", comma + 1);
    o->compare[0] = both[0];
    o->compare[1] = both[1];
    for (int i = 0; i < 2; i++)
        must_be_version(lab, "--compare", o->compare[i]);
}

static void require_option(const struct lab *lab, const char *text)
{
    char *copy = strdup(text), *rest = copy, *one, name[24];

    while ((one = strsep(&rest, ","))) {
        snprintf(name, sizeof(name), "gpu_%.19s", one);
        if (strncmp(one, "ex", 2) || !strstr(lab->versions, name))
            options_usage(lab, "--require '%s': no such exercise; as ex11 for gpu_ex11 of %s", one,
                          lab->versions);
        must_be_version(lab, "--require", name);
    }
    free(copy);
}

static void threads_option(const struct lab *lab, const char *text, struct options *o)
{
    char *copy = strdup(text), *rest = copy, *one;

    while ((one = strsep(&rest, ","))) {
        if (o->thread_count == MAX_THREADS)
            options_usage(lab, "--threads: more than %d counts; give fewer", MAX_THREADS);
        o->threads[o->thread_count++] = size_option(lab, "--threads", one, 1, 1024);
    }
    free(copy);
}

int options_wants(const struct options *options, const char *version)
{
    return !options->only || !strcmp(options->only, version);
}

static void own_option(const struct lab *lab, const struct own_option *own, const char *text)
{
    if (own->read(text))
        options_usage(lab, "--%s '%s': %s", own->name, text, own->expects);
}

static void print_help(const struct lab *lab, const struct own_option *own)
{
    printf(help, lab->name, lab->counts, lab->min_size, lab->max_size, lab->size, lab->sweep,
           MAX_SAMPLES, SAMPLES, MIN_TIME, lab->on_engine ? "drawn, and printed" : "1",
           lab->versions, lab->quick_size);
    if (lab->on_engine)
        fputs(help_engine, stdout);
    for (; own && own->name; own++)
        printf("  --%s %-*s %s\n", own->name, (int)(13 - strlen(own->name)), own->value, own->what);
    fputs(help_end, stdout);
    for (const char *c = BUILD_FLAGS "\n"; *c; c++) { /* a line for each of its parts */
        putchar(*c == ';' ? '\n' : *c);
        if (*c == ';')
            fputs("           ", stdout);
    }
}

/* The lab's own sweep ends at --size, if that was given. */
static void end_sweep(struct options *o)
{
    while (o->size_count > 1 && o->sizes[o->size_count - 1] > o->size)
        o->size_count--;
    if (o->sizes[0] > o->size)
        o->sizes[0] = o->size;
}

struct options options_parse(const struct lab *lab, int argc, char **argv)
{
    return options_parse_own(lab, NULL, argc, argv);
}

struct options options_parse_own(const struct lab *lab, const struct own_option own[], int argc,
                                 char **argv)
{
    struct option known[SHARED + MAX_OWN + 1] = {
        { "size", 1, 0, 'n' },     { "sizes", 1, 0, 'l' },   { "sweep", 0, 0, 'w' },
        { "samples", 1, 0, 'k' },  { "seed", 1, 0, 's' },    { "csv", 1, 0, 'c' },
        { "min-time", 1, 0, 't' }, { "only", 1, 0, 'o' },    { "quick", 0, 0, 'q' },
        { "help", 0, 0, 'h' },     { "compare", 1, 0, 'v' }, { "require", 1, 0, 'r' },
        { "threads", 1, 0, 'p' },
    };
    struct options o = { .seed = 1 };
    const char *sizes = NULL;
    double min_time = -1;
    int c;

    int shared = lab->on_engine ? SHARED : SHARED - 3;
    if (!lab->on_engine)
        memset(&known[shared], 0, 3 * sizeof(known[0]));
    for (int i = 0; own && own[i].name && i < MAX_OWN; i++)
        known[shared + i] = (struct option){ own[i].name, 1, 0, OWN + i };
    optind = 0; /* start anew: the tests parse more than once */
    opterr = 0;
    while ((c = getopt_long_only(argc, argv, ":", known, NULL)) != -1) {
        switch (c) {
        case 'n':
            o.size = size_option(lab, "--size", optarg, lab->min_size, lab->max_size);
            break;
        case 'l':
            sizes_option(lab, sizes = optarg, &o);
            break;
        case 'w':
            o.sweep = 1;
            break;
        case 'k':
            o.limits.samples = size_option(lab, "--samples", optarg, 1, MAX_SAMPLES);
            break;
        case 't':
            min_time = seconds_option(lab, optarg);
            break;
        case 's':
            o.seed = size_option(lab, "--seed", optarg, 0, LLONG_MAX);
            o.seed_given = 1;
            break;
        case 'c':
            csv_option(lab, o.csv = optarg);
            break;
        case 'o':
            must_be_version(lab, "--only", o.only = optarg);
            break;
        case 'q':
            o.quick = 1;
            break;
        case 'v':
            compare_option(lab, optarg, &o);
            break;
        case 'r':
            require_option(lab, o.require = optarg);
            break;
        case 'p':
            threads_option(lab, optarg, &o);
            break;
        case 'h':
            print_help(lab, own);
            exit(STATUS_OK);
        case ':':
            options_usage(lab, "%s: needs a value; see --help", argv[optind - 1]);
        default:
            if (c >= OWN) {
                own_option(lab, &own[c - OWN], optarg);
                break;
            }
            options_usage(lab, "%s: no such option; see --help", argv[optind - 1]);
        }
    }
    if (optind < argc)
        options_usage(lab, "'%s': is no option; each begins with --, see --help", argv[optind]);

    /* What was not given. The cap keeps a slow version from holding up the run; who asks for more
     * samples or more time gets a higher one. */
    o.limits.max_time = o.limits.samples ? 60 : 2;
    o.limits.min_time = min_time >= 0 ? min_time : o.quick ? 0 : MIN_TIME;
    if (o.limits.max_time < 2 * min_time)
        o.limits.max_time = 2 * min_time;
    o.size_given = o.size > 0;
    if (o.only && o.compare[0])
        options_usage(lab, "--only and --compare: must not be given together");
    if (!o.limits.samples)
        o.limits.samples = o.quick ? 3 : SAMPLES;
    if (sizes)
        o.sweep = o.sizes_given = 1;
    else
        sizes_option(lab, lab->sweep, &o);
    if (!o.size && o.quick)
        o.size = lab->quick_size;
    if (o.size && !sizes)
        end_sweep(&o);
    if (!o.size)
        o.size = lab->size;
    if (!o.sweep) {
        o.size_count = 1;
        o.sizes[0] = o.size;
    }
    if (o.csv && !strcmp(o.csv, "/dev/stdout"))
        o.csv = csv_on_stdout();
    return o;
}
