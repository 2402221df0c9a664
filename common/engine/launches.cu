/* make sass03: how large the launches of each version are, in place of times. */
#include "parts.h"

static bool listed[MAX_VERSIONS];

void launches_begin(struct run *run)
{
    if (lab_mode() == MODE_LAUNCHES && run->lab->gpu_size)
        run->lab_copy.size = run->lab->gpu_size;
}

static void write_line(const struct problem *p)
{
    FILE *f = fopen(getenv("LAB_LAUNCHES"), "a");

    if (!f)
        return;
    fprintf(f, "version\t%s\t", p->version->name);
    if (p->label[0])
        fprintf(f, "%s\n", p->label);
    else if (p->m)
        fprintf(f, "m, n, k = %lld, %lld, %lld\n", p->m, p->n, p->k);
    else
        fprintf(f, "n = %lld\n", p->n);
    fclose(f);
}

void list_shape(struct run *run, const struct version *v, const struct shape *shape)
{
    struct problem p = problem_of(v, shape);

    if (!is_launcher(v))
        return;
    listed[v - run->versions] = true;
    if (problem_begin(run, &p, ", listed")) {
        write_line(&p);
        run_once(run, &p);
    }
    problem_end(run, &p);
}

bool was_listed(const struct run *run, const struct version *v)
{
    return listed[v - run->versions];
}
