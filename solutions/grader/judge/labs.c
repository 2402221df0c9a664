#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "labs.h"
#include "solutions/grader/file.h"
#include "solutions/grader/memory.h"
#include "solutions/grader/text.h"
#include "stop.h"

#define MOST_HEADER (1 << 20) /* bytes */

/* Is this entry of the kit the folder of the lab? lab06_resnet_layers/ is, not the program
 * lab06_network. */
static bool holds_lab(const char *kit, const char *entry, const char *name)
{
    char *program = text_of("%s/%s/%s.cu", kit, entry, name);
    int there = !strncmp(entry, name, 5) && entry[5] == '_' && access(program, R_OK) == 0;

    free(program);
    return there;
}

/* A lab is labNN_OP/, and its file is OP.cu. */
static struct lab_files find_lab(const char *kit, const struct exercise *e)
{
    struct lab_files lab = { 0 };
    DIR *listing = opendir(kit);
    struct dirent *entry;

    if (!listing)
        stop("%s: %s", kit, strerror(errno));
    while ((entry = readdir(listing)) && !holds_lab(kit, entry->d_name, e->lab))
        ;
    if (!entry)
        stop("the rubric names %s, but there is no folder %s_...", e->name, e->lab);
    snprintf(lab.name, sizeof(lab.name), "%s", e->lab);
    snprintf(lab.folder, sizeof(lab.folder), "%.79s", entry->d_name);
    snprintf(lab.source, sizeof(lab.source), "%.50s.cu", entry->d_name + 6);
    closedir(listing);
    return lab;
}

static const struct lab_files *lab_named(const struct grading *g, const char *name)
{
    for (int i = 0; i < g->lab_count; i++)
        if (!strcmp(g->labs[i].name, name))
            return &g->labs[i];
    return NULL;
}

/* The header of the lab must declare a launcher for the exercise. */
static void check_exercise(const struct grading *g, const struct exercise *e)
{
    const struct lab_files *lab = lab_named(g, e->lab);
    int stem = strlen(lab->source) - 3;
    char *header = text_of("%s/%s/%.*s.h", g->kit, lab->folder, stem, lab->source);
    char *launcher = text_of("%.*s_%s(", stem, lab->source, e->name);
    size_t count;
    char *text = file_read(header, MOST_HEADER, &count);

    if (!text)
        stop("%s: %s", header, strerror(errno));
    if (!strstr(text, launcher))
        stop("the rubric names %s, but %s declares no %s", e->name, header, launcher);
    free(header);
    free(launcher);
    free(text);
}

void find_labs(struct grading *g)
{
    for (int i = 0; i < g->exercise_count; i++) {
        const struct exercise *e = &g->exercises[i];
        if (!lab_named(g, e->lab)) {
            if (g->lab_count == MAX_LABS)
                stop("the rubric has more than %d labs", MAX_LABS);
            g->labs[g->lab_count++] = find_lab(g->kit, e);
        }
        check_exercise(g, e);
    }
}

/* ---- those that are graded ------------------------------------------------------------------ */

/* Does the list, of words such as 03 or lab03, have this lab? */
static bool is_listed(const char *list, const char *lab)
{
    for (const char *at = list; *at;) {
        size_t length = strcspn(at, ", ");
        if ((length == strlen(lab) && !strncmp(at, lab, length)) ||
            (length == strlen(lab) - 3 && !strncmp(at, lab + 3, length)))
            return true;
        at += length + strspn(at + length, ", ");
    }
    return false;
}

/* What the class has handed in. */
struct census {
    int handed_in[MAX_LABS]; /* how many have this lab's file, or its launchers in another, */
    int untouched[MAX_LABS]; /* and how many of these as it was handed out */
    int students, all;       /* who handed in anything, also untouched files */
    struct seen { /* each file in which all is still to do, as in another version's starter */
        int student, lab;
        char sha256[65];
    } * seen;
    int seen_count;
};

static int lab_of_source(const struct grading *g, const char *source)
{
    for (int i = 0; i < g->lab_count; i++)
        if (source == g->labs[i].source)
            return i;
    return -1;
}

/* Does the file still say TODO(3.1) for every exercise of the lab? */
static bool is_all_to_do(const struct grading *g, const char *lab, const char *text)
{
    bool all = text;

    for (int i = 0; i < g->exercise_count && all; i++) {
        const struct exercise *e = &g->exercises[i];
        char *mark = text_of("TODO(%c.%c)", e->name[2], e->name[3]);
        all = strcmp(e->lab, lab) || strstr(text, mark);
        free(mark);
    }
    return all;
}

/* Adds a student's files; has[i] is 1 for an untouched file of lab i, 2 for another one. */
static void add_files(struct census *c, const struct grading *g, const struct submission *s,
                      int student, char has[MAX_LABS])
{
    for (int f = 0; f < s->file_count; f++) {
        const struct handed_file *file = &s->files[f];
        int lab = lab_of_source(g, file->name);
        has[lab] = file->is_starter ? 1 : 2;
        if (file->is_starter || !is_all_to_do(g, g->labs[lab].name, file->source))
            continue;
        c->seen = list_grown(c->seen, c->seen_count, sizeof(*c->seen));
        c->seen[c->seen_count] = (struct seen){ .student = student, .lab = lab };
        memcpy(c->seen[c->seen_count++].sha256, file->sha256, sizeof(file->sha256));
    }
    for (int o = 0; o < s->other_count; o++)
        if (s->others[o].holds)
            has[lab_of_source(g, s->others[o].holds)] = 2;
}

/* Two students have the same file in which all is still to do: the starter of another version. */
static void find_old_starters(const struct census *c, char (*has)[MAX_LABS])
{
    for (int i = 0; i < c->seen_count; i++)
        for (int k = 0; k < c->seen_count; k++)
            if (i != k && c->seen[i].lab == c->seen[k].lab &&
                !strcmp(c->seen[i].sha256, c->seen[k].sha256))
                has[c->seen[i].student][c->seen[i].lab] = 1;
}

static struct census take_census(const struct grading *g, struct submissions *all)
{
    struct census c = { 0 };
    char(*has)[MAX_LABS] = needed(calloc(all->count, sizeof(*has)));

    for (int s = 0; s < all->count; s++) {
        read_files(g, &all->list[s]);
        add_files(&c, g, &all->list[s], s, has[s]);
        free_files(&all->list[s]);
    }
    find_old_starters(&c, has);
    for (int s = 0; s < all->count; s++) {
        c.students += memchr(has[s], 2, MAX_LABS) != NULL;
        c.all += memchr(has[s], 2, MAX_LABS) || memchr(has[s], 1, MAX_LABS);
        for (int i = 0; i < g->lab_count; i++) {
            c.handed_in[i] += has[s][i] == 2;
            c.untouched[i] += has[s][i] == 1;
        }
    }
    free(has);
    free(c.seen);
    return c;
}

/* Nobody has touched a file: then the untouched ones count. */
static void count_untouched(struct census *c)
{
    for (int i = 0; i < MAX_LABS; i++)
        c->handed_in[i] += c->untouched[i];
    c->students = c->all;
}

static bool is_graded(const struct census *c, int lab)
{
    return 3 * c->handed_in[lab] >= c->students;
}

/* Says which labs are graded, and why. */
static void say_labs(const struct grading *g, const struct census *c, bool any)
{
    int handed_in = 0, graded = 0;

    for (int i = 0; i < g->lab_count; i++) {
        handed_in += c->handed_in[i] > 0;
        graded += !any || is_graded(c, i);
        if (c->handed_in[i])
            fprintf(stderr, "grade: %s  %-20s %3d of %d students handed it in: %s\n",
                    g->labs[i].name, g->labs[i].source, c->handed_in[i], c->students,
                    !any || is_graded(c, i) ? "graded" : "not graded, fewer than a third");
    }
    if (!c->students)
        fprintf(stderr, "grade: nobody handed in a file of a lab: all labs are graded\n");
    if (graded != handed_in || graded > 1)
        fprintf(stderr, "grade: say which labs are meant by LABS=, as in LABS=%s\n",
                g->labs[0].name + 3);
}

/* Students who may wonder why their file is not graded. */
static void name_single(const struct grading *g, const struct census *c, struct submissions *all)
{
    char *remarks = text_of("%s", "");

    for (int s = 0; s < all->count; s++) {
        struct submission *submission = &all->list[s];
        read_files(g, submission);
        for (int f = 0; f < submission->file_count; f++) {
            const struct handed_file *file = &submission->files[f];
            int lab = lab_of_source(g, file->name);
            if (!file->is_starter && c->handed_in[lab] && !is_graded(c, lab))
                text_add(&remarks, "%s: %s is for %s, which is not graded here\n", submission->id,
                         file->path, g->labs[lab].name);
        }
        free_files(submission);
    }
    print_remarks(remarks);
    text_add(&all->remarks, "%s", remarks);
    free(remarks);
}

void set_wanted(struct grading *g)
{
    memset(g->wanted, 0, sizeof(g->wanted));
    for (int i = 0; i < g->lab_count; i++)
        g->wanted[i] = g->labs[i].source;
}

/* The labs of at least a third of the students who handed in anything; all labs if nobody did; if
 * no lab has a third, each that somebody handed in. */
static void choose_by_files(struct grading *g, struct submissions *all, bool chosen[MAX_LABS])
{
    struct census c = take_census(g, all);
    bool any = false, left_out = false;

    if (!c.students)
        count_untouched(&c);
    for (int i = 0; i < g->lab_count; i++)
        any |= c.handed_in[i] && is_graded(&c, i);
    say_labs(g, &c, any);
    for (int i = 0; i < g->lab_count; i++) {
        chosen[i] = any ? is_graded(&c, i) : c.handed_in[i] || !c.students;
        left_out |= c.handed_in[i] && !chosen[i];
    }
    if (left_out)
        name_single(g, &c, all);
}

void choose_labs(struct grading *g, struct submissions *all, const char *list)
{
    int kept = 0;
    bool chosen[MAX_LABS];

    set_wanted(g);
    if (!list)
        choose_by_files(g, all, chosen);
    for (int i = 0; i < g->lab_count; i++)
        if (list ? is_listed(list, g->labs[i].name) : chosen[i])
            g->labs[kept++] = g->labs[i];
    if (!kept)
        stop("LABS=%s: is none of the rubric's labs; give some as in LABS=01,03", list ? list : "");
    g->lab_count = kept;
    set_wanted(g);
    for (int i = 0; list && i < kept; i++)
        fprintf(stderr, "grade: %s  %-20s graded, because LABS= says so\n", g->labs[i].name,
                g->labs[i].source);
}
