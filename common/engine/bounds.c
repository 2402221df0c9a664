#include "bounds.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FASTER 1.15 /* some cards clock above their published boost */
#define LAUNCH 1e-6 /* s: an empty kernel takes more than twice that on the fastest cards */

/* One line of the CSV; 0: it is that of a card. */
static int card_of(struct card *card, char *line)
{
    char *cells[10];
    double x[10];

    for (int i = 0; i < 10; i++) {
        if (!(cells[i] = strsep(&line, ",")))
            return -1;
        x[i] = atof(cells[i]);
    }
    if (cells[0][0] == '#' || !(x[4] > 0))
        return -1;
    snprintf(card->name, sizeof(card->name), "%s", cells[0]);
    snprintf(card->title, sizeof(card->title), "%s", cells[1]);
    card->float32 = 1e12 * x[4], card->int32 = 1e12 * x[5], card->half = 1e12 * x[6];
    card->memory = 1e9 * x[7], card->l2 = 0x1p20 * x[8], card->bus = 1e9 * x[9];
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

struct card_bound card_bound(const struct card *c, const struct card_work *w)
{
    /* Arithmetic: every kind at its peak, one after the other in no order. */
    double arithmetic =
        fmax(fmax(w->flops / c->float32, w->half_flops / c->half), w->integer_products / c->int32) /
        FASTER;
    /* Memory: what must be read, once; of what is written, what the L2 cannot keep. */
    double memory = (w->read_bytes + fmax(0, w->written_bytes - c->l2)) / c->memory;
    /* Arithmetic and memory at the same time; no kernel is shorter than a launch. */
    double kernel = fmax(LAUNCH, fmax(arithmetic, memory));
    /* Copies: all that is read comes over the bus, and all that is written goes back. */
    double in = w->read_bytes / c->bus, out = w->written_bytes / c->bus;
    /* One after the other, unless the version overlaps them. */
    double copies = w->overlaps ? fmax(kernel, fmax(in, out)) : in + kernel + out;

    return (struct card_bound){ 1e3 * kernel, 1e3 * copies };
}
