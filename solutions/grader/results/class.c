/* class OUT [--students LIST] [--gradebook EXPORT.csv [--column NAME]] [--language en|es]
 *
 * Makes what an instructor reads from OUT/students/NAME/results.json (RESULTS.md), and from nothing
 * else: grades.csv, details.csv, class.html, gradebook.csv and each student's feedback.md. The same
 * results give the same bytes. LIST has an id per line: who is missing gets a row without a score.
 *
 * status 0: all is written; 1: it could not be; 2: bad usage. */
#include <dirent.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "class.h"

int spanish;

/* ---- what a results.json holds --------------------------------------------------------------- */

const char *json_text(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));

    return text != NULL ? text : "";
}

double json_amount(const json_t *object, const char *name)
{
    return json_number_value(json_object_get(object, name));
}

const json_t *more_of(const json_t *object)
{
    return json_object_get(object, "extra_data");
}

const char *verdict_of(const json_t *test)
{
    return json_text(more_of(test), "verdict");
}

int has_points(const json_t *test)
{
    return json_is_number(json_object_get(test, "score")) &&
           !json_is_true(json_object_get(more_of(test), "open")) &&
           strcmp(verdict_of(test), "GRADER_ERROR") != 0;
}

double points_of(const struct student *student)
{
    double points = 0;
    size_t i;
    json_t *test;

    json_array_foreach(student->tests, i, test) points += json_amount(test, "max_score");
    return points;
}

const json_t *test_of(const struct student *student, const char *exercise)
{
    size_t i;
    json_t *test;

    json_array_foreach(student->tests, i, test)
    {
        if (strcmp(json_text(more_of(test), "exercise"), exercise) == 0)
            return test;
    }
    return NULL;
}

json_t *exercises_of(const struct class *class)
{
    json_t *all = json_array(), *test;
    size_t k, at;

    for (size_t i = 0; i < class->count; i++) {
        json_array_foreach(class->students[i].tests, k, test)
        {
            const char *name = json_text(more_of(test), "exercise");
            int order = 1;

            for (at = 0; at < json_array_size(all); at++) {
                order = strcmp(json_text(more_of(json_array_get(all, at)), "exercise"), name);
                if (order >= 0)
                    break;
            }
            if (order != 0)
                json_array_insert(all, at, test);
        }
    }
    return all;
}

/* A path of the machine that graded is nobody's business: its last name stays. */
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

/* The judge speaks English; what it says often has its Spanish in a table. */
static char *in_spanish(char *text)
{
    static struct csv *table;
    char why[512];

    if (table == NULL &&
        ((table = csv_read("solutions/grader/results/phrases_es.csv", why)) == NULL ||
         table->columns != 2))
        return text;
    for (size_t row = 1; row < table->rows; row++) {
        const char *from = table->cells[2 * row], *to = table->cells[2 * row + 1];

        for (char *at = text; (at = strstr(at, from)) != NULL;) {
            if (strcmp(from, " of ") == 0 && !isdigit((unsigned char)at[strlen(from)])) {
                at++; /* of 257 is ours; the rest may be a sentence that stays English */
                continue;
            }
            char *other = text_of("%.*s%s%s", (int)(at - text), text, to, at + strlen(from));

            at = other + (at - text) + strlen(to);
            free(text);
            text = other;
        }
    }
    return text;
}

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
        if (spanish && strstr(text, "error:") == NULL) /* a compiler's message stays whole */
            text = in_spanish(text);
        json_string_set(value, text);
        free(text);
    }
}

/* ---- the students ---------------------------------------------------------------------------- */

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

/* A student without a readable result: the grader's fault, and no score. */
static void fail_student(struct student *student, const char *why)
{
    json_decref(student->all);
    student->all = json_pack("{s:s, s:[], s:{s:s}}", "output", why, "tests", "extra_data",
                             "verdict", "GRADER_ERROR");
}

static void read_result(struct student *student, int must_exist)
{
    char *path = text_of("%s/results.json", student->folder), *why;
    json_error_t error = { .text = "" };

    student->all = json_load_file(path, 0, &error);
    if (student->all == NULL) {
        why = text_of(must_exist && error.line < 1 ? "there is no result: it was not graded"
                                                   : "results.json cannot be read: line %d, %s",
                      error.line, error.text);
        fail_student(student, why);
        free(why);
    } else if (!json_is_array(json_object_get(student->all, "tests")) ||
               *json_text(more_of(student->all), "verdict") == 0) {
        fail_student(student, "results.json has no tests or no verdict");
    }
    clean(student->all);
    student->verdict = json_text(more_of(student->all), "verdict");
    student->tests = json_object_get(student->all, "tests");
    student->score = json_amount(student->all, "score");
    student->max_score = json_amount(more_of(student->all), "max_score");
    student->has_score = json_is_number(json_object_get(student->all, "score")) &&
                         isfinite(student->score) && strcmp(student->verdict, "GRADER_ERROR") != 0;
    if (!student->has_score)
        student->verdict = "GRADER_ERROR";
    free(path);
}

static void add_student(struct class *class, char *id, const char *name, int must_exist)
{
    struct student *student;

    for (size_t i = 0; i < class->count; i++) {
        if (strcmp(class->students[i].id, id) == 0) {
            free(id);
            return;
        }
    }
    class->students = realloc(class->students, (class->count + 1) * sizeof(*class->students));
    if (class->students == NULL)
        exit(1);
    student = &class->students[class->count++];
    *student = (struct student){ .id = id, .folder = text_of("%s/students/%s", class->out, name) };
    read_result(student, must_exist);
    const char *own = json_text(more_of(student->all), "id"); /* a long name ends with a hash */
    own = *own != 0 ? own : id;
    student->id = text_clean(own, strlen(own), 4096);
    free(id);
}

static int read_list(struct class *class, const char *path)
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

static int read_folders(struct class *class)
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
    return strcmp(((const struct student *)a)->id, ((const struct student *)b)->id);
}

/* ---- grades.csv and details.csv -------------------------------------------------------------- */

static void grade_row(FILE *file, const struct student *student)
{
    char *feedback = one_line_for(student);

    csv_cell(file, student->id);
    if (student->has_score)
        fprintf(file, ",%.8g,%.8g,", student->score, student->max_score);
    else
        fputs(",,,", file);
    csv_cell(file, student->verdict);
    fputc(',', file);
    csv_cell(file, feedback);
    fputc(',', file);
    csv_cell(file, json_text(more_of(student->all), "isolation"));
    fputc(',', file);
    csv_cell(file, json_text(more_of(student->all), "sha256"));
    fputc('\n', file);
    free(feedback);
}

static void detail_rows(FILE *file, const struct student *student)
{
    size_t i;
    json_t *test;

    json_array_foreach(student->tests, i, test)
    {
        csv_cell(file, student->id);
        fputc(',', file);
        csv_cell(file, json_text(more_of(test), "exercise"));
        fputc(',', file);
        csv_cell(file, verdict_of(test));
        fputc(',', file);
        if (has_points(test))
            fprintf(file, "%.8g", json_amount(test, "score"));
        fprintf(file, ",%.8g,", json_amount(test, "max_score"));
        csv_cell(file, json_text(more_of(test), "note"));
        fputc('\n', file);
    }
}

static int write_table(const struct class *class, const char *name, const char *header,
                       void (*rows)(FILE *file, const struct student *student))
{
    char *path = text_of("%s/%s", class->out, name);
    struct new_file *file = new_file(path);

    free(path);
    if (file == NULL)
        return -1;
    fprintf(new_file_stream(file), "%s\n", header);
    for (size_t i = 0; i < class->count; i++)
        rows(new_file_stream(file), &class->students[i]);
    return new_file_done(file);
}

static int write_all(const struct class *class, struct gradebook *book)
{
    for (size_t i = 0; i < class->count; i++) {
        if (*json_text(more_of(class->students[i].all), "id") != 0 &&
            write_feedback(&class->students[i]) != 0)
            return -1;
    }
    if (write_page(class) != 0 ||
        write_table(class, "details.csv", "id,exercise,verdict,points,max_points,note",
                    detail_rows) != 0 ||
        (book != NULL && gradebook_write(book, class) != 0))
        return -1;
    return write_table(class, "grades.csv", "id,score,max_score,verdict,feedback,isolation,sha256",
                       grade_row);
}

/* ---- main ------------------------------------------------------------------------------------ */

static int usage(const char *option)
{
    fprintf(
        stderr,
        "class: %s: must be class OUT [--students LIST] [--gradebook EXPORT.csv [--column NAME]] "
        "[--language en|es]\n",
        option);
    return 2;
}

static int make_class(struct class *class, const char *list, const char *export, const char *column)
{
    char why[512];
    struct gradebook *book = export != NULL ? gradebook_read(export, column, why) : NULL;
    int status = 0;

    if (export != NULL && book == NULL) {
        fprintf(stderr, "class: %s\n", why);
        return 2;
    }
    if (list != NULL)
        status = read_list(class, list);
    else
        status = read_folders(class);
    if (status != 0)
        return status;
    qsort(class->students, class->count, sizeof(*class->students), by_id);
    if (write_all(class, book) != 0) {
        fprintf(stderr, "class: %s: cannot be written: %s\n", class->out, strerror(errno));
        return 1;
    }
    printf("%zu students: %s/grades.csv, details.csv, class.html\n", class->count, class->out);
    return 0;
}

int main(int argc, char **argv)
{
    static struct class class;
    const char *list = NULL, *export = NULL, *column = NULL, *language = "en";
    const struct {
        const char *name, **value;
    } options[] = { { "--students", &list },
                    { "--gradebook", &export },
                    { "--column", &column },
                    { "--language", &language } };

    for (int i = 1, known; i < argc; i++) {
        known = 0;
        for (size_t k = 0; k < 4 && i + 1 < argc && !known; k++) {
            if ((known = strcmp(argv[i], options[k].name) == 0))
                *options[k].value = argv[++i];
        }
        if (!known && (class.out != NULL || strncmp(argv[i], "--", 2) == 0))
            return usage(argv[i]);
        if (!known)
            class.out = argv[i];
    }
    if (class.out == NULL)
        return usage("no OUT");
    if (strcmp(language, "en") != 0 && strcmp(language, "es") != 0)
        return usage(language);
    spanish = strcmp(language, "es") == 0;
    return make_class(&class, list, export, column);
}
