#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "points.h"
#include "solutions/grader/json.h"

static double greatest_step(const struct exercise *e)
{
    return e->step_count ? e->steps[e->step_count - 1].points : 0;
}

static double step_points(const struct exercise *e, double ratio)
{
    double points = 0;

    for (int i = 0; i < e->step_count; i++)
        if (ratio >= e->steps[i].ratio)
            points = e->steps[i].points;
    return points;
}

/* Adds to the note, after a semicolon. */
static void add_words(char *words, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void add_words(char *words, size_t size, const char *format, ...)
{
    size_t used = strlen(words);
    va_list arguments;

    if (used && used + 2 < size)
        used += snprintf(words + used, size - used, "; ");
    va_start(arguments, format);
    vsnprintf(words + used, size - used, format, arguments);
    va_end(arguments);
}

/* Might a GPU end the program because of this finding, or another array change? */
static bool is_fault(json_t *finding)
{
    static const char *const kinds[] = { "out-of-bounds", "wrong-memory", "misaligned" };
    const char *kind = json_string_value(json_object_get(finding, "kind"));

    for (int i = 0; i < 3; i++)
        if (!strcmp(kind, kinds[i]))
            return true;
    return false;
}

/* The finding that costs most: only this one is deducted. NULL: there is none. */
static json_t *worst_finding(const struct exercise *e, json_t *findings, double *cost)
{
    json_t *worst = NULL, *finding;
    size_t i;

    json_array_foreach(findings, i, finding)
    {
        double own = is_fault(finding) ? fmax(e->finding, e->fault) : e->finding;
        if (worst && own <= *cost)
            continue;
        worst = finding;
        *cost = own;
    }
    return worst;
}

/* Deducts what missed goals cost, and one that was not counted: the instructor decides on that.
 * What was computed on the host is not the exercise. */
static void deduct_goal(const struct exercise *e, json_t *extra, double *points, char *note,
                        size_t size)
{
    json_t *missed = json_object_get(extra, "goals"), *goal;
    bool is_missed = !strcmp(json_text(extra, "goal"), "missed");
    bool is_elsewhere = json_object_get(extra, "elsewhere") != NULL;
    double cost = is_elsewhere ? e->points : e->goal;
    size_t i;

    if (!is_missed && !(e->goal > 0 && json_object_get(extra, "uncounted")))
        return;
    *points -= cost;
    if (is_elsewhere)
        add_words(note, size,
                  "its kernels did not store the result, so it has no points; your instructor can "
                  "give them");
    else if (!is_missed)
        add_words(note, size,
                  "its goal could not be counted, so it has none of its points; your instructor "
                  "can give them");
    json_object_set_new(extra, "goal_cost", json_real(cost));
    json_array_foreach(missed, i, goal)
        add_words(note, size, "goal missed: counted %.4g, wanted: at most %.4g",
                  json_amount(goal, "count"), json_amount(goal, "most"));
}

/* Deducts what the bug finder found. */
static void deduct(const struct exercise *e, json_t *extra, double *points, char *note, size_t size)
{
    double cost = 0;
    json_t *finding = worst_finding(e, json_object_get(extra, "findings"), &cost);

    if (!finding)
        return;
    cost = fmin(cost, *points);
    *points -= cost;
    json_object_set_new(finding, "cost", json_real(cost));
    add_words(note, size, "line %lld: %s", json_integer_value(json_object_get(finding, "line")),
              json_string_value(json_object_get(finding, "text")));
}

/* Deducts what waiting for the device costs. */
static void deduct_waiting(const struct exercise *e, json_t *extra, double *points, char *note,
                           size_t size)
{
    const char *waited = json_text(extra, "waited");

    if (!*waited)
        return;
    double cost = fmin(e->waiting, *points);
    *points -= cost;
    json_object_set_new(extra, "waiting_cost", json_real(cost));
    add_words(note, size, "%s", waited);
}

void give_points(const struct grading *g, const struct exercise *e, json_t *extra, double *points,
                 double *most)
{
    const char *verdict = json_string_value(json_object_get(extra, "verdict"));
    int passed = !strcmp(verdict, "PASS"), is_open = e->step_count && !g->measures;
    char note[2000];

    snprintf(note, sizeof(note), "%s", json_string_value(json_object_get(extra, "note")));
    *points = passed ? e->points : !strcmp(verdict, "copied") ? e->copied : 0;
    *most = e->points + (g->measures ? greatest_step(e) : 0);
    if (!passed || !*json_text(extra, "goal"))
        json_object_set_new(extra, "goal", json_string("none"));
    if (passed)
        deduct_goal(e, extra, points, note, sizeof(note));
    if (passed)
        deduct(e, extra, points, note, sizeof(note));
    if (passed)
        deduct_waiting(e, extra, points, note, sizeof(note));
    if (passed && g->measures && e->step_count) {
        double ratio = json_number_value(json_object_get(extra, "ratio"));
        *points += step_points(e, ratio);
        add_words(note, sizeof(note), "%.2g times the answer's speed", ratio);
    }
    if (is_open)
        add_words(note, sizeof(note), "speed: %g points are open, they need a GPU",
                  greatest_step(e));
    json_object_set_new(extra, "open", json_boolean(is_open));
    json_object_set_new(extra, "note", json_clean(note));
}
