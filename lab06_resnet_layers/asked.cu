/* Lab 6 - the options that only this lab has: --batch, --dtype, --shapes. */
#include "lab06.h"

#include <limits.h>

struct asked asked;
static char size_option[32] = "--size"; /* "--batch 8 --size", if that was given */

static int read_batch(const char *text)
{
    snprintf(size_option, sizeof(size_option), "--batch %.16s --size", text);
    return parse_size(text, 1, 1000000, &asked.batch);
}

static int read_dtype(const char *text)
{
    asked.dtype_given = true;
    asked.halves = !strcmp(text, "f16");
    return asked.halves || !strcmp(text, "f32") ? 0 : -1;
}

static int read_shapes(const char *text)
{
    for (const struct shapes_of_net &net : all_shapes)
        if (!strcmp(text, net.name)) {
            asked.net = &net;
            return 0;
        }
    return -1;
}

// clang-format off
const struct own_option own_options[] = {
    { .name = "batch", .value = "N", .what = "images at once, 1 to 1000000 (default 1)",
      .expects = "must be a whole number from 1 to 1000000", .read = read_batch },
    { .name = "dtype", .value = "TYPE",
      .what = "f32, or f16: stored in half precision (default f32)",
      .expects = "must be f32 or f16", .read = read_dtype },
    { .name = "shapes", .value = "NAME",
      .what = "resnet50, or unet: of Stable Diffusion (default resnet50)",
      .expects = "must be resnet50 or unet", .read = read_shapes },
    { .name = "network", .value = "NAME", .what = "not here: a whole network is ./lab06_network",
      .expects = "a whole network is a program of its own: ./lab06_network --network resnet18",
      .read = NULL },
    {},
};
// clang-format on

void options_read(struct run *run)
{
    struct options *options = &run->options;
    long long side = options->sizes[options->size_count - 1];

    /* --only gpu_ex62 means --dtype f16 */
    for (const struct version *v = run->experiment->versions; v->name; v++)
        if (options->only && !strcmp(options->only, v->name) && !asked.dtype_given)
            asked.halves = types_of(v)->halves && !types_of(v)->floats;
    for (int layer = 1; layer <= asked.net->count; layer++) {
        struct shape s = layer_of(asked.net, asked.batch, side, layer);
        if (s.m * s.k > INT_MAX || s.m * s.n > INT_MAX)
            options_usage(run->lab,
                          "%s %lld: a matrix would have 2^31 elements or more; give "
                          "a smaller one",
                          size_option, side);
    }
    options->size_option = size_option;
    const char *type = asked.halves ? "float16" : "float32";
    snprintf(asked.title, sizeof(asked.title),
             "Lab 6 - the layers of %s   %d products, %s, batch %lld", asked.net->title,
             asked.net->count, type, asked.batch);
    snprintf(asked.banner, sizeof(asked.banner),
             _("Lab 6 - the layers of %s   %d products, %s, batch %lld"), _(asked.net->title),
             asked.net->count, type, asked.batch);
}
