/* class OUT [--students LIST] [--gradebook EXPORT.csv [--column NAME]] [--language en|es]
 *           [--gradescope FILE]
 *
 * Makes what an instructor reads from OUT/students/NAME/results.json (RESULTS.md), and from nothing
 * else: grades.csv, details.csv, class.html, gradebook.csv and each student's feedback.md. The same
 * results give the same bytes. LIST has an id on each line: one who has no results gets a row
 * without a score. For a class of one, FILE is written for Gradescope.
 *
 * status 0: all is written; 1: it could not be; 2: bad usage */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "feedback.h"
#include "gradebook.h"
#include "gradescope.h"
#include "page.h"
#include "results.h"
#include "tables.h"
#include "words.h"

static int write_all(const struct class_results *class, struct gradebook *book)
{
    for (size_t i = 0; i < class->count; i++) {
        const struct student_result *student = &class->students[i];

        if (*json_text(more_of(student->all), "id") != 0 && write_feedback(student) != 0)
            return -1;
    }
    if (write_page(class) != 0 || write_details(class) != 0 ||
        (book != NULL && gradebook_write(book, class) != 0))
        return -1;
    return write_grades(class);
}

/* Who has no score, and why. */
static void name_without_score(const struct class_results *class)
{
    for (size_t i = 0; i < class->count; i++) {
        const struct student_result *student = &class->students[i];
        const json_t *first = json_array_get(student->tests, 0);
        const char *why = json_text(more_of(first), "note");

        if (!student->has_score)
            fprintf(stderr, "class: %s has no score: %s\n", student->id,
                    *why != 0 ? why : json_text(student->all, "output"));
    }
}

static int make_class(struct class_results *class, const char *list, const char *export,
                      const char *column, const char *gradescope)
{
    char why[512];
    struct gradebook *book = export != NULL ? gradebook_read(export, column, why) : NULL;

    if (export != NULL && book == NULL) {
        fprintf(stderr, "class: %s\n", why);
        return 2;
    }
    int status = read_results(class, list);
    if (status != 0)
        return status;
    if (write_all(class, book) != 0) {
        fprintf(stderr, "class: %s: cannot be written: %s\n", class->out, strerror(errno));
        return 1;
    }
    bool done =
        gradescope == NULL || (class->count == 1 && !write_gradescope(class->students, gradescope));
    if (done)
        printf("%zu students: %s/grades.csv, details.csv, class.html\n", class->count, class->out);
    fflush(stdout);
    name_without_score(class); /* last */
    return !done;
}

static int usage(const char *option)
{
    fprintf(
        stderr,
        "class: %s: must be class OUT [--students LIST] [--gradebook EXPORT.csv [--column NAME]] "
        "[--language en|es] [--gradescope FILE]\n",
        option);
    return 2;
}

int main(int argc, char **argv)
{
    static struct class_results class;
    const char *list = NULL, *export = NULL, *column = NULL, *language = "en", *gradescope = NULL;
    const struct {
        const char *name, **value;
    } options[] = { { "--students", &list },
                    { "--gradebook", &export },
                    { "--column", &column },
                    { "--language", &language },
                    { "--gradescope", &gradescope } };

    for (int i = 1, known; i < argc; i++) {
        known = 0;
        for (size_t k = 0; k < 5 && i + 1 < argc && !known; k++) {
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
    return make_class(&class, list, export, column, gradescope);
}
