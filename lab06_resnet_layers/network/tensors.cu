#include "tensors.h"
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "common/array.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "a file of tensors is little-endian, and nothing here turns bytes around"
#endif

#define MAGIC "TENSORS1"

struct tensor {
    char name[48];
    uint32_t dim[4];
};

struct reader {
    const struct lab *lab;
    const char *option, *path;
    FILE *file;
    size_t left; /* bytes of the file */
};

static void refuse(const struct reader *r, const char *format, ...)
    __attribute__((noreturn, format(printf, 2, 3)));

static void refuse(const struct reader *r, const char *format, ...)
{
    char why[200];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(why, sizeof(why), format, arguments);
    va_end(arguments);
    options_usage(r->lab, "--%s '%s': %s", r->option, r->path, why);
}

static void read_bytes(struct reader *r, void *to, size_t bytes, const char *what)
{
    if (r->left < bytes || fread(to, 1, bytes, r->file) != bytes)
        refuse(r, "%s: the file ends too early", what);
    r->left -= bytes;
}

static struct reader open_file(const struct lab *lab, const char *option, const char *path)
{
    struct reader r = { lab, option, path, fopen(path, "rb"), 0 };
    char magic[8];

    if (!r.file)
        refuse(&r, "%s", strerror(errno));
    if (fseek(r.file, 0, SEEK_END) || ftell(r.file) < 0)
        refuse(&r, "must be a file");
    r.left = ftell(r.file);
    rewind(r.file);
    if (r.left < 8 || fread(magic, 1, 8, r.file) != 8 || memcmp(magic, MAGIC, 8))
        refuse(&r, "is no file of tensors, as network/export.py writes it");
    r.left -= 8;
    return r;
}

static void close_file(struct reader *r, const char *last)
{
    if (r->left)
        refuse(r, "goes on after %s, which must be the last", last);
    fclose(r->file);
}

static struct tensor read_head(struct reader *r, const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789._";
    struct tensor t;

    read_bytes(r, &t, sizeof(t), name);
    t.name[sizeof(t.name) - 1] = 0;
    if (strcmp(t.name, name))
        refuse(r, "has %s where %s must be",
               t.name[strspn(t.name, letters)] ? "something else" : t.name, name);
    return t;
}

static void must_have_shape(const struct reader *r, const struct tensor *t, uint32_t d0,
                            uint32_t d1, uint32_t d2, uint32_t d3)
{
    const uint32_t *is = t->dim, must[4] = { d0, d1, d2, d3 };

    if (memcmp(is, must, sizeof(must)))
        refuse(r, "%s: is %u x %u x %u x %u, must be %u x %u x %u x %u", t->name, is[0], is[1],
               is[2], is[3], d0, d1, d2, d3);
}

static void read_numbers(struct reader *r, const struct tensor *t, float *x, size_t count)
{
    read_bytes(r, x, count * sizeof(*x), t->name);
    for (size_t i = 0; i < count; i++)
        if (!isfinite(x[i]))
            refuse(r, "%s: element %zu is not a finite number", t->name, i);
}

void read_weights(const struct lab *lab, const char *path, const struct plan *plan, float *weights)
{
    struct reader r = open_file(lab, "weights", path);
    char name[48];

    for (int i = 0; i < plan->count; i++) {
        const struct step *s = &plan->steps[i];
        if (s->part == POOL)
            continue;
        snprintf(name, sizeof(name), "%s.weight", s->name);
        struct tensor t = read_head(&r, name);
        must_have_shape(&r, &t, s->kernel, s->kernel, s->part == DEPTHWISE ? 1 : s->channels,
                        s->out_channels);
        read_numbers(&r, &t, weights + s->weights, s->k * s->out_channels);
        snprintf(name, sizeof(name), "%s.bias", s->name);
        t = read_head(&r, name);
        must_have_shape(&r, &t, 1, 1, 1, s->out_channels);
        read_numbers(&r, &t, weights + s->bias, s->out_channels);
    }
    close_file(&r, "fc.bias");
}

static float *read_all(struct reader *r, const struct tensor *t)
{
    size_t count = (size_t)t->dim[0] * t->dim[1] * t->dim[2] * t->dim[3];

    if (r->left < count * sizeof(float)) /* before there is memory for it */
        refuse(r, "%s: the file ends too early", t->name);
    float *x = (float *)host_memory(count * sizeof(float));
    read_numbers(r, t, x, count);
    return x;
}

struct input read_input(const struct lab *lab, const char *path)
{
    struct reader r = open_file(lab, "input", path);
    struct tensor t = read_head(&r, "input");
    struct input input = {};

    if (t.dim[1] < LEAST_SIDE || t.dim[1] > MOST_SIDE || t.dim[0] < 1 || t.dim[0] > MOST_BATCH)
        refuse(&r, "input: must be 1 to %d images of %d x %d to %d x %d pixels", MOST_BATCH,
               LEAST_SIDE, LEAST_SIDE, MOST_SIDE, MOST_SIDE);
    input.batch = t.dim[0];
    input.side = t.dim[1];
    must_have_shape(&r, &t, input.batch, input.side, input.side, 3);
    input.image = read_all(&r, &t);
    if (r.left) {
        t = read_head(&r, "logits");
        must_have_shape(&r, &t, 1, 1, input.batch, CLASSES);
        input.logits = read_all(&r, &t);
    }
    close_file(&r, input.logits ? "logits" : "input");
    return input;
}
