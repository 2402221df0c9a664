/* The honest CPU product against OpenBLAS: three squares and the 20 products of ResNet-50.
 *
 *   make bench
 *   build/cpu/tests/bench/bench_gemm [pairs]     default: 5 pairs, on all cores
 *   OMP_NUM_THREADS=1 build/cpu/tests/bench/bench_gemm
 *
 * Built for AVX2 (OPTIMISE="-O3 -march=haswell") it also holds OpenBLAS to AVX2.
 *
 * Both keep threads that wait on the cores for the next product and would disturb each other, so
 * each is measured in a process of its own: this program starts itself, ours and OpenBLAS in turns,
 * with the same number of threads. A figure is the median of the processes, the ratio is the median
 * of the pairs' ratios, so that a machine whose speed drifts does not decide. Not a test: the
 * figures depend on the machine, and are only worth something on a quiet one.
 *
 * gcc's OpenMP lets a thread that waits spin for milliseconds before it sleeps, even while another
 * process needs the core: on a busy machine that alone costs a factor of ten. So both processes run
 * with GOMP_SPINCOUNT=3000, unless it is set; on a quiet machine it changes nothing. */
#include "common/gemm/gemm_cpu.h"
#include "common/engine/machine.h"
#include "tests/unit/uniform.h"
#include "common/engine/timing.h"

#include <dlfcn.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PAIRS = 100, ROW_MAJOR = 101, NO_TRANSPOSE = 111 };

static const int squares[] = { 512, 1024, 2048 };

/* m, n, k of a convolution as a product, one image (K. He et al., ResNet-50, stride in the 3x3) */
static const int layers[][3] = {
    { 12544, 64, 147 }, { 3136, 64, 64 },   { 3136, 64, 576 },  { 3136, 256, 64 },
    { 3136, 64, 256 },  { 3136, 128, 256 }, { 784, 128, 1152 }, { 784, 512, 128 },
    { 784, 512, 256 },  { 784, 128, 512 },  { 784, 256, 512 },  { 196, 256, 2304 },
    { 196, 1024, 256 }, { 196, 1024, 512 }, { 196, 256, 1024 }, { 196, 512, 1024 },
    { 49, 512, 4608 },  { 49, 2048, 512 },  { 49, 2048, 1024 }, { 49, 512, 2048 },
};
enum {
    SQUARES = sizeof(squares) / sizeof(squares[0]),
    LAYERS = sizeof(layers) / sizeof(layers[0])
};

typedef void sgemm(int order, int trans_a, int trans_b, int m, int n, int k, float alpha,
                   const float *a, int lda, const float *b, int ldb, float beta, float *c, int ldc);

/* Loaded where it is needed, so that a machine without it can build and run this. Fedora's plain
 * name is a build without threads; the one with them ends in p. */
static void *openblas(const char *symbol)
{
    void *library = dlopen("libopenblasp.so.0", RTLD_NOW);

    if (!library)
        library = dlopen("libopenblas.so.0", RTLD_NOW);
    return library ? dlsym(library, symbol) : NULL;
}

/* ---- one product, in a process of its own ------------------------------------------------------
 */

struct product {
    sgemm *blas; /* NULL: ours */
    float *c, *a, *b;
    int m, n, k;
};

static double once(const struct product *p)
{
    double begin = now_ms();

    if (p->blas)
        p->blas(ROW_MAJOR, NO_TRANSPOSE, NO_TRANSPOSE, p->m, p->n, p->k, 1, p->a, p->k, p->b, p->n,
                0, p->c, p->n);
    else if (gemm_cpu(p->c, p->a, p->b, p->m, p->n, p->k) != 0)
        exit(1);
    return now_ms() - begin;
}

/* Prints the median GFLOP/s. */
static int measure(sgemm *blas, int m, int n, int k)
{
    const struct limits limits = { 10, 0.1, 2.0 };
    size_t count_a = (size_t)m * k, count_b = (size_t)k * n, count_c = (size_t)m * n;
    struct product p = { blas, malloc(count_c * 4), malloc(count_a * 4), malloc(count_b * 4), m, n,
                         k };
    struct stats stats;

    if (!p.a || !p.b || !p.c)
        return 1;
    uniform(p.a, count_a, 1, 0);
    uniform(p.b, count_b, 1, 1);
    struct sampling s = sampling_begin(&limits, 1);
    while (sampling_next(&s))
        sampling_keep(&s, 0, once(&p), 0);
    sampling_end(&s, &stats);
    printf("%.9g\n", 2e-6 * m * n * k / stats.median_ms);
    free(p.a);
    free(p.b);
    free(p.c);
    return 0;
}

/* ---- the table ---------------------------------------------------------------------------------
 */

static const char *self;

/* Runs this program with `arguments` on `threads` threads of OpenBLAS; its first line, "" if none
 */
static const char *ask(int threads, const char *arguments)
{
    static char command[4096], line[256];

    snprintf(command, sizeof(command), "OPENBLAS_NUM_THREADS=%d '%s' %s", threads, self, arguments);
    line[0] = '\0';
    FILE *answer = popen(command, "r");
    if (answer) {
        if (!fgets(line, sizeof(line), answer))
            line[0] = '\0';
        pclose(answer);
    }
    line[strcspn(line, "\n")] = '\0';
    return line;
}

static double gflops(const char *who, int threads, const int shape[3])
{
    char arguments[100];

    snprintf(arguments, sizeof(arguments), "%s %d %d %d", who, shape[0], shape[1], shape[2]);
    double answer = atof(ask(threads, arguments));
    if (!(answer > 0)) {
        fprintf(stderr, "bench_gemm %s: no figure\n", arguments);
        exit(1);
    }
    return answer;
}

/* Prints a row; the median ratio of the pairs. */
static double compare(const int shape[3], int pairs)
{
    double ours[MAX_PAIRS], blas[MAX_PAIRS], ratio[MAX_PAIRS];

    for (int i = 0; i < pairs; i++) {
        ours[i] = gflops("ours", 1, shape);
        blas[i] = gflops("openblas", omp_get_max_threads(), shape);
        ratio[i] = ours[i] / blas[i];
    }
    double median = stats_of(ratio, pairs).median_ms;
    printf("%5d x %4d x %4d %14.1f %18.1f %8.2f\n", shape[0], shape[1], shape[2],
           stats_of(ours, pairs).median_ms, stats_of(blas, pairs).median_ms, median);
    fflush(stdout);
    return median;
}

/* The kernels that OpenBLAS uses here; "" without OpenBLAS. */
static const char *opponent(int threads)
{
    setenv("GOMP_SPINCOUNT", "3000", 0);
    const char *core = ask(threads, "core");
#ifdef __AVX512F__
    /* Ours was built for AVX-512, so shall its opponent be, even if it does not know this CPU. */
    if (*core && !strstr("SkylakeX Cooperlake SapphireRapids", core)) {
        printf("OpenBLAS chose %s; OPENBLAS_CORETYPE=SkylakeX gives it AVX-512\n", core);
        setenv("OPENBLAS_CORETYPE", "SkylakeX", 1);
        core = ask(threads, "core");
    }
#elif defined(__AVX2__)
    if (*core && setenv("OPENBLAS_CORETYPE", "Haswell", 1) == 0)
        core = ask(threads, "core");
#endif
    return core;
}

static int table(int pairs)
{
    const int threads = omp_get_max_threads();
    const char *core = opponent(threads);
    double log_sum = 0, worst = INFINITY;

    if (!*core) {
        puts("skipped: our product against OpenBLAS: no libopenblas.so.0 (./setup.sh --tests)");
        return 0;
    }
    printf("OpenBLAS: %s; threads of each: %d, medians of %d pairs, load %.2f\n", core, threads,
           pairs, load_average());
    printf("%-19s %14s %18s %8s\n", "    M x    N x    K", "ours GFLOP/s", "OpenBLAS GFLOP/s",
           "ratio");
    for (int i = 0; i < SQUARES; i++)
        compare((int[]){ squares[i], squares[i], squares[i] }, pairs);
    for (int i = 0; i < LAYERS; i++) {
        double ratio = compare(layers[i], pairs);
        log_sum += log(ratio);
        worst = fmin(worst, ratio);
    }
    printf("the %d layers: geometric mean %.2f, worst %.2f; load %.2f\n", LAYERS,
           exp(log_sum / LAYERS), worst, load_average());
    printf("(wanted: at least 0.90 for each of the layers)\n");
    return 0;
}

int main(int argc, char **argv)
{
    int pairs = argc == 2 ? atoi(argv[1]) : 5;

    self = argv[0];
    if (argc == 2 && strcmp(argv[1], "core") == 0) {
        char *(*core)(void) = (char *(*)(void))openblas("openblas_get_corename");
        return core ? puts(core()) < 0 : 1;
    }
    if (argc == 5) {
        sgemm *blas = NULL;
        if (strcmp(argv[1], "openblas") == 0 && !(blas = (sgemm *)openblas("cblas_sgemm")))
            return 1;
        return measure(blas, atoi(argv[2]), atoi(argv[3]), atoi(argv[4]));
    }
    if (argc > 2 || pairs < 1 || pairs > MAX_PAIRS) {
        fprintf(stderr, "usage: bench_gemm [pairs], 1 to %d\n", MAX_PAIRS);
        return 2;
    }
    return table(pairs);
}
