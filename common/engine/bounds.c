#include "bounds.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LAUNCH 1e-6 /* s: an empty kernel takes more than twice that on the fastest cards */

/* One line of the CSV; 0: it is that of a card. */
static int card_of(struct card *card, char *line)
{
    enum { TDP_W = 15, HALF_MHZ = 17, COLUMNS }; /* read here are the first ten, and these */
    char *cells[COLUMNS];
    double x[COLUMNS];

    for (int i = 0; i < COLUMNS; i++) {
        if (!(cells[i] = strsep(&line, ",")) && i < 10)
            return -1;
        x[i] = cells[i] ? atof(cells[i]) : 0;
    }
    if (cells[0][0] == '#' || !(x[4] > 0))
        return -1;
    snprintf(card->name, sizeof(card->name), "%s", cells[0]);
    snprintf(card->title, sizeof(card->title), "%s", cells[1]);
    const double tera = 1e12 * (1 + ABOVE_PUBLISHED_CLOCK / 100.0);
    card->sms = (int)x[2], card->clock = 1e6 * x[3];
    card->half_clock = x[HALF_MHZ] > 0 ? 1e6 * x[HALF_MHZ] : card->clock;
    card->float32 = tera * x[4], card->int32 = tera * x[5], card->half = tera * x[6];
    card->memory = 1e9 * x[7], card->l2 = 0x1p20 * x[8], card->bus = 1e9 * x[9];
    card->launch = LAUNCH, card->watts = x[TDP_W];
    return 0;
}

/* Does the device's name hold the card's title, without its socket? NVIDIA A100-SXM4-80GB does A100
 * SXM 80 GB; NVIDIA L40 does not L4. */
static int is_title(const char *device, const char *title)
{
    const char *end = strstr(title, " SXM");
    size_t length = end ? (size_t)(end - title) : strlen(title);

    for (const char *at = device; *at; at++)
        if (!strncmp(at, title, length) && !isalnum(at[length]) && (at == device || at[-1] == ' '))
            return 1;
    return 0;
}

const char *card_read(struct card *card, const char *path, const char *name)
{
    static char names[256];
    FILE *f = fopen(path, "r");
    char line[1024];
    size_t used = 0;
    int found = 0;
    struct card one;

    names[0] = 0;
    while (f && !found && fgets(line, sizeof(line), f)) {
        if (card_of(&one, line))
            continue;
        found = !strcmp(one.name, name) || is_title(name, one.title);
        if (found)
            *card = one;
        else if (used < sizeof(names))
            used += snprintf(names + used, sizeof(names) - used, " %s", one.name);
    }
    if (f)
        fclose(f);
    return found ? NULL : names;
}

static double over(double amount, double rate) { return rate > 0 ? amount / rate : 0; }

/* Bytes that must come from the memory or go there: the inputs, which no cache holds at first; of
 * what is written, only what is more than the L2 holds, because that may still be there at the end,
 * or when a later kernel reads it. Before a sample the L2 is filled with lines of something else
 * that must be written first, which is as much; but nobody promises that. So a bound leaves them
 * out. What is measured counts every byte (its l2 is 0), those of a copy included. */
static double memory_bytes(const struct card_work *w, double l2)
{
    double bytes = w->read_bytes + fmax(0, w->written_bytes - l2);

    for (int i = 0; i < 2; i++)
        bytes += 2 * w->handed[i].times * fmax(0, w->handed[i].bytes - l2);
    return bytes;
}

struct least_time least_time(const struct card *c, const struct card_work *w)
{
    /* Arithmetic: every kind at its peak, one after the other in no order. */
    double arithmetic = fmax(fmax(over(w->flops, c->float32), over(w->half_flops, c->half)),
                             over(w->integer_products, c->int32));
    double memory = over(memory_bytes(w, c->l2), c->memory);
    double launches = fmax(1, w->kernels) * c->launch;
    /* Arithmetic and memory at the same time; no kernel is shorter than a launch. */
    double kernels = fmax(launches, fmax(arithmetic, memory));
    /* Copies: all that is read comes over the bus, and all that is written goes back. */
    double trips = fmax(1, w->trips);
    double in = trips * over(w->read_bytes, c->bus), out = trips * over(w->written_bytes, c->bus);
    /* One after the other, unless the version overlaps them. */
    double copies = w->overlaps ? fmax(kernels, fmax(in, out)) : in + kernels + out;

    return (struct least_time){ 1e3 * kernels, 1e3 * copies };
}

/* ---- a GPU in this machine ------------------------------------------------------------------ */

/* Of float32 in an SM. CUDA Programming Guide, "Throughput of Native Arithmetic Instructions",
 * 32-bit add. */
static double lanes(int capability)
{
    return capability == 60 || (capability >= 70 && capability <= 80) ? 64 : 128;
}

/* Dense half-precision operations of an SM's tensor cores in a clock, from NVIDIA's white papers:
 * 1,024 with Volta, Turing and, but for the large chips, with Ampere, Ada and Blackwell. */
static double half_operations(int capability)
{
    return capability < 70                        ? 0
           : capability == 80 || capability == 87 ? 2048
           : capability == 90                     ? 4096
           : capability < 90 || capability >= 120 ? 1024
                                                  : 8192;
}

struct card peaks_of_gpu(const struct gpu *gpu, double clock)
{
    double a_clock = gpu->sms * clock;
    struct card card = { .sms = gpu->sms, .clock = clock, .l2 = gpu->l2 };

    card.float32 = 2 * lanes(gpu->capability) * a_clock;
    card.half = half_operations(gpu->capability) * a_clock;
    card.int32 = gpu->capability < 70 ? 0 : 64 * a_clock; /* as in cards.csv */
    card.memory = 2 * gpu->memory_clock * gpu->bus_bits / 8;
    return card;
}

static int is_between(double least, double x, double most) { return least <= x && x <= most; }

struct card physical_limits(const struct gpu *gpu, const struct card *published)
{
    struct card most = peaks_of_gpu(gpu, gpu->highest_clock);

    if (!published->name[0])
        return most;
    if (gpu->sms != published->sms ||
        !is_between(0.95, gpu->highest_clock / published->clock, 1.35)) /* an RTX 4090: 1.23 */
        most.float32 = most.half = most.int32 = 0;
    if (!is_between(0.9, most.memory / published->memory, 1.1)) /* an H200: 1.02 */
        most.memory = 0;
    most.memory = most.memory > 0 ? fmax(most.memory, published->memory) : 0;
    return most;
}

static void raise_to(double *best, double physical, double shown)
{
    if (*best > 0 && (physical <= 0 || shown <= physical))
        *best = fmax(*best, shown);
}

void raise_limits(struct card *best, const struct card *physical, const struct card_work *w,
                  double ms)
{
    double s = ms / 1e3;

    raise_to(&best->float32, physical->float32, w->flops / s);
    raise_to(&best->half, physical->half, w->half_flops / s);
    raise_to(&best->int32, physical->int32, w->integer_products / s);
    raise_to(&best->memory, physical->memory, memory_bytes(w, physical->l2) / s);
}
