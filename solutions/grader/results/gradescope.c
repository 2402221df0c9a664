#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "gradescope.h"
#include "solutions/grader/file.h"
#include "solutions/grader/text.h"
#include "words.h"

#define MOST_FEEDBACK (1 << 20) /* bytes */

/* An exercise, without our extra_data, in which flags stand. */
static json_t *visible_test(const json_t *test)
{
    int section;
    char *title = title_of(test, &section);
    const char *note = json_text(more_of(test), "note");
    char *output = text_of("%s%s%s", meaning(verdict_of(test)), *note ? ": " : "", note);
    json_t *shown = json_pack("{s:o, s:s, s:s, s:s, s:o}", "name", json_clean(title), "status",
                              json_text(test, "status"), "visibility", "visible", "output_format",
                              "text", "output", json_clean(output));
    static const char *const same[] = { "number", "score", "max_score" };

    for (size_t i = 0; i < 3; i++)
        json_object_set(shown, same[i], json_object_get(test, same[i]));
    free(title);
    free(output);
    return shown;
}

/* The flags of all exercises. */
static json_t *hidden_test(const struct student_result *student)
{
    char *text = text_of("isolation: %s\n", json_text(more_of(student->all), "isolation"));
    size_t i, k;
    json_t *test, *flag;

    json_array_foreach(student->tests, i, test)
    {
        json_array_foreach(json_object_get(more_of(test), "flags"), k, flag) text_add(
            &text, "%s: %s\n", json_text(more_of(test), "exercise"), json_string_value(flag));
    }
    json_t *hidden = json_pack("{s:s, s:f, s:f, s:s, s:s, s:o}", "name", "For the instructor",
                               "score", 0.0, "max_score", 0.0, "visibility", "hidden",
                               "output_format", "text", "output", json_clean(text));
    free(text);
    return hidden;
}

static int save(const json_t *all, const char *path)
{
    char *text = json_dumps(all, JSON_INDENT(1));
    int failed = !text || file_save(path, text, strlen(text));

    if (failed)
        fprintf(stderr, "class: %s: cannot be written: %s\n", path, strerror(errno));
    free(text);
    return failed ? -1 : 0;
}

int write_gradescope(const struct student_result *student, const char *path)
{
    char *page = text_of("%s/feedback.md", student->folder);
    size_t count, i;
    char *words = file_read(page, MOST_FEEDBACK, &count);
    json_t *tests = json_array(), *test;

    free(page);
    if (!student->has_score || !words) { /* no mark is better than a wrong one */
        fprintf(stderr, "class: %s has no score: no results for Gradescope\n", student->id);
        return -1;
    }
    json_array_foreach(student->tests, i, test) json_array_append_new(tests, visible_test(test));
    json_array_append_new(tests, hidden_test(student));
    json_t *all =
        json_pack("{s:f, s:s, s:o, s:s, s:o}", "score", student->score, "output_format", "md",
                  "output", json_clean(words), "stdout_visibility", "hidden", "tests", tests);
    int status = save(all, path);
    json_decref(all);
    free(words);
    return status;
}
