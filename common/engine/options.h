/* The command line that all labs share. */
#pragma once

#include "nouns.h"
#include "timing.h"

__BEGIN_DECLS

#define MAX_SIZES   32
#define MAX_THREADS 8 /* counts of --threads */

#ifndef BUILD_FLAGS /* what the program was built for and by, as make says it */
#define BUILD_FLAGS "not recorded"
#endif

/* One line on stderr, "labNN: " before it, and the program ends with STATUS_USAGE. */
void options_usage(const struct lab *lab, const char *format, ...)
    __attribute__((noreturn, format(printf, 2, 3)));

#define FEW_SECONDS 0.05 /* of a launcher on the CPU device, at least one sample */

struct options {
    long long size;
    long long sizes[MAX_SIZES]; /* to run, ascending: of the sweep, or size alone */
    int size_count;
    struct limits limits;
    bool few; /* on the CPU device FEW_SECONDS do: --samples and --min-time do not ask for more */
    unsigned long long seed;
    bool sweep, quick, energy;
    const char *csv, *only, *require, *card; /* NULL: not given */
    const char *compare[2];                  /* the two versions; NULL: not given */
    long long threads[MAX_THREADS];
    int thread_count;
    const char *size_option; /* what counts for the memory: "--batch 8 --size"; NULL: --size */
    bool seed_given;
    bool sizes_given; /* the sizes are those of --sizes, not of the lab's own sweep */
};

/* An option: one of all labs, in options.c, or one that a lab has of its own. */
struct own_option {
    const char *name, *value, *what; /* batch, N, and what it is, with its default */
    const char *expects;             /* what is right: must be f32 or f16 */
    /* How its value is read, by one of these; without any, no value is right. */
    int (*read)(const char *text); /* keeps it; -1: it is not right */
    const char **keep;             /* keeps the text; not an empty one, if it `expects` */
    long long *whole;              /* keeps a whole number, */
    long long min, max;            /* from min to max; */
    int *count, most;              /* or keeps several, up to most */
    bool *flag;                    /* sets it: there is no value */
};

/* Reads the command line. Bad usage gets one line on stderr, which names the option and says what
 * would be right, and ends the program with STATUS_USAGE; --help ends it with STATUS_OK. The last
 * of `own` has no name; NULL: there are none. */
struct options options_parse(const struct lab *lab, const struct own_option own[], int argc,
                             char **argv);

/* For an option of a lab's own: makes the whole numbers in text, with commas between, the sizes of
 * the run; or ends the program with one line that names the option. */
void options_sizes(const char *option, const char *text, struct options *options);

/* Was this version asked for? */
bool options_wants(const struct options *options, const char *version);

/* Reads 4096, 1e6 or 2^20. Returns 0, or -1 when text is anything but such a whole number from min
 * to max (and leaves *value alone). */
int parse_size(const char *text, long long min, long long max, long long *value);

__END_DECLS
