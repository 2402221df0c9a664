#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "rubric.h"
#include "solutions/grader/csv.h"
#include "solutions/grader/text.h"
#include "stop.h"

#define COLUMNS "exercise,points,goal,cases,finding,fault,speed,waiting"
#define COUNT   8
#define COPIED  ",copied" /* a column that may be missing: then nothing is looked for */

/* Ends the program. `line`: 0 is the header. */
static void bad(const char *path, size_t line, const char *what, const char *cell)
{
    stop("%s, line %zu: %s%s%s", path, line + 1, what, cell ? ": " : "", cell ? cell : "");
}

static double number(const char *path, size_t line, const char *cell, const char *name)
{
    char *end, *what = text_of("%s must be a number from 0 to 1000", name);
    double value = strtod(cell, &end);

    if (!*cell || *end || !(value >= 0 && value <= 1000))
        bad(path, line, what, cell);
    free(what);
    return value;
}

/* As in "0.5:1 1:2": one point from half the speed of the answer on, two from its speed on. */
static void read_steps(struct exercise *e, const char *path, size_t line, const char *cell)
{
    const char *at = cell;
    int used;

    for (; *at && e->step_count < MAX_STEPS; at += used) {
        struct step *step = &e->steps[e->step_count++];
        if (sscanf(at, " %lf:%lf %n", &step->ratio, &step->points, &used) != 2 ||
            !(step->ratio > 0 && step->points > 0) ||
            (e->step_count > 1 &&
             !(step->ratio > step[-1].ratio && step->points > step[-1].points)))
            bad(path, line, "speed must be rising steps as in 0.5:1 1:2 (ratio:points)", cell);
    }
    if (*at)
        bad(path, line, "speed has more than 8 steps", cell);
}

static void check_header(const struct csv *csv, const char *path)
{
    char *header = text_of("%s", csv->cells[0]);

    for (size_t i = 1; i < csv->columns; i++)
        text_add(&header, ",%s", csv->cells[i]);
    if (strcmp(header, COLUMNS) && strcmp(header, COLUMNS COPIED))
        bad(path, 0,
            "the header must be " COLUMNS " (waiting: what a launcher costs that waits), " COPIED
            " after it or not (what a copy of a worked kernel gets)",
            NULL);
    free(header);
}

static void read_name(struct grading *g, struct exercise *e, const char *path, size_t line,
                      const char *name)
{
    if (strncmp(name, "ex", 2) || strlen(name) != 4 || !isdigit(name[2]) || !isdigit(name[3]))
        bad(path, line, "an exercise is named as in ex31", name);
    for (struct exercise *other = g->exercises; other < e; other++)
        if (!strcmp(other->name, name))
            bad(path, line, "the exercise is there twice", name);
    snprintf(e->name, sizeof(e->name), "%s", name);
    snprintf(e->lab, sizeof(e->lab), "lab0%c", name[2]);
}

/* Points for a copy of a worked kernel: none if the cell is empty. - is for exercises whose answer
 * such a kernel may be: no copy is looked for. */
static void read_copied(struct exercise *e, const char *path, size_t line, const char *cell)
{
    char *end = NULL;

    e->looks_for_copy = cell && strcmp(cell, "-");
    if (!e->looks_for_copy || !*cell)
        return;
    e->copied = strtod(cell, &end);
    if (*end || !(e->copied >= 0 && e->copied <= e->points))
        bad(path, line, "copied must be a number from 0 to the points, or -", cell);
}

void read_rubric(struct grading *g, const char *path)
{
    char why[512];
    struct csv *csv = csv_read(path, why);

    if (!csv)
        stop("%s", why);
    check_header(csv, path);
    for (size_t line = 1; line < csv->rows; line++) {
        char **cell = csv->cells + line * csv->columns;
        if (g->exercise_count == MAX_EXERCISES)
            bad(path, line, "too many exercises", NULL);
        struct exercise *e = &g->exercises[g->exercise_count++];
        read_name(g, e, path, line, cell[0]);
        e->points = number(path, line, cell[1], "points");
        e->goal = number(path, line, cell[2], "goal");
        e->cases = (int)number(path, line, cell[3], "cases");
        e->finding = number(path, line, cell[4], "finding");
        e->fault = number(path, line, cell[5], "fault");
        if (e->goal > e->points)
            bad(path, line, "goal must be at most the points", cell[2]);
        if (e->cases < 1)
            bad(path, line, "cases must be 1 or more", cell[3]);
        read_steps(e, path, line, cell[6]);
        e->waiting = number(path, line, cell[7], "waiting");
        read_copied(e, path, line, csv->columns > COUNT ? cell[COUNT] : NULL);
    }
    csv_free(csv);
}
