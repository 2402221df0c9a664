#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "results.h"
#include "solutions/grader/memory.h"
#include "solutions/grader/text.h"
#include "words.h"

/* ---- what a results.json holds --------------------------------------------------------------- */

const json_t *more_of(const json_t *object)
{
    return json_object_get(object, "extra_data");
}

const char *verdict_of(const json_t *test)
{
    return json_text(more_of(test), "verdict");
}

const char *goal_of(const json_t *test)
{
    const char *goal = json_text(more_of(test), "goal");

    return *goal != 0 ? goal : "none";
}

bool has_points(const json_t *test)
{
    return json_is_number(json_object_get(test, "score")) &&
           !json_is_true(json_object_get(more_of(test), "open")) &&
           strcmp(verdict_of(test), "NOT_GRADED") != 0;
}

char *title_of(const json_t *test, int *section)
{
    char *title = sheet_title(json_text(more_of(test), "lab"), json_text(test, "number"), section);

    return title != NULL ? title : text_of("%s", json_text(test, "name"));
}

double points_of(const struct student_result *student)
{
    double points = 0;
    size_t i;
    json_t *test;

    json_array_foreach(student->tests, i, test) points += json_amount(test, "max_score");
    return points;
}

static const char *exercise_of(const json_t *test)
{
    return json_text(more_of(test), "exercise");
}

const json_t *test_of(const struct student_result *student, const char *exercise)
{
    size_t i;
    json_t *test;

    json_array_foreach(student->tests, i, test)
    {
        if (strcmp(exercise_of(test), exercise) == 0)
            return test;
    }
    return NULL;
}

/* Inserts the test in the order of exercises, unless its exercise is there. */
static void insert_once(json_t *all, json_t *test)
{
    size_t at = 0, count = json_array_size(all);

    while (at < count && strcmp(exercise_of(json_array_get(all, at)), exercise_of(test)) < 0)
        at++;
    if (at == count || strcmp(exercise_of(json_array_get(all, at)), exercise_of(test)) != 0)
        json_array_insert(all, at, test);
}

json_t *exercises_of(const struct class_results *class)
{
    json_t *all = json_array(), *test;
    size_t k;

    for (size_t i = 0; i < class->count; i++)
        json_array_foreach(class->students[i].tests, k, test) insert_once(all, test);
    return all;
}

/* ---- its text is made clean ------------------------------------------------------------------ */

/* Only the last name of each path stays: where files are on the machine that graded is not for
 * readers. */
static void without_paths(char *text)
{
    static const char ends[] = " \t\n\"'`()[]{}<>|,;=";
    char *to = text, *slash;

    for (char *at = text; *at != 0;) {
        size_t count = strcspn(at, ends);
        char *end = at + count;

        if (count > 2 && strchr("/.~", *at) != NULL && at[1] != '/' && at[1] != '*' &&
            (slash = memrchr(at, '/', count - 1)) != NULL)
            at = slash + 1;
        memmove(to, at, (size_t)(end - at));
        to += end - at;
        at = end;
        if (*at != 0)
            *to++ = *at++;
    }
    *to = 0;
}

/* Cleans every text in a value except ids, which are compared with names of folders. */
static void clean(json_t *value)
{
    const char *key;
    json_t *part;
    size_t i;

    json_object_foreach(value, key, part)
    {
        if (strcmp(key, "id") != 0)
            clean(part);
    }
    json_array_foreach(value, i, part) clean(part);
    if (json_is_string(value)) {
        char *text = text_clean(json_string_value(value), json_string_length(value), 4096);

        without_paths(text);
        if (spanish && strstr(text, "error:") == NULL) /* a compiler's message stays as it is */
            text = in_spanish(text);
        json_string_set(value, text);
        free(text);
    }
}

/* ---- the students ---------------------------------------------------------------------------- */

/* The id from which text_file_name has made this name; a long name does not hold all of it. */
static char *id_of_folder(const char *name)
{
    char *id = text_of("%s", name), *to = id, digits[3] = "", *end;

    for (const char *at = name; *at != 0; at++) {
        if (*at == '%' && at[1] != 0) {
            memcpy(digits, at + 1, 2);
            *to = (char)strtol(digits, &end, 16);
            if (*end == 0) {
                to++;
                at += 2;
                continue;
            }
        }
        *to++ = *at;
    }
    *to = 0;
    return id;
}

/* A student whose result cannot be read: that is the grader's fault, so there is no score. */
static void fail_student(struct student_result *student, const char *why)
{
    json_decref(student->all);
    student->all = json_pack("{s:s, s:[], s:{s:s}}", "output", why, "tests", "extra_data",
                             "verdict", "NOT_GRADED");
}

static void load_result(struct student_result *student, int must_exist)
{
    char *path = text_of("%s/results.json", student->folder), *why;
    json_error_t error = { .text = "" };

    student->all = json_load_file(path, 0, &error);
    if (student->all == NULL) {
        why = must_exist && error.line < 1
                  ? text_of("there is no result: it was not graded")
                  : text_of("results.json cannot be read: line %d, %s", error.line, error.text);
        fail_student(student, why);
        free(why);
    } else if (!json_is_array(json_object_get(student->all, "tests")) ||
               *json_text(more_of(student->all), "verdict") == 0) {
        fail_student(student, "results.json has no tests or no verdict");
    }
    free(path);
}

static void read_result(struct student_result *student, int must_exist)
{
    load_result(student, must_exist);
    clean(student->all);
    student->verdict = json_text(more_of(student->all), "verdict");
    student->tests = json_object_get(student->all, "tests");
    student->score = json_amount(student->all, "score");
    student->max_score = json_amount(more_of(student->all), "max_score");
    student->has_score = json_is_number(json_object_get(student->all, "score")) &&
                         isfinite(student->score) && strcmp(student->verdict, "NOT_GRADED") != 0;
    if (!student->has_score)
        student->verdict = "NOT_GRADED";
}

/* Frees the id. `name`: of the folder in OUT/students. */
static void add_student(struct class_results *class, char *id, const char *name, int must_exist)
{
    struct student_result *student;

    for (size_t i = 0; i < class->count; i++) {
        if (strcmp(class->students[i].id, id) == 0) {
            free(id);
            return;
        }
    }
    class->students = list_grown(class->students, class->count, sizeof(*class->students));
    student = &class->students[class->count++];
    *student =
        (struct student_result){ .id = id, .folder = text_of("%s/students/%s", class->out, name) };
    read_result(student, must_exist);
    const char *own = json_text(more_of(student->all), "id"); /* a long name ends with a hash */
    own = *own != 0 ? own : id;
    student->id = text_clean(own, strlen(own), 4096);
    free(id);
}

static int read_list(struct class_results *class, const char *path)
{
    FILE *list = fopen(path, "r");
    char *line = NULL, *name;
    size_t room = 0;

    if (list == NULL) {
        fprintf(stderr, "class: --students %s: %s\n", path, strerror(errno));
        return 2;
    }
    while (getline(&line, &room, list) > 0) {
        line[strcspn(line, "\n")] = 0;
        if (*line == 0)
            continue;
        name = text_file_name(line);
        add_student(class, text_of("%s", line), name, 1);
        free(name);
    }
    free(line);
    fclose(list);
    return 0;
}

static int read_folders(struct class_results *class)
{
    char *path = text_of("%s/students", class->out), *result;
    DIR *folder = opendir(path);

    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        result = text_of("%s/%s/results.json", path, entry->d_name);
        FILE *file = entry->d_name[0] == '.' ? NULL : fopen(result, "r");
        if (file != NULL) {
            fclose(file);
            add_student(class, id_of_folder(entry->d_name), entry->d_name, 0);
        }
        free(result);
    }
    if (folder != NULL)
        closedir(folder);
    if (class->count == 0)
        fprintf(stderr, "class: %s: holds no student's results.json; grade first: make grade\n",
                path);
    free(path);
    return class->count == 0 ? 2 : 0;
}

static int by_id(const void *a, const void *b)
{
    return strcmp(((const struct student_result *)a)->id, ((const struct student_result *)b)->id);
}

int read_results(struct class_results *class, const char *list)
{
    int status = list != NULL ? read_list(class, list) : read_folders(class);

    if (class->count > 0)
        qsort(class->students, class->count, sizeof(*class->students), by_id);
    return status;
}
