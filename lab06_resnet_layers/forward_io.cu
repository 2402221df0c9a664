/* Lab 6, part B - what goes into a forward pass, and what it says: table, CSV, classes. */
#include "forward.h"

/* ---- what goes in --------------------------------------------------------------------------- */

void load_weights(struct tensors *tensors, const struct network *network, const struct lab *lab,
                  const struct options *options, const char *file)
{
    char why[160];

    if (!file)
        weights_random(tensors, network, options->seed);
    else if (weights_read(tensors, network, file, why, sizeof(why)))
        options_usage(lab, "--weights '%s': %s", file, why);
}

struct floats fold(const struct network *network, const struct tensors *tensors,
                   const struct lab *lab, const char *file)
{
    struct plan plan = plan_make(network, LEAST_SIDE, 1);
    struct floats weights = floats_make(plan.weights);
    char why[160];

    if (weights_fold(weights.host, &plan, tensors, why, sizeof(why)))
        options_usage(lab, "--weights '%s': %s", file ? file : "", why);
    floats_send(&weights);
    return weights;
}

/* The input of the file of weights, a photo, or random numbers. */
void load_image(struct pass *p, const struct tensor *input, const char *photo,
                const struct lab *lab, unsigned long long seed)
{
    int side = p->plan.image, pixels = side * side, batch = p->plan.batch;
    float *image = p->outputs.host;
    char why[160];

    if (input) {
        for (size_t i = 0; i < p->plan.input; i++) /* n x 3 x s x s becomes n x s x s x 3 */
            image[i] = input->data[(i / 3 / pixels * 3 + i % 3) * pixels + i / 3 % pixels];
        return;
    }
    if (!photo) {
        random_uniform(image, p->plan.input, seed, 0);
        return;
    }
    if (image_read(image, side, photo, why, sizeof(why)))
        options_usage(lab, "--image-file '%s': %s", photo, why);
    for (int b = 1; b < batch; b++)
        memcpy(image + (size_t)b * pixels * 3, image, pixels * 3 * sizeof(float));
}

/* Refuses what is wrong before anything is done. */
void try_photo(const struct forward *f, const struct lab *lab)
{
    float *image = host_floats(LEAST_SIDE * LEAST_SIDE * 3);
    char why[160];

    if (f->image_file && image_read(image, LEAST_SIDE, f->image_file, why, sizeof(why)))
        options_usage(lab, "--image-file '%s': %s", f->image_file, why);
    free(image);
}

/* Bytes: on the host the outputs twice, the columns twice, the largest output, and the weights; on
 * the device outputs, columns and weights. */
void need_room(const struct lab *lab, const struct device *device, const struct network *network,
               long long side, long long batch)
{
    char option[64];

    if (batch > MOST_BATCH)
        options_usage(lab, "--batch %lld: with --network it must be from 1 to %d", batch,
                      MOST_BATCH);
    struct plan plan = plan_make(network, side, batch);
    double outputs = 4.0 * plan.outputs, columns = 4.0 * plan.columns, weights = 4.0 * plan.weights;
    snprintf(option, sizeof(option), "--image %lld --batch %lld", side, batch);
    need_memory_for(lab, option, "give smaller ones", device,
                    2 * outputs + 2 * columns + weights + 4.0 * plan.largest_output,
                    outputs + columns + weights);
}

/* The sizes of images: as asked for by --image, or by --size; or those of a default run. */
void choose_images(struct forward *f, const struct lab *lab, const struct options *options,
                   const struct device *device)
{
    static const long long usual[] = { 224, 512, 1024 };
    int is_default = !options->sweep && options->size == lab->size && !device->is_cpu;

    if (f->image_count)
        return;
    for (int i = 0; i < options->size_count; i++) {
        if (options->sizes[i] < LEAST_SIDE || options->sizes[i] > MOST_SIDE)
            options_usage(lab, "--size %lld: with --network it must be from %d to %d",
                          options->sizes[i], LEAST_SIDE, MOST_SIDE);
        f->images[i] = options->sizes[i];
    }
    f->image_count = options->size_count;
    if (is_default) {
        memcpy(f->images, usual, sizeof(usual));
        f->image_count = COUNT(usual);
    }
}

/* The input in the file of weights, if it is to be used: nothing else was asked for. */
const struct tensor *find_input(struct forward *f, const struct tensors *tensors,
                                const struct lab *lab)
{
    const struct tensor *input = find_tensor(tensors, "input", "");
    const struct tensor *logits = find_tensor(tensors, "logits", "");

    if (!input || f->image_count || f->batch_count || f->image_file)
        return NULL;
    if (input->dim[2] < LEAST_SIDE || input->dim[2] > MOST_SIDE || input->dim[0] > MOST_BATCH)
        options_usage(lab, "--weights '%s': input: must be n x 3 x s x s, n to %d, s from %d to %d",
                      f->weights, MOST_BATCH, LEAST_SIDE, MOST_SIDE);
    if (logits && logits->dim[0] != input->dim[0])
        options_usage(lab, "--weights '%s': logits: of %d images, but input has %d", f->weights,
                      logits->dim[0], input->dim[0]);
    f->images[0] = input->dim[2];
    f->batches[0] = input->dim[0];
    f->image_count = f->batch_count = 1;
    return input;
}

/* ---- rows of the CSV ------------------------------------------------------------------------ */

const char forward_columns[] = "network,batch,layer_type,images_s,first_ms";
static const char *const part_names[PARTS] = { "conv 7x7", "conv 3x3", "conv 1x1",   "downsample",
                                               "pool",     "fc",       "elementwise" };

/* What a row of the CSV has beside the common columns. */
static void own_cells(struct row *row, const struct pass *p)
{
    if (row->part)
        snprintf(row->own, sizeof(row->own), "%s,%d,%s,,", p->plan.network->name, p->plan.batch,
                 part_names[row->part - 1]);
    else
        snprintf(row->own, sizeof(row->own), "%s,%d,all,%.6g,%.6g", p->plan.network->name,
                 p->plan.batch, p->plan.batch / row->time.median_ms * 1e3, p->first_ms);
}

static int has_part(const struct pass *p, int part)
{
    for (int i = 0; i < p->plan.count; i++)
        if (p->plan.steps[i].part == part || part == ELEMENTWISE)
            return 1;
    return 0;
}

/* Operations of the layers of a kind; of all: PARTS. The floor: no lane does more than two. */
static struct work work_of(const struct pass *p, int part, const struct device *device)
{
    struct work work = { "float32", p->plan.image, 0, 0, 0, 0, 0, 0 };

    for (int i = 0; i < p->plan.count; i++)
        if (part == PARTS || p->plan.steps[i].part == part)
            work.flops += 2.0 * p->plan.steps[i].outputs * p->plan.steps[i].k;
    if (device->peak_gflops > 0)
        work.floor_ms = work.flops / device->peak_gflops / 1e6;
    return work;
}

void keep_times(struct report *report, const struct pass *p)
{
    static const char *const device_methods[] = { "no_sync", "sync", "events", "with_transfers" };
    static const char *const cpu_methods[] = { "wall" };
    int device = on_device(p->version), count = device ? METHODS : 1;
    struct work work = work_of(p, PARTS, report->device);

    report_times(report, p->version->name, &work, device ? device_methods : cpu_methods, count,
                 p->times);
    for (int i = 1; i <= count; i++)
        own_cells(&report->rows.row[report->rows.count - i], p);
    for (int part = 0; part < PARTS; part++) {
        if (!has_part(p, part))
            continue;
        work = work_of(p, part, report->device);
        report_times(report, p->version->name, &work,
                     device ? &device_methods[EVENTS] : cpu_methods, 1, &p->times[count + part]);
        struct row *row = &report->rows.row[report->rows.count - 1];
        row->part = part + 1;
        own_cells(row, p);
    }
}

/* ---- the table ---------------------------------------------------------------------------- */

/* 0.041, 1.93, 21.4, 803; a dash for what is not known. */
static const char *number_text(char text[24], double x)
{
    int decimals = x < 1 ? 3 : x < 10 ? 2 : x < 100 ? 1 : 0;

    snprintf(text, 24, x > 0 && x < 1e12 ? "%.*f" : "-", decimals, x);
    return text;
}

static void print_number(int width, double x)
{
    char text[24];

    printf("%*s", width, number_text(text, x));
}

void print_head(void)
{
    printf("%5s %5s %-11s %-6s %10s %24s %8s %8s |%15s\n", "image", "batch", "version", "check",
           "first pass", "ms (synchronized)", "images/s", "GFLOP/s", "vs cpu_openmp");
    printf("%41s %43s|%7s %7s\n", "ms", "", "kernel", "+copies");
}

/* A median from the reference, of this network, image and batch; 0: not known. */
static double reference_ms(const struct report *report, const struct pass *p, const char *version,
                           const char *method)
{
    char own[64];

    snprintf(own, sizeof(own), "%s,%d,all,", p->plan.network->name, p->plan.batch);
    for (int i = 0; i < report->reference.count; i++) {
        const struct row *row = &report->reference.row[i];
        if (!strcmp(row->version, version) && !strcmp(row->method, method) &&
            row->work.size == p->plan.image && !strncmp(row->own, own, strlen(own)))
            return row->time.median_ms;
    }
    return 0;
}

/* Speed-ups of a device's version come from real GPUs only. */
static void print_speed_ups(const struct report *report, const struct pass *p)
{
    int device = on_device(p->version), borrowed = device && report->device->is_cpu;
    const char *name = p->version->name;
    double cpu = p->cpu_ms, kernel = p->times[device ? SYNC : 0].median_ms;
    double copies = device ? p->times[WITH_TRANSFERS].median_ms : 0;

    if (borrowed) {
        cpu = reference_ms(report, p, "cpu_openmp", "wall");
        kernel = reference_ms(report, p, name, "sync");
        copies = reference_ms(report, p, name, "with_transfers");
    }
    printf(" |");
    print_number(7, cpu / kernel);
    print_number(8, cpu / copies);
    putchar('\n');
}

static void print_times(const struct report *report, const struct pass *p)
{
    const struct stats *t = &p->times[on_device(p->version) ? SYNC : 0];
    char times[80], median[24], p05[24], p95[24];

    snprintf(times, sizeof(times), "%s [%s, %s]", number_text(median, t->median_ms),
             number_text(p05, t->p05_ms), number_text(p95, t->p95_ms));
    print_number(10, p->first_ms);
    printf(" %24s ", times);
    print_number(8, p->plan.batch / t->median_ms * 1e3);
    print_number(9, p->plan.flops / t->median_ms / 1e6);
    print_speed_ups(report, p);
}

void print_version(struct report *report, const struct check *check, const struct pass *p)
{
    enum state state = check_state(check);

    if (state == STATE_WRONG && !report->wrong[0])
        snprintf(report->wrong, sizeof(report->wrong), "%s", check->version);
    if (state == STATE_TODO && !report->next[0])
        snprintf(report->next, sizeof(report->next), "%s", check->todo);
    printf("%5d %5d %-11s ", p->plan.image, p->plan.batch, check->version);
    report_state(state);
    if (state == STATE_OK)
        print_times(report, p);
    else if (state == STATE_TODO)
        printf("TODO(%s): %s\n", check->todo, check->what);
    else if (state == STATE_SKIP)
        printf("%s\n", check->skip);
    else
        printf("%s%s%s\n", check->message, *check->detail ? "\n                    " : "",
               check->detail);
}

/* Of every version, image and batch: how its time falls to the kinds of layers. The rows of these
 * follow one another. */
void print_parts(const struct report *report)
{
    const struct row *end = report->rows.row + report->rows.count;

    if (report->rows.count == 0)
        return;
    printf("\nwhere does the time go?");
    for (int part = 0; part < PARTS; part++)
        printf(" %10s", part_names[part]);
    putchar('\n');
    for (const struct row *row = report->rows.row; row < end; row++) {
        double ms[PARTS] = { 0 }, sum = 0;
        int batch = 0;
        for (; row < end && row->part; row++)
            sum += ms[row->part - 1] = row->time.median_ms;
        if (sum == 0)
            continue;
        row--;
        sscanf(row->own, "%*[^,],%d", &batch);
        printf("%5lld %5d %-11s", row->work.size, batch, row->version);
        for (int part = 0; part < PARTS; part++) {
            print_number(6, ms[part]);
            printf(ms[part] > 0 ? " %3.0f%%" : "     ", 100 * ms[part] / sum);
        }
        putchar('\n');
    }
}

/* ---- what came out -------------------------------------------------------------------------- */

void print_off(const struct pass *p, const struct version versions[], int count)
{
    for (int v = 0; p->expected && v < count; v++)
        if (p->off[v] > 0)
            printf("logits   %s differs from the file by %.2g of the largest; allowed %g\n",
                   versions[v].name, p->off[v], LOGITS_AGREE);
}

/* The five likeliest classes of the first image: softmax, e^logit over the sum of all of these. */
void print_classes(const struct pass *p, int trained)
{
    const float *logits = p->outputs.host + p->plan.steps[p->plan.count - 1].output;
    double most = -INFINITY, sum = 0;
    char taken[CLASSES] = { 0 };

    for (int c = 0; c < CLASSES; c++)
        most = fmax(most, logits[c]);
    for (int c = 0; c < CLASSES; c++)
        sum += exp(logits[c] - most); /* none is above 1 */
    printf("classes ");
    for (int rank = 0; rank < 5; rank++) {
        int best = -1;
        for (int c = 0; c < CLASSES; c++)
            if (!taken[c] && (best < 0 || logits[c] > logits[best]))
                best = c;
        taken[best] = 1;
        printf("%s %d: %.1f %%", rank ? "," : "", best, 100 * exp(logits[best] - most) / sum);
    }
    printf("%s\n", trained ? "" : "  (random weights: they mean nothing)");
}

void print_network(const struct forward *f, const struct plan *plan, const char *input)
{
    int layers = 0;

    for (int i = 0; i < plan->count; i++)
        layers += has_weights(&plan->steps[i]);
    printf("network  %d layers with %.1f million weights, %s; %.2f GFLOP for %d x %d\n"
           "input    %s\n\n",
           layers, plan->weights / 1e6, f->weights ? f->weights : "random (He)",
           plan->flops / plan->batch / 1e9, plan->image, plan->image, input);
}

/* "how long did gpu_v1 take?", of the first size. */
void print_methods(struct report *report, int first_rows)
{
    int rows = report->rows.count;

    report->rows.count = first_rows;
    report_methods(report, report->options->only ? report->options->only : "gpu_v1",
                   report->options->size);
    report->rows.count = rows;
}
