/* Checks an answer. A value is accepted when its error is small enough, and rejected otherwise:
 * a NaN is never accepted. Before a launch the output and the guards beside it are filled with
 * poison, which shows what was never written and what was written outside. */
#pragma once

#include <stddef.h>
#include <sys/cdefs.h>
#include "dtype.h"
#include "words.h"

__BEGIN_DECLS

enum state { STATE_OK, STATE_WRONG, STATE_TODO, STATE_SKIP };
extern const char *const state_words[]; /* ok, WRONG, todo, skip */

/* What is known about one version, over all the sizes that were tried. */
struct check {
    const char *version;   /* gpu_ex11 */
    const char *what;      /* in a few words */
    const char *todo;      /* its exercise, "1.1", or NULL for a version that comes complete */
    const char *skip;      /* why it was not run, or NULL */
    const char *not_timed; /* why it was only checked, or NULL */
    int poison;            /* the byte that the output was filled with; POISON_BYTE at first */
    char at[64];           /* what is being tried, n = 257 */
    int written;           /* some output was written */
    int in_part;           /* some blocks were left out, and so are their elements */
    int launches;          /* kernels of the run that is compared; -1: none; 0: not known */
    char unwritten[64];    /* where an output first stayed as it was, n = 1, */
    int launched_there;    /* and its launches */
    int wrong;             /* how many findings; the first is kept here: */
    char message[512];     /* n = 257: c[256] = 0.25, expected 0.5 */
    long long element;     /* the number of the first wrong one in the output; -1: not known */
    char detail[80];       /* 3 of 257 wrong, worst error 12 times the allowed one */
    int refused;           /* its launch: no kernel ran */
    int lost;              /* the device can no longer be used after this finding */
    int told;              /* it was printed as WRONG */
};

void check_begin(struct check *check, const char *version, const char *what, const char *todo);

/* Says what is tried next; a finding in the caller's own words, of which the first is kept. Both
 * look up the format in the reader's language, so it is not marked _(""). */
void check_at(struct check *check, const char *format, ...) __attribute__((format(printf, 2, 3)));
void check_fail(struct check *check, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Compares got[0..count-1] with want: |got - want| <= absolute + relative * |want|. `where` writes
 * the coordinates of element i in the lab's own words, C[3][7]; NULL: `shape` is the name of an
 * array with one index, c, or NULL as well: element [i]. */
typedef void coordinates(char *text, size_t size, size_t i, const void *shape);
void check_output(struct check *check, const float *got, const float *want, size_t count,
                  double absolute, double relative, coordinates *where, const void *shape);

/* Compares integers, of one of the integer types, which must be equal. */
void check_integers(struct check *check, enum dtype dtype, const void *got, const void *want,
                    size_t count, coordinates *where, const void *shape);

/* For outputs that a lab compares itself: some of it was written, or none. */
void check_written(struct check *check, int written);

enum state check_state(const struct check *check); /* over everything so far */

/* The absolute error to allow in a float32 dot product of length k whose factors are at most
 * max_a and max_b in size; why, see check.c. */
double dot_tolerance(int k, double max_a, double max_b);

__END_DECLS
