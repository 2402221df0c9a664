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

#define SAMPLES  10
#define MIN_TIME 0.3

static const char help[] =
    "usage: ./%s [options]\n"
    "  --size N         %s; 4096, 1e6 or 2^20; from %lld to %lld (default %lld)\n"
    "  --sweep          measure over a range of sizes, with --size up to that one (default: no)\n"
    "  --sizes A,B,C    sweep over these (default %s)\n"
    "  --samples K      take at least K samples of each time, 1 to %d (default %d)\n"
    "  --min-time S     and sample for at least S seconds, 0 to 600 (default %g)\n"
    "  --seed S         seed of the random inputs, from 0 (default drawn, and printed)\n"
    "  --csv FILE       write every measurement to FILE (default: none)\n"
    "  --only VERSION   run only this version (default: all), one of\n"
    "                   %s\n"
    "  --quick          for a first try: size %lld, 3 samples, no minimum time (default: no)\n"
    "  --compare V,W    time two versions in turns and say which is faster, if either is\n"
    "  --require A,B    exit with status 1 unless these exercises are ok, as ex11,ex12\n"
    "  --threads A,B    also run the CPU versions on A and on B threads, as 1,2\n"
    "  --card NAME      whose limits bound the times, of reference/cards.csv (default: t4)\n";
static const char help_end[] =
    "  --help           this text\n"
    "exit status: 0 no version is WRONG, 1 a version is WRONG, 2 bad usage, 4 no device\n"
    "built for   ";

static const struct lab *lab; /* whose command line is being read */

void options_usage(const struct lab *of, const char *format, ...)
{
    va_list arguments;

    fprintf(stderr, "%s: ", of->name);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(STATUS_USAGE);
}

int options_wants(const struct options *options, const char *version)
{
    return !options->only || !strcmp(options->only, version);
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
        options_usage(
            lab, "%s '%s': must be a whole number from %lld to %lld; 1e3 and 2^10 are some, too",
            option, text, min, max);
    return value;
}

int options_numbers(const char *option, const char *text, long long min, long long max,
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

static double seconds(const char *text)
{
    char *end;
    double value = strtod(text, &end);

    if (end == text || *end || !(value >= 0 && value <= 600))
        options_usage(lab, "--min-time '%s': must be seconds from 0 to 600, as 0.3", text);
    return value;
}

static int is_version(const char *name)
{
    char *rest = strdupa(lab->versions), *one;

    while ((one = strsep(&rest, " ")) && strcmp(one, name))
        ;
    return one != NULL;
}

/* ex11 stands for gpu_ex11, too. */
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

static void compare_option(char *text, struct options *o)
{
    char *comma = strchr(text, ',');

    if (!comma || strchr(comma + 1, ','))
        options_usage(lab, "--compare '%s': must be two versions, as gpu_v1,cpu_openmp", text);
    *comma = 0;
    o->compare[0] = a_version("--compare", text);
    o->compare[1] = a_version("--compare", comma + 1);
}

static void require_option(const char *text)
{
    char *rest = strdupa(text), *one, name[64];

    while ((one = strsep(&rest, ","))) {
        snprintf(name, sizeof(name), "gpu_%s", one + (strncmp(one, "gpu_", 4) ? 0 : 4));
        if (strncmp(name, "gpu_ex", 6) || !is_version(name))
            options_usage(lab, "--require '%s': no such exercise; as ex11 for gpu_ex11 of %s", one,
                          lab->versions);
    }
}

static int ascending(const void *a, const void *b)
{
    long long x = *(const long long *)a, y = *(const long long *)b;

    return (x > y) - (x < y);
}

void options_sizes(const char *option, const char *text, struct options *o)
{
    o->size_count =
        options_numbers(option, text, lab->min_size, lab->max_size, o->sizes, MAX_SIZES);
    qsort(o->sizes, o->size_count, sizeof(o->sizes[0]), ascending);
    o->sizes_given = text != lab->sweep;
}

/* Better to know now than after ten minutes of measuring. */
static void csv_option(const char *path)
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

static void read_own(const struct own_option *own, const char *text)
{
    if (own->keep)
        *own->keep = text;
    if (own->keep ? !*text : !own->read || own->read(text))
        options_usage(lab, "--%s '%s': %s", own->name, text, own->expects);
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

/* ---- the command line ----------------------------------------------------------------------- */

static void __attribute__((noreturn)) print_help(const struct own_option *own)
{
    char *rest = strdupa(BUILD_FLAGS); /* a line for each of its parts */

    printf(help, lab->name, lab->counts, lab->min_size, lab->max_size, lab->size, lab->sweep,
           MAX_SAMPLES, SAMPLES, MIN_TIME, lab->versions, lab->quick_size);
    for (; own && own->name; own++)
        printf("  --%s %-*s %s\n", own->name, (int)(13 - strlen(own->name)), own->value, own->what);
    printf("%s%s\n", help_end, strsep(&rest, ";"));
    while (rest)
        printf("           %s\n", strsep(&rest, ";"));
    exit(STATUS_OK);
}

/* What was not given. */
static void set_defaults(struct options *o)
{
    /* The cap keeps a slow version from holding up the run; who asks for more gets a higher one. */
    o->limits.max_time = fmax(o->limits.samples ? 60 : 2, 2 * o->limits.min_time);
    if (o->limits.min_time < 0)
        o->limits.min_time = o->quick ? 0 : MIN_TIME;
    if (!o->limits.samples)
        o->limits.samples = o->quick ? 3 : SAMPLES;
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
        o->sweep = 1;
    if (!o->sweep) {
        o->size_count = 1;
        o->sizes[0] = o->size;
    }
}

struct options options_parse(const struct lab *of, const struct own_option own[], int argc,
                             char **argv)
{
    enum { SHARED = 14, MAX_OWN = 12, OWN = 256 };
    struct options o = { .seed = 1, .limits.min_time = -1 };
    struct option known[SHARED + MAX_OWN + 1] = {
        { "size", 1, 0, 'n' },     { "sizes", 1, 0, 'l' },   { "sweep", 0, &o.sweep, 1 },
        { "samples", 1, 0, 'k' },  { "seed", 1, 0, 's' },    { "csv", 1, 0, 'c' },
        { "min-time", 1, 0, 't' }, { "only", 1, 0, 'o' },    { "quick", 0, &o.quick, 1 },
        { "help", 0, 0, 'h' },     { "compare", 1, 0, 'v' }, { "require", 1, 0, 'r' },
        { "threads", 1, 0, 'p' },  { "card", 1, 0, 'd' },
    };
    int c;

    lab = of;
    for (int i = 0; own && own[i].name && i < MAX_OWN; i++)
        known[SHARED + i] = (struct option){ own[i].name, 1, 0, OWN + i };
    options_sizes("--sizes", lab->sweep, &o);
    optind = 0; /* start anew: the tests parse more than once */
    opterr = 0;
    while ((c = getopt_long_only(argc, argv, ":", known, NULL)) != -1) {
        if (c == 'n')
            o.size = whole_number("--size", optarg, lab->min_size, lab->max_size);
        else if (c == 'l')
            options_sizes("--sizes", optarg, &o);
        else if (c == 'k')
            o.limits.samples = whole_number("--samples", optarg, 1, MAX_SAMPLES);
        else if (c == 't')
            o.limits.min_time = seconds(optarg);
        else if (c == 's')
            o.seed = whole_number("--seed", o.seed_given = optarg, 0, LLONG_MAX);
        else if (c == 'c')
            csv_option(o.csv = optarg);
        else if (c == 'o')
            o.only = a_version("--only", optarg);
        else if (c == 'v')
            compare_option(optarg, &o);
        else if (c == 'r')
            require_option(o.require = optarg);
        else if (c == 'd')
            o.card = optarg;
        else if (c == 'p')
            o.thread_count = options_numbers("--threads", optarg, 1, 1024, o.threads, MAX_THREADS);
        else if (c == 'h')
            print_help(own);
        else if (c == ':')
            options_usage(lab, "%s: needs a value; see --help", argv[optind - 1]);
        else if (c == '?')
            options_usage(lab, "%s: no such option; see --help", argv[optind - 1]);
        else if (c >= OWN)
            read_own(&own[c - OWN], optarg);
    }
    if (optind < argc)
        options_usage(lab, "'%s': is no option; each begins with --, see --help", argv[optind]);
    if (o.only && o.compare[0])
        options_usage(lab, "--only and --compare: must not be given together");
    set_defaults(&o);
    if (o.csv && !strcmp(o.csv, "/dev/stdout"))
        o.csv = csv_on_stdout();
    return o;
}
