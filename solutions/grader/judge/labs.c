#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "labs.h"
#include "solutions/grader/file.h"
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

/* Sets handed_in[i] if somebody has the file of lab i, or its launchers in another one. */
static void look_for_files(const struct grading *g, struct submissions *all, int handed_in[])
{
    for (int s = 0; s < all->count; s++) {
        struct submission *submission = &all->list[s];
        read_files(g, submission);
        for (int f = 0; f < submission->file_count; f++)
            for (int i = 0; i < g->lab_count; i++)
                handed_in[i] |= submission->files[f].name == g->labs[i].source;
        for (int o = 0; o < submission->other_count; o++)
            for (int i = 0; i < g->lab_count; i++)
                handed_in[i] |= submission->others[o].holds == g->labs[i].source;
        free_files(submission);
    }
}

void set_wanted(struct grading *g)
{
    memset(g->wanted, 0, sizeof(g->wanted));
    for (int i = 0; i < g->lab_count; i++)
        g->wanted[i] = g->labs[i].source;
}

void choose_labs(struct grading *g, struct submissions *all, const char *list)
{
    int kept = 0, handed_in[MAX_LABS] = { 0 }, any = 0;

    set_wanted(g);
    if (!list)
        look_for_files(g, all, handed_in);
    for (int i = 0; i < g->lab_count; i++)
        any |= handed_in[i];
    for (int i = 0; i < g->lab_count; i++)
        if (list ? is_listed(list, g->labs[i].name) : handed_in[i] || !any)
            g->labs[kept++] = g->labs[i];
    if (!kept)
        stop("LABS=%s: is none of the rubric's labs; give some as in LABS=01,03", list ? list : "");
    g->lab_count = kept;
    set_wanted(g);
}
