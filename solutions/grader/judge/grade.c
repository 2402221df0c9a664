/* grade - grades a class. `make grade SUBMISSIONS=dir OUT=dir` calls it.
 *
 *   grade [--part I/N] KIT BUILD CHECK_BUILD COUNT_BUILD DEVICE SUBMISSIONS OUT
 *
 * In the environment: LABS=lab03,lab04 (else those that a third of the students handed in), ONLY=id
 * (grade this one again), EXPLAIN=id (say what was seen of this one), ACCEPT=id:path (grade this
 * file), RULE=id:ex11=allow and REASON=words (the instructor's last word), JOBS=n, LOOK=1 (say what
 * would be graded), CASE_SECONDS=s, ISOLATION=name, ALLOW_UNSAFE=1. Status 0: everybody has a
 * result; 1: some have a NOT_GRADED; 2: bad usage.
 *
 * Each student is graded in a process of its own, which writes one file, by rename. A result is
 * kept as long as its key is that of the files, the kit and the rubric. If this process has failed
 * three times for a student, or the machine has gone down three times (OUT/journal says who was
 * begun), the student gets a NOT_GRADED, and the others are graded. */
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "archive.h"
#include "batch.h"
#include "explain.h"
#include "keys.h"
#include "labs.h"
#include "look.h"
#include "out.h"
#include "rubric.h"
#include "rulings.h"
#include "solutions/grader/file.h"
#include "solutions/grader/text.h"
#include "stop.h"

static const char *from_environment(const char *name)
{
    const char *value = getenv(name);

    return value && *value ? value : NULL;
}

/* The ids of the class: `class` writes a row for each of them, graded or not. */
static void list_students(const struct batch *b)
{
    char *path = text_of("%s/students.txt", b->g->out);
    struct new_file *file = new_file(path);

    for (int i = 0; file && i < b->all->count; i++)
        fprintf(new_file_stream(file), "%s\n", b->all->list[i].id);
    if (!file || new_file_done(file))
        stop("%s cannot be written: %s", path, strerror(errno));
    free(path);
}

static void save_text(const struct grading *g, const char *name, const char *text)
{
    char *path = text_of("%s/%s", g->out, name);

    struct new_file *file = new_file(path);
    if (file)
        fputs(text, new_file_stream(file));
    if (!file || new_file_done(file))
        stop("%s cannot be written: %s", path, strerror(errno));
    free(path);
}

#define MOST_ACCEPTED (1 << 20) /* bytes */

/* What was accepted in runs before, and now: see submission.h. */
static char *accept(const char *out, const char *now)
{
    char *path = text_of("%s/accepted", out), *all;
    size_t count;

    if (!(all = file_read(path, MOST_ACCEPTED, &count)))
        all = text_of("%s", "");
    if (now)
        text_add(&all, "%s\n", now);
    accept_files(all);
    free(path);
    return all;
}

/* Ends the program if the file is not one of this student's with launchers of a lab. */
static void check_accepted(struct grading *g, struct submissions *all, const char *accepted)
{
    bool found = !accepted;

    set_wanted(g);
    for (int i = 0; i < all->count && !found; i++) {
        struct submission *s = &all->list[i];
        size_t length = strlen(s->id);
        if (strncmp(accepted, s->id, length) || accepted[length] != ':')
            continue;
        read_files(g, s);
        for (int k = 0; k < s->file_count; k++)
            found |= !strcmp(s->files[k].path, accepted + length + 1);
        free_files(s);
    }
    if (!found)
        stop("ACCEPT=%s: must be id:path of a file that the student handed in and that has a "
             "launcher of an exercise; class.html names both",
             accepted);
}

static void find_level(struct grading *g)
{
    char why[512];
    int level = sandbox_best(from_environment("ISOLATION"), why);

    if (level < 0)
        stop("%s", why);
    g->level = level;
    if (level == SANDBOX_OWN_UID) /* others may pass through our folders, and read nothing */
        umask(066);
}

/* What submissions may read of a toolkit outside /usr and of the driver. */
static void find_gpu(struct grading *g)
{
    const char *home = getenv("HOME"), *toolkit = from_environment("TOOLKIT"), *shown;
    char *answers = text_of("%s/solutions", g->kit);
    const char *const secret[] = { answers, g->out, g->submissions, home, NULL };
    char *answer = text_of("%s/grader/answer%s", g->build, g->labs[0].name + 3), why[512];

    if (toolkit && (shown = sandbox_shows(toolkit, secret)))
        stop("TOOLKIT=%s: nvcc's folder, which submissions read, holds %s, too; give NVCC=, the "
             "path of nvcc in a folder of its own",
             toolkit, shown);
    if (sandbox_libraries(answer, secret, &g->libraries, why))
        stop("%s", why);
    g->toolkit = toolkit;
    free(answers);
    free(answer);
}

static void check_only(const struct batch *b)
{
    int known = !b->only;

    for (int i = 0; i < b->all->count && !known; i++)
        known = !strcmp(b->all->list[i].id, b->only);
    if (!known)
        stop("ONLY=%s: nobody has this id; grades.csv lists them", b->only);
}

static int jobs(const struct grading *g)
{
    const char *given = from_environment("JOBS");
    /* one more than cores, because a job often waits for its sandbox to begin or end */
    long n = given ? strtol(given, NULL, 10) : sysconf(_SC_NPROCESSORS_ONLN) + 1;

    if (given && (n < 1 || n > MAX_JOBS))
        stop("JOBS=%s: must be a whole number from 1 to %d", given, MAX_JOBS);
    if (strcmp(g->device, "cpu_device")) /* a GPU runs one submission at a time */
        return 1;
    return n > MAX_JOBS ? MAX_JOBS : n;
}

/* Until a case is a TIMEOUT. */
static double case_seconds(void)
{
    const char *given = from_environment("CASE_SECONDS");
    double seconds = given ? strtod(given, NULL) : 20;

    if (!(seconds >= 1 && seconds <= 3600))
        stop("CASE_SECONDS=%s: must be a number from 1 to 3600", given);
    return seconds;
}

static void read_part(struct batch *b, const char *part)
{
    if (sscanf(part, "%d/%d", &b->part, &b->parts) != 2 || b->part < 0 || b->part >= b->parts)
        stop("--part %s: must be I/N with I from 0 to N - 1", part);
}

/* What the command line says: KIT BUILD CHECK_BUILD COUNT_BUILD DEVICE SUBMISSIONS. */
static void read_arguments(struct grading *g, char **arguments)
{
    g->kit = absolute(arguments[0]);
    g->build = absolute(arguments[1]);
    g->check_build = *arguments[2] ? absolute(arguments[2]) : NULL;
    g->count_build = *arguments[3] ? absolute(arguments[3]) : NULL;
    g->device = arguments[4];
    g->submissions = arguments[5];
    g->measures = strcmp(g->device, "cpu_device") != 0;
}

static void read_kit(struct grading *g)
{
    char *rubric = text_of("%s/solutions/rubric.csv", g->kit);

    read_rubric(g, rubric);
    find_labs(g);
    free(rubric);
}

/* SUBMISSIONS is a folder, or the zip as it was downloaded. */
static struct submissions read_class(struct grading *g, int parts)
{
    struct stat about;
    char *remarks = text_of("%s", "");
    bool is_file = !stat(g->submissions, &about) && S_ISREG(about.st_mode);

    if (is_file && parts > 1)
        stop("SUBMISSIONS=%s: must be a folder where parts of a class are graded: unpack it",
             g->submissions);
    if (is_file)
        g->submissions = unpack_class(g, g->submissions, &remarks);
    struct submissions all = read_submissions(g->submissions);
    text_add(&all.remarks, "%s", remarks);
    print_remarks(all.remarks);
    free(remarks);
    return all;
}

/* Grades everybody, or the part; students with a result keep it. 1: somebody has a NOT_GRADED. */
static int grade_class(struct grading *g, struct batch *b, const char *out)
{
    char *accepted = accept(out, from_environment("ACCEPT"));

    find_level(g);
    b->jobs = jobs(g);
    g->case_seconds = case_seconds();
    prepare_out(g, out, b->part, b->parts);
    archives_open(g);
    struct submissions all = read_class(g, b->parts);
    b->all = &all;
    check_only(b);
    check_accepted(g, &all, from_environment("ACCEPT"));
    choose_labs(g, &all, from_environment("LABS"));
    read_rulings(g, &all, from_environment("RULE"), from_environment("REASON"));
    if (from_environment("LOOK")) {
        look_at_class(g, &all);
        return 0;
    }
    find_kit_key(g);
    if (strcmp(g->device, "cpu_device"))
        find_gpu(g);
    list_students(b);
    save_text(g, "accepted", accepted);
    save_text(g, "rulings", g->rulings);
    save_text(g, "remarks", all.remarks);
    int faults = grade_all(b);
    if (b->parts == 1)
        remove_tree(text_of("%s/running", g->out));
    return faults > 0;
}

int main(int argc, char **argv)
{
    static struct grading g;
    struct batch b = { .g = &g, .parts = 1, .only = from_environment("ONLY") };
    const char *student = from_environment("EXPLAIN");

    if (argc > 2 && !strcmp(argv[1], "--part")) {
        read_part(&b, argv[2]);
        argc -= 2;
        argv += 2;
    }
    if (argc != 8)
        stop("usage: grade [--part I/N] KIT BUILD CHECK_BUILD COUNT_BUILD DEVICE SUBMISSIONS OUT");
    read_arguments(&g, argv + 1);
    read_kit(&g);
    if (!student)
        return grade_class(&g, &b, argv[7]);
    g.out = absolute(argv[7]);
    explain(&g, student);
    return 0;
}
