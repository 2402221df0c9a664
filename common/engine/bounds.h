/* What a device can do at most, and the least time that this leaves for what a version must do. One
 * function, least_time, whatever the limits come from: a card's line in reference/cards.csv, what a
 * GPU says of itself (nothing real beats that), or what was measured on it (percentages). */
#pragma once

#include <stddef.h>
#include <sys/cdefs.h>

__BEGIN_DECLS

#define CARDS "reference/cards.csv"

/* Some cards clock above the boost that their maker publishes: an RTX 4090, 2,520 MHz, at 2,655 in
 * NVIDIA/nvbench's pull request 207 and at 2,730 in reviews, 5 and 8 %. A bound allows more. */
#define ABOVE_PUBLISHED_CLOCK 15 /* percent */

/* 0: not known, and so no limit. */
struct card {
    char name[24], title[48];    /* t4, Tesla T4; empty: none */
    int sms;                     /* multiprocessors */
    double clock, half_clock;    /* published, in Hz: of float32 and int32; of half */
    double float32, int32, half; /* operations, products, operations per second */
    double memory, l2, bus;      /* bytes per second; bytes; bytes per second in one direction */
    double launch;               /* seconds: no kernel is shorter */
    double watts;                /* at most, as published */
};

/* What kernels must hand over to later ones through memory. */
struct handed {
    double bytes, times; /* bytes written, then read, each time; how often */
};

/* What a version has to do, whatever way it goes. */
struct card_work {
    double flops, half_flops, integer_products;
    double read_bytes, written_bytes; /* inputs and outputs, each once; also what is copied */
    struct handed handed[2];
    int kernels;  /* one after the other; 0: one */
    int trips;    /* of the inputs to the device and the outputs back; 0: one */
    int overlaps; /* it copies in both directions, and computes, at once */
};

struct least_time {
    double kernel_ms, copies_ms; /* of its kernels alone; and with the copies */
};

/* Reads the card of this name, or that is the device of this name. Returns NULL, or where there is
 * no such card the names of those in the file, a blank before each ("" where the file cannot be
 * read). */
const char *card_read(struct card *card, const char *path, const char *name);

struct least_time least_time(const struct card *limits, const struct card_work *work);

/* ---- a GPU in this machine ------------------------------------------------------------------ */

/* What CUDA's attributes say, and the driver (nvml.h). 0: they do not. */
struct gpu {
    int capability, sms;               /* 75: sm_75 */
    double clock, highest_clock;       /* Hz: the boost; the highest that is allowed */
    double memory_clock, bus_bits, l2; /* Hz, bits, bytes */
};

/* What it can do at a clock, with the memory's full bandwidth: SMs x lanes x 2 x clock (a fused
 * multiply-add is two), memory clock x bus width x 2 (both edges of the clock). */
struct card peaks_of_gpu(const struct gpu *gpu, double clock);

/* What nothing on it beats: its peaks at the highest clock that is allowed. What the GPU does not
 * tell, or tells unlike its line of cards.csv (no name: it has none), is no limit. */
struct card physical_limits(const struct gpu *gpu, const struct card *published);

/* A version did its work in `ms`: what was measured of the GPU before was too little, if this
 * shows more. What beats a physical limit, or what a cache may have done, shows nothing. */
void raise_limits(struct card *best, const struct card *physical, const struct card_work *work,
                  double ms);

__END_DECLS
