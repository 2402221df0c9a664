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

struct options {
    long long size;
    long long sizes[MAX_SIZES]; /* to run, ascending: of the sweep, or size alone */
    int size_count;
    struct limits limits;
    unsigned long long seed;
    bool sweep, quick;
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
    const char *name;              /* batch */
    const char *value;             /* what stands for its value in --help: N */
    const char *what;              /* in --help, with its default */
    const char *expects;           /* what is right: must be f32 or f16 */
    int (*read)(const char *text); /* keeps the value; returns -1 when it is not right */
    /* In place of read. The value is kept here, and must not be empty if `expects` says what it
     * should be; is a whole number from min to max, kept here; or the option has no value. Without
     * any of them, and without read, no value is right. */
    const char **keep UNLESS_GIVEN(NULL);
    long long *whole UNLESS_GIVEN(NULL);
    long long min UNLESS_GIVEN(0), max UNLESS_GIVEN(0);
    bool *flag UNLESS_GIVEN(NULL);
};

/* Reads the command line. Bad usage gets one line on stderr, which names the option and says what
 * would be right, and ends the program with STATUS_USAGE; --help ends it with STATUS_OK. The last
 * of `own` has no name; NULL: there are none. */
struct options options_parse(const struct lab *lab, const struct own_option own[], int argc,
                             char **argv);

/* For options of a lab's own: reads whole numbers with commas between, or ends the program with one
 * line that names the option. Returns how many, at most `most`; or makes them the sizes of the run.
 */
int options_numbers(const char *option, const char *text, long long min, long long max,
                    long long values[], int most);
void options_sizes(const char *option, const char *text, struct options *options);

/* This version is to be run. */
bool options_wants(const struct options *options, const char *version);

/* Reads 4096, 1e6 or 2^20. Returns 0, or -1 when text is anything but such a whole number from min
 * to max (and leaves *value alone). */
int parse_size(const char *text, long long min, long long max, long long *value);

__END_DECLS
