#include "picture.h"
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "common/array.h"

#define MOST_PIXELS 16384 /* of a side */

static void refuse(const struct lab *lab, const char *path, const char *why)
{
    options_usage(lab, "--picture '%s': %s", path, why);
}

/* The next number of the header, or of a P3: blanks and comments go before it. -1: something else.
 */
static long next_number(FILE *file)
{
    long number;
    int c;

    while ((c = getc(file)) == '#' || isspace(c))
        if (c == '#')
            while ((c = getc(file)) != '\n' && c != EOF)
                continue;
    ungetc(c, file);
    return isdigit(c) && fscanf(file, "%9ld", &number) == 1 ? number : -1;
}

struct picture read_picture(const struct lab *lab, const char *path)
{
    FILE *file = fopen(path, "rb");
    struct picture p = {};
    char magic[3] = "";

    if (!file)
        refuse(lab, path, strerror(errno));
    if (fread(magic, 1, 2, file) != 2 || (strcmp(magic, "P3") && strcmp(magic, "P6")))
        refuse(lab, path, "is no PPM; convert photo.jpg photo.ppm writes one");
    p.width = next_number(file);
    p.height = next_number(file);
    long most = next_number(file);
    if (p.width < 1 || p.height < 1 || p.width > MOST_PIXELS || p.height > MOST_PIXELS)
        refuse(lab, path, "must be from 1 x 1 to 16384 x 16384 pixels");
    if (most < 1 || most > 255)
        refuse(lab, path, "must have from 1 to 255 as its largest number");
    const size_t count = (size_t)p.width * p.height * 3;
    p.rgb = (unsigned char *)host_memory(count);
    getc(file); /* the one blank before the bytes of a P6 */
    for (size_t i = 0; i < count; i++) {
        long number = magic[1] == '6' ? getc(file) : next_number(file);
        if (number < 0 || number > most)
            refuse(lab, path, number < 0 ? "ends too early" : "has a number above its largest");
        p.rgb[i] = number * 255 / most;
    }
    fclose(file);
    return p;
}

/* The mean of the pixels that one of the input covers, or the one in which it lies. */
static double mean_of(const struct picture *p, int colour, double left, double top, double step)
{
    const int x0 = left, y0 = top, x1 = left + step, y1 = top + step;
    double sum = 0;
    int count = 0;

    for (int y = y0; y == y0 || y < y1; y++)
        for (int x = x0; x == x0 || x < x1; x++, count++)
            sum += p->rgb[((size_t)y * p->width + x) * 3 + colour];
    return sum / count;
}

void picture_input(const struct picture *p, float *image, int side, int batch)
{
    static const double mean[] = { 0.485, 0.456, 0.406 }, deviation[] = { 0.229, 0.224, 0.225 };
    const int shorter = p->width < p->height ? p->width : p->height;
    const double part = shorter * 224 / 256.0, step = part / side;
    const double left = (p->width - part) / 2, top = (p->height - part) / 2;
    const size_t one = (size_t)side * side * 3;

    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++)
            for (int c = 0; c < 3; c++) {
                double light = mean_of(p, c, left + x * step, top + y * step, step) / 255;
                image[((size_t)y * side + x) * 3 + c] = (light - mean[c]) / deviation[c];
            }
    for (int b = 1; b < batch; b++)
        memcpy(image + b * one, image, one * sizeof(*image));
}
