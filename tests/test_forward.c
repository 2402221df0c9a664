/* lab06_resnet_layers: the tables of the networks, the layers on the CPU and their reference, files
 * of weights, photos. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <unistd.h>
#include "../lab06_resnet_layers/layers_cpu.c"
#include "../lab06_resnet_layers/weights.c"
#include "../lab06_resnet_layers/image.c"

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

static float *floats(size_t count)
{
    float *x = malloc(count * sizeof(*x));

    assert_non_null(x);
    return x;
}

/* ---- the tables ----------------------------------------------------------------------------- */

static void resnet50_has_the_20_shapes(void **state)
{
    struct plan plan = plan_make(&networks[1], 224, 1);
    int convolutions = 0;

    (void)state;
    for (int i = 0; i < COUNT(resnet50_shapes); i++) {
        const struct gemm_shape *shape = &resnet50_shapes[i];
        int count = 0;
        for (int l = 0; l < plan.count; l++) {
            const struct step *s = &plan.steps[l];
            count += s->layer->kind == CONVOLUTION && s->k == shape->k &&
                     s->out_height * s->out_width == shape->m && s->out_channels == shape->n;
        }
        assert_int_equal(count, shape->count);
        convolutions += count;
    }
    assert_int_equal(convolutions, 53);
}

/* torchvision's documentation: 11,689,512 and 25,557,032 parameters; 1.81 and 4.09 G multiply-adds.
 * A folded batch norm has one number per channel where the parameters count two. */
static void networks_have_their_weights_and_operations(void **state)
{
    static const double parameters[] = { 11689512, 25557032 }, gflops[] = { 2 * 1.81, 2 * 4.09 };

    (void)state;
    for (int n = 0; n < COUNT(networks); n++) {
        struct plan plan = plan_make(&networks[n], 224, 3);
        double channels = 0;
        for (int i = 0; i < plan.count; i++)
            if (plan.steps[i].layer->kind == CONVOLUTION)
                channels += plan.steps[i].out_channels;
        assert_true(plan.weights == parameters[n] - channels);
        assert_true(fabs(plan.flops / 3 / 1e9 - gflops[n]) < 0.02);
    }
}

/* Each begins where the one before has ended, or behind it, at a multiple of 256 bytes. */
static void outputs_are_aligned_and_do_not_overlap(void **state)
{
    (void)state;
    for (int n = 0; n < COUNT(networks); n++) {
        struct plan plan = plan_make(&networks[n], 33, 3);
        size_t end = 3 * 33 * 33 * 3;
        assert_int_equal(plan.input, end);
        for (int i = 0; i < plan.count; i++) {
            assert_true(plan.steps[i].output >= end);
            assert_int_equal(plan.steps[i].output % 64, 0);
            assert_int_equal(plan.steps[i].weights % 64, 0);
            end = plan.steps[i].output + plan.steps[i].outputs;
        }
        assert_int_equal(plan.outputs, end);
    }
}

static void sides_are_rounded_up(void **state)
{
    static const int sides[][2] = { { 224, 7 }, { 225, 8 }, { 97, 4 }, { 32, 1 }, { 33, 2 } };

    (void)state;
    for (int i = 0; i < COUNT(sides); i++) {
        struct plan plan = plan_make(&networks[0], sides[i][0], 1);
        const struct step *pool = &plan.steps[plan.count - 2];
        assert_int_equal(pool->height, sides[i][1]);
        assert_int_equal(pool->width, sides[i][1]);
    }
}

/* ---- the layers ----------------------------------------------------------------------------- */

static void im2col_is_right_at_ragged_sizes(void **state)
{
    static const int shapes[][7] = { /* batch, height, width, channels, kernel, stride, padding */
                                     { 1, 1, 1, 1, 1, 1, 0 },   { 1, 5, 7, 3, 3, 2, 1 },
                                     { 2, 9, 8, 3, 7, 2, 3 },   { 3, 6, 5, 4, 1, 2, 0 },
                                     { 1, 17, 13, 8, 3, 1, 1 }, { 2, 2, 3, 5, 5, 1, 4 },
                                     { 2, 31, 33, 2, 2, 3, 0 }
    };

    (void)state;
    for (int t = 0; t < COUNT(shapes); t++) {
        const int *s = shapes[t], height = s[1], width = s[2], channels = s[3], kernel = s[4];
        int rows = (height + 2 * s[6] - kernel) / s[5] + 1;
        int cols = (width + 2 * s[6] - kernel) / s[5] + 1;
        size_t count = (size_t)s[0] * rows * cols * kernel * kernel * channels, i = 0;
        float *image = floats(s[0] * height * width * channels), *columns = floats(count);
        random_uniform(image, s[0] * height * width * channels, t, 0);
        memset(columns, 0xFF, count * sizeof(float));
        im2col_cpu(columns, image, s[0], height, width, channels, kernel, s[5], s[6]);
        for (int b = 0; b < s[0]; b++)
            for (int p = 0; p < rows * cols; p++)
                for (int q = 0; q < kernel * kernel; q++)
                    for (int c = 0; c < channels; c++, i++) {
                        int h = p / cols * s[5] - s[6] + q / kernel;
                        int w = p % cols * s[5] - s[6] + q % kernel;
                        int inside = h >= 0 && h < height && w >= 0 && w < width;
                        float want =
                            inside ? image[((b * height + h) * width + w) * channels + c] : 0;
                        assert_true(columns[i] == want);
                    }
        assert_int_equal(i, count);
        free(image);
        free(columns);
    }
}

/* Small networks of odd layers. */
static const struct layer odd_layers[] = {
    { "conv1", CONVOLUTION, 5, 3, 2, 24, 1, 0, 1 },
    { "maxpool", MAX_POOL, 2, 1, 1, 0, 1, 0, 0 },
    { "a.downsample.0", CONVOLUTION, 1, 2, 0, 16, 1, 0, 0 },
    { "a.conv1", CONVOLUTION, 3, 2, 1, 16, 2, 0, 1 },
    { "a.conv2", CONVOLUTION, 3, 1, 1, 16, 1, 2, 1 },
    { "b.conv1", CONVOLUTION, 4, 2, 0, 8, 1, 0, 0 },
    { "avgpool", AVERAGE_POOL, 0, 1, 0, 0, 1, 0, 0 },
    { "fc", FULLY_CONNECTED, 1, 1, 0, 1000, 1, 0, 0 },
};
static const struct network odd = { "odd", odd_layers, COUNT(odd_layers) };

/* A network's outputs on the CPU, from random weights and a random image. */
struct passed {
    struct plan plan;
    struct tensors tensors;
    float *outputs;
};

static struct passed pass(const struct network *network, int image, int batch, int seed)
{
    struct passed p = { .plan = plan_make(network, image, batch) };
    float *weights = floats(p.plan.weights), *columns = floats(p.plan.columns);
    double ms[PARTS] = { 0 };
    char why[100];

    p.outputs = floats(p.plan.outputs);
    weights_random(&p.tensors, network, seed);
    assert_int_equal(weights_fold(weights, &p.plan, &p.tensors, why, sizeof(why)), 0);
    random_uniform(p.outputs, p.plan.input, seed, 0);
    assert_int_equal(forward_cpu(&p.plan, p.outputs, weights, columns, ms), 0);
    free(weights);
    free(columns);
    return p;
}

static void pass_free(struct passed *p)
{
    weights_free(&p->tensors);
    free(p->outputs);
}

static void opponent_agrees_with_the_reference(void **state)
{
    static const int sizes[][2] = { { 29, 1 }, { 32, 2 }, { 41, 3 }, { 47, 1 } };

    (void)state;
    for (int t = 0; t < COUNT(sizes); t++) {
        struct passed p = pass(&odd, sizes[t][0], sizes[t][1], t);
        float *want = floats(p.plan.outputs);
        memcpy(want, p.outputs, p.plan.input * sizeof(float));
        forward_reference(&p.plan, want, &p.tensors);
        for (int i = 0; i < p.plan.count; i++) {
            const struct step *s = &p.plan.steps[i];
            double error = 0, most = 0;
            for (size_t j = s->output; j < s->output + s->outputs; j++) {
                error = fmax(error, fabs(p.outputs[j] - want[j]));
                most = fmax(most, fabs(want[j]));
            }
            assert_true(most > 0.01);
            assert_true(error <= 4e-6 * most);
        }
        free(want);
        pass_free(&p);
    }
}

/* PyTorch 2.15 with torchvision's models, in double, given the same numbers as weights and image
 * (random_uniform, ported to NumPy): the first four logits of the last image. */
static void logits_are_those_of_pytorch(void **state)
{
    static const struct {
        int network, image, batch;
        double logits[4], largest;
    } known[] = {
        { 0, 64, 1, { 3.562717, -0.579457, 2.480578, -2.265724 }, 14.38 },
        { 1, 33, 2, { -23.658488, -5.453711, -15.071093, 3.667018 }, 99.44 },
    };

    (void)state;
    for (int t = 0; t < COUNT(known); t++) {
        struct passed p = pass(&networks[known[t].network], known[t].image, known[t].batch, 1);
        const struct step *last = &p.plan.steps[p.plan.count - 1];
        const float *got = p.outputs + last->output + last->outputs - CLASSES;
        for (int i = 0; i < 4; i++)
            assert_true(fabs(got[i] - known[t].logits[i]) < 1e-5 * known[t].largest);
        pass_free(&p);
    }
}

/* One 3 x 3 convolution of ones over ones counts the pixels it meets, and its batch norm makes
 * (count - 3) / 2 * 4 + 1 of them; one ReLU. */
static void reference_follows_the_definition(void **state)
{
    static const struct layer one[] = { { "conv1", CONVOLUTION, 3, 1, 1, 8, 1, 0, 1 } };
    static const struct network network = { "one", one, 1 };
    struct plan plan = plan_make(&network, 3, 1);
    struct tensors tensors;
    float outputs[64 + 72]; /* the first layer's begin at a multiple of 64 */

    (void)state;
    weights_random(&tensors, &network, 1);
    for (int t = 0; t < tensors.count; t++)
        for (size_t i = 0; i < elements(&tensors.tensor[t]); i++)
            tensors.tensor[t].data[i] = (float[]){ 1, 4, 1, 3, 4 - 1e-5f }[t];
    for (int i = 0; i < 27; i++)
        outputs[i] = i % 3 == 2 ? -1 : 1; /* channels 1, 1, -1: they add up to 1 */
    forward_reference(&plan, outputs, &tensors);
    for (int i = 0; i < 9; i++) {
        int rows = i / 3 == 1 ? 3 : 2, cols = i % 3 == 1 ? 3 : 2;
        assert_true(fabs(outputs[64 + 8 * i + 5] - ((rows * cols - 3) * 2 + 1)) < 1e-5);
    }
    weights_free(&tensors);
}

/* Outside the image lies nothing, not zeros: the largest of negative numbers is negative. */
static void pooling_ignores_what_lies_outside(void **state)
{
    static const struct layer one[] = { { "maxpool", MAX_POOL, 3, 2, 1, 0, 1, 0, 0 } };
    static const struct network network = { "pool", one, 1 };
    struct plan plan = plan_make(&network, 4, 1);
    float got[64 + 12] = { 0 }, want[64 + 12] = { 0 };
    double ms[PARTS] = { 0 };

    (void)state;
    for (int i = 0; i < 48; i++)
        got[i] = want[i] = -100 + i;
    assert_int_equal(forward_cpu(&plan, got, NULL, NULL, ms), 0);
    forward_reference(&plan, want, &(struct tensors){ .count = 0 });
    assert_memory_equal(got, want, sizeof(got));
    assert_true(got[64] == -100 + 15);      /* pixel (1, 1) of (0..1, 0..1), channel 0 */
    assert_true(got[64 + 11] == -100 + 47); /* pixel (3, 3), channel 2 */
}

/* ---- files of weights ----------------------------------------------------------------------- */

static char path[64];
static FILE *file;

static void put(const void *bytes, size_t count)
{
    assert_int_equal(fwrite(bytes, 1, count, file), count);
}

static void put_number(uint32_t number)
{
    put(&number, 4);
}

static void put_tensor(const char *name, const struct tensor *t)
{
    put_number(strlen(name));
    put(name, strlen(name));
    put_number(t->dims);
    for (int d = 0; d < t->dims; d++)
        put_number(t->dim[d]);
    put(t->data, elements(t) * sizeof(float));
}

static void open_file(const char *magic, uint32_t version, uint32_t count)
{
    assert_non_null(file = fopen(path, "wb"));
    put(magic, 8);
    put_number(version);
    put_number(count);
}

/* All tensors, except the one of that number. */
static void put_all(const struct tensors *tensors, int except)
{
    for (int i = 0; i < tensors->count; i++)
        if (i != except)
            put_tensor(tensors->tensor[i].name, &tensors->tensor[i]);
}

/* Closes and reads the file, which must be refused in these words. */
static void refused(const char *words)
{
    struct tensors got;
    char why[160] = "";

    fclose(file);
    assert_int_equal(weights_read(&got, &odd, path, why, sizeof(why)), -1);
    assert_int_equal(got.count, 0);
    if (!strstr(why, words))
        fail_msg("'%s' lacks '%s'", why, words);
    assert_null(strchr(why, '\n'));
}

static void a_file_is_read_as_it_was_written(void **state)
{
    const struct tensors *tensors = *state;
    struct tensors got;
    char why[160];

    open_file("LAB6NETW", 1, tensors->count);
    put_all(tensors, -1);
    fclose(file);
    assert_int_equal(weights_read(&got, &odd, path, why, sizeof(why)), 0);
    assert_int_equal(got.count, tensors->count);
    for (int i = 0; i < got.count; i++) {
        assert_string_equal(got.tensor[i].name, tensors->tensor[i].name);
        assert_memory_equal(got.tensor[i].data, tensors->tensor[i].data,
                            elements(&got.tensor[i]) * sizeof(float));
    }
    weights_free(&got);
}

static void other_files_are_refused(void **state)
{
    struct tensors got;
    char why[160];

    (void)state;
    assert_int_equal(weights_read(&got, &odd, "/no/such/file", why, sizeof(why)), -1);
    assert_non_null(strstr(why, "No such file"));
    assert_non_null(file = fopen(path, "wb"));
    refused("is no file of weights");
    open_file("LAB6NETX", 1, 0);
    refused("must begin with LAB6NETW");
    open_file("LAB6NETW", 2, 0);
    refused("is of version 2, must be 1");
    open_file("LAB6NETW", 1, 100000);
    refused("has 100000 tensors");
    open_file("LAB6NETW", 1, 0);
    refused("conv1.weight: is missing");
}

static void tensors_are_refused_by_name(void **state)
{
    const struct tensors *tensors = *state;
    struct tensor t = tensors->tensor[0];

    open_file("LAB6NETW", 1, tensors->count - 1);
    put_all(tensors, 7);
    refused("a.downsample.1.bias: is missing");

    open_file("LAB6NETW", 1, 1);
    t.dim[3] = 1;
    put_tensor("conv1.weight", &t);
    refused("conv1.weight: is 24 x 3 x 5 x 1, must be 24 x 3 x 5 x 5");

    open_file("LAB6NETW", 1, tensors->count + 1);
    put_tensor("layer9.weight", &tensors->tensor[0]);
    refused("layer9.weight: odd has no such tensor");

    open_file("LAB6NETW", 1, tensors->count + 1);
    put_tensor("bn1.bias", &tensors->tensor[2]);
    put_tensor("bn1.bias", &tensors->tensor[2]);
    refused("bn1.bias: is there twice");

    open_file("LAB6NETW", 1, tensors->count);
    put_all(tensors, -1);
    put("x", 1);
    refused("goes on after its");

    t = tensors->tensor[1]; /* of one dimension */
    open_file("LAB6NETW", 1, tensors->count + 1);
    put_tensor("logits", &t);
    refused("logits: is 24, must be n x 1000");
    open_file("LAB6NETW", 1, tensors->count + 1);
    put_tensor("input", &t);
    refused("input: is 24, must be n x 3 x s x s");
}

static void nonsense_in_a_file_is_refused(void **state)
{
    (void)state;
    open_file("LAB6NETW", 1, 1);
    put_number(1000);
    refused("a name of 1000 letters");
    open_file("LAB6NETW", 1, 1);
    put_number(12);
    put("conv1.weight", 12);
    put_number(9);
    refused("conv1.weight: has 9 dimensions");
    open_file("LAB6NETW", 1, 1);
    put_number(5);
    put("input", 5);
    put_number(4);
    for (int d = 0; d < 4; d++)
        put_number(0xFFFFFFFF);
    refused("input: a dimension of 4294967295");
}

static void a_file_cut_off_anywhere_is_refused(void **state)
{
    const struct tensors *tensors = *state;
    struct tensors got;
    char why[160];
    long whole;

    open_file("LAB6NETW", 1, tensors->count);
    put_all(tensors, -1);
    whole = ftell(file);
    fclose(file);
    for (long bytes = whole - 1; bytes >= 0; bytes -= bytes > 60 ? 997 : 1) {
        assert_int_equal(truncate(path, bytes), 0);
        assert_int_equal(weights_read(&got, &odd, path, why, sizeof(why)), -1);
        assert_non_null(strstr(why, bytes < 8 ? "is no file of weights" : "ends too early"));
    }
}

static void numbers_that_are_not_finite_are_refused(void **state)
{
    struct tensors *tensors = *state;
    struct plan plan = plan_make(&odd, 32, 1);
    float *weights = floats(plan.weights), *at = &tensors->tensor[4].data[3], kept = *at;
    char why[160];

    *at = -1; /* a variance */
    assert_string_equal(tensors->tensor[4].name, "bn1.running_var");
    assert_int_equal(weights_fold(weights, &plan, tensors, why, sizeof(why)), -1);
    assert_string_equal(why, "conv1: its weights or its batch norm are not finite");
    *at = kept;
    assert_int_equal(weights_fold(weights, &plan, tensors, why, sizeof(why)), 0);
    free(weights);
}

/* ---- photos --------------------------------------------------------------------------------- */

static void write_photo(const char *head, const void *pixels, size_t bytes)
{
    assert_non_null(file = fopen(path, "wb"));
    put(head, strlen(head));
    put(pixels, bytes);
    fclose(file);
}

/* The normalised value of a channel whose brightness is 0 to 1. */
static double normal(double brightness, int channel)
{
    static const double mean[] = { 0.485, 0.456, 0.406 }, deviation[] = { 0.229, 0.224, 0.225 };

    return (brightness - mean[channel]) / deviation[channel];
}

static void photos_are_read(void **state)
{
    static const unsigned char bytes[] = { 51, 102, 153, 255, 0, 204 };
    static const unsigned char words[] = { 0, 51, 0, 102, 0, 153, 0, 255, 0, 0, 0, 204 };
    static const char *const heads[] = { "P6\n2 1\n255\n", "P6 2 1 255 ", "P6\t2\r\n1\n255\n",
                                         "P6\n# a comment\n2 # another\n#and one\n1\n255\n" };
    float image[12];
    char why[160];

    (void)state;
    for (int t = 0; t <= COUNT(heads); t++) {
        if (t < COUNT(heads))
            write_photo(heads[t], bytes, sizeof(bytes));
        else
            write_photo("P6\n2 1\n256\n", words, sizeof(words));
        assert_int_equal(image_read(image, 2, path, why, sizeof(why)), 0);
        for (int i = 0; i < 12; i++) { /* both rows are the photo's one */
            double most = t < COUNT(heads) ? 255 : 256;
            assert_true(fabs(image[i] - normal(bytes[i % 6] / most, i % 3)) < 1e-6);
        }
    }
}

/* 2 x 2 grey pixels to 4 x 4: the middles of the new ones lie at -1/4, 1/4, 3/4, 5/4 of the old. */
static void photos_are_resized_bilinearly(void **state)
{
    static const unsigned char grey[] = { 0, 0, 0, 100, 100, 100, 40, 40, 40, 200, 200, 200 };
    static const double along[] = { 0, 0.25, 0.75, 1 };
    float image[48];
    char why[160];

    (void)state;
    write_photo("P6 2 2 200\n", grey, sizeof(grey));
    assert_int_equal(image_read(image, 4, path, why, sizeof(why)), 0);
    for (int i = 0; i < 48; i++) {
        double x = along[i / 3 % 4], y = along[i / 12];
        double want = (100 * x * (1 - y) + 40 * (1 - x) * y + 200 * x * y) / 200;
        assert_true(fabs(image[i] - normal(want, i % 3)) < 1e-6);
    }
}

static void other_pictures_are_refused(void **state)
{
    static const char *const heads[][2] = {
        { "", "must begin with P6" },
        { "P3\n2 1\n255\n", "must begin with P6" },
        { "P6", "width and height" },
        { "P6\n0 1\n255\n", "width and height" },
        { "P6\n-2 1\n255\n", "width and height" },
        { "P6\n99999 99999\n255\n", "width and height" },
        { "P6\n99999999999999999999 1\n255\n", "width and height" },
        { "P6\n2 1\n0\n", "maxval" },
        { "P6\n2 1\n65536\n", "maxval" },
        { "P6\n2 1\n255x", "maxval" },
        { "P6\n2 1 # no end", "maxval" },
        { "P6\n3 1\n255\n", "ends too early: 3 x 1 pixels need 9 bytes" },
    };
    float image[12];
    char why[160];

    (void)state;
    for (int t = 0; t < COUNT(heads); t++) {
        write_photo(heads[t][0], "abcdef", strncmp(heads[t][0], "P6\n2 1 #", 8) ? 6 : 0);
        assert_int_equal(image_read(image, 2, path, why, sizeof(why)), -1);
        if (!strstr(why, heads[t][1]))
            fail_msg("'%s' lacks '%s'", why, heads[t][1]);
    }
    assert_int_equal(image_read(image, 2, "/no/such/file", why, sizeof(why)), -1);
    assert_int_equal(image_read(image, 2, "/", why, sizeof(why)), -1);
}

/* ---- in a group ----------------------------------------------------------------------------- */

static int begin(void **state)
{
    static struct tensors tensors;

    snprintf(path, sizeof(path), "/tmp/test_forward.%d", (int)getpid());
    weights_random(&tensors, &odd, 3);
    *state = &tensors;
    return 0;
}

static int end(void **state)
{
    weights_free(*state);
    unlink(path);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(resnet50_has_the_20_shapes),
        cmocka_unit_test(networks_have_their_weights_and_operations),
        cmocka_unit_test(outputs_are_aligned_and_do_not_overlap),
        cmocka_unit_test(sides_are_rounded_up),
        cmocka_unit_test(im2col_is_right_at_ragged_sizes),
        cmocka_unit_test(opponent_agrees_with_the_reference),
        cmocka_unit_test(logits_are_those_of_pytorch),
        cmocka_unit_test(reference_follows_the_definition),
        cmocka_unit_test(pooling_ignores_what_lies_outside),
        cmocka_unit_test(a_file_is_read_as_it_was_written),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(tensors_are_refused_by_name),
        cmocka_unit_test(nonsense_in_a_file_is_refused),
        cmocka_unit_test(a_file_cut_off_anywhere_is_refused),
        cmocka_unit_test(numbers_that_are_not_finite_are_refused),
        cmocka_unit_test(photos_are_read),
        cmocka_unit_test(photos_are_resized_bilinearly),
        cmocka_unit_test(other_pictures_are_refused),
    };

    return cmocka_run_group_tests(tests, begin, end);
}
