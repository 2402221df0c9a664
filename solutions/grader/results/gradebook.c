#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "gradebook.h"
#include "solutions/grader/csv.h"
#include "solutions/grader/file.h"
#include "solutions/grader/memory.h"
#include "solutions/grader/text.h"

#define NONE SIZE_MAX
#define KEYS 6

struct gradebook {
    const char *path;
    struct csv *csv;
    size_t first;      /* row that belongs to a student */
    size_t column;     /* that is filled */
    size_t possible;   /* Moodle's column "Maximum Grade", or NONE */
    size_t locked;     /* Moodle's column "Grade can be changed", or NONE */
    double points;     /* Canvas: "Points Possible" of the column; 0: it does not say */
    size_t keys[KEYS]; /* columns by which a student is found, or NONE */
};

static const char *cell(const struct gradebook *book, size_t row, size_t column)
{
    return book->csv->cells[row * book->csv->columns + column];
}

/* The column that has one of these names, separated by |, or NONE. */
static size_t column_named(const struct csv *csv, const char *names)
{
    for (size_t i = 0; i < csv->columns; i++) {
        const char *at = strstr(names, csv->cells[i]);
        size_t count = strlen(csv->cells[i]);

        if (at != NULL && count > 0 && (at == names || at[-1] == '|') &&
            (at[count] == 0 || at[count] == '|'))
            return i;
    }
    return NONE;
}

static bool is_called(const char *header, const char *name)
{
    size_t count = strlen(name);

    return strncmp(header, name, count) == 0 &&
           (header[count] == 0 || strncmp(header + count, " (", 2) == 0);
}

/* May marks go into this column of Canvas's? It must be called `name` or, without one, be empty. */
static bool is_choice(const struct gradebook *book, size_t column, const char *name)
{
    if (strstr(cell(book, book->first - 1, column), "read only") != NULL)
        return false;
    for (size_t row = book->first; row < book->csv->rows && name == NULL; row++) {
        if (*cell(book, row, column) != 0)
            return false;
    }
    return name == NULL || is_called(cell(book, 0, column), name);
}

/* Moves `first` to the row after Canvas's row "Points Possible", one of the first four. 0: there is
 * none. */
static int find_points_possible(struct gradebook *book)
{
    while (book->first < book->csv->rows && book->first < 4 &&
           strstr(cell(book, book->first, 0), "Points Possible") == NULL)
        book->first++;
    return book->first < 4 && book->first++ < book->csv->rows;
}

static int find_canvas(struct gradebook *book, const char *name, char why[512])
{
    size_t section = column_named(book->csv, "Section"), choices = 0;

    if (section == NONE || !find_points_possible(book)) {
        snprintf(why, 512,
                 "%s: a Canvas export has a column Section and a row Points Possible; "
                 "export the gradebook anew",
                 book->path);
        return -1;
    }
    for (size_t i = section + 1; i < book->csv->columns; i++) {
        if (!is_choice(book, i, name))
            continue;
        if (choices++ > 0)
            snprintf(why, 512, "%s: ambiguous: both '%s' and '%s' could be meant; say COLUMN='%s'",
                     book->path, cell(book, 0, book->column), cell(book, 0, i), cell(book, 0, i));
        book->column = i;
    }
    if (choices == 0 && name != NULL)
        snprintf(why, 512, "%s: has no column '%s' for marks", book->path, name);
    if (choices == 0 && name == NULL)
        snprintf(why, 512, "%s: has no empty column; say which one to fill: COLUMN='Lab 3'",
                 book->path);
    book->points = choices == 1 ? atof(cell(book, book->first - 1, book->column)) : 0;
    return choices == 1 ? 0 : -1;
}

static void find_keys(struct gradebook *book)
{
    static const char *const keys[KEYS] = {
        "Identifier|Identificador|ID",
        "SIS User ID|ID number|Número de ID",
        "SIS Login ID|Username",
        "Email address|Dirección de correo|Dirección Email|Correo electrónico",
        "Full name|Nombre completo|Nombre",
        "Student"
    };

    for (int i = 0; i < KEYS; i++)
        book->keys[i] = column_named(book->csv, keys[i]);
}

static int find_columns(struct gradebook *book, const char *name, char why[512])
{
    struct csv *csv = book->csv;

    find_keys(book);
    book->column = column_named(csv, "Grade|Calificación");
    book->possible = column_named(csv, "Maximum Grade|Maximum grade|Calificación máxima");
    book->locked = column_named(csv, "Grade can be changed|La calificación puede ser cambiada|"
                                     "La calificación se puede cambiar");
    book->first = 1;
    if (column_named(csv, "Identifier|Identificador") != NONE && book->column != NONE)
        return 0;
    book->possible = book->locked = NONE;
    if (column_named(csv, "Student") != NONE && column_named(csv, "ID") != NONE)
        return find_canvas(book, name, why);
    snprintf(why, 512,
             "%s: is neither a Canvas export (Student, ID, ..., Section) nor a Moodle grading "
             "worksheet (Identifier, ..., Grade)",
             book->path);
    return -1;
}

struct gradebook *gradebook_read(const char *path, const char *column, char why[512])
{
    struct gradebook *book = needed(calloc(1, sizeof(*book)));

    book->path = path;
    book->csv = csv_read(path, why);
    if (book->csv == NULL || find_columns(book, column, why) != 0)
        return NULL;
    for (size_t row = book->first; row < book->csv->rows; row++) {
        size_t from = book->csv->places[row * book->csv->columns + book->column].from;

        if (book->csv->text[from - 1] != book->csv->separator) {
            snprintf(why, 512, "%s: row %zu ('%s') ends before its column '%s'", path, row + 1,
                     cell(book, row, 0), cell(book, 0, book->column));
            return NULL;
        }
    }
    return book;
}

/* ---- who is who ------------------------------------------------------------------------------ */

/* The number at the end: of Moodle's "Participant 1234", and of the id "Surname Name_1234". */
static const char *number_of(const char *text)
{
    const char *digits = text + strlen(text);

    while (digits > text && isdigit((unsigned char)digits[-1]))
        digits--;
    return digits;
}

static bool is_same(const char *id, const char *key, int is_identifier)
{
    const char *mine = number_of(id), *theirs = number_of(key);

    if (strcmp(id, key) == 0)
        return true;
    return is_identifier && theirs > key && theirs[-1] == ' ' && *mine != 0 &&
           strcmp(mine, theirs) == 0 && (mine == id || mine[-1] == '_');
}

/* The student of a row: the first of the key columns in which one is found decides. NULL: nobody,
 * or two have that key. */
static const struct student_result *student_of(const struct gradebook *book, size_t row,
                                               const struct class_results *class)
{
    for (int k = 0; k < KEYS; k++) {
        const char *key = book->keys[k] == NONE ? "" : cell(book, row, book->keys[k]);
        const struct student_result *found = NULL;
        int count = 0;

        for (size_t i = 0; *key != 0 && i < class->count; i++) {
            if (is_same(class->students[i].id, key, k == 0))
                found = &class->students[i], count++;
        }
        if (count > 0)
            return count == 1 ? found : NULL;
    }
    return NULL;
}

/* ---- the column ------------------------------------------------------------------------------ */

/* The points, scaled from the rubric's maximum to the column's, with a decimal comma where the
 * column has one. */
static void put_mark(FILE *file, const struct gradebook *book, size_t row,
                     const struct student_result *student)
{
    const char *said = book->possible == NONE ? "" : cell(book, row, book->possible);
    double possible = book->possible == NONE ? book->points : atof(said);
    double points = points_of(student);
    char *mark = text_of(
        "%.8g", possible > 0 && points > 0
                    ? (double)(long long)(student->score * possible / points * 1e4 + 0.5) / 1e4
                    : student->score);

    if (strchr(said, ',') != NULL && strchr(mark, '.') != NULL)
        *strchr(mark, '.') = ',';
    csv_cell(file, mark);
    free(mark);
}

static bool is_fillable(const struct gradebook *book, size_t row,
                        const struct student_result *student)
{
    const char *locked = book->locked == NONE ? "" : cell(book, row, book->locked);

    return student != NULL && student->has_score && strcasecmp(locked, "no") != 0;
}

/* Says who is left out. rows[i]: in how many rows student i was found. */
static void tell(const struct gradebook *book, const struct class_results *class, const int *rows,
                 size_t filled)
{
    for (size_t i = 0; i < class->count; i++) {
        const char *id = class->students[i].id;

        if (rows[i] == 0)
            fprintf(stderr, "class: %s: has no row for %s\n", book->path, id);
        else if (rows[i] > 1)
            fprintf(stderr, "class: %s: has %d rows for %s, none is filled\n", book->path, rows[i],
                    id);
        else if (!class->students[i].has_score)
            fprintf(stderr, "class: %s: %s has no score: the row stays as it is\n", book->path, id);
    }
    printf("%zu marks in column '%s' of %s/gradebook.csv\n", filled, cell(book, 0, book->column),
           class->out);
}

/* In how many rows each student was found; the last number counts rows without a student. To free.
 */
static int *count_rows(const struct gradebook *book, const struct class_results *class)
{
    int *rows = needed(calloc(class->count + 1, sizeof(*rows)));

    for (size_t row = book->first; row < book->csv->rows; row++) {
        const struct student_result *student = student_of(book, row, class);

        rows[student != NULL ? (size_t)(student - class->students) : class->count]++;
    }
    return rows;
}

int gradebook_write(struct gradebook *book, const struct class_results *class)
{
    const struct csv *csv = book->csv;
    char *path = text_of("%s/gradebook.csv", class->out);
    struct new_file *file = new_file(path);
    size_t done = 0, filled = 0;

    free(path);
    if (file == NULL)
        return -1;
    int *rows = count_rows(book, class);
    for (size_t row = book->first; row < csv->rows; row++) {
        const struct student_result *student = student_of(book, row, class);
        const struct csv_place *place = &csv->places[row * csv->columns + book->column];

        if (!is_fillable(book, row, student) || rows[student - class->students] > 1)
            continue;
        fwrite(csv->text + done, 1, place->from - done, new_file_stream(file));
        put_mark(new_file_stream(file), book, row, student);
        done = place->to;
        filled++;
    }
    fwrite(csv->text + done, 1, csv->count - done, new_file_stream(file));
    tell(book, class, rows, filled);
    free(rows);
    return new_file_done(file);
}
