/* make traffic: what the kernels of a version ask the memory for, in place of times. */
#include "parts.h"

#include <time.h>

/* What the kernels of a version asked the memory for in one run at one size, and what they had to.
 */
struct traffic {
    int counted;
    struct memory_traffic asked;
    double flops, least_bytes;
};

static struct traffic counted[MAX_VERSIONS];
static long long counted_size;

void traffic_begin(struct run *run)
{
    if (!counts_traffic())
        return;
    if (!observer.count_traffic)
        options_usage(run->lab,
                      "LAB_TRAFFIC: this build counts nothing; make traffic builds one that does");
    observer.count_traffic(NO_KERNELS); /* only one run of each version counts */
    if (run->lab->traffic_size)
        run->lab_copy.quick_size = run->lab->traffic_size;
}

static void add_asked(struct traffic *sum, double weight, const struct memory_traffic *before)
{
    struct memory_traffic now = observer.traffic(), *a = &sum->asked;

    a->bytes += weight * (now.bytes - before->bytes);
    a->requests += weight * (now.requests - before->requests);
    a->sectors += weight * (now.sectors - before->sectors);
    a->least_sectors += weight * (now.least_sectors - before->least_sectors);
    a->shared += weight * (now.shared - before->shared);
    a->bank_conflicts += weight * (now.bank_conflicts - before->bank_conflicts);
}

/* One run of one part of a size. */
static void count_problem(struct run *run, struct problem p, struct traffic *sum)
{
    struct memory_traffic before = observer.traffic();
    double weight = p.weight ? p.weight : 1;

    if (problem_begin(run, &p, ", counted")) {
        observer.count_traffic(ALL_KERNELS);
        bool fine = run_once(run, &p);
        observer.count_traffic(NO_KERNELS);
        if (fine)
            check_run(run, &p);
        sum->counted = 1;
        sum->flops += weight * p.flops;
        sum->least_bytes += weight * p.bytes;
        add_asked(sum, weight, &before);
    }
    problem_end(run, &p);
}

struct shape largest_awkward(const struct version *v)
{
    const struct shape *s = v->known->experiment->shapes.awkward, *largest = s;
    size_t most = 0;

    for (; is_given(s); s++) {
        struct problem p = problem_of(v, s);
        if (p.c.count > most) {
            most = p.c.count;
            largest = s;
        }
    }
    return *largest;
}

void count_shape(struct run *run, const struct version *v, const struct shape *shape,
                 long long size)
{
    counted_size = size;
    if (is_launcher(v) && check_state(&v->known->check) == STATE_OK)
        count_problem(run, problem_of(v, shape), &counted[v - run->versions]);
}

bool was_counted(const struct run *run, const struct version *v)
{
    return counted[v - run->versions].counted;
}

/* ---- the closing lines, and the CSV for a figure -------------------------------------------- */

static double ratio(double a, double b) { return b > 0 ? a / b : NAN; }

/* At most four decimals; 0.00 */
static void print_cell(int width, double x) { report_cell(width, x, x > 0 ? 4 : 2); }

static void print_line(const char *version, const struct traffic *t)
{
    const struct memory_traffic *a = &t->asked;
    double moved = 32.0 * a->sectors;

    printf("%-12s", version);
    print_cell(9, ratio(a->bytes, t->flops));
    print_cell(10, ratio(a->bytes, t->least_bytes));
    printf(" |");
    print_cell(9, ratio(moved, t->flops));
    print_cell(10, ratio(moved, t->least_bytes));
    printf(" |");
    print_cell(11, ratio(a->sectors, a->requests));
    print_cell(13, ratio(a->bank_conflicts, a->shared));
    putchar('\n');
}

static void write_traffic(const struct run *run, FILE *f)
{
    char date[32] = "";
    time_t now = time(NULL);
    int rows = 0;

    strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%S", localtime(&now));
    for (int i = 0; i < run->version_count; i++)
        rows += counted[i].counted;
    fprintf(f,
            "# kit: %s\n# date: %s\n# device: counted on the CPU device\n# cpu: %s\n# threads: %d\n"
            "# rows: %d\nlab,device,version,size,requests,sectors_per_request,"
            "least_per_request,conflicts_per_request,bytes_per_flop,sector_bytes_per_flop\n",
            KIT_VERSION, date, run->report.cpu, run->threads, rows);
    for (int i = 0; i < run->version_count; i++) {
        const struct memory_traffic *a = &counted[i].asked;
        if (counted[i].counted)
            fprintf(f, "%s,counted,%s,%lld,%llu,%.6g,%.6g,%.6g,%.6g,%.6g\n", run->lab->name,
                    run->versions[i].name, counted_size, a->requests,
                    ratio(a->sectors, a->requests), ratio(a->least_sectors, a->requests),
                    a->shared ? ratio(a->bank_conflicts, a->shared) : 0,
                    ratio(a->bytes, counted[i].flops), ratio(32.0 * a->sectors, counted[i].flops));
    }
}

void report_traffic(const struct run *run)
{
    const char *path = getenv("LAB_TRAFFIC");
    FILE *f;

    printf(_("\nwhat one run asked the memory for, %s = %lld: %s.\n"
             "Least: what must be read and written once.\n"),
           _(run->lab->counts), counted_size,
           observer.count ? _("as this build asks; BY=nvcc: as nvcc's does")
                          : _("as nvcc's PTX asks"));
    printf(_("               bytes of threads |   of their sectors |    sectors    conflicts\n"
             "version      per FLOP per least | per FLOP per least |   /request /shared req.\n"));
    for (int i = 0; i < run->version_count; i++)
        if (counted[i].counted)
            print_line(run->versions[i].name, &counted[i]);
    putchar('\n');
    if (!strcmp(path, "1"))
        return;
    if (!(f = fopen(path, "w")))
        options_usage(run->lab, "%s: cannot be written", path);
    write_traffic(run, f);
    fclose(f);
}
