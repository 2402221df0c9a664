#include <stdlib.h>
#include <string.h>
#include "solutions/grader/csv.h"
#include "solutions/grader/file.h"
#include "solutions/grader/text.h"
#include "tables.h"
#include "words.h"

#define GRADES  "id,score,max_score,verdict,feedback,isolation,sha256"
#define DETAILS "id,exercise,verdict,points,max_points,note,goal"

/* ---- one line of feedback -------------------------------------------------------------------- */

/* Turns newlines and tabs into blanks and removes a colon at the end. */
static void make_one_line(char *line)
{
    size_t used = strlen(line);

    for (char *at = line; *at != 0; at++)
        *at = strchr("\n\t", *at) != NULL ? ' ' : *at;
    while (used > 0 && strchr(": ", line[used - 1]) != NULL)
        line[--used] = 0;
}

/* How many exercises are right, and the first one with the student's verdict. To free. */
static char *one_line_for(const struct student_result *student)
{
    size_t i, passed = 0;
    const json_t *worst = NULL;
    json_t *test;
    char *line;

    json_array_foreach(student->tests, i, test)
    {
        int is_right = strcmp(verdict_of(test), "PASS") == 0;

        passed += is_right;
        if (worst == NULL && !is_right && strcmp(verdict_of(test), student->verdict) == 0)
            worst = test;
    }
    if (i == 0)
        line = text_of("%s", json_text(student->all, "output"));
    else if (worst == NULL)
        line = text_of(say("%zu of %zu exercises right", "%zu de %zu ejercicios correctos"), passed,
                       i);
    else
        line = text_of(say("%zu of %zu exercises right; %s: %s: %s",
                           "%zu de %zu ejercicios correctos; %s: %s: %s"),
                       passed, i, json_text(worst, "number"), meaning(student->verdict),
                       json_text(more_of(worst), "note"));
    make_one_line(line);
    return line;
}

/* ---- the tables ------------------------------------------------------------------------------ */

static void next_cell(FILE *file, const char *text)
{
    fputc(',', file);
    csv_cell(file, text);
}

static void grade_row(FILE *file, const struct student_result *student)
{
    char *feedback = one_line_for(student);

    csv_cell(file, student->id);
    if (student->has_score)
        fprintf(file, ",%.8g,%.8g", student->score, student->max_score);
    else
        fputs(",,", file);
    next_cell(file, student->verdict);
    next_cell(file, feedback);
    next_cell(file, json_text(more_of(student->all), "isolation"));
    next_cell(file, json_text(more_of(student->all), "sha256"));
    fputc('\n', file);
    free(feedback);
}

/* The note, and the flags, which are for the instructor alone. To free. */
static char *note_with_flags(const json_t *test)
{
    char *note = text_of("%s", json_text(more_of(test), "note"));
    size_t i;
    json_t *flag;

    json_array_foreach(json_object_get(more_of(test), "flags"), i, flag)
    {
        const char *words = json_is_string(flag) ? json_string_value(flag) : "";
        text_add(&note, "%s%s%s", *note != 0 ? "; " : "", say("flagged: ", "observado: "), words);
    }
    return note;
}

static void detail_rows(FILE *file, const struct student_result *student)
{
    size_t i;
    json_t *test;

    json_array_foreach(student->tests, i, test)
    {
        csv_cell(file, student->id);
        next_cell(file, json_text(more_of(test), "exercise"));
        next_cell(file, verdict_of(test));
        fputc(',', file);
        if (has_points(test))
            fprintf(file, "%.8g", json_amount(test, "score"));
        fprintf(file, ",%.8g", json_amount(test, "max_score"));
        char *note = note_with_flags(test);
        next_cell(file, note);
        free(note);
        next_cell(file, goal_of(test));
        fputc('\n', file);
    }
}

static int write_table(const struct class_results *class, const char *name, const char *header,
                       void (*write_rows)(FILE *file, const struct student_result *student))
{
    char *path = text_of("%s/%s", class->out, name);
    struct new_file *file = new_file(path);

    free(path);
    if (file == NULL)
        return -1;
    fprintf(new_file_stream(file), "%s\n", header);
    for (size_t i = 0; i < class->count; i++)
        write_rows(new_file_stream(file), &class->students[i]);
    return new_file_done(file);
}

int write_grades(const struct class_results *class)
{
    return write_table(class, "grades.csv", GRADES, grade_row);
}

int write_details(const struct class_results *class)
{
    return write_table(class, "details.csv", DETAILS, detail_rows);
}
