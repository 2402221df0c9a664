/* The option --energy: what a run of a version takes, in joules. */
#include "parts.h"

#include <omp.h>
#include <unistd.h>
#include "energy.h"
#include "machine.h"
#include "nvml.h"

#define BATCH_MS    20   /* launches of this length are queued before the host waits */
#define MOST_QUEUED 1000 /* and never more than this: a full queue waits */

static double idle_watts[2]; /* of the CPU, of the device; 0: not known */

static struct look look_at(bool device) { return device ? look_at_gpu() : look_at_cpu(); }

/* Joules in a second; 0: not known. */
static double watts_between(const struct look *first, const struct look *last)
{
    char unused[96] = "";
    double joules = joules_between(first, last, unused, sizeof(unused));

    return joules > 0 ? 1e3 * joules / (last->ms - first->ms) : 0;
}

void energy_begin(struct run *run)
{
    run->report.rows.energy = run->options.energy;
    if (!run->options.energy || lab_mode() != MODE_PLAIN)
        return;
    const struct look first[2] = { look_at(false), look_at(true) };
    usleep((useconds_t)(1e6 * energy_seconds(IDLE_SECONDS)));
    for (int device = 0; device < 2; device++) {
        const struct look last = look_at(device);
        idle_watts[device] = watts_between(&first[device], &last);
    }
}

/* Why its joules may not be what they seem. */
static void doubt_energy(const struct run *run, bool device, double watts, struct energy *energy)
{
    const size_t size = sizeof(energy->doubt);

    if (device && nvml_programs() > 1)
        add_doubt(energy->doubt, size, "other programs use the card");
    if (device && strstr(run->device.name, "MIG "))
        add_doubt(energy->doubt, size, "counted of the whole card");
    if (!device && is_busy(run->report.load, cpus_of_others(), omp_get_max_threads()))
        add_doubt(energy->doubt, size, "the machine was busy");
    if (watts < idle_watts[device])
        add_doubt(energy->doubt, size, "less power than idle");
}

/* Runs it back to back, and divides what the counter says; median_ms is what a run takes. The
 * output of the last run is checked. */
static struct energy energy_of(struct run *run, struct problem *p, double median_ms)
{
    const struct version *v = p->version;
    const bool device = on_device(v);
    const double least_ms = 1e3 * energy_seconds(ENERGY_SECONDS);
    const int batch = (int)fmax(1, fmin(MOST_QUEUED, BATCH_MS / median_ms));
    struct energy energy = {};
    double ms[METHODS], runs = 0;

    before_sample(run, p, ms, true);
    const struct look first = look_at(device);
    do {
        for (int i = 0; i < batch; i++, runs++)
            v->run(p);
        if (device)
            CUDA_CHECK(cudaDeviceSynchronize());
    } while (now_ms() - first.ms < least_ms && !v->known->check.wrong);
    const struct look last = look_at(device);
    ms[WITH_TRANSFERS] = v->where == FROM_HOST ? 0 : NAN; /* then the host has the output */
    after_sample(run, p, ms, true);

    energy.by = device ? BY_NVML : BY_RAPL;
    energy.idle_watts = idle_watts[device];
    double joules = joules_between(&first, &last, energy.doubt, sizeof(energy.doubt));
    energy.joules = joules > 0 ? joules / runs : 0;
    energy.watts = joules > 0 ? watts_between(&first, &last) : 0;
    doubt_energy(run, device, joules > 0 ? energy.watts : HUGE_VAL, &energy);
    return energy;
}

/* Without a counter: at most the power that the card's maker publishes, times the time. */
static struct energy estimate(const struct run *run, double median_ms)
{
    struct energy energy = {};
    struct card card = {};

    card_read(&card, CARDS, run->device.name);
    energy.by = card.watts > 0 ? ESTIMATED : NO_ENERGY;
    energy.watts = card.watts;
    energy.joules = card.watts * median_ms / 1e3;
    return energy;
}

bool measure_energy(struct run *run, struct problem *p, long long size,
                    const struct stats times[METHODS])
{
    const struct options *o = &run->options;
    const struct version *v = p->version;
    const bool device = on_device(v);
    const double median_ms = times[method_that_counts(v)].median_ms;

    if (!o->energy || run->report.quiet || size != o->sizes[o->size_count - 1] || !(median_ms > 0))
        return true;
    if (device && run->device.is_cpu)
        run->report.no_joules[device] = "the CPU device is this CPU, whose joules are no GPU's";
    else if (look_at(device).count)
        run->energy = energy_of(run, p, median_ms);
    else if (device)
        run->energy = estimate(run, median_ms);
    if (device && !run->device.is_cpu && !run->energy.by)
        run->report.no_joules[device] =
            "no counter can be read, and reference/cards.csv has no power of this GPU";
    if (!device && !run->energy.by)
        run->report.no_joules[device] = "no counter that this user may read in /sys/class/powercap";
    return !v->known->check.wrong;
}
