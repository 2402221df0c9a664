/* lab06_resnet_layers/network: the networks, the layers on the CPU and their reference, files of
 * tensors; and im2col on the CPU. */
#include "unit.h"
#include <unistd.h>
#include "lab06_resnet_layers/im2col.cu"
#include "lab06_resnet_layers/network/layers.cu"
#include "lab06_resnet_layers/network/layers_cpu.cu"
#include "lab06_resnet_layers/network/files.cu"
#include "lab06_resnet_layers/shapes.h"
#include "capture.h"
#include "uniform.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* Photos are test_photo's. */
bool is_photo(FILE *)
{
    return false;
}

const char *read_photo(FILE *, int, struct picture *)
{
    return "";
}

static float *floats(size_t count)
{
    return (float *)host_memory(count * sizeof(float));
}

/* ---- the networks --------------------------------------------------------------------------- */

TEST(resnet50_has_the_20_shapes)
{
    struct plan plan = plan_make(&networks[1], 224, 1);
    int convolutions = 0;

    for (int i = 0; i < LAYERS; i++) {
        const struct layer_shape *shape = &layers[i];
        int count = 0;
        for (int l = 0; l < plan.count; l++) {
            const struct step *s = &plan.steps[l];
            count += s->kind == CONVOLUTION && s->k == shape->k &&
                     s->out_height * s->out_width == shape->m && s->out_channels == shape->n;
        }
        assert_int_equal(count, shape->count);
        convolutions += count;
    }
    assert_int_equal(convolutions, 53);
}

/* torchvision's documentation: 11,689,512 and 25,557,032 parameters; 1.81 and 4.09 G multiply-adds;
 * of MobileNetV2 3,504,872 and 0.30 G.
 * A folded batch norm has one number per channel where the parameters count two. */
TEST(networks_have_their_weights_and_operations)
{
    static const double parameters[] = { 11689512, 25557032, 3504872, 24736 };
    static const double gflops[] = { 2 * 1.81, 2 * 4.09, 2 * 0.30, 0.069 };

    for (int n = 0; networks[n].name; n++) {
        struct plan plan = plan_make(&networks[n], 224, 3);
        double channels = 0, weights = 0; /* without the gaps before a layer's own */
        for (int i = 0; i < plan.count; i++)
            if (plan.steps[i].part != POOL) {
                weights += (plan.steps[i].k + 1) * plan.steps[i].out_channels;
                channels += plan.steps[i].kind == FULLY_CONNECTED ? 0 : plan.steps[i].out_channels;
            }
        assert_true(weights == parameters[n] - channels);
        assert_true(fabs(plan.flops / 3 / 1e9 - gflops[n]) < 0.02);
    }
}

/* Each begins where the gap behind the one before has ended, or later, at a multiple of 256 bytes.
 */
TEST(outputs_are_aligned_and_do_not_overlap)
{
    for (int n = 0; networks[n].name; n++) {
        struct plan plan = plan_make(&networks[n], 33, 3);
        size_t end = 0;
        assert_int_equal(plan.input, 3 * 33 * 33 * 3);
        for (int i = 0; i < plan.count; i++) {
            assert_true(plan.steps[i].output >= end);
            assert_int_equal(plan.steps[i].output % 64, 0);
            assert_int_equal(plan.steps[i].weights % 64, 0);
            end = plan.steps[i].output + plan.steps[i].outputs + GAP;
        }
        assert_true(plan.outputs >= end);
    }
}

TEST(what_is_written_into_a_gap_is_named)
{
    float *gap = floats(GAP);
    struct check check;

    check_begin(&check, "gpu_v1", "worked", NULL);
    check_at(&check, "conv1");
    for (int turn = 0; turn < 2; turn++) {
        check.poison = turn ? POISON_NUMBER : POISON_BYTE;
        memset(gap, check.poison, GAP * sizeof(float));
        check_gap(&check, gap);
        assert_int_equal(check.wrong, 0);
    }
    gap[GAP - 1] = 0;
    check_gap(&check, gap);
    assert_string_equal(check.message,
                        "conv1: wrote outside: float 1024 past the end of the output");
    free(gap);
}

TEST(sides_are_rounded_up)
{
    static const int sides[][2] = { { 224, 7 }, { 225, 8 }, { 97, 4 }, { 32, 1 }, { 33, 2 } };

    for (int i = 0; i < COUNT(sides); i++) {
        struct plan plan = plan_make(&networks[0], sides[i][0], 1);
        const struct step *pool = &plan.steps[plan.count - 2];
        assert_int_equal(pool->height, sides[i][1]);
        assert_int_equal(pool->kernel, sides[i][1]);
        assert_int_equal(pool->out_width, 1);
    }
}

/* ---- the layers ----------------------------------------------------------------------------- */

TEST(im2col_is_right_at_ragged_sizes)
{
    static const int shapes[][7] = { /* batch, height, width, channels, kernel, stride, padding */
                                     { 1, 1, 1, 1, 1, 1, 0 },   { 1, 5, 7, 3, 3, 2, 1 },
                                     { 2, 9, 8, 3, 7, 2, 3 },   { 3, 6, 5, 4, 1, 2, 0 },
                                     { 1, 17, 13, 8, 3, 1, 1 }, { 2, 2, 3, 5, 5, 1, 4 },
                                     { 2, 31, 33, 2, 2, 3, 0 }
    };

    for (int t = 0; t < COUNT(shapes); t++) {
        const int *s = shapes[t], height = s[1], width = s[2], channels = s[3], kernel = s[4];
        int rows = (height + 2 * s[6] - kernel) / s[5] + 1;
        int cols = (width + 2 * s[6] - kernel) / s[5] + 1;
        size_t count = (size_t)s[0] * rows * cols * kernel * kernel * channels, i = 0;
        float *image = floats(s[0] * height * width * channels), *columns = floats(count);
        uniform(image, s[0] * height * width * channels, t, 0);
        memset(columns, 0xFF, count * sizeof(float));
        im2col(columns, image, s[0], height, width, channels, kernel, s[5], s[6]);
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

static struct plan empty_plan(int image, int batch)
{
    struct plan plan = {};

    plan.image = image;
    plan.batch = batch;
    plan.input = (size_t)batch * image * image * 3;
    return plan;
}

/* A small network of odd layers. */
static struct plan odd_plan(int image, int batch)
{
    struct plan p = empty_plan(image, batch);

    add_step(&p, "conv1", CONVOLUTION, -1, 5, 3, 2, 24, -1, 1);
    int x = add_step(&p, "maxpool", MAX_POOL, 0, 2, 1, 1, 0, -1, 0);
    int shortcut = add_step(&p, "a.downsample.0", CONVOLUTION, x, 1, 2, 0, 16, -1, 0);
    x = add_step(&p, "a.conv1", CONVOLUTION, x, 3, 2, 1, 16, -1, 1);
    x = add_step(&p, "a.conv2", CONVOLUTION, x, 3, 1, 1, 16, shortcut, 1);
    x = add_step(&p, "b.conv1", CONVOLUTION, x, 4, 2, 0, 8, -1, 0);
    x = add_step(&p, "avgpool", AVERAGE_POOL, x, p.steps[x].out_height, 1, 0, 0, -1, 0);
    add_step(&p, "fc", FULLY_CONNECTED, x, 1, 1, 0, 1000, -1, 0);
    return p;
}

static void forward_reference(const struct plan *plan, float *outputs, const float *image,
                              const float *weights)
{
    for (int i = 0; i < plan->count; i++)
        for (size_t j = 0; j < plan->steps[i].outputs; j++)
            outputs[plan->steps[i].output + j] =
                (float)reference_at(&plan->steps[i], outputs, image, weights, j);
}

/* A network's outputs on the CPU, from an image. */
static float *passed(const struct plan *plan, const float *image, const float *weights)
{
    float *outputs = floats(plan->outputs);
    double ms[PARTS];

    forward_cpu(plan, outputs, image, weights, ms);
    return outputs;
}

static float *random_image(const struct plan *plan, unsigned long long seed)
{
    float *image = floats(plan->input);

    for (size_t i = 0; i < plan->input; i++) /* 25 bits, as the weights */
        image[i] = ((int)(random_bits(seed, 1, i) >> 39) - (1 << 24)) * 0x1p-24f;
    return image;
}

static float *drawn(const struct plan *plan, unsigned long long seed)
{
    float *weights = floats(plan->weights);

    random_weights(weights, plan, seed);
    return weights;
}

TEST(opponent_agrees_with_the_reference)
{
    static const int sizes[][2] = { { 29, 1 }, { 32, 2 }, { 41, 3 }, { 47, 1 } };

    for (int t = 0; t < COUNT(sizes); t++) {
        struct plan plan = odd_plan(sizes[t][0], sizes[t][1]);
        float *weights = drawn(&plan, t), *image = random_image(&plan, t);
        float *got = passed(&plan, image, weights), *want = floats(plan.outputs);
        forward_reference(&plan, want, image, weights);
        for (int i = 0; i < plan.count; i++) {
            const struct step *s = &plan.steps[i];
            double error = 0, most = 0;
            for (size_t j = s->output; j < s->output + s->outputs; j++) {
                error = fmax(error, fabs(got[j] - want[j]));
                most = fmax(most, fabs(want[j]));
            }
            assert_true(most > 0.01);
            assert_true(error <= 4e-6 * most);
        }
        free(weights);
        free(image);
        free(want);
        free(got);
    }
}

/* PyTorch 2.15 with torchvision's models, in double, given the same numbers as weights, biases and
 * image: the first four logits of the last image. */
TEST(logits_are_those_of_pytorch)
{
    static const struct {
        int network, image, batch;
        double logits[4], largest;
    } known[] = {
        { 0, 64, 1, { -11.411787, -4.423886, -24.378841, 3.866153 }, 50.56 },
        { 1, 33, 2, { 93.863999, -299.099128, 83.861013, -76.756231 }, 542.86 },
    };

    for (int t = 0; t < COUNT(known); t++) {
        struct plan plan = plan_make(&networks[known[t].network], known[t].image, known[t].batch);
        float *weights = drawn(&plan, 1), *image = random_image(&plan, 1);
        float *outputs = passed(&plan, image, weights);
        const struct step *last = &plan.steps[plan.count - 1];
        const float *got = outputs + last->output + last->outputs - MOST_CLASSES;
        for (int i = 0; i < 4; i++)
            assert_true(fabs(got[i] - known[t].logits[i]) < 1e-5 * known[t].largest);
        free(weights);
        free(image);
        free(outputs);
    }
}

/* One 3 x 3 convolution of ones over ones counts the pixels that it meets. */
TEST(reference_follows_the_definition)
{
    struct plan plan = empty_plan(3, 1);
    float weights[27 * 8 + 8], image[27], outputs[72 + GAP];

    add_step(&plan, "conv1", CONVOLUTION, -1, 3, 1, 1, 8, -1, 1);
    for (int i = 0; i < COUNT(weights); i++)
        weights[i] = i < 27 * 8 ? 1 : i == 27 * 8 + 5 ? -5 : 0.5f;
    for (int i = 0; i < 27; i++)
        image[i] = i % 3 == 2 ? -1 : 1; /* channels 1, 1, -1: they add up to 1 */
    forward_reference(&plan, outputs, image, weights);
    for (int i = 0; i < 9; i++) {
        int rows = i / 3 == 1 ? 3 : 2, cols = i % 3 == 1 ? 3 : 2;
        assert_true(outputs[8 * i + 4] == rows * cols + 0.5f);
        assert_true(outputs[8 * i + 5] == (rows * cols > 5 ? rows * cols - 5 : 0));
    }
}

/* Outside the image lies nothing, not zeros: the largest of negative numbers is negative. */
TEST(pooling_ignores_what_lies_outside)
{
    struct plan plan = empty_plan(4, 1);
    float image[48], got[64 + 1088 + 1088] = {}, want[64 + 1088 + 1088] = {};
    double ms[PARTS];

    add_step(&plan, "maxpool", MAX_POOL, -1, 3, 2, 1, 0, -1, 0);
    add_step(&plan, "avgpool", AVERAGE_POOL, 0, 2, 1, 0, 0, -1, 0);
    assert_true(plan.outputs <= COUNT(got));
    for (int i = 0; i < 48; i++)
        image[i] = -100 + i;
    forward_cpu(&plan, got, image, NULL, ms);
    forward_reference(&plan, want, image, NULL);
    assert_memory_equal(got, want, sizeof(got));
    assert_true(got[0] == -100 + 15);  /* pixel (1, 1) of (0..1, 0..1), channel 0 */
    assert_true(got[11] == -100 + 47); /* pixel (3, 3), channel 2 */
    assert_true(got[plan.steps[1].output] == (-85 + -79 + -61 + -55) / 4.0f);
}

/* ---- files of tensors ----------------------------------------------------------------------- */

static char path[64];
static FILE *file;

static void put(const void *bytes, size_t count)
{
    assert_int_equal(fwrite(bytes, 1, count, file), count);
}

static void begin_file(const char *magic)
{
    assert_non_null(file = fopen(path, "wb"));
    put(magic, 8);
}

static void put_tensor(const char *name, const float *x, uint32_t d0, uint32_t d1, uint32_t d2,
                       uint32_t d3)
{
    struct tensor t = {};

    snprintf(t.name, sizeof(t.name), "%s", name);
    t.dim[0] = d0, t.dim[1] = d1, t.dim[2] = d2, t.dim[3] = d3;
    put(&t, sizeof(t));
    put(x, (size_t)d0 * d1 * d2 * d3 * sizeof(float));
}

/* A file of all weights; the layer of that number is called otherwise. */
static void put_weights(const struct plan *plan, const float *weights, int other)
{
    char name[48];

    begin_file(MAGIC);
    for (int i = 0; i < plan->count; i++) {
        const struct step *s = &plan->steps[i];
        if (s->part == POOL)
            continue;
        snprintf(name, sizeof(name), "%s.weight", i == other ? "layer9" : s->name);
        put_tensor(name, weights + s->weights, s->kernel, s->kernel, s->channels, s->out_channels);
        snprintf(name, sizeof(name), "%s.bias", s->name);
        put_tensor(name, weights + s->bias, 1, 1, 1, s->out_channels);
    }
}

static struct lab lab;
static struct plan odd;
static float *odd_weights;

static void read_odd(void *)
{
    float *x = floats(odd.weights);

    read_weights(&lab, path, &odd, x);
    for (int i = 0; i < odd.count; i++) { /* between layers there may be a gap */
        const struct step *s = &odd.steps[i];
        if (s->part != POOL)
            assert_memory_equal(x + s->weights, odd_weights + s->weights,
                                (s->k + 1) * s->out_channels * sizeof(float));
    }
    free(x);
}

static void read_an_input(void *)
{
    struct input input = read_input(&lab, path, MOST_CLASSES);

    printf("%d of %d, %s\n", input.batch, input.side, input.logits ? "logits" : "no logits");
    free(input.image);
    free(input.logits);
}

/* Reads the file, which must be refused in these words and one line. */
static void refused(void (*read)(void *), const char *words)
{
    if (file)
        fclose(file);
    file = NULL;
    struct said said = capture(read, NULL);
    assert_int_equal(said.status, STATUS_USAGE);
    assert_said(said.err, words);
    assert_int_equal(lines(said.err), 1);
}

TEST(weights_are_read_as_they_were_written)
{
    put_weights(&odd, odd_weights, -1);
    fclose(file);
    read_odd(NULL);
}

TEST(inputs_are_read)
{
    static float x[2 * 33 * 33 * 3];

    begin_file(MAGIC);
    put_tensor("input", x, 2, 33, 33, 3);
    fclose(file);
    struct said said = capture(read_an_input, NULL);
    assert_string_equal(said.out, "2 of 33, no logits\n");
    assert_non_null(file = fopen(path, "ab"));
    put_tensor("logits", x, 1, 1, 2, 1000);
    fclose(file);
    said = capture(read_an_input, NULL);
    assert_string_equal(said.out, "2 of 33, logits\n");
    file = NULL;
}

TEST(other_files_are_refused)
{
    unlink(path);
    refused(read_odd, "--weights '/tmp/test_network.");
    refused(read_odd, "No such file");
    refused(read_an_input, "--input '/tmp/test_network.");
    assert_non_null(file = fopen(path, "wb"));
    refused(read_odd, "is no file of tensors");
    begin_file("TENSORS2");
    refused(read_odd, "is no file of tensors");
    begin_file(MAGIC);
    refused(read_odd, "conv1.weight: the file ends too early");
}

/* A file of these tensors alone must be refused. */
static void refused_of(void (*read)(void *), std::initializer_list<struct tensor> tensors,
                       const char *more, const char *words)
{
    static float x[32 * 32 * 3];

    begin_file(MAGIC);
    for (const struct tensor &t : tensors)
        put_tensor(t.name, x, t.dim[0], t.dim[1], t.dim[2], t.dim[3]);
    put(more, strlen(more));
    refused(read, words);
}

TEST(wrong_tensors_are_refused)
{
    const struct tensor input = { "input", { 1, 32, 32, 3 } };

    put_weights(&odd, odd_weights, 3);
    refused(read_odd, "has layer9.weight where a.conv1.weight must be");
    put_weights(&odd, odd_weights, -1);
    put("x", 1);
    refused(read_odd, "goes on after fc.bias, which must be the last");
    refused_of(read_odd, { { "new\nline", { 1, 1, 1, 1 } } }, "",
               "has something else where conv1.weight must be");
    refused_of(read_odd, { { "conv1.weight", { 5, 5, 3, 23 } } }, "",
               "conv1.weight: is 5 x 5 x 3 x 23, must be 5 x 5 x 3 x 24");
    refused_of(read_odd, { { "conv1.weight", { 1, 1, 1, 24 } } }, "",
               "conv1.weight: is 1 x 1 x 1 x 24, must be 5 x 5 x 3 x 24");
    refused_of(read_an_input, { { "input", { 1, 31, 31, 3 } } }, "",
               "must be 1 to 4096 images of 32 x 32 to 4096 x 4096 pixels");
    refused_of(read_an_input, { { "input", { 0, 4000, 4000, 3 } } }, "",
               "must be 1 to 4096 images");
    refused_of(read_an_input, { { "input", { 1, 32, 31, 3 } } }, "",
               "input: is 1 x 32 x 31 x 3, must be 1 x 32 x 32 x 3");
    refused_of(read_an_input, { input, { "logits", { 1, 1, 2, 1000 } } }, "",
               "logits: is 1 x 1 x 2 x 1000, must be 1 x 1 x 1 x 1000");
    refused_of(read_an_input, { input, { "logits", { 1, 1, 1, 1000 } } }, "x",
               "goes on after logits, which must be the last");
    const struct tensor large = { "input", { 4096, 4096, 4096, 3 } }; /* and no numbers */
    begin_file(MAGIC);
    put(&large, sizeof(large));
    refused(read_an_input, "input: the file ends too early");
}

TEST(a_file_cut_off_anywhere_is_refused)
{
    put_weights(&odd, odd_weights, -1);
    long whole = ftell(file);
    for (long bytes = whole - 1; bytes >= 0; bytes -= bytes > 100 ? whole / 20 : 7) {
        if (file)
            fflush(file);
        assert_int_equal(truncate(path, bytes), 0);
        refused(read_odd, bytes < 8 ? "is no file of tensors" : "ends too early");
    }
}

TEST(numbers_that_are_not_finite_are_refused)
{
    static const float bad[] = { NAN, INFINITY, -INFINITY };

    for (int i = 0; i < COUNT(bad); i++) {
        float *at = &odd_weights[odd.steps[0].bias + 3], kept = *at;
        *at = bad[i];
        put_weights(&odd, odd_weights, -1);
        *at = kept;
        refused(read_odd, "conv1.bias: element 3 is not a finite number");
    }
}

/* ---- around them all ------------------------------------------------------------------------ */

static int begin(void **)
{
    snprintf(path, sizeof(path), "/tmp/test_network.%d", (int)getpid());
    lab.name = "lab";
    odd = odd_plan(32, 1);
    odd_weights = drawn(&odd, 3);
    return 0;
}

static int end(void **)
{
    free(odd_weights);
    unlink(path);
    return 0;
}

AROUND_ALL(begin, end)
