/* The option --compare: two versions in turns. */
#include "parts.h"

#include "pairs.h"

/* The stopwatch whose time counts; tries them, which also warms up. NULL: something went wrong. */
static stopwatch *counting_stopwatch(struct run *run, struct problem *p, const struct version *v)
{
    double ms[METHODS];

    p->version = v;
    for (stopwatch *const *w = stopwatches_of(run, p); *w && take_sample(run, p, *w, ms, false);
         w++)
        if (!isnan(ms[method_that_counts(v)]))
            return *w;
    return NULL;
}

/* Times rounds of V W W V or W V V W, drawn at random, until there are enough. A machine that slows
 * down steadily favours neither within a round; a periodic one, neither over many random rounds.
 * Returns how many; 0: something went wrong. */
static int take_rounds(struct run *run, const struct version *const both[2], struct problem *p,
                       double times[2][MAX_SAMPLES])
{
    static const int orders[2][4] = { { 0, 1, 1, 0 }, { 1, 0, 0, 1 } };
    stopwatch *const watches[2] = { counting_stopwatch(run, p, both[0]),
                                    counting_stopwatch(run, p, both[1]) };
    double start = now_ms(), least = 1e3 * run->options.limits.min_time, ms[METHODS];
    int taken[2] = { 0, 0 }, n = 0;

    for (; n < MIN_PAIRS / 2 || (now_ms() - start < least && n < MAX_SAMPLES / 2); n++) {
        const int *order = orders[random_bits(run->options.seed, 1, n) & 1];
        for (int i = 0; i < 4; i++) {
            int which = order[i];
            p->version = both[which];
            if (!watches[which] || !take_sample(run, p, watches[which], ms, false))
                return 0;
            times[which][taken[which]++] = ms[method_that_counts(both[which])];
        }
    }
    for (int i = 0; i < 2; i++) { /* once more, to check the output */
        p->version = both[i];
        if (!take_sample(run, p, watches[i], ms, true))
            return 0;
    }
    if (check_state(&both[0]->known->check) != STATE_OK ||
        check_state(&both[1]->known->check) != STATE_OK)
        return 0;
    return n;
}

void compare_versions(struct run *run, struct problem *p)
{
    const struct version *const v = run->compared, *const w = p->version, *const both[2] = { v, w };
    static double times[2][MAX_SAMPLES];
    int rounds = take_rounds(run, both, p, times);

    if (!rounds)
        return;
    struct ratio r = compare_pairs(times[0], times[1], rounds, run->options.seed);
    printf(_("\n%s against %s%s%s, in %d pairs of runs:\n"), v->name, w->name,
           *p->label ? ", " : "", p->label, 2 * rounds);
    if (r.verdict < 0)
        printf(_("  %s is faster: %.3f times as fast [%.3f, %.3f]\n"), w->name, 1 / r.ratio,
               1 / r.high, 1 / r.low);
    else
        printf(_("  %s%s: %.3f times as fast [%.3f, %.3f]\n"),
               r.verdict ? v->name : _("which is faster"),
               r.verdict ? _(" is faster") : _(" cannot be told"), r.ratio, r.low, r.high);
    if (run->device.is_cpu && (on_device(v) || on_device(w)))
        printf(_("  on the CPU device: this says nothing about a GPU\n"));
    putchar('\n');
}
