/* common/engine: the order of a run. Small versions of c = a + b + (the seed's last bit), right and
 * wrong: what only works while it is checked, or where nobody looks, is WRONG, has no time and no
 * row; what is right is ok, at shapes that are drawn anew, on inputs that change. */
#include "unit.h"
#include <math.h>
#include <omp.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <type_traits>
#include "common/engine/parts.h" /* and not lab.h, which sets up a supervisor before main */
#include "capture.h"

#define N 3000

/* nvcc 11 names members (.name = ...) of no struct whose members have values of their own. */
static_assert(std::is_trivial<struct lab>::value && std::is_trivial<struct version>::value &&
                  std::is_trivial<struct goal>::value && std::is_trivial<struct hooks>::value &&
                  std::is_trivial<struct experiment>::value &&
                  std::is_trivial<struct own_option>::value,
              "a lab names their members");

/* ---- versions ------------------------------------------------------------------------------- */

__global__ void add(float *c, const float *a, const float *b, float more, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = a[i] + b[i] + more;
}

static void add_first(const struct problem *p, long long n)
{
    if (n > 0)
        add<<<(n + 127) / 128, 128>>>(p->c.f32, p->a.f32, p->b.f32, p->seed & 1, n);
}

static void right(const struct problem *p)
{
    add_first(p, p->n);
}

static void on_the_host(const struct problem *p)
{
    for (long long i = 0; i < p->n; i++)
        p->c.f32[i] = p->a.f32[i] + p->b.f32[i] + (p->seed & 1);
}

static void tells_its_threads(const struct problem *p)
{
    fprintf(stderr, "threads=%d\n", omp_get_max_threads());
    on_the_host(p);
}

static void tells_what_it_gets(const struct problem *p)
{
    fprintf(stderr, "n=%lld\nseed=%llu\n", p->n, p->seed);
    right(p);
}

static void takes_30_ms(const struct problem *p)
{
    const struct timespec nap = { 0, 30 * 1000 * 1000 };

    if (p->n == N)
        nanosleep(&nap, NULL);
    on_the_host(p);
}

/* Counts a joule more for each run, in the place of a CPU's own counter. */
static char powercap[] = "/tmp/engine.XXXXXX";

static void write_counter(const char *name, double value)
{
    char path[64];

    snprintf(path, sizeof(path), "%s/intel-rapl:0/%s", powercap, name);
    FILE *f = fopen(path, "w");
    fprintf(f, *name == 'n' ? "package-0\n" : "%.0f\n", value);
    fclose(f);
}

static void takes_a_joule(const struct problem *p)
{
    static double joules;

    on_the_host(p);
    if (getenv("LAB_POWERCAP"))
        write_counter("energy_uj", 1e6 * ++joules);
}

/* Right only where it finds poison, whose bytes are all the same, and not its own answer. */
static void works_once_in_a_row(const struct problem *p)
{
    bool is_fresh = p->n < N || !memcmp(&p->c.f32[0], &p->c.f32[1], sizeof(float));

    takes_a_joule(p);
    p->c.f32[0] += !is_fresh;
}

__global__ void copy(float *to, const float *from, long long n)
{
    for (long long i = 0; i < n; i++)
        to[i] = from[i];
}

typedef void launcher(const struct problem *);

/* Right for as many launches as there are before the first that is timed. */
template <launcher *then> static void when_timed(const struct problem *p)
{
    static int timed;

    (p->n == N && timed++ > 0 ? then : right)(p);
}

/* Right where nothing is larger than the timed size. */
template <launcher *then> static void beyond_3000(const struct problem *p)
{
    (p->n > N ? then : right)(p);
}

static void copies_nothing(const struct problem *p)
{
    copy<<<1, 1>>>(p->c.f32, p->a.f32, 0);
}

static void skips_the_last(const struct problem *p)
{
    add_first(p, p->n - 1);
}

/* The answer of the first time, whenever `same` says that nothing is new. */
static void remembers(const struct problem *p, int same)
{
    static float *kept;

    if (!kept) /* once, in the first check of all */
        cudaMalloc((void **)&kept, 2 * N * sizeof(*kept));
    if (!same) {
        right(p);
        copy<<<1, 1>>>(kept, p->c.f32, p->n);
    } else
        copy<<<1, 1>>>(p->c.f32, kept, p->n);
}

static void remembers_by_address(const struct problem *p)
{
    static const float *a, *c;
    static long long n;
    int same = a == p->a.f32 && c == p->c.f32 && n == p->n;

    a = p->a.f32, c = p->c.f32, n = p->n;
    remembers(p, same);
}

static void remembers_by_size(const struct problem *p)
{
    static long long n;
    int same = n == p->n;

    n = p->n;
    remembers(p, same);
}

static void forgets_the_seed(const struct problem *p)
{
    add<<<(p->n + 127) / 128, 128>>>(p->c.f32, p->a.f32, p->b.f32, 1, p->n);
}

__global__ void put(float *at, long long i)
{
    at[i] = 0;
}

static void writes_in_front(const struct problem *p)
{
    right(p);
    put<<<1, 1>>>(p->c.f32, -1);
}

static void writes_far_behind(const struct problem *p)
{
    right(p);
    put<<<1, 1>>>(p->c.f32, p->n + 60000);
}

static void writes_behind_an_input(const struct problem *p)
{
    right(p);
    put<<<1, 1>>>(p->b.f32, p->n);
}

static void changes_an_input(const struct problem *p)
{
    right(p);
    put<<<1, 1>>>(p->b.f32, p->n / 2);
}

static void changes_another_input(const struct problem *p)
{
    right(p);
    put<<<1, 1>>>(p->a.f32, 0);
}

static void writes_nothing(const struct problem *)
{
}

static void launches_no_kernel(const struct problem *p)
{
    static float a[2 * N], b[2 * N], c[2 * N];

    cudaMemcpy(a, p->a.f32, p->a.bytes, cudaMemcpyDeviceToHost);
    cudaMemcpy(b, p->b.f32, p->b.bytes, cudaMemcpyDeviceToHost);
    for (long long i = 0; i < p->n; i++)
        c[i] = a[i] + b[i] + (p->seed & 1);
    cudaMemcpy(p->c.f32, c, p->c.bytes, cudaMemcpyHostToDevice);
}

/* Its results are there in time because it waits for them. */
static void has_a_stream_of_its_own(const struct problem *p)
{
    static cudaStream_t own;

    if (!own)
        cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
    add<<<(p->n + 127) / 128, 128, 0, own>>>(p->c.f32, p->a.f32, p->b.f32, p->seed & 1, p->n);
    cudaStreamSynchronize(own);
}

/* Some work before each launch, however often another program has the core. */
static void works_on_the_host(const struct problem *p)
{
    if (p->n == N)
        for (double start = begun_now().ran_ms; begun_now().ran_ms - start < 10;)
            ;
    right(p);
}

/* As a machine that stands still for a moment would make it, in the first samples. */
static void is_slow_at_first(const struct problem *p)
{
    static int calls;

    (calls++ < 28 ? works_on_the_host : right)(p);
}

/* Right only where c holds a NaN, or only where it does not. */
__global__ void add_where(float *c, const float *a, const float *b, float more, int n, int is_nan)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n && (c[i] != c[i]) == is_nan)
        c[i] = a[i] + b[i] + more;
}

template <int is_nan> static void relies_on_poison(const struct problem *p)
{
    add_where<<<(p->n + 127) / 128, 128>>>(p->c.f32, p->a.f32, p->b.f32, p->seed & 1, p->n, is_nan);
}

static void waits_for_the_device(const struct problem *p)
{
    right(p);
    cudaDeviceSynchronize();
}

static void waits_by_a_copy(const struct problem *p)
{
    float first;

    right(p);
    cudaMemcpy(&first, p->c.f32, sizeof(first), cudaMemcpyDeviceToHost);
}

/* The kernel waits for nothing, but c may be cleared when it has run. */
static void clears_in_a_stream_of_its_own(const struct problem *p)
{
    static cudaStream_t own;

    if (!own)
        cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
    cudaMemsetAsync(p->c.f32, 0, p->c.bytes, own);
    right(p);
}

/* The first time in some memory only, as if what is cleared once remained so. */
static void works_once_in_the_same_memory(const struct problem *p)
{
    static const float *memory;

    (p->c.f32 == memory ? copies_nothing : right)(p);
    memory = p->n == 257 ? p->c.f32 : NULL;
}

static void breaks_off_beyond_2999(const struct problem *p)
{
    add_first(p, p->n >= 3000 ? 2999 : p->n);
}

static void too_many_threads(const struct problem *p)
{
    add<<<1, 2048>>>(p->c.f32, p->a.f32, p->b.f32, 0, p->n);
    CUDA_CHECK(cudaGetLastError());
}

static void faults(const struct problem *p)
{
    put<<<1, 1>>>((float *)NULL, p->n);
}

/* As a lab calls a launcher, so that the engine sees what it asks CUDA for. */
template <launcher *what> static void observed(const struct problem *p)
{
    LAUNCH(what(p));
}

static const struct version versions[] = {
    { .name = "cpu_serial", .what = "plain", .where = ON_ONE_THREAD, .run = on_the_host },
    { .name = "cpu_openmp", .what = "plain", .where = ON_ALL_CORES, .run = tells_its_threads },
    { .name = "cpu_slow", .what = "sleeps", .where = ON_ONE_THREAD, .run = takes_30_ms },
    { .name = "gpu_v1", .what = "worked", .run = observed<right> },
    { .name = "gpu_shapes", .what = "tells", .run = observed<tells_what_it_gets> },
    { .name = "gpu_checked", .what = "worked", .run = observed<when_timed<copies_nothing>> },
    { .name = "gpu_last", .what = "worked", .run = observed<when_timed<skips_the_last>> },
    { .name = "gpu_address", .what = "worked", .run = observed<remembers_by_address> },
    { .name = "gpu_size", .what = "worked", .run = observed<remembers_by_size> },
    { .name = "gpu_seed", .what = "worked", .run = observed<forgets_the_seed> },
    { .name = "gpu_front", .what = "worked", .run = observed<writes_in_front> },
    { .name = "gpu_far", .what = "worked", .run = observed<writes_far_behind> },
    { .name = "gpu_beside", .what = "worked", .run = observed<writes_behind_an_input> },
    { .name = "gpu_input", .what = "worked", .run = observed<changes_an_input> },
    { .name = "gpu_input2", .what = "worked", .run = observed<when_timed<changes_another_input>> },
    { .name = "gpu_nothing", .what = "worked", .run = observed<writes_nothing> },
    { .name = "gpu_nan", .what = "worked", .run = observed<relies_on_poison<1>> },
    { .name = "gpu_number", .what = "worked", .run = observed<relies_on_poison<0>> },
    { .name = "gpu_waits", .what = "worked", .run = observed<waits_for_the_device> },
    { .name = "gpu_copies", .what = "worked", .run = observed<waits_by_a_copy> },
    { .name = "gpu_none", .what = "worked", .run = observed<launches_no_kernel> },
    { .name = "gpu_stream", .what = "worked", .run = observed<has_a_stream_of_its_own> },
    { .name = "gpu_host", .what = "worked", .run = observed<works_on_the_host> },
    { .name = "gpu_slow_at_first", .what = "worked", .run = observed<is_slow_at_first> },
    { .name = "gpu_waits2", .what = "worked", .run = observed<beyond_3000<waits_for_the_device>> },
    { .name = "gpu_none2", .what = "worked", .run = observed<beyond_3000<launches_no_kernel>> },
    { .name = "gpu_stream2",
      .what = "worked",
      .run = observed<beyond_3000<has_a_stream_of_its_own>> },
    { .name = "gpu_copies2", .what = "worked", .run = observed<beyond_3000<waits_by_a_copy>> },
    { .name = "gpu_waits3", .what = "worked", .run = observed<when_timed<waits_for_the_device>> },
    { .name = "gpu_clears", .what = "worked", .run = observed<clears_in_a_stream_of_its_own> },
    { .name = "gpu_once", .what = "worked", .run = observed<works_once_in_the_same_memory> },
    { .name = "gpu_limit", .what = "worked", .run = observed<breaks_off_beyond_2999> },
    { .name = "gpu_launch", .what = "worked", .run = observed<too_many_threads> },
    { .name = "gpu_faults", .what = "worked", .run = observed<faults> },
    { .name = "gpu_ex91",
      .what = "an exercise",
      .exercise = "9.1",
      .run = observed<writes_nothing> },
    { .name = "gpu_ex92",
      .what = "has a bug",
      .exercise = "9.2",
      .run = observed<writes_in_front>,
      .given = true },
    { .name = "gpu_lib", .what = "a library", .where = BY_LIBRARY, .run = waits_for_the_device },
    { .name = "cublas", .what = "needs cuBLAS", .where = BY_LIBRARY },
    {},
};

/* ---- the lab -------------------------------------------------------------------------------- */

static void problem(struct problem *p)
{
    p->n = p->shape.n;
    p->a = array_of(FLOAT32, p->n);
    p->b = array_of(FLOAT32, p->n);
    p->c = array_of(FLOAT32, p->n);
    p->bytes = 12.0 * p->n;
}

static struct shape shape_of(long long size)
{
    return { .n = size };
}

static struct shape draw(int which, long long size, struct random *random)
{
    return { .n = which ? random_between(random, size + 1, size + 999)
                        : random_between(random, 300, 999) };
}

static void compare(struct check *check, const struct problem *p)
{
    const float *a = (const float *)p->a.host, *b = (const float *)p->b.host;
    float *want = (float *)host_memory(p->c.bytes);

    for (long long i = 0; i < p->n; i++)
        want[i] = a[i] + b[i] + (p->seed & 1);
    check_output(check, (const float *)p->c.host, want, p->n, 0, 0, NULL, NULL);
    free(want);
}

static void no_synchronize(const struct version *v, const struct problem *p, double ms[])
{
    double start = now_ms();

    v->run(p);
    ms[NO_SYNC] = now_ms() - start;
}

static void synchronize(const struct version *v, const struct problem *p, double ms[])
{
    double start = now_ms();

    v->run(p);
    CUDA_CHECK(cudaDeviceSynchronize());
    ms[SYNC] = now_ms() - start;
}

static void events(const struct version *v, const struct problem *p, double ms[])
{
    synchronize(v, p, ms);
    ms[EVENTS] = ms[SYNC];
    ms[SYNC] = NAN;
}

static void with_transfers(const struct version *v, const struct problem *p, double ms[])
{
    synchronize(v, p, ms);
    CUDA_CHECK(cudaMemcpy(p->c.host, p->c.device, p->c.bytes, cudaMemcpyDeviceToHost));
    ms[WITH_TRANSFERS] = ms[SYNC];
    ms[SYNC] = NAN;
}

static const struct shape awkward[] = { { .n = 257 }, { .n = 1 }, { .n = 255 }, { .n = 1023 }, {} };

static const struct lab lab = {
    .name = "lab09",
    .title = "Lab 9",
    .exercise = "op.cu",
    .counts = "n",
    .rate = BYTES,
    .unit = "GB/s",
    .ceiling = "copy",
    .size = N,
    .quick_size = N,
    .min_size = 1,
    .max_size = N,
    .sweep = "10,3000",
};

static const struct experiment experiment = {
    .versions = versions,
    .shape_of = shape_of,
    .problem = problem,
    .compare = compare,
    .shapes = { .awkward = awkward, .draw = draw, .draws = 2, .quick_draws = 2 },
    .stopwatches = { no_synchronize, synchronize, events, with_transfers },
    .smaller_sizes = { .first = 1024, .factor = 2 },
};

/* ---- runs ----------------------------------------------------------------------------------- */

/* Splits at spaces. */
static struct run *begin_with(const char *line, const struct experiment *e)
{
    static char copy[512];
    static char *argv[32] = { (char *)"lab09" };
    char *rest = copy, *word;
    int argc = 1;

    snprintf(copy, sizeof(copy), "%s", line);
    while ((word = strsep(&rest, " ")))
        argv[argc++] = word;
    return run_begin(argc, argv, &lab, e);
}

static struct run *begin(const char *line)
{
    return begin_with(line, &experiment);
}

static void run_all(struct run *run)
{
    for (long long n; next_size(run, &n);)
        for (const struct version *v; next_version(run, &v);)
            if (check_version(run, v))
                time_version(run, v, n);
    exit(run_end(run));
}

static void run_lab(void *line)
{
    run_all(begin((const char *)line));
}

static struct said said_by(const char *line)
{
    return capture(run_lab, (void *)line);
}

static struct said said_with(int status, const char *line)
{
    struct said said = said_by(line);

    if (said.status != status)
        fail_msg("%s: status %d, said:\n%s%s", line, said.status, said.out, said.err);
    return said;
}

/* The line of the table that begins with this version, and what stands below it, with single
 * spaces. */
static const char *line_of(const struct said *said, const char *version)
{
    static char line[512];
    char newline[64];
    size_t out = 0;

    snprintf(newline, sizeof(newline), "\n%s ", version);
    const char *at = strstr(said->out, newline);
    if (!at)
        fail_msg("no line '%s' in:\n%s%s", version, said->out, said->err);
    for (at++; *at && (*at != '\n' || at[1] == ' ') && out + 1 < sizeof(line); at++)
        if ((*at != ' ' && *at != '\n') || (out > 0 && line[out - 1] != ' '))
            line[out++] = *at == '\n' ? ' ' : *at;
    line[out] = 0;
    return line;
}

#define QUICK "--quick --seed 1 --only "

static void assert_alone(int status, const char *version, const char *state, const char *words)
{
    char line[64];

    snprintf(line, sizeof(line), QUICK "%s", version);
    struct said said = said_with(status, line);
    assert_said(line_of(&said, version), state);
    assert_said(line_of(&said, version), words);
}

static void assert_wrong(const char *version, const char *words)
{
    assert_alone(STATUS_WRONG, version, " WRONG ", words);
}

/* ---- what is right, and what is wrong ------------------------------------------------------- */

TEST(what_is_right_is_ok)
{
    for (const char *version : { "cpu_serial", "gpu_v1", "gpu_lib" /* a library may wait */ })
        assert_alone(STATUS_OK, version, " ok ", "");
}

TEST(what_works_only_while_it_is_checked_is_wrong)
{
    assert_wrong("gpu_checked", "n = 3000, timed: nothing was written");
    assert_wrong("gpu_last", "n = 3000, timed: element [2999] was never written");
    assert_wrong("gpu_once", "n = 257: nothing was written");
    assert_wrong("gpu_input2", "n = 3000, timed: changed its input a: element [0]");
}

TEST(an_answer_of_before_is_wrong)
{
    assert_wrong("gpu_address", ": element [");
    assert_wrong("gpu_size", ": element [");
    assert_wrong("gpu_seed", ": element [");
}

TEST(what_is_written_elsewhere_is_seen)
{
    assert_wrong("gpu_front", "n = 257: wrote outside: element 1 in front of c");
    assert_wrong("gpu_far", "n = 257: wrote outside: element 60001 past the end of c");
    assert_wrong("gpu_beside", "n = 257: wrote outside: element 1 past the end of b");
    assert_wrong("gpu_input", "n = 257: changed its input b: element [128]");
}

TEST(what_is_not_written_is_todo_or_wrong)
{
    assert_alone(STATUS_OK, "gpu_ex91", "gpu_ex91 todo TODO(9.1): an exercise, in op.cu", "");
    assert_wrong("gpu_nothing", "n = 257: nothing was written");
}

/* 0xFF is a NaN, 0x4C is 5.4e7; each is met within a few shapes. */
TEST(poison_comes_in_two_patterns)
{
    assert_wrong("gpu_nan", ": nothing was written");
    assert_wrong("gpu_number", ": nothing was written");
}

TEST(who_waits_is_wrong)
{
    assert_wrong("gpu_waits",
                 "n = 257: the launcher waited for the device: it must return at once");
    assert_wrong("gpu_copies", "n = 257: the launcher waited for the device");
    if (observer.calls) {
        assert_wrong("gpu_waits", "must return at once; cudaDeviceSynchronize waits");
        assert_wrong("gpu_copies", "must return at once; cudaMemcpy waits");
    }
}

/* The last by its time: most of it is gone before the launcher returns. */
TEST(who_does_not_just_launch_in_the_default_stream_is_wrong)
{
    assert_wrong("gpu_none", "n = 257: launched no kernel: the result must come from one");
    assert_wrong("gpu_stream", "n = 257: launched in a stream of its own: the contract says the "
                               "default one");
    assert_wrong("gpu_host", "n = 3000, timed: the launcher took ");
}

TEST(a_launch_that_looks_slow_is_tried_again)
{
    struct said said = said_by(QUICK "gpu_slow_at_first --samples 1 --min-time 0");

    assert_said(line_of(&said, "gpu_slow_at_first"), " ok ");
}

/* A GPU does not count its calls: there a launcher is asked at one shape alone. */
TEST(the_contract_holds_at_every_shape)
{
    if (!observer.calls)
        return;
    assert_wrong("gpu_waits2", ": the launcher waited for the device: it must return at once");
    assert_wrong("gpu_none2", ": launched no kernel: the result must come from one");
    assert_wrong("gpu_stream2", ": launched in a stream of its own");
    assert_wrong("gpu_clears", ": launched in a stream of its own");
    assert_wrong("gpu_copies2", ": the launcher waited for the device: it must return at once");
    assert_wrong("gpu_waits3", "n = 3000, timed: the launcher waited for the device");
}

/* The CPU device's streams wait for each other, as a GPU's may: the copy that looks whether the
 * output was written comes after the kernel, and proves nothing. */
TEST(streams_that_wait_for_each_other_make_no_launcher_wrong)
{
    struct said said = capture(
        [](void *) {
            struct run *run = begin(QUICK "gpu_v1");
            long long n;
            const struct version *v;
            run->device.is_cpu = false;
            next_size(run, &n);
            next_version(run, &v);
            exit(check_version(run, v) && check_state(&v->known->check) == STATE_OK ? 0 : 99);
        },
        NULL);

    if (said.status)
        fail_msg("%s", said.out);
}

/* A run as on a GPU of these limits; --only gpu_v1 at one size. */
static struct said on_gpu_with(const struct card *best, const struct card *physical)
{
    static const struct card *limits[2];

    limits[0] = best, limits[1] = physical;
    return capture(
        [](void *) {
            struct run *run = begin("--seed 1 --samples 3 --min-time 0 --only gpu_v1");
            long long n;
            const struct version *v;
            next_size(run, &n);
            next_version(run, &v);
            if (!check_version(run, v)) /* as on the CPU device, which needs no 2 s */
                exit(99);
            run->device.is_cpu = false;
            run->device.best = *limits[0], run->device.physical = *limits[1];
            time_version(run, v, n);
            const struct row *row = find_row(&run->report.rows, "gpu_v1", SYNC, n);
            const struct row *copies = find_row(&run->report.rows, "gpu_v1", WITH_TRANSFERS, n);
            printf("percent %.1f bound %.4g %.4g\n", percent_of_ceiling(row), row->bound_ms,
                   copies->bound_ms);
            exit(run_end(run));
        },
        NULL);
}

/* 24,000 bytes to read, 12,000 to write: what is measured counts all, a bound not what the L2 may
 * keep. Only the bound makes a time impossible, and no measurement. */
TEST(a_gpu_has_percentages_of_the_measured_best_and_physical_bounds)
{
    struct card best = {}, physical = {};

    best.memory = 1e15;
    physical.memory = 36, physical.l2 = 6000, physical.bus = 1e3;
    struct said said =
        on_gpu_with(&best, &physical); /* 30,000 bytes / 36 = 833 s, 36 with the bus */
    assert_said(said.out, " bound 8.333e+05 8.693e+05\n");
    assert_said(said.out, "IMPOSSIBLE: ");
    physical.memory = 36e13;
    said = on_gpu_with(&best, &physical);
    assert_said(said.out, " bound 8.333e-08 3.6e+04\n");
    best.memory = 1; /* the kernel shows more, of 30,000 bytes; its percentage is of all 36,000 */
    physical.bus = 0;
    said = on_gpu_with(&best, &physical);
    assert_said(said.out, "percent 120.0 bound 8.333e-08 8.333e-08\n");
    assert_not_said(said.out, "IMPOSSIBLE: ");
    physical.l2 = 0;
    assert_said(on_gpu_with(&best, &physical).out, "percent 100.0 ");
    assert_said(said.out, "\nlimits   a kernel has shown more than the copy: ");
}

/* Sizes that only the break-even needs do not repeat it. */
TEST(what_is_wrong_is_said_once)
{
    struct said said = capture(
        [](void *) {
            struct run *run = begin("--seed 1 --samples 3 --min-time 0 --only gpu_number");
            run->device.is_cpu = false; /* so smaller sizes follow */
            run_all(run);
        },
        NULL);

    const char *first = strstr(said.out, " WRONG ");

    assert_int_equal(said.status, STATUS_WRONG);
    assert_non_null(first);
    assert_null(strstr(first + 1, " WRONG "));
}

TEST(what_makes_launches_wait_is_unset_and_said)
{
    struct said said = capture(
        [](void *) {
            char *argv[] = { (char *)"lab09", (char *)"--quick", NULL };
            setenv("CUDA_LAUNCH_BLOCKING", "1", 1);
            setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 1);
            setenv("OPENBLAS_CORETYPE", "Haswell", 1); /* or a new CPU has the tests begin again */
            run_before_main(argv);
            run_begin(2, argv, &lab, &experiment);
            exit(getenv("CUDA_LAUNCH_BLOCKING") || getenv("CUDA_DEVICE_MAX_CONNECTIONS") ? 99 : 0);
        },
        NULL);

    assert_int_equal(said.status, 0);
    assert_said(said.out, "\nunset    CUDA_LAUNCH_BLOCKING=1, CUDA_DEVICE_MAX_CONNECTIONS=32: labs "
                          "run without; make run keeps it\n");
    assert_not_said(said_by(QUICK "gpu_v1").out, "\nunset ");
}

/* Every shape in the table is bearable, and one that is drawn is not. */
TEST(a_limit_beyond_the_timed_size_is_found)
{
    assert_wrong("gpu_limit", ": element [2999] was never written");
}

TEST(a_bad_launch_is_named_by_its_line)
{
    assert_wrong("gpu_launch", "tests/unit/test_engine.cu:");
    assert_wrong("gpu_launch", "cudaGetLastError(): invalid configuration argument: a block has 1 "
                               "to 1,024 threads");
}

TEST(a_fault_ends_the_run_and_says_what_did_not_run)
{
    struct said said = said_with(STATUS_WRONG, "--quick --seed 1");

    assert_said(line_of(&said, "gpu_faults"), "gpu_faults WRONG n = 257: an illegal memory access");
    assert_said(said.out, "\nnot run: gpu_ex91 gpu_ex92 gpu_lib cublas: the fault of gpu_faults");
    assert_not_said(said.out, "\ngpu_ex91 ");
    assert_said(said.out, "\nnext: fix gpu_checked: ");  /* the first that was wrong */
    assert_said(line_of(&said, "gpu_v1"), "gpu_v1 ok "); /* whatever others did */
    said = said_by(QUICK "gpu_faults");
    assert_not_said(said.out, "\nnot run: ");
}

TEST(a_given_bug_runs_only_when_it_is_asked_for)
{
    static const struct version *const all = versions;
    struct said said = capture(
        [](void *) {
            static struct version few[] = { all[3], {}, {}, {} };
            struct experiment small = experiment;
            for (const struct version *v = all; v->name; v++)
                if (v->given || !v->run)
                    few[v->given ? 1 : 2] = *v;
            small.versions = few;
            char *argv[] = { (char *)"lab09", (char *)"--quick", NULL };
            run_all(run_begin(2, argv, &lab, &small));
        },
        NULL);

    assert_int_equal(said.status, STATUS_OK);
    assert_string_equal(line_of(&said, "gpu_ex92"), "gpu_ex92 skip has a bug");
    assert_string_equal(line_of(&said, "cublas"), "cublas skip needs cuBLAS");
    assert_wrong("gpu_ex92", "n = 257: wrote outside: element 1 in front of c");
}

TEST(a_wrong_version_has_no_time_and_no_row)
{
    char path[] = "/tmp/engine.XXXXXX", line[128], text[8192];

    close(mkstemp(path));
    snprintf(line, sizeof(line), "--quick --seed 1 --csv %s --only gpu_last", path);
    said_with(STATUS_WRONG, line);
    read_all(fopen(path, "r"), text, sizeof(text));
    assert_not_said(text, "gpu_last");
    snprintf(line, sizeof(line), "--quick --seed 1 --csv %s --only gpu_v1", path);
    said_with(STATUS_OK, line);
    read_all(fopen(path, "r"), text, sizeof(text));
    unlink(path);
    for (const char *method : { "no_sync", "sync", "events", "with_transfers" }) {
        snprintf(line, sizeof(line), "\nlab09,cpu_device,gpu_v1,%s,float32,3000,,3000,,3,", method);
        assert_said(text, line);
    }
    assert_said(text, "\n# seed: 1\n");
}

/* ---- sizes of several problems, problems of their own --------------------------------------- */

/* a + b + 1, whatever the seed. */
static void compare_with_one(struct check *check, const struct problem *p)
{
    struct problem odd = *p;

    odd.seed = 1;
    compare(check, &odd);
}

static const struct experiment *other_problem(const struct version *v)
{
    static struct experiment other;

    other = experiment;
    other.compare = compare_with_one;
    return strcmp(v->name, "gpu_seed") ? NULL : &other;
}

/* Rows are of part n / 1000. */
static void number_part(const struct run *, struct row *row, const struct problem *p,
                        const struct stats[METHODS])
{
    row->part = p->n / 1000;
}

/* A size has three problems, of 1000, 2000 and 3000 elements; gpu_v1 is only checked. */
static void run_parts(void *line)
{
    static const struct hooks hooks = { .finish_row = number_part, .solves = other_problem };
    struct experiment parts = experiment;
    struct stats times[METHODS];

    parts.hooks = &hooks;
    struct run *run = begin_with((const char *)line, &parts);
    for (long long n; next_size(run, &n);)
        for (const struct version *v; next_version(run, &v);) {
            bool right = check_version(run, v), timed = strcmp(v->name, "gpu_v1");
            v->known->check.not_timed = timed ? NULL : "not timed: by this test";
            for (int part = 1; right && timed && part <= 3; part++) {
                struct shape shape = { .n = 1000 * part };
                right = time_shape(run, v, &shape, n, times);
                for (int m = 0; right && m < WALL; m++)
                    assert_true(times[m].samples >= 3);
                assert_true(times[WALL].samples == 0);
            }
            if (right)
                finish_version(run, v, n);
        }
    for (int i = 0; i < run->report.rows.count; i++) {
        const struct row *row = &run->report.rows.row[i];
        fprintf(stderr, "row %s %lld %d %g\n", method_names[row->method], row->work.size, row->part,
                row->work.bytes);
    }
    exit(run_end(run));
}

TEST(each_problem_of_a_size_has_rows)
{
    static const char *const methods[] = { "no_sync", "sync", "events", "with_transfers" };
    struct said said = capture(run_parts, (void *)(QUICK "gpu_lib"));
    char line[64];

    assert_int_equal(said.status, STATUS_OK);
    for (const char *method : methods)
        for (int part = 1; part <= 3; part++) {
            snprintf(line, sizeof(line), "row %s 3000 %d %d\n", method, part, 12000 * part);
            assert_said(said.err, line);
        }
    assert_said(line_of(&said, "gpu_lib"), "gpu_lib ok");
}

TEST(a_problem_that_is_wrong_ends_its_size)
{
    struct said said = capture(run_parts, (void *)(QUICK "gpu_last"));

    assert_said(line_of(&said, "gpu_last"), " WRONG n = 3000, timed: element [2999]");
    assert_not_said(said.err, "row sync 3000 3 ");
    assert_not_said(said.out, "gpu_last     ok");
    assert_int_equal(said.status, STATUS_WRONG);
}

TEST(a_version_may_have_a_problem_of_its_own)
{
    assert_wrong("gpu_seed", "expected");
    struct said said = capture(run_parts, (void *)(QUICK "gpu_seed"));
    assert_said(line_of(&said, "gpu_seed"), " ok ");
    assert_int_equal(said.status, STATUS_OK);
}

TEST(what_is_only_checked_says_why_and_has_no_row)
{
    struct said said = capture(run_parts, (void *)(QUICK "gpu_v1"));

    assert_string_equal(line_of(&said, "gpu_v1"), "gpu_v1 ok not timed: by this test");
    assert_not_said(said.err, "row ");
    assert_int_equal(said.status, STATUS_OK);
}

/* ---- joules --------------------------------------------------------------------------------- */

static bool alone = true; /* else other programs take the machine: all that is not ours */

/* What this process has used: of the time of all programs, what is not theirs. */
int getrusage(int, struct rusage *used) noexcept
{
    static long calls; /* who waits for others asks very often */

    *used = {};
    used->ru_utime.tv_sec = (alone ? 1000 : -1000) * ++calls;
    return 0;
}

static const struct version counted[] = {
    { .name = "cpu_serial", .what = "plain", .where = ON_ONE_THREAD, .run = on_the_host },
    { .name = "cpu_joules", .what = "counts", .where = ON_ONE_THREAD, .run = takes_a_joule },
    { .name = "cpu_once", .what = "counts", .where = ON_ONE_THREAD, .run = works_once_in_a_row },
    {},
};

static void run_counted(void *line)
{
    struct experiment e = experiment;

    e.versions = counted;
    run_all(begin_with((const char *)line, &e));
}

static struct said joules_by(const char *line)
{
    return capture(run_counted, (void *)line);
}

#define JOULES "--energy " QUICK

static int begin_joules(void **)
{
    char zone[64];

    snprintf(zone, sizeof(zone), "%s/intel-rapl:0",
             mkdtemp(strcpy(powercap, "/tmp/engine.XXXXXX")));
    if (mkdir(zone, 0700) || setenv("LAB_POWERCAP", powercap, 1))
        return -1;
    write_counter("name", 0);
    write_counter("energy_uj", 0);
    write_counter("max_energy_range_uj", 1e12);
    return setenv("LAB_ENERGY_SECONDS", "0.01", 1);
}

static int end_joules(void **)
{
    char command[64];

    snprintf(command, sizeof(command), "rm -rf %s", powercap);
    unsetenv("LAB_POWERCAP");
    unsetenv("LAB_ENERGY_SECONDS");
    alone = true;
    return system(command);
}

TEST_WITH(a_cpus_runs_are_counted, begin_joules, end_joules)
{
    struct said said = joules_by(JOULES "cpu_joules");

    assert_said(said.out, "\ncpu_joules         1.00          -"); /* it has no operations */
    assert_said(said.out, "RAPL's counters\n");
    assert_not_said(said.out, "doubt    cpu_joules, energy");
    assert_int_equal(said.status, STATUS_OK);
    assert_not_said(joules_by(QUICK "cpu_joules").out, "RAPL"); /* off by default */
}

TEST_WITH(a_cpus_joules_are_doubted, begin_joules, end_joules)
{
    assert_said(joules_by(JOULES "cpu_serial").out,
                "doubt    cpu_serial, energy: the counter did not move\n");
    alone = false;
    assert_said(joules_by(JOULES "cpu_joules").out,
                "doubt    cpu_joules, energy: the machine was busy\n");
}

TEST_WITH(the_output_of_the_last_run_in_a_row_is_checked, begin_joules, end_joules)
{
    assert_said(joules_by(QUICK "cpu_once").out, "\ncpu_once     ok ");
    struct said said = joules_by(JOULES "cpu_once");

    assert_said(line_of(&said, "cpu_once"), " WRONG n = 3000, timed: element [0]");
    assert_not_said(said.out, "RAPL"); /* no joules of what is wrong */
    assert_int_equal(said.status, STATUS_WRONG);
}

/* ---- seeds and shapes ----------------------------------------------------------------------- */

/* Per further element; what is counted more at the smaller shape is as far off as what is counted
 * less. */
TEST(a_goal_is_an_upper_bound)
{
    const struct goal goal = { .per = PER_ELEMENT, .most = 2 };
    const struct counter_value less = { 10, 0, true, "" };
    const struct {
        struct counter_value count;
        int state;
    } cases[] = {
        { { 14, 0, true, "" }, judged::MET },        { { 15, 0, true, "" }, judged::MISSED },
        { { 6, 0, true, "" }, judged::MET },         { { 5, 0, true, "" }, judged::MISSED },
        { { 14, 0, false, "" }, judged::UNCOUNTED }, { { 15, 0, false, "" }, judged::MISSED }
    };
    struct problem at = {}, minus = {};

    at.n = 3, minus.n = 1;
    for (auto &c : cases)
        assert_int_equal(judge_goal(&goal, &at, &c.count, &minus, &less, true).state, c.state);
}

TEST(a_seed_repeats_the_shapes_of_a_run)
{
    struct said one = said_by("--quick --seed 4294967299 --only gpu_shapes"),
                two = said_by("--quick --seed 4294967299 --only gpu_shapes"),
                other = said_by("--quick --seed 3 --only gpu_shapes");

    assert_said(one.out, "; --seed 4294967299 repeats this run");
    for (const char *n : { "n=257\n", "n=1\n", "n=255\n", "n=1023\n", "n=3000\n" })
        assert_said(one.err, n);
    for (struct said *said :
         { &one, &two, &other }) /* how often it is timed, the machine decides */
        if (strstr(said->err, "n=3000\n"))
            *strstr(said->err, "n=3000\n") = 0;
    assert_string_equal(one.err, two.err);
    assert_true(strcmp(one.err, other.err)); /* 2^32 more is another seed */
}

/* One of each class, beside those that are the same in every run. */
TEST(one_shape_of_each_class_is_drawn)
{
    struct said said = said_by("--quick --seed 5 --only gpu_shapes");
    int small = 0, beyond = 0;

    for (char *line = strtok(said.err, "\n"); line; line = strtok(NULL, "\n")) {
        int n = strncmp(line, "n=", 2) ? 0 : atoi(line + 2);
        small += n >= 300 && n < 1000;
        beyond += n > N;
    }
    assert_int_equal(small, 1);
    assert_int_equal(beyond, 1);
}

/* Class 1 has one block too few or enough to make class 2 needless; its blocks are of 128 threads.
 */
static long long longest;

static struct shape draw_long(int which, long long, struct random *)
{
    return { .n = which == 1 ? longest : 310 + which };
}

static void run_with_long_draws(void *n)
{
    static const int unless[] = { 0, 0, 1 };
    struct experiment long_ones = experiment;

    longest = *(long long *)n;
    long_ones.shapes.draw = draw_long;
    long_ones.shapes.draws = long_ones.shapes.quick_draws = 3;
    long_ones.shapes.unless = unless;
    struct run *run = begin_with("--quick --seed 5 --only gpu_shapes", &long_ones);
    for (long long size; next_size(run, &size);)
        for (const struct version *v; next_version(run, &v);)
            check_version(run, v);
    exit(run_end(run));
}

TEST(more_than_65536_blocks_make_another_class_needless)
{
    for (long long n : { 128 * 65536LL, 128 * 65536LL + 1 }) {
        struct said said = capture(run_with_long_draws, &n);
        assert_said(said.err, "n=310\n");
        if (n == 128 * 65536LL)
            assert_said(said.err, "n=312\n");
        else
            assert_not_said(said.err, "n=312\n");
    }
}

static unsigned long long seed_of(const struct said *said)
{
    const char *at = strstr(said->out, "--seed ");

    assert_non_null(at);
    return strtoull(at + 7, NULL, 10);
}

TEST(without_a_seed_one_is_drawn_and_printed)
{
    struct said one = said_by("--quick --only gpu_shapes"),
                two = said_by("--quick --only gpu_shapes");
    char line[64];

    assert_true(seed_of(&one) != seed_of(&two));
    snprintf(line, sizeof(line), "--quick --only gpu_shapes --seed %llu", seed_of(&one));
    struct said again = said_by(line);
    assert_string_equal(one.err, again.err);
}

static int ascending(const void *a, const void *b)
{
    unsigned long long x = *(const unsigned long long *)a, y = *(const unsigned long long *)b;

    return (x > y) - (x < y);
}

TEST(two_runs_of_a_version_have_the_same_inputs_once)
{
    struct said said = said_by("--quick --seed 1 --only gpu_shapes");
    unsigned long long seeds[256];
    int count = 0, large = 0, same = 0;

    for (char *line = strtok(said.err, "\n"); line && count < 256; line = strtok(NULL, "\n"))
        if (!strncmp(line, "seed=", 5))
            seeds[count++] = strtoull(line + 5, NULL, 10);
    qsort(seeds, count, sizeof(*seeds), ascending);
    for (int i = 0; i < count; i++) {
        same += i > 0 && seeds[i] == seeds[i - 1];
        large += seeds[i] > 0xFFFFFFFF;
    }
    /* 6 shapes, the 4 fixed ones also in a drawn order, the contract and its 3 repeats, once more
     * over the last one's output, the timed size; 3 warm-ups and 3 samples of 4 stopwatches */
    assert_int_equal(count, 6 + 4 + 4 + 1 + 1 + (3 + 3) * 4);
    assert_int_equal(same, 1);
    assert_true(large > count / 2); /* and most reach past 32 bits */
}

/* ---- how long, how often -------------------------------------------------------------------- */

TEST(an_explicit_least_time_beats_the_cap)
{
    double start = now_ms();
    struct said said = said_by("--samples 1 --min-time 2.2 --only cpu_slow");

    assert_true(now_ms() - start >= 2200); /* the cap is 2 s where nothing is given */
    assert_said(line_of(&said, "cpu_slow"), "cpu_slow ok ");
    assert_said(said.out, "at least 1 samples and 2.2 s");
    assert_not_said(said.out, "only ");
}

/* In a second more samples could be taken than there is room for. */
TEST(samples_end_where_their_room_does)
{
    struct said said = said_with(STATUS_OK, "--size 1 --samples 1 --min-time 1 --only cpu_serial");

    assert_said(line_of(&said, "cpu_serial"), "cpu_serial ok ");
}

TEST(one_sample_has_no_interval_and_three_have_a_range)
{
    static const struct {
        const char *line, *has, *has_not;
    } samples[] = {
        { "--samples 1 --min-time 0 --only cpu_serial", "", "[" },
        { "--samples 3 --min-time 0 --only cpu_serial", "..", ", " },
        { "--samples 10 --min-time 0 --only cpu_serial", ", ", ".." },
    };

    for (auto &s : samples) {
        struct said said = said_by(s.line);
        assert_said(line_of(&said, "cpu_serial"), s.has);
        assert_not_said(line_of(&said, "cpu_serial"), s.has_not);
    }
}

TEST(every_version_runs_at_every_size)
{
    struct said said =
        said_with(STATUS_OK, "--sizes 5,70,900 --samples 1 --min-time 0 --only gpu_v1");

    for (const char *line :
         { "  5 gpu_v1       ok ", " 70 gpu_v1       ok ", "900 gpu_v1       ok " })
        assert_said(said.out, line);
    said = said_with(STATUS_WRONG, "--sizes 5,900 --only gpu_front"); /* wrong once is wrong */
    assert_said(said.out, "  5 gpu_front    WRONG");
    assert_said(said.out, "900 gpu_front    WRONG");
}

TEST(threads_have_rows_of_their_own)
{
    struct said said = said_by("--quick --seed 1 --threads 1,3 --only cpu_openmp");

    for (const char *row : { "cpu_openmp", "cpu_openmp_1", "cpu_openmp_3" })
        assert_said(line_of(&said, row), " ok ");
    assert_said(said.err, "threads=1\n");
    assert_said(said.err, "threads=3\n");
    assert_not_said(said.out, "\ngpu_v1 ");
    said = said_by("--quick --seed 1 --threads 3 --only gpu_v1");
    assert_not_said(said.out, "\ncpu_openmp_3 ");
}

/* ---- --only, --require ---------------------------------------------------------------------- */

TEST(only_means_this_one)
{
    struct said said = said_by(QUICK "gpu_v1");

    for (const struct version *v = versions; v->name; v++) {
        char newline[32];
        snprintf(newline, sizeof(newline), "\n%s ", v->name);
        if (strcmp(v->name, "gpu_v1"))
            assert_not_said(said.out, newline);
    }
}

TEST(what_is_required_and_not_written_has_status_1)
{
    static const char ex91[] = "\nrequired gpu_ex91 is not ok\n";

    assert_said(said_with(STATUS_WRONG, QUICK "gpu_ex91 --require ex91").out, ex91);
    assert_said(said_with(STATUS_WRONG, QUICK "gpu_v1 --require ex91").out, ex91); /* not tried */
    assert_said(said_with(STATUS_WRONG, QUICK "gpu_ex92 --require ex92").out,
                "\nrequired gpu_ex92 is not ok\n");
}

/* ---- --compare ------------------------------------------------------------------------------ */

TEST(a_slower_version_is_found_to_be_slower)
{
    struct said said = said_with(STATUS_OK, "--seed 1 --compare cpu_slow,cpu_serial --min-time 0");

    assert_said(said.out, "cpu_serial against cpu_slow, in 32 pairs of runs:\n"
                          "  cpu_serial is faster: ");
    assert_not_said(said.out, "says nothing about a GPU");
    assert_not_said(said.out, "\ngpu_v1 ");
}

TEST(what_is_wrong_is_not_compared)
{
    static const struct {
        const char *line, *version, *words;
    } wrong[] = {
        { "--seed 1 --compare gpu_v1,gpu_last --min-time 0", "gpu_last", "gpu_last WRONG " },
        { "--seed 1 --compare gpu_front,gpu_v1 --min-time 0", "gpu_front", "gpu_front WRONG " },
        /* and what turns out to be wrong only when both are timed */
        { "--seed 1 --compare gpu_checked,gpu_lib --min-time 0", "gpu_checked",
          "gpu_checked WRONG n = 3000" },
    };

    for (auto &w : wrong) {
        struct said said = said_with(STATUS_WRONG, w.line);
        assert_said(line_of(&said, w.version), w.words);
        assert_not_said(said.out, "against");
    }
}

static void compare_and_look_at_poison(struct check *check, const struct problem *p)
{
    if (check->poison != p->c.poison)
        check_fail(check, "another poison than that of the output");
    compare(check, p);
}

static void run_with_a_look_at_poison(void *line)
{
    struct experiment looks = experiment;

    looks.compare = compare_and_look_at_poison;
    run_all(begin_with((const char *)line, &looks));
}

/* They share an output, and draw its poison each for themselves. */
TEST(both_know_the_poison_of_their_output)
{
    char line[80];

    for (int seed = 1; seed <= 6; seed++) {
        snprintf(line, sizeof(line), "--seed %d --compare gpu_v1,gpu_lib --min-time 0", seed);
        struct said said = capture(run_with_a_look_at_poison, line);
        assert_int_equal(said.status, STATUS_OK);
        assert_said(said.out, "gpu_v1 against gpu_lib");
    }
}

static int times_said(const char *text, const char *words)
{
    int count = 0;

    while ((text = strstr(text, words))) {
        count++;
        text++;
    }
    return count;
}

/* Sizes are compared one by one, each once. */
TEST(a_sweep_compares_at_every_size)
{
    struct said said =
        said_with(STATUS_OK, "--seed 1 --sizes 10,700 --compare cpu_serial,gpu_v1 --min-time 0");

    assert_int_equal(times_said(said.out, "cpu_serial against gpu_v1, in 32 pairs"), 2);
    assert_int_equal(times_said(said.out, "against"), 2);
    assert_int_equal(times_said(said.out, "on the CPU device: this says nothing about a GPU"), 2);
}

static void run_twice(void *line)
{
    struct run *run = begin((const char *)line);
    const struct version *v;

    for (long long n; next_size(run, &n);)
        for (int i = 0; i < 2; i++)
            while (next_version(run, &v))
                if (check_version(run, v))
                    time_version(run, v, n);
    exit(run_end(run));
}

/* As with several batches of a network: each time the two are compared once. */
TEST(all_versions_twice_at_a_size_are_two_comparisons)
{
    struct said said =
        capture(run_twice, (void *)"--seed 1 --compare cpu_serial,gpu_v1 --min-time 0");

    assert_int_equal(said.status, STATUS_OK);
    assert_int_equal(times_said(said.out, "cpu_serial against gpu_v1"), 2);
    assert_int_equal(times_said(said.out, "against"), 2);
}

static void compare_40_times(void *)
{
    struct run *run = begin("--seed 1 --compare gpu_v1,gpu_v1 --min-time 0");
    const struct version *v;
    long long n;

    if (!next_size(run, &n) || !next_version(run, &v) || !check_version(run, v))
        exit(1);
    for (int i = 0; i < 40; i++) {
        run->options.seed = i; /* of which of the two begins a round */
        time_version(run, v, n);
    }
    exit(run_end(run));
}

TEST(a_version_against_itself_cannot_be_told)
{
    struct said said = capture(compare_40_times, NULL);

    assert_int_equal(said.status, STATUS_OK);
    assert_in_range(times_said(said.out, "which is faster cannot be told"), 37, 40);
}

static int by_itself(void **)
{
    setenv("GOMP_SPINCOUNT", "30000", 1); /* or run_begin would start this program anew */
    setenv("LAB_ALONE", "1", 1);          /* the supervisor has tests of its own */
    return unsetenv("LAB_CHECK");
}
AROUND_ALL(by_itself, NULL)
