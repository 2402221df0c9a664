/* The memory and inputs of a problem; one run; whether it is right and its calls are allowed. */
#include "parts.h"

#include <omp.h>
#include "supervisor.h"

bool on_device(const struct version *version)
{
    return version->where != ON_ONE_THREAD && version->where != ON_ALL_CORES;
}

bool is_launcher(const struct version *version)
{
    return version->where == ON_DEVICE || version->where == FROM_HOST;
}

const struct contract *contract_of(const struct version *version)
{
    const struct hooks *hooks = version->known->experiment->hooks;

    return version->where == FROM_HOST && hooks ? hooks->contract : NULL;
}

/* ---- problems ------------------------------------------------------------------------------- */

struct problem problem_of(const struct version *v, const struct shape *shape)
{
    struct problem p = {};

    p.shape = *shape;
    p.version = v;
    v->known->experiment->problem(&p);
    return p;
}

void problem_draw(struct problem *p)
{
    struct random *random = &p->version->known->random;

    array_draw(&p->a, random);
    array_draw(&p->b, random);
    p->seed = random_next(random);
    array_send(&p->a);
    array_send(&p->b);
}

/* Some inputs are new in each sample, so that an answer kept from the sample before is WRONG. */
void problem_change(struct problem *p)
{
    struct random *random = &p->version->known->random;

    array_change(&p->a, random);
    array_change(&p->b, random);
    p->seed = random_next(random);
}

void set_data_pointers(struct problem *p)
{
    bool there = on_device(p->version) && p->version->where != FROM_HOST;

    for (struct array *array : { &p->a, &p->b, &p->c })
        array->data = there ? array->device : array->host;
}

void say_where(const struct problem *p, const char *what)
{
    struct check *check = &p->version->known->check;

    if (p->label[0])
        check_at(check, "%s%s", p->label, _(what));
    else if (p->m)
        check_at(check, "m, n, k = %lld, %lld, %lld%s", p->m, p->n, p->k, _(what));
    else
        check_at(check, "n = %lld%s", p->n, _(what));
}

static void name_parameter(const void *memory, const char *name)
{
    if (observer.name_parameter && memory && name)
        observer.name_parameter(memory, name);
}

/* Where a lab names the memory, a student's function may allocate it, and may fail. */
static void allocate(struct run *run, struct problem *p)
{
    if (p->c.place)
        enter(run, p->version);
    array_allocate(&p->a);
    array_allocate(&p->b);
    array_allocate(&p->c);
    if (p->c.place)
        leave(run, p->version);
    for (const struct array *array : { &p->a, &p->b, &p->c }) {
        const char *usual = array == &p->a ? "d_a" : array == &p->b ? "d_b" : "d_c";
        name_parameter(array->device, array->device_name ? array->device_name : usual);
        name_parameter(array->host, array->name);
    }
}

bool problem_allocate(struct run *run, struct problem *p, const char *what)
{
    say_where(p, what);
    if (p->patient)
        run->watched->patient = 1;
    allocate(run, p);
    CUDA_CHECK(cudaEventCreate(&p->before));
    CUDA_CHECK(cudaEventCreate(&p->after));
    return !p->c.place || (p->a.host && p->c.host && !p->version->known->check.wrong);
}

bool problem_begin(struct run *run, struct problem *p, const char *what)
{
    bool allocated = problem_allocate(run, p, what);

    if (allocated)
        problem_draw(p);
    return allocated;
}

void problem_end(struct run *run, struct problem *p)
{
    if (p->c.place)
        enter(run, p->version);
    array_free(&p->a);
    array_free(&p->b);
    array_free(&p->c);
    if (p->c.place)
        leave(run, p->version);
    cudaEventDestroy(p->before); /* unchecked, as in array_free */
    cudaEventDestroy(p->after);
}

/* ---- one run of a version ------------------------------------------------------------------- */

extern "C" void openblas_set_num_threads(int threads) __attribute__((weak));

static void set_threads(const struct run *run, const struct version *v)
{
    int threads = v->where == ON_ONE_THREAD ? 1
                  : v->known->threads       ? v->known->threads
                                            : run->threads;

    if (on_device(v))
        return;
    omp_set_num_threads(threads);
    if (openblas_set_num_threads)
        openblas_set_num_threads(threads);
}

/* What the launcher that ran last has called; NULL: not known. */
static const struct call *calls;
static int call_count;

void launch_begins(void)
{
    if (observer.list_calls)
        observer.list_calls();
}

/* Looked at in every run: a launcher may break its contract at one size only. */
void launch_ends(void)
{
    if (observer.calls)
        calls = observer.calls(&call_count);
}

void enter(struct run *run, const struct version *v)
{
    set_threads(run, v);
    cuda_check_finds_for(&v->known->check);
    calls = NULL;
    watch_version(v->name, v->known->check.at);
}

bool leave(struct run *run, const struct version *v)
{
    bool fine = device_finished(&v->known->check) && !v->known->check.wrong;

    run->watched->inside = 0;
    cuda_check_finds_for(NULL);
    omp_set_num_threads(run->threads);
    return fine;
}

int draw_poison(const struct array *c, struct random *random)
{
    return dtypes[c->dtype].poison[random_next(random) & 1 ? 0 : 1];
}

void prepare_run(struct run *run, struct problem *p)
{
    const struct version *v = p->version;
    const struct contract *contract = contract_of(v);

    v->known->check.poison = draw_poison(&p->c, &v->known->random);
    array_poison(&p->c, v->known->check.poison);
    CUDA_CHECK(cudaDeviceSynchronize()); /* from here on only the launcher touches c */
    set_data_pointers(p);
    enter(run, v);
    if (contract && contract->before)
        contract->before(run, p, false);
    run->turn++;
}

bool finish_run(struct run *run, struct problem *p)
{
    const struct contract *contract = contract_of(p->version);

    if (contract && contract->returned)
        contract->returned(p);
    return leave(run, p->version);
}

bool run_once(struct run *run, struct problem *p)
{
    prepare_run(run, p);
    debug_output(p->c.device, dtypes[p->c.dtype].name, p->c.count);
    p->version->run(p);
    bool fine = finish_run(run, p);
    debug_output(NULL, "", 0);
    return fine;
}

/* ---- is it right? --------------------------------------------------------------------------- */

/* false: the launcher has freed it. */
static bool is_on_device(const struct array *array)
{
    struct cudaPointerAttributes attributes;

    return !array->count || (!cudaPointerGetAttributes(&attributes, array->device) &&
                             attributes.type == cudaMemoryTypeDevice);
}

/* How many kernels the launcher has launched; -1: none; 0: not known. */
static int launches_known(void)
{
    int n = 0;

    for (const struct call *call = calls; call && call < calls + call_count; call++)
        n += call->done == LAUNCHED || call->done == REFUSED || call->inside || call->done == SET;
    return !calls ? 0 : n ? n : -1;
}

/* The inputs come first, because a kernel that changes them may be wrong for that reason alone. */
void check_result(struct problem *p, bool fetched)
{
    const char *names = p->m ? "ABC" : "abc"; /* matrices have capitals */
    const char a[] = { names[0], 0 }, b[] = { names[1], 0 }, c[] = { names[2], 0 };
    const struct contract *contract = contract_of(p->version);
    struct check *check = &p->version->known->check;

    if (!is_on_device(&p->a) || !is_on_device(&p->b) || !is_on_device(&p->c)) {
        check_fail(check, "arrays of the lab are gone: a launcher must not free them, nor reset "
                          "the device");
        check->lost = 1;
        return;
    }
    if (on_device(p->version) && !fetched)
        array_fetch(&p->c);
    check_unchanged(check, a, &p->a);
    check_unchanged(check, b, &p->b);
    check->launches = launches_known();
    if (!run_instead) /* a grader's program that runs a version does not know what is right */
        p->version->known->experiment->compare(check, p);
    if (contract && contract->result && fetched)
        contract->result(check, p, calls, calls ? call_count : 0);
    check_guards(check, c, &p->c);
    check_guards(check, a, &p->a);
    check_guards(check, b, &p->b);
}

/* How many calls a launcher has made of each kind. */
struct counted {
    int launches, refused, elsewhere, waits, frees, kept;
    const char *waited; /* the first call that has */
};

static struct counted count_calls(void)
{
    struct counted n = {};

    for (const struct call *call = calls; call < calls + call_count; call++) {
        enum done done = call->done;
        n.launches += done == LAUNCHED || call->inside;
        n.refused += done == REFUSED;
        n.elsewhere += call->stream != NULL && done != RECORDED && done != WAITED;
        n.frees += done == FREED && n.launches;
        n.waits += done == WAITED || call->to_host;
        if (!n.waited && (done == WAITED || call->to_host || (done == FREED && n.launches)))
            n.waited = call->name;
        n.kept += (done == ALLOCATED || done == CREATED) -
                  (done == FREED || done == FREED_ASYNC || done == DESTROYED);
    }
    return n;
}

/* The longest chain of copies and kernels that ends with the call: each must wait for the one
 * before, because it stands in the same stream, or for its event. */
static int chain_to(const struct call *call, const int *chains)
{
    bool works = call->done == COPIED || call->done == LAUNCHED || call->done == SET;
    int in_stream = -1, of_event = -1;

    for (int i = 0; i < call - calls; i++) {
        const struct call *before = &calls[i];
        if (before->done != COPIED && before->done != LAUNCHED && before->done != SET &&
            before->done != RECORDED)
            continue;
        if (before->stream == call->stream)
            in_stream = i;
        if (call->done == RECORDED && call->from && before->done == RECORDED &&
            before->to == call->from)
            of_event = i;
    }
    int longest = in_stream < 0 ? 0 : chains[in_stream];
    if (of_event >= 0 && chains[of_event] > longest)
        longest = chains[of_event];
    return longest + works;
}

static int longest_chain(char line[256])
{
    int *chains = (int *)calloc(call_count + 1, sizeof(*chains)), longest = 0;

    for (int i = 0; calls && i < call_count; i++) {
        chains[i] = chain_to(&calls[i], chains);
        if (chains[i] > longest && observer.call_line)
            observer.call_line(&calls[i], line);
        if (chains[i] > longest)
            longest = chains[i];
    }
    free(chains);
    return longest;
}

double most_blocks(void)
{
    double most = 0;

    for (const struct call *call = calls; call && call < calls + call_count; call++)
        if (call->done == LAUNCHED)
            most = fmax(most, call->blocks);
    return most;
}

int count_in_calls(enum counter which, char line[256])
{
    int count = 0;

    if (which == LONGEST_CHAIN)
        return longest_chain(line);
    for (const struct call *call = calls; call && call < calls + call_count; call++) {
        bool counts = which == WAITS ? call->done == WAITED : call->done == COPIED && call->waits;
        if (counts && count++ == 0 && observer.call_line)
            observer.call_line(call, line);
    }
    return count;
}

void check_stalled(const struct problem *p)
{
    const char *name = NULL;

    for (const struct call *call = calls; call && call < calls + call_count; call++)
        if (!name && (call->done == WAITED || call->done == FREED || call->waits))
            name = call->name;
    check_fail(&p->version->known->check,
               "the launcher waited for the device: it must return at once%s%s%s", name ? "; " : "",
               name ? name : "", name ? _(" waits") : "");
}

void check_calls(const struct run *run, const struct problem *p)
{
    const struct contract *contract = contract_of(p->version);
    struct check *check = &p->version->known->check;

    if (!calls || !is_launcher(p->version) || lab_mode() != MODE_PLAIN ||
        check_state(check) != STATE_OK)
        return;
    const struct counted n = count_calls();
    if (run->again && n.kept > 0)
        check_fail(check,
                   "each call leaves more behind, %d of arrays, streams and events: destroy them, "
                   "or use them again",
                   n.kept);
    else if (n.refused)
        check_fail(check, "%d of its launches failed, and it has hidden the error", n.refused);
    else if (contract && contract->calls)
        contract->calls(check, p, calls, call_count);
    else if (!n.launches)
        check_fail(check, "launched no kernel: the result must come from one");
    else if (n.elsewhere)
        check_fail(check, "launched in a stream of its own: the contract says the default one");
    else if (n.waits || n.frees)
        check_fail(check, "the launcher waited for the device: it must return at once; %s waits%s",
                   n.waited, n.waits ? "" : _(", too"));
}

void check_run(struct run *run, struct problem *p)
{
    check_result(p, p->version->where == FROM_HOST);
    check_calls(run, p);
}

/* The bug finder takes a hundred times as long as the kernel alone. Traffic is counted at one size,
 * and the result is checked there. */
static bool too_large(const struct problem *p)
{
    if (counts_traffic() && p->flops > 1e7)
        return true;
    return lab_mode() != MODE_PLAIN &&
           (p->a.count + p->b.count + p->c.count > 1000000 || p->n > 1000000);
}

void in_part_begin(const struct problem *p, unsigned long long seed)
{
    const struct version *v = p->version;

    if (observer.run_some && v->known->experiment->shapes.in_part && is_launcher(v))
        observer.run_some(seed);
}

bool in_part_end(void) { return observer.run_some && observer.run_some(0) > 0; }

/* A grid of very many blocks is run in part first. Only a result that is right counts then, because
 * a launcher may need them all: what looks wrong is run again, as a whole. */
void check_shape(struct run *run, const struct version *v, struct shape shape)
{
    struct check *check = &v->known->check;
    struct problem p = problem_of(v, &shape);
    bool fine = false;

    if (check->lost || (check->wrong && lab_mode() == MODE_PLAIN) || too_large(&p))
        return;
    if (problem_begin(run, &p, "")) {
        const struct check before = *check;
        in_part_begin(&p, run->options.seed | 1);
        fine = run_once(run, &p);
        check->in_part = in_part_end();
        if (fine)
            check_run(run, &p);
        if (fine && check->in_part && check_state(check) != STATE_OK) {
            *check = before;
            fine = run_once(run, &p);
            if (fine)
                check_run(run, &p);
        }
        check->in_part = false;
    }
    problem_end(run, &p);
}

bool is_ok(struct run *run, const struct version *v, long long size)
{
    note_verdict(v - run->versions, &v->known->check);
    if (check_state(&v->known->check) == STATE_OK)
        return true;
    report_version(&run->report, &v->known->check, size);
    return false;
}

const struct version *find_version(const struct run *run, const char *name)
{
    for (const struct version *v = run->versions; v->name; v++)
        if (!strcmp(v->name, name))
            return v;
    return NULL;
}

bool is_wanted(const struct run *run, const struct version *v)
{
    const struct options *o = &run->options;

    if (o->compare[0])
        return !strcmp(v->name, o->compare[0]) || !strcmp(v->name, o->compare[1]);
    char name[24];

    snprintf(name, sizeof(name), "%s", v->name);
    if (v->known->threads) /* cpu_openmp means cpu_openmp_2 as well */
        *strrchr(name, '_') = '\0';
    return options_wants(o, v->name) || options_wants(o, name);
}
