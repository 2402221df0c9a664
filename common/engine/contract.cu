/* What a launcher must not do: wait, overtake, keep results, launch grids that end too early. */
#include "parts.h"

#include <time.h>
#include <unistd.h>
#include "machine.h"

/* ---- does it return at once? ---------------------------------------------------------------- */

/* A host function stops the default stream until the launcher has returned. */
struct stall {
    int launcher; /* the thread that it runs in */
    volatile bool is_back, gave_up;
};

#define STALL   2   /* seconds: a launcher that takes longer waits for the device */
#define LOOK_IN 500 /* rounds: /proc counts in hundredths of a second */

static void stall_stream(void *data)
{
    struct stall *stall = (struct stall *)data;
    const struct timespec pause = { 0, 100 * 1000 };
    struct time_had had = {};

    for (int i = 0; !stall->is_back && !stall->gave_up; i++) {
        if (i % LOOK_IN == 0)
            time_had(&had, getpid(), stall->launcher);
        stall->gave_up = had.seconds > STALL;
        nanosleep(&pause, NULL);
    }
}

/* A kernel of our own, launched behind a stopped stream, tells whether launches wait here: a tool,
 * a debugger or a driver may make them. Then a launcher is not to blame. Asked once. */
static __global__ void do_nothing(void) {}

bool launches_wait(void)
{
    static bool asked;
    static struct stall stall = { gettid(), false, false };

    if (asked || observer.calls) /* the CPU device's never do */
        return stall.gave_up;
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaLaunchHostFunc(0, stall_stream, &stall));
    do_nothing<<<1, 1>>>();
    CUDA_CHECK(cudaGetLastError());
    stall.is_back = asked = true;
    CUDA_CHECK(cudaDeviceSynchronize());
    return stall.gave_up;
}

double empty_launch_ms(void)
{
    double best = HUGE_VAL;

    for (int i = 0; i < 5 || (i < 50 && best > 0.2); i++) { /* the first loads the kernel */
        CUDA_CHECK(cudaDeviceSynchronize());
        double start = now_ms();
        do_nothing<<<1, 1>>>();
        best = fmin(best, now_ms() - start);
        CUDA_CHECK(cudaGetLastError());
    }
    CUDA_CHECK(cudaDeviceSynchronize());
    return best;
}

/* What reads the output while the default stream is stopped. The stream is made before that,
 * because making it may wait, and kept. */
#define SEEN 4096 /* bytes at the front of the output */
static cudaStream_t beside;
static unsigned char seen[SEEN]; /* no pinned memory, which may be scarce */

static void prepare_to_look(void)
{
    if (!beside)
        CUDA_CHECK(cudaStreamCreateWithFlags(&beside, cudaStreamNonBlocking));
}

/* true: something was written although the default stream is stopped. Where streams wait for each
 * other, as they may under Windows and WSL2, the copy comes only when the stall has given up: what
 * it sees then proves nothing, and no version is looked at again. */
static bool has_overtaken(const struct problem *p, const struct stall *stall)
{
    static bool streams_wait;
    const struct timespec pause = { 0, 10 * 1000 * 1000 };
    size_t bytes = p->c.bytes < SEEN ? p->c.bytes : SEEN;
    bool changed = false;

    if (streams_wait)
        return false;
    nanosleep(&pause, NULL);
    CUDA_CHECK(cudaMemcpyAsync(seen, p->c.device, bytes, cudaMemcpyDeviceToHost, beside));
    CUDA_CHECK(cudaStreamSynchronize(beside));
    for (size_t i = 0; i < bytes; i++)
        changed |= seen[i] != p->c.poison;
    streams_wait = stall->gave_up;
    return changed && !streams_wait;
}

static void check_returns(struct run *run, struct problem *p)
{
    struct check *check = &p->version->known->check;
    struct stall stall = { gettid(), false, false };

    array_poison(&p->c, POISON_BYTE);
    check->poison = POISON_BYTE;
    prepare_to_look();
    CUDA_CHECK(cudaDeviceSynchronize());
    set_data_pointers(p);
    CUDA_CHECK(cudaLaunchHostFunc(0, stall_stream, &stall));
    enter(run, p->version);
    p->version->run(p);
    check_calls(run, p);
    run->report.launches_wait |= stall.gave_up && launches_wait();
    if (stall.gave_up && !run->report.launches_wait)
        check_stalled(p);
    else if (!stall.gave_up && !check->wrong && !run->device.is_cpu && has_overtaken(p, &stall))
        check_fail(check, "launched in a stream of its own: the contract says the default one");
    stall.is_back = true;
    if (leave(run, p->version))
        check_result(p, false);
}

/* ---- does it keep anything from run to run? ------------------------------------------------- */

/* With new inputs in the same memory; then with the same inputs over its own output, an eighth of
 * it poisoned: a kernel that skips what looks done leaves poison there. */
static void check_again(struct run *run, struct problem *p)
{
    const struct check *check = &p->version->known->check;
    size_t part = p->c.bytes / 8;

    run->again = true;
    for (int i = 0; i < 4 && check_state(check) == STATE_OK; i++) {
        if (i < 3) {
            problem_change(p);
            prepare_run(run, p);
        } else {
            char *first =
                (char *)p->c.device + random_between(&p->version->known->random, 0, 7) * part;
            CUDA_CHECK(cudaMemset(first, p->c.device_poison, part));
            enter(run, p->version);
        }
        p->version->run(p);
        if (finish_run(run, p))
            check_run(run, p);
    }
    run->again = false;
}

/* ---- does it need an order, or memory that is not its own? ---------------------------------- */

#define ORDER_LIMIT 1 /* seconds of CPU time: a kernel with more may wait for a later block */

/* One run in a drawn order of blocks and of threads, and with arrays that end where the memory
 * ends, as far as the device can do that. false: it was given up. */
static bool check_order(struct run *run, const struct version *v, const struct shape *shape)
{
    struct problem p = problem_of(v, shape);
    bool in_time = true;

    for (struct array *array : { &p.a, &p.b, &p.c })
        array->fenced = !array->place;
    if (problem_begin(run, &p, ", blocks in any order")) {
        prepare_run(run, &p);
        for (struct array *array : { &p.a, &p.b, &p.c })
            array_close(array);
        observer.order(random_next(&v->known->random) | 1, ORDER_LIMIT);
        v->run(&p);
        bool fine = finish_run(run, &p);
        observer.close(NULL, 0);
        in_time = !observer.order(0, 0);
        if (in_time && fine)
            check_run(run, &p);
    }
    problem_end(run, &p);
    return in_time;
}

/* ---- does every launch fit into a grid? ----------------------------------------------------- */

/* Where the device can leave kernels out, only the calls are checked. */
static void check_grids(struct run *run, const struct version *v)
{
    const struct shape *s = v->known->experiment->shapes.grids;

    for (; s && is_given(s) && check_state(&v->known->check) == STATE_OK; s++) {
        if (!observer.leave_out) {
            check_shape(run, v, *s);
            continue;
        }
        struct problem p = problem_of(v, s);
        observer.leave_out(0, EVERY_KERNEL);
        if (problem_allocate(run, &p, "")) {
            set_data_pointers(&p);
            enter(run, v);
            v->run(&p);
            if (leave(run, v))
                check_calls(run, &p);
        }
        observer.leave_out(0, 0);
        problem_end(run, &p);
    }
}

void check_contract(struct run *run, const struct version *v)
{
    const struct contract *contract = contract_of(v);

    if (v->where == ON_DEVICE) {
        struct problem p = problem_of(v, v->known->experiment->shapes.awkward);
        if (problem_begin(run, &p, "")) {
            check_returns(run, &p);
            if (!v->known->check.lost)
                check_again(run, &p);
        }
        problem_end(run, &p);
        const struct shape *s = v->known->experiment->shapes.awkward;
        while (observer.order && is_given(s) && check_state(&v->known->check) == STATE_OK &&
               check_order(run, v, s))
            s++;
    }
    if (is_launcher(v))
        check_grids(run, v);
    if (contract && contract->more)
        contract->more(run, v);
}
