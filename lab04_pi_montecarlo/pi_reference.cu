/* Lab 4 - the reference: the right number of hits, and how close to pi it comes. */
#include <unistd.h>
#include "pi_montecarlo.h"
#include "pi_versions.h"

/* Where a CPU would take minutes: gpu_arrays, which is checked against the CPU at smaller sizes. */
static count on_device(count samples, count seed)
{
    count hits, *d_hits;

    CUDA_CHECK(cudaMalloc((void **)&d_hits, sizeof(hits)));
    pi_arrays(d_hits, samples, seed);
    CUDA_CHECK(cudaMemcpy(&hits, d_hits, sizeof(hits), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_hits));
    return hits;
}

/* On a GPU shapes are drawn of which two cores count for many seconds: says so, on a terminal. */
static count on_all_cores(count samples, count seed)
{
    const bool says = samples > 1 << 28 && isatty(STDERR_FILENO);
    count hits;

    if (says)
        fprintf(stderr, _("the CPU counts the hits of %llu samples, to compare ...\033[K\r"),
                samples);
    pi_cpu(&hits, samples, seed);
    if (says)
        fprintf(stderr, "\033[K");
    return hits;
}

/* A plain loop; beyond 2^25 samples cpu_openmp's code, which is checked against it up to there. */
count pi_reference(count samples, count seed)
{
    count pairs = pi_pairs(samples), sum = 0;

    if (samples > PI_CPU_SIZE && !run_instead) /* a grader's judge opens no device */
        return on_device(samples, seed);
    if (samples > 1 << 25)
        return on_all_cores(samples, seed);
#pragma omp parallel for reduction(+ : sum)
    for (count i = 0; i < pairs; i++)
        sum += pi_hits(i, samples, seed);
    return sum;
}

/* A sample hits with probability p = pi / 4, so 4 hits / n has the variance 16 p (1 - p) / n. */
double pi_standard_error(long long samples)
{
    return 4 * sqrt(M_PI / 4 * (1 - M_PI / 4) / samples);
}

/* The error against the number of samples, and the slope of a straight line through them where both
 * axes are logarithmic: -1/2 says that a tenth of the error costs a hundred times the samples. */
void pi_report_error(const struct rows *rows)
{
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    long long last = 0;
    int n = 0;

    for (int i = 0; i < rows->count; i++) { /* in the order of their sizes */
        const struct row *row = &rows->row[i];
        double pi, error, expected, x, y;
        if (row->work.size <= last || sscanf(row->own, "%lf,%lf,%lf", &pi, &error, &expected) != 3)
            continue;
        if (!last)
            printf(_("\n            n             pi      error  standard error\n"));
        last = row->work.size;
        printf("%13lld %14.10f %10.2g %15.2g\n", last, pi, error, expected);
        if (error == 0)
            continue;
        n++, x = log(last), y = log(error);
        sx += x, sy += y, sxx += x * x, sxy += x * y;
    }
    if (n >= 4)
        printf(_("the error falls as n^%.2f; expected n^-0.5, give or take a few tenths\n"),
               (n * sxy - sx * sy) / (n * sxx - sx * sx));
}
