/* The data types that the elements of a problem's arrays may have. A new one needs a word here, and
 * in dtype.c a line in the table and how it is drawn and printed. */
#pragma once

#include <stddef.h>
#include <sys/cdefs.h>
#include "random.h"

__BEGIN_DECLS

enum dtype { FLOAT32, FLOAT16, INT32, UINT32, UINT64, DTYPES };

#define POISON_BYTE 0xFF /* a float of these bytes is a NaN */
/* A float is 5.4e7, and most kernels that add to it change it; a half is 17.19, more than a product
 * of two can be (dtype_scale); an int is 1,280,068,684. */
#define POISON_NUMBER 0x4C
/* A float is -1.7e38: what is copied out but was never copied in does not look unwritten, and a
 * kernel that works in place changes it. A counter that was not set to 0 shows an enormous number,
 * where POISON_BYTE would show -1. */
#define POISON_SCRATCH 0xFE

struct element_type {
    const char *name; /* as in the CSV: float32 */
    size_t bytes;
    int poison[2]; /* the bytes that may fill an output */
};
extern const struct element_type dtypes[DTYPES];

double dtype_scale(enum dtype dtype, struct random *random); /* where the lab gives none */

/* Draws elements between -scale and scale; unsigned ones between 0 and scale. */
void dtype_draw(enum dtype dtype, void *x, size_t count, double scale, struct random *random);

/* One element, for a finding. */
void dtype_print(enum dtype dtype, char *text, size_t size, const void *x);

enum dtype dtype_named(const char *name); /* DTYPES: there is no such type */

__END_DECLS
