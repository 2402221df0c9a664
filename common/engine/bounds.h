/* The published limits of cards (reference/cards.csv), and the least time that they leave. */
#pragma once

#include <stddef.h>
#include <sys/cdefs.h>

__BEGIN_DECLS

#define CARDS "reference/cards.csv"

struct card {
    char name[24], title[48];    /* t4, Tesla T4; empty: none */
    double float32, int32, half; /* operations, products, operations per second */
    double memory, l2, bus;      /* bytes per second; bytes; bytes per second in one direction */
};

/* What a version has to do, whatever way it goes. */
struct card_work {
    double flops, half_flops, integer_products;
    double read_bytes, written_bytes; /* inputs and outputs, each once; also what is copied */
    int overlaps;                     /* it copies in both directions, and computes, at once */
};

struct card_bound {
    double kernel_ms, copies_ms; /* the kernel alone; and with the copies */
};

/* Reads the card of this name, or that is the device of this name. NULL: it is there; else the
 * names of those that are, a blank before each; of a file that cannot be read, none. */
const char *card_read(struct card *card, const char *path, const char *name);

struct card_bound card_bound(const struct card *card, const struct card_work *work);

__END_DECLS
