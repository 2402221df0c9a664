/* Lab 6, part B - a photo as the input. */
#include "layers.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PIXELS (1 << 28)

/* The first letter that is neither blank nor in a comment, which reaches from # to the end of its
 * line. */
static int next_letter(FILE *f)
{
    int c;

    while (isspace(c = fgetc(f)) || c == '#')
        if (c == '#')
            while ((c = fgetc(f)) != '\n' && c != EOF)
                ;
    return c;
}

/* The next number of the head, or -1. One blank ends it: after the last one the pixels begin. */
static long next_number(FILE *f)
{
    long number = 0;
    int c = next_letter(f);

    if (!isdigit(c))
        return -1;
    for (; isdigit(c); c = fgetc(f))
        if ((number = 10 * number + c - '0') > MOST_PIXELS)
            return -1;
    return isspace(c) ? number : -1;
}

struct photo {
    long width, height, most; /* most: what white is */
    unsigned char *bytes;     /* of two bytes per number, the high one comes first */
};

static int read_photo(struct photo *p, FILE *f, char *why, size_t size)
{
    if (fgetc(f) != 'P' || fgetc(f) != '6')
        return snprintf(why, size, "is no binary PPM: it must begin with P6"), -1;
    p->width = next_number(f);
    p->height = next_number(f);
    p->most = next_number(f);
    if (p->width < 1 || p->height < 1 || p->width > MOST_PIXELS / p->height)
        return snprintf(why, size, "its width and height must be numbers from 1, not too large"),
               -1;
    if (p->most < 1 || p->most > 65535)
        return snprintf(why, size, "its maxval must be a number from 1 to 65535"), -1;
    size_t bytes = 3 * p->width * p->height * (p->most > 255 ? 2 : 1);
    if (!(p->bytes = malloc(bytes)))
        return snprintf(why, size, "out of memory"), -1;
    if (fread(p->bytes, 1, bytes, f) != bytes)
        return snprintf(why, size, "ends too early: %ld x %ld pixels need %zu bytes", p->width,
                        p->height, bytes),
               -1;
    return 0;
}

/* From 0 to 1. */
static double value(const struct photo *p, long y, long x, int c)
{
    size_t i = (y * p->width + x) * 3 + c;

    return (p->most > 255 ? p->bytes[2 * i] * 256 + p->bytes[2 * i + 1] : p->bytes[i]) /
           (double)p->most;
}

/* Where pixel i of `to` falls among `from` pixels: between `lower` and `upper`, `share` of the way.
 * Pixels are squares and their middles are what is mapped; past the edge stands the edge. */
struct between {
    long lower, upper;
    double share;
};

static struct between between(long i, long to, long from)
{
    double place = (i + 0.5) * from / to - 0.5;
    struct between b = { 0, 0, 0 };

    if (place <= 0)
        return b;
    b.lower = (long)place < from - 1 ? (long)place : from - 1;
    b.upper = b.lower < from - 1 ? b.lower + 1 : from - 1;
    b.share = place - b.lower;
    return b;
}

/* Bilinear. The means and deviations are those of ImageNet's pictures, as torchvision has them. */
static void resize(float *image, int side, const struct photo *p)
{
    static const double mean[] = { 0.485, 0.456, 0.406 }, deviation[] = { 0.229, 0.224, 0.225 };

    for (int i = 0; i < side * side * 3; i++) {
        struct between y = between(i / 3 / side, side, p->height);
        struct between x = between(i / 3 % side, side, p->width);
        int c = i % 3;
        double above =
            value(p, y.lower, x.lower, c) * (1 - x.share) + value(p, y.lower, x.upper, c) * x.share;
        double below =
            value(p, y.upper, x.lower, c) * (1 - x.share) + value(p, y.upper, x.upper, c) * x.share;
        image[i] = (float)((above * (1 - y.share) + below * y.share - mean[c]) / deviation[c]);
    }
}

int image_read(float *image, int side, const char *path, char *why, size_t size)
{
    FILE *f = fopen(path, "rb");
    struct photo photo = { 0 };

    if (!f)
        return snprintf(why, size, "%s", strerror(errno)), -1;
    int failed = read_photo(&photo, f, why, size);
    if (!failed)
        resize(image, side, &photo);
    free(photo.bytes);
    fclose(f);
    return failed;
}
