#include "pairs.h"

#include <math.h>
#include <stdlib.h>
#include "random.h"
#include "timing.h"

#define DRAWS 2000

struct ratio compare_pairs(const double *v, const double *w, int rounds, unsigned long long seed)
{
    double *logs = malloc((2 * rounds + DRAWS) * sizeof(*logs));
    double *drawn = logs + rounds, *medians = drawn + rounds;
    struct random random = { seed, 0 };
    struct ratio result;

    if (!logs)
        abort();
    for (int i = 0; i < rounds; i++) /* logarithms: twice and half as long weigh alike */
        logs[i] = (log(w[2 * i] / v[2 * i]) + log(w[2 * i + 1] / v[2 * i + 1])) / 2;
    for (int d = 0; d < DRAWS; d++) {
        for (int i = 0; i < rounds; i++)
            drawn[i] = logs[random_between(&random, 0, rounds - 1)];
        medians[d] = stats_of(drawn, rounds).median_ms;
    }
    sort_values(medians, DRAWS);
    result.low = exp(quantile(medians, DRAWS, 0.0005));
    result.high = exp(quantile(medians, DRAWS, 0.9995));
    result.ratio = exp(stats_of(logs, rounds).median_ms);
    result.verdict = result.low > 1.01 ? 1 : result.high < 1 / 1.01 ? -1 : 0;
    free(logs);
    return result;
}
