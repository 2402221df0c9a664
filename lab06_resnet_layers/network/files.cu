#include "files.h"
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "common/engine/array.h"
#include "common/engine/words.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "a file of tensors is little-endian, and nothing here turns bytes around"
#endif

struct reader {
    const struct lab *lab;
    const char *option, *path;
    FILE *file;
    size_t left; /* bytes of a file of tensors */
};

static void __attribute__((noreturn, format(printf, 2, 3)))
refuse(const struct reader *r, const char *why, ...)
{
    char words[256];
    va_list arguments;

    va_start(arguments, why);
    vsnprintf(words, sizeof(words), _(why), arguments);
    va_end(arguments);
    options_usage(r->lab, "--%s '%s': %s", r->option, r->path, words);
}

static struct reader open_file(const struct lab *lab, const char *option, const char *path)
{
    struct reader r = { lab, option, path, fopen(path, "rb"), 0 };

    if (!r.file)
        refuse(&r, "%s", strerror(errno));
    return r;
}

/* ---- tensors -------------------------------------------------------------------------------- */

#define MAGIC "TENSORS1"

struct tensor {
    char name[48];
    uint32_t dim[4];
};

static struct reader open_tensors(const struct lab *lab, const char *option, const char *path)
{
    struct reader r = open_file(lab, option, path);
    char magic[8];

    if (fseek(r.file, 0, SEEK_END) || ftell(r.file) < 0)
        refuse(&r, "must be a file");
    r.left = ftell(r.file) - 8;
    rewind(r.file);
    if (fread(magic, 1, 8, r.file) != 8 || memcmp(magic, MAGIC, 8))
        refuse(&r, "is no file of tensors, as network/export.py writes it");
    return r;
}

static void close_tensors(const struct reader *r, const char *last)
{
    if (r->left)
        refuse(r, "goes on after %s, which must be the last", last);
    fclose(r->file);
}

/* Into new memory if x is NULL. */
static void *read_bytes(struct reader *r, void *x, size_t bytes, const char *what)
{
    if (!x && r->left >= bytes)
        x = host_memory(bytes);
    if (r->left < bytes || fread(x, 1, bytes, r->file) != bytes)
        refuse(r, "%s: the file ends too early", what);
    r->left -= bytes;
    return x;
}

static struct tensor read_head(struct reader *r, const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789._";
    struct tensor t;

    read_bytes(r, &t, sizeof(t), name);
    t.name[sizeof(t.name) - 1] = 0;
    if (strcmp(t.name, name))
        refuse(r, "has %s where %s must be",
               t.name[strspn(t.name, letters)] ? _("something else") : t.name, name);
    return t;
}

static float *read_numbers(struct reader *r, const struct tensor *t, uint32_t d0, uint32_t d1,
                           uint32_t d2, uint32_t d3, float *x)
{
    const uint32_t *is = t->dim, must[4] = { d0, d1, d2, d3 };
    const size_t count = (size_t)d0 * d1 * d2 * d3;

    if (memcmp(is, must, sizeof(must)))
        refuse(r, "%s: is %u x %u x %u x %u, must be %u x %u x %u x %u", t->name, is[0], is[1],
               is[2], is[3], d0, d1, d2, d3);
    x = (float *)read_bytes(r, x, count * sizeof(*x), t->name);
    for (size_t i = 0; i < count; i++)
        if (!isfinite(x[i]))
            refuse(r, "%s: element %zu is not a finite number", t->name, i);
    return x;
}

void read_weights(const struct lab *lab, const char *path, const struct plan *plan, float *weights)
{
    struct reader r = open_tensors(lab, "weights", path);
    char name[sizeof(plan->steps->name) + 8];

    for (int i = 0; i < plan->count; i++) {
        const struct step *s = &plan->steps[i];
        if (s->part == POOL)
            continue;
        snprintf(name, sizeof(name), "%s.weight", s->name);
        struct tensor t = read_head(&r, name);
        read_numbers(&r, &t, s->kernel, s->kernel, s->part == DEPTHWISE ? 1 : s->channels,
                     s->out_channels, weights + s->weights);
        snprintf(name, sizeof(name), "%s.bias", s->name);
        t = read_head(&r, name);
        read_numbers(&r, &t, 1, 1, 1, s->out_channels, weights + s->bias);
    }
    close_tensors(&r, "fc.bias");
}

struct input read_input(const struct lab *lab, const char *path, int classes)
{
    struct reader r = open_tensors(lab, "input", path);
    struct tensor t = read_head(&r, "input");
    struct input input = { (int)t.dim[1], (int)t.dim[0], NULL, NULL };

    if (t.dim[1] < LEAST_SIDE || t.dim[1] > MOST_SIDE || t.dim[0] < 1 || t.dim[0] > MOST_BATCH)
        refuse(&r, "input: must be 1 to %d images of %d x %d to %d x %d pixels", MOST_BATCH,
               LEAST_SIDE, LEAST_SIDE, MOST_SIDE, MOST_SIDE);
    input.image = read_numbers(&r, &t, input.batch, input.side, input.side, 3, NULL);
    if (r.left) {
        t = read_head(&r, "logits");
        input.logits = read_numbers(&r, &t, 1, 1, input.batch, classes, NULL);
    }
    close_tensors(&r, input.logits ? "logits" : "input");
    return input;
}

char **read_class_names(const struct lab *lab, const char *weights, int classes)
{
    const char *dot = strrchr(weights, '.');
    const int length = dot && !strchr(dot, '/') ? dot - weights : strlen(weights);
    char path[4096];
    struct reader r = { lab, "weights", path, NULL, 0 };

    snprintf(path, sizeof(path), "%.*s.classes", length, weights);
    if (!(r.file = fopen(path, "r")))
        return NULL;
    char **names = (char **)host_memory(classes * sizeof(*names));
    size_t size = 0;
    for (int c = 0; c < classes; c++) {
        names[c] = NULL;
        if (getline(&names[c], &size, r.file) < 2)
            refuse(&r, "must have %d lines, a class each", classes);
        names[c][strcspn(names[c], "\r\n")] = 0;
        size = 0;
    }
    fclose(r.file);
    return names;
}

/* ---- pictures ------------------------------------------------------------------------------- */

#define MOST_PIXELS 16384 /* of a side */

/* The next number of the header, or of a P3, after blanks and comments. -1: something else. */
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

static struct picture read_ppm(const struct reader *r)
{
    FILE *file = r->file;
    struct picture p = {};
    char magic[3] = "";

    if (fread(magic, 1, 2, file) != 2 || (strcmp(magic, "P3") && strcmp(magic, "P6")))
        refuse(r, "is no JPEG, PNG or PPM");
    p.width = next_number(file);
    p.height = next_number(file);
    long most = next_number(file);
    if (p.width < 1 || p.height < 1 || p.width > MOST_PIXELS || p.height > MOST_PIXELS)
        refuse(r, "must be from 1 x 1 to 16384 x 16384 pixels");
    if (most < 1 || most > 255)
        refuse(r, "must have from 1 to 255 as its largest number");
    const size_t count = (size_t)p.width * p.height * 3;
    p.rgb = (unsigned char *)host_memory(count);
    getc(file); /* the one blank before the bytes of a P6 */
    for (size_t i = 0; i < count; i++) {
        long number = magic[1] == '6' ? getc(file) : next_number(file);
        if (number < 0 || number > most)
            refuse(r, "%s", number < 0 ? _("ends too early") : _("has a number above its largest"));
        p.rgb[i] = number * 255 / most;
    }
    return p;
}

struct picture read_picture(const struct lab *lab, const char *path)
{
    const struct reader r = open_file(lab, "picture", path);
    struct picture p = {};
    const char *wrong = NULL;

    if (is_photo(r.file))
        wrong = read_photo(r.file, MOST_PIXELS, &p);
    else
        p = read_ppm(&r);
    if (wrong)
        refuse(&r, "%s", wrong);
    fclose(r.file);
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
