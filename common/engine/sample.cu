/* One sample of one stopwatch, and what is done before and after it. */
#include "parts.h"

/* Code on the CPU has finished when it returns. */
static void wall(const struct version *v, const struct problem *p, double ms[])
{
    double start = now_ms();

    v->run(p);
    ms[WALL] = now_ms() - start;
}

static stopwatch *const wall_alone[] = { wall, NULL };

static stopwatch *of_launch;

/* On a CPU device, whose times say nothing about a GPU, what is slow is launched only once: its
 * time with the copies is the sum of both. */
static void launch_then_copies(const struct version *v, const struct problem *p, double ms[])
{
    of_launch(v, p, ms);
    double start = now_ms();
    for (const struct array *x : { &p->a, &p->b })
        CUDA_CHECK(cudaMemcpy(x->device, x->host, x->bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(p->c.host, p->c.device, p->c.bytes, cudaMemcpyDeviceToHost));
    ms[WITH_TRANSFERS] = ms[SYNC] + now_ms() - start;
}

stopwatch *const *stopwatches_of(const struct run *run, const struct problem *p)
{
    static stopwatch *const once[] = { launch_then_copies, NULL };
    stopwatch *const *all = run->experiment->stopwatches;

    if (!on_device(p->version))
        return wall_alone;
    of_launch = all[0];
    return run->slow && all[1] && run->device.is_cpu && run->options.few ? once : all;
}

enum method method_that_counts(const struct version *v)
{
    return v->where == FROM_HOST ? WITH_TRANSFERS : on_device(v) ? SYNC : WALL;
}

void launch_train(const struct version *v, const struct problem *p, double ms[])
{
    float elapsed = 0;

    v->run(p);
    CUDA_CHECK(cudaEventRecord(p->before, 0));
    for (int i = 0; i < TRAIN_LAUNCHES; i++)
        v->run(p);
    CUDA_CHECK(cudaEventRecord(p->after, 0));
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaEventElapsedTime(&elapsed, p->before, p->after));
    ms[TRAIN] = elapsed / TRAIN_LAUNCHES;
}

/* Asking NVML takes up to a millisecond: never in a sample, and seldom. */
#define CLOCKS_EVERY_MS 100

/* To be called while the device is at work: an idle one's clocks are of no interest. */
static void look_at_clocks(struct run *run)
{
    double now = now_ms();

    if (run->clocks_at_ms && now - run->clocks_at_ms < CLOCKS_EVERY_MS)
        return;
    run->clocks = nvml_clocks();
    run->clocks_at_ms = now;
}

void before_sample(struct run *run, struct problem *p, double ms[METHODS], bool last)
{
    const struct version *v = p->version;
    const struct contract *contract = contract_of(v);

    for (int m = 0; m < METHODS; m++)
        ms[m] = NAN;
    set_data_pointers(p);
    if (is_launcher(v))
        problem_change(p);
    if (on_device(v))
        CUDA_CHECK(cudaMemsetAsync(p->c.device, p->c.device_poison, p->c.bytes, 0));
    if (last)
        array_poison_host(&p->c);
    v->known->check.poison = p->c.poison; /* --compare: the other version's run has chosen it */
    flush_l2();
    if (on_device(v) && !run->device.is_cpu)
        look_at_clocks(run);
    CUDA_CHECK(cudaDeviceSynchronize());
    enter(run, v);
    if (last && contract && contract->before)
        contract->before(run, p, true);
    run->preempted = -times_preempted();
    run->begun = begun_now();
}

void after_sample(struct run *run, struct problem *p, const double ms[METHODS], bool last)
{
    const struct contract *contract = contract_of(p->version);

    if (!isnan(ms[NO_SYNC]))
        run->launch_ms = fmin(run->launch_ms, fmin(own_ms(&run->begun), ms[NO_SYNC]));
    run->preempted += times_preempted();
    if (last && contract && contract->returned)
        contract->returned(p);
    if (leave(run, p->version) && last)
        check_result(p, !isnan(ms[WITH_TRANSFERS]));
    check_calls(run, p);
}

bool take_sample(struct run *run, struct problem *p, stopwatch *watch, double ms[METHODS],
                 bool last)
{
    if (p->version->known->check.wrong) /* the device may be lost */
        return false;
    before_sample(run, p, ms, last);
    watch(p->version, p, ms);
    after_sample(run, p, ms, last);
    return !p->version->known->check.wrong;
}
