#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "keys.h"
#include "points.h"
#include "result.h"
#include "rulings.h"
#include "solutions/grader/file.h"
#include "solutions/grader/json.h"
#include "solutions/grader/text.h"
#include "stop.h"

/* ---- a test --------------------------------------------------------------------------------- */

/* Before there are points: what is allowed counts as right, with what its goal and findings cost.
 */
static void begin_ruling(const struct ruling *ruling, json_t *extra)
{
    const char *verdict = json_text(extra, "verdict");
    bool counts =
        !strcmp(ruling->word, "allow") || (ruling->points >= 0 && !strcmp(verdict, "NOT_GRADED"));

    json_object_set_new(extra, "ruling",
                        json_pack("{s:s, s:s, s:s, s:s}", "word", ruling->word, "date",
                                  ruling->date, "reason", ruling->reason, "verdict", verdict));
    if (counts || !strcmp(ruling->word, "refuse"))
        json_object_set_new(extra, "verdict", json_string(counts ? "PASS" : "BAD_SUBMISSION"));
}

static void end_ruling(const struct ruling *ruling, json_t *extra, double *points, double most)
{
    const char *before = json_text(json_object_get(extra, "ruling"), "verdict");
    const char *note = json_text(extra, "note"), *reason = ruling->reason;
    char *words = text_of("ruled on %s: %s (it was %s)%s%s%s%s", ruling->date, ruling->word, before,
                          *reason ? ": " : "", reason, *note ? "; " : "", note);

    if (ruling->points >= 0)
        *points = fmin(ruling->points, most);
    json_object_set_new(extra, "note", json_clean(words));
    free(words);
}

static void flag_lapsed(const struct ruling *ruling, json_t *extra)
{
    json_t *flags = json_object_get(extra, "flags");

    if (!flags)
        json_object_set_new(extra, "flags", flags = json_array());
    json_array_append_new(flags, json_sprintf("the ruling of %s (%s) was about another file: look "
                                              "again, and rule again",
                                              ruling->date, ruling->word));
}

void add_test(struct new_result *r, const struct lab_files *lab, const struct exercise *e,
              json_t *extra)
{
    const char *what = json_text(extra, "what");
    char *number = text_of("%c.%c", e->name[2], e->name[3]);
    char *name = text_of("%s %s%s%s", e->lab, number, *what ? ": " : "", what);
    double points, most;
    struct ruling ruling;
    bool is_ruled = find_ruling(r->g, r->submission, e, &ruling);

    if (is_ruled && ruling.is_about_other_file)
        flag_lapsed(&ruling, extra);
    is_ruled = is_ruled && !ruling.is_about_other_file;
    if (is_ruled)
        begin_ruling(&ruling, extra);
    give_points(r->g, e, extra, &points, &most);
    if (is_ruled)
        end_ruling(&ruling, extra, &points, most);
    json_object_set_new(extra, "file", json_string(lab->source));
    const char *verdict = json_text(extra, "verdict"), *note = json_text(extra, "note");
    char *output = text_of("%s%s%s", verdict, *note ? ": " : "", note);
    json_t *score = strcmp(verdict, "NOT_GRADED") ? json_real(points) : json_null();
    const char *status = strcmp(verdict, "PASS") ? "failed" : "passed";
    json_t *test =
        json_pack("{s:s, s:s, s:o, s:f, s:s, s:s, s:o, s:O}", "number", number, "name", name,
                  "score", score, "max_score", most, "status", status, "visibility", "visible",
                  "output", json_clean(output), "extra_data", extra);
    json_array_append_new(r->tests, test);
    free(number);
    free(name);
    free(output);
}

void add_same(struct new_result *r, const struct lab_files *lab, const char *verdict,
              const char *note, const char *advice)
{
    for (int i = 0; i < r->g->exercise_count; i++) {
        const struct exercise *e = &r->g->exercises[i];
        if (strcmp(e->lab, lab->name))
            continue;
        json_t *extra = json_pack("{s:s, s:s, s:s, s:o}", "lab", e->lab, "exercise", e->name,
                                  "verdict", verdict, "note", json_clean(note));
        if (advice)
            json_object_set_new(extra, "advice", json_string(advice));
        add_test(r, lab, e, extra);
        json_decref(extra);
    }
}

/* ---- the student ---------------------------------------------------------------------------- */

/* A student's verdict is the first of these that a test has. A new verdict is added here, in
 * results/advice.csv and in solutions/README.md. */
static const char *const by_weight[] = { "NOT_GRADED",
                                         "BAD_SUBMISSION",
                                         "UNSUPPORTED_ARCHIVE",
                                         "MISSING_FILE",
                                         "COMPILE_ERROR",
                                         "COMPILE_TIMEOUT",
                                         "MISSING_FUNCTION",
                                         "NO_RESULT",
                                         "TOO_MUCH",
                                         "OUTPUT_LIMIT",
                                         "MEMORY",
                                         "RUNTIME_ERROR",
                                         "TIMEOUT",
                                         "WRONG",
                                         "TODO",
                                         "copied",
                                         "PASS" };

static const char *worst_verdict(json_t *tests)
{
    for (size_t w = 0; w < sizeof(by_weight) / sizeof(*by_weight); w++)
        for (size_t i = 0; i < json_array_size(tests); i++) {
            json_t *extra = json_object_get(json_array_get(tests, i), "extra_data");
            if (!strcmp(json_string_value(json_object_get(extra, "verdict")), by_weight[w]))
                return by_weight[w];
        }
    return "NOT_GRADED";
}

static double sum_of(json_t *tests, const char *what)
{
    double sum = 0;

    for (size_t i = 0; i < json_array_size(tests); i++)
        sum += json_number_value(json_object_get(json_array_get(tests, i), what));
    return sum;
}

char *result_path(const struct grading *g, const char *id)
{
    char *name = text_file_name(id), *path = text_of("%s/students/%s/results.json", g->out, name);

    free(name);
    return path;
}

/* A list of the files and their sums; hex: a sum over all of them. */
static json_t *files_of(const struct submission *s, char hex[65])
{
    json_t *files = json_array();
    char *all = text_of("%s", "");

    for (int i = 0; i < s->file_count; i++) {
        const struct handed_file *file = &s->files[i];
        text_add(&all, "%s %s\n", file->name, file->source ? file->sha256 : "-");
        json_array_append_new(files, json_pack("{s:s, s:s}", "path", file->path, "sha256",
                                               file->source ? file->sha256 : ""));
    }
    sha256_of(all, strlen(all), hex);
    free(all);
    return files;
}

/* The names of what was handed in and is not graded. */
static json_t *others_of(const struct submission *s)
{
    json_t *others = json_array();

    if (s->archive)
        json_array_append_new(others, json_string(s->archive));
    for (int i = 0; i < s->other_count; i++)
        json_array_append_new(others, json_string(s->others[i].path));
    if (s->left_out)
        json_array_append_new(others, json_sprintf("... and %d more", s->left_out));
    return others;
}

/* Which of them may be meant as the file of each lab that has none: {"matmul_tiled.cu": "v2.cu"}.
 */
static json_t *nearest_of(const struct grading *g, const struct submission *s)
{
    json_t *nearest = json_object();

    for (int i = 0; i < g->lab_count; i++) {
        const char *other = other_like(s, g->labs[i].source);
        bool is_there = false;
        for (int k = 0; k < s->file_count; k++)
            is_there |= s->files[k].source && !strcmp(s->files[k].name, g->labs[i].source);
        if (other && !is_there)
            json_object_set_new(nearest, g->labs[i].source, json_string(other));
    }
    return nearest;
}

static json_t *extra_data(const struct new_result *r, const char *verdict)
{
    const struct grading *g = r->g;
    char sha256[65], key[65], date[16];
    time_t today = time(NULL);
    json_t *files = files_of(r->submission, sha256), *names = json_array(); /* see RESULTS.md */

    for (int i = 0; i < r->submission->namesake_count; i++)
        json_array_append_new(names, json_string(r->submission->namesakes[i]));
    key_of(g, r->submission, key);
    strftime(date, sizeof(date), "%Y-%m-%d", localtime(&today));
    json_t *extra =
        json_pack("{s:s, s:s, s:f, s:s, s:s, s:s, s:s, s:s, s:f, s:f, s:b, s:o}", "id",
                  r->submission->id, "verdict", verdict, "max_score", sum_of(r->tests, "max_score"),
                  "isolation", sandbox_names[g->level], "device", g->device, "date", date, "key",
                  key, "sha256", sha256, "seconds", clock_now() - r->begun, "case_seconds",
                  g->case_seconds, "alone", g->alone, "files", files);
    json_object_set_new(extra, "others", others_of(r->submission));
    json_object_set_new(extra, "namesakes", names);
    json_object_set_new(extra, "nearest", nearest_of(g, r->submission));
    return extra;
}

bool ran_out_of_time(const json_t *results)
{
    json_t *test;
    size_t i;

    json_array_foreach(json_object_get(results, "tests"), i, test)
    {
        const char *verdict = json_text(json_object_get(test, "extra_data"), "verdict");
        if (!strcmp(verdict, "TIMEOUT") || !strcmp(verdict, "COMPILE_TIMEOUT"))
            return true;
    }
    return false;
}

bool write_result(struct new_result *r)
{
    const char *verdict = worst_verdict(r->tests);
    bool is_graded = strcmp(verdict, "NOT_GRADED") != 0;
    const char *output = is_graded ? verdict : "The grader failed here; this is not your fault.";
    json_t *score = is_graded ? json_real(sum_of(r->tests, "score")) : json_null();
    json_t *extra = extra_data(r, verdict);
    json_t *results = json_pack("{s:o, s:s, s:o, s:o}", "score", score, "output", output, "tests",
                                r->tests, "extra_data", extra);
    char *path = result_path(r->g, r->submission->id);
    struct new_file *file = results ? new_file(path) : NULL;

    if (!file || json_dumpf(results, new_file_stream(file), JSON_INDENT(1)) || new_file_done(file))
        stop("%s cannot be written: %s", path, strerror(errno));
    json_decref(results);
    free(path);
    return is_graded;
}
