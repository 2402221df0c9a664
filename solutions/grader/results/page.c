#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "page.h"
#include "similar.h"
#include "solutions/grader/file.h"
#include "solutions/grader/memory.h"
#include "solutions/grader/text.h"
#include "words.h"

#define STYLE "solutions/grader/results/page.css"

static void put(FILE *file, const char *text)
{
    for (; *text != 0; text++) {
        if (strchr("<>&\"'", *text) != NULL)
            fprintf(file, "&#%d;", *text);
        else
            fputc(*text, file);
    }
}

static void put_cell(FILE *file, const char *text)
{
    fputs("<td>", file);
    put(file, text);
}

static void put_style(FILE *file)
{
    FILE *style = fopen(STYLE, "r");
    char line[512];

    fputs("<style>\n", file);
    while (style != NULL && fgets(line, sizeof(line), style) != NULL)
        fputs(line, file);
    fputs("</style>\n", file);
    if (style != NULL)
        fclose(style);
}

/* One of four colours for a verdict, which is also written in the cell. */
static const char *colour_of(const char *verdict)
{
    return strcmp(verdict, "PASS") == 0           ? "pass"
           : strcmp(verdict, "TODO") == 0         ? "todo"
           : strcmp(verdict, "MISSING_FILE") == 0 ? "todo"
           : strcmp(verdict, "NOT_GRADED") == 0   ? "fault"
                                                  : "wrong";
}

/* ---- the head -------------------------------------------------------------------------------- */

static void put_tile(FILE *file, const char *name, const char *format, double value)
{
    fprintf(file, "<div><b>");
    fprintf(file, format, value);
    fprintf(file, "</b>%s</div>\n", name);
}

static int by_value(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;

    return (left > right) - (left < right);
}

static double median(double *values, size_t count)
{
    qsort(values, count, sizeof(*values), by_value);
    return count == 0 ? 0 : (values[(count - 1) / 2] + values[count / 2]) / 2;
}

/* Which labs, when they were graded, and how many points there are. */
static void put_what(FILE *file, const struct class_results *class, const json_t *exercises)
{
    const char *date = "", *last = "";
    double most = 0;
    size_t i;
    json_t *test;

    fputs("<p>", file);
    json_array_foreach(exercises, i, test)
    {
        const char *lab = json_text(more_of(test), "lab");
        char *title = strcmp(lab, last) != 0 ? lab_title(lab) : NULL;
        if (title != NULL)
            put(file, title);
        fputs(title != NULL ? ". " : "", file);
        free(title);
        last = lab;
    }
    for (i = 0; i < class->count; i++) {
        const char *own = json_text(more_of(class->students[i].all), "date");
        date = strcmp(own, date) > 0 ? own : date;
        most = fmax(most, class->students[i].max_score);
    }
    fprintf(file, say("At most %.8g points. Graded ", "Como mucho %.8g puntos. Evaluado "), most);
    put(file, *date != 0 ? date : "-");
    fputs(".</p>\n", file);
}

static void put_head(FILE *file, const struct class_results *class, const json_t *exercises)
{
    double *scores = needed(calloc(class->count + 1, sizeof(*scores))), passed = 0;
    size_t graded = 0;

    for (size_t i = 0; i < class->count; i++) {
        passed += strcmp(class->students[i].verdict, "PASS") == 0;
        if (class->students[i].has_score)
            scores[graded++] = class->students[i].score;
    }
    fprintf(file,
            "<!DOCTYPE html>\n<html lang=\"%s\">\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width\">\n<title>%s</title>\n",
            say("en", "es"), say("The class", "La clase"));
    put_style(file);
    fprintf(file, "<main>\n<h1>%s</h1>\n", say("The class", "La clase"));
    put_what(file, class, exercises);
    fputs("<div class=\"tiles\">\n", file);
    put_tile(file, say("students", "estudiantes"), "%.0f", (double)class->count);
    put_tile(file, say("have everything right", "lo tienen todo bien"), "%.0f", passed);
    put_tile(file, say("median score", "puntuación mediana"), "%.4g", median(scores, graded));
    put_tile(file,
             say("without a score: the grader's fault", "sin puntuación: fallo del evaluador"),
             "%.0f", (double)(class->count - graded));
    fputs("</div>\n", file);
    free(scores);
}

/* ---- the exercises --------------------------------------------------------------------------- */

/* Where a ratio lies on an axis from 1/16 to 4 in powers of two, 200 wide. */
static double place_of(double ratio)
{
    return fmin(fmax(10 + (log2(ratio) + 4) * 200 / 6, 10), 210);
}

/* A dot for each student, a line at the median. */
static void put_ratios(FILE *file, const struct class_results *class, const char *exercise)
{
    double *ratios = needed(calloc(class->count + 1, sizeof(*ratios)));
    size_t count = 0;

    for (size_t i = 0; i < class->count; i++) {
        double ratio = json_amount(more_of(test_of(&class->students[i], exercise)), "ratio");

        if (ratio > 0)
            ratios[count++] = ratio;
    }
    if (count > 0) {
        double middle = median(ratios, count), x = place_of(middle);

        fprintf(file,
                "<svg viewBox=\"0 0 220 24\" role=\"img\"><title>%s %.2g</title>"
                "<path d=\"M10 18H210M143 14v8\"/>",
                say("median", "mediana"), middle);
        for (size_t i = 0; i < count; i++)
            fprintf(file, "<circle cx=\"%.1f\" cy=\"18\" r=\"3\"/>", place_of(ratios[i]));
        fprintf(file, "<path class=\"m\" d=\"M%.1f 10v12\"/><text x=\"%.1f\" y=\"8\">%.2g</text>",
                x, x, middle);
        fputs("</svg>", file);
    }
    free(ratios);
}

static void put_exercise(FILE *file, const struct class_results *class, const json_t *test)
{
    static const char *const kinds[] = { "pass", "wrong", "todo", "fault" };
    size_t counts[4] = { 0 }, all = 0;
    const char *exercise = json_text(more_of(test), "exercise");
    int section;
    char *title = title_of(test, &section);

    for (size_t i = 0; i < class->count; i++) {
        const json_t *own = test_of(&class->students[i], exercise);

        for (size_t k = 0; own != NULL && k < 4; k++)
            counts[k] += strcmp(colour_of(verdict_of(own)), kinds[k]) == 0;
        all += own != NULL;
    }
    fputs("<tr><th>", file);
    put(file, title);
    free(title);
    for (size_t k = 0; k < 4; k++)
        fprintf(file, "<td class=\"n\">%zu", counts[k]);
    fputs("<td><div class=\"bar\">", file);
    for (size_t k = 0; k < 4; k++) {
        if (counts[k] > 0)
            fprintf(file, "<i class=\"%s\" style=\"width:%.2f%%\" title=\"%zu\"></i>", kinds[k],
                    100.0 * (double)counts[k] / (double)all, counts[k]);
    }
    fputs("</div><td>", file);
    put_ratios(file, class, exercise);
    fputc('\n', file);
}

static void put_exercises(FILE *file, const struct class_results *class, const json_t *exercises)
{
    size_t i;
    json_t *test;

    fprintf(file,
            "<h2>%s</h2>\n<p class=\"key\"><i class=\"pass\"></i>%s <i class=\"wrong\"></i>%s "
            "<i class=\"todo\"></i>%s <i class=\"fault\"></i>%s</p>\n",
            say("Exercises", "Ejercicios"), say("right", "correcto"), say("wrong", "incorrecto"),
            say("not written or not handed in", "sin hacer o sin entregar"),
            say("the grader's fault", "fallo del evaluador"));
    fprintf(file, "<table>\n<tr><th>%s<th>%s<th>%s<th>%s<th>%s<th><th>%s\n",
            say("exercise", "ejercicio"), say("right", "correcto"), say("wrong", "incorrecto"),
            say("not written", "sin hacer"), say("fault", "fallo"),
            say("speed, as a ratio to the answer (1 = the tick)",
                "velocidad respecto a la solución (1 = la marca)"));
    json_array_foreach(exercises, i, test) put_exercise(file, class, test);
    fputs("</table>\n", file);
}

/* ---- findings -------------------------------------------------------------------------------- */

struct tally {
    const char *kind, *exercise;
    size_t students;
};

static int most_first(const void *a, const void *b)
{
    const struct tally *left = a, *right = b;
    int order = (left->students < right->students) - (left->students > right->students);

    order = order != 0 ? order : strcmp(left->kind, right->kind);
    return order != 0 ? order : strcmp(left->exercise, right->exercise);
}

struct tallies {
    struct tally *tally;
    size_t count;
};

static void count_one(struct tallies *all, const char *kind, const char *exercise)
{
    for (size_t i = 0; i < all->count; i++) {
        if (strcmp(all->tally[i].kind, kind) == 0 &&
            strcmp(all->tally[i].exercise, exercise) == 0) {
            all->tally[i].students++;
            return;
        }
    }
    all->tally = list_grown(all->tally, all->count, sizeof(*all->tally));
    all->tally[all->count++] = (struct tally){ kind, exercise, 1 };
}

/* Counts what was wrong with a test and each kind of finding in it, once for each student. */
static void count_test(struct tallies *all, const json_t *test)
{
    const json_t *findings = json_object_get(more_of(test), "findings");
    const char *exercise = json_text(test, "number");
    json_t *finding;
    size_t f, first;

    if (strcmp(colour_of(verdict_of(test)), "wrong") == 0)
        count_one(all, verdict_of(test), exercise);
    json_array_foreach(findings, f, finding)
    {
        const char *kind = json_text(finding, "kind");

        for (first = 0; strcmp(json_text(json_array_get(findings, first), "kind"), kind) != 0;)
            first++;
        if (first == f)
            count_one(all, kind, exercise);
    }
}

/* Counts each kind of goal that a test misses. */
static void count_goals(struct tallies *all, const json_t *test)
{
    const json_t *goals = json_object_get(more_of(test), "goals");
    size_t i;
    json_t *goal;

    if (strcmp(goal_of(test), "missed") != 0)
        return;
    json_array_foreach(goals, i, goal)
        count_one(all, json_text(goal, say("says", "says_es")), json_text(test, "number"));
}

/* What `count` finds in all tests of the class, the most frequent first. */
static struct tallies tallies_of(const struct class_results *class,
                                 void (*count)(struct tallies *all, const json_t *test))
{
    struct tallies all = { NULL, 0 };
    size_t k;
    json_t *test;

    for (size_t i = 0; i < class->count; i++)
        json_array_foreach(class->students[i].tests, k, test) count(&all, test);
    if (all.count > 0)
        qsort(all.tally, all.count, sizeof(*all.tally), most_first);
    return all;
}

static void put_tally(FILE *file, const struct tally *tally, const char *one, const char *two)
{
    fprintf(file, "<tr><td class=\"n\">%zu", tally->students);
    put_cell(file, one);
    put_cell(file, two);
    fputc('\n', file);
}

/* Which goals the class missed, though the result was right. */
static void put_goals(FILE *file, const struct class_results *class)
{
    struct tallies all = tallies_of(class, count_goals);

    if (all.count == 0)
        return;
    fprintf(file, "<h2>%s</h2>\n<table>\n<tr><th>%s<th>%s<th>%s\n",
            say("Right, but the goal is missed", "Correcto, pero sin cumplir el objetivo"),
            say("students", "estudiantes"), say("exercise", "ejercicio"),
            say("too many", "demasiados"));
    for (size_t i = 0; i < all.count; i++)
        put_tally(file, &all.tally[i], all.tally[i].exercise, all.tally[i].kind);
    fputs("</table>\n", file);
    free(all.tally);
}

static void put_findings(FILE *file, const struct class_results *class)
{
    struct tallies all = tallies_of(class, count_test);

    if (all.count == 0)
        return;
    fprintf(file, "<h2>%s</h2>\n<table>\n", say("What goes wrong most often", "Lo que más falla"));
    for (size_t i = 0; i < all.count && i < 10; i++)
        put_tally(file, &all.tally[i], meaning(all.tally[i].kind), all.tally[i].exercise);
    fputs("</table>\n", file);
    free(all.tally);
}

/* ---- to be looked at ------------------------------------------------------------------------- */

static void put_groups_head(FILE *file)
{
    fprintf(file, "<h2>%s</h2>\n<p>%s</p>\n<table>\n<tr><th>%s<th>%s<th>%s<th>%s\n",
            say("Nearly the same", "Casi iguales"),
            say("Names, numbers, comments, layout and the starter&#39;s lines do not count. "
                "This is a hint to "
                "read both, not a verdict: short exercises, and what was worked out in class, "
                "look alike.",
                "No cuentan los nombres, números, comentarios, el formato ni las líneas del "
                "enunciado. Es un "
                "motivo para leer ambos, no un veredicto: los ejercicios cortos, o hechos en "
                "clase, se parecen."),
            say("exercises", "ejercicios"), say("students", "estudiantes"),
            say("shared", "en común"), say("median of the class", "mediana de la clase"));
}

static void put_groups(FILE *file, const struct class_results *class, const json_t *exercises)
{
    size_t count;
    struct group *groups = similar_groups(class, exercises, &count);

    if (count > 0)
        put_groups_head(file);
    for (size_t i = 0; i < count; i++) {
        fputs("<tr>", file);
        put_cell(file, groups[i].exercises);
        put_cell(file, groups[i].members);
        fprintf(file, "<td class=\"n\">%.0f&nbsp;%%<td class=\"n\">%.0f&nbsp;%%\n",
                100 * groups[i].alike, 100 * groups[i].usual);
        free(groups[i].exercises);
        free(groups[i].members);
    }
    fputs(count > 0 ? "</table>\n" : "", file);
    free(groups);
}

static void put_row(FILE *file, const char *id, const char *of, const char *text)
{
    fputs("<tr>", file);
    put_cell(file, id);
    put_cell(file, of);
    put_cell(file, text);
    fputc('\n', file);
}

/* A row for each flag of a test, unless `shown` has it already. */
static void put_flags_of(FILE *file, const char *id, const json_t *test, json_t *shown)
{
    size_t f;
    json_t *flag;

    json_array_foreach(json_object_get(more_of(test), "flags"), f, flag)
    {
        const char *text = json_is_string(flag) ? json_string_value(flag) : "";

        if (json_object_get(shown, text) != NULL)
            continue;
        json_object_set(shown, text, flag);
        put_row(file, id, json_text(more_of(test), "file"), text);
    }
}

/* What may be ruled, and what was: a row for each file or exercise. */
static void put_rulings(FILE *file, const struct student_result *student)
{
    char *open = text_of("%s", "");
    size_t k;
    json_t *test;

    json_array_foreach(student->tests, k, test)
    {
        const json_t *more = more_of(test), *ruling = json_object_get(more, "ruling");
        const char *exercise = json_text(more, "exercise"), *reason = json_text(ruling, "reason");
        char *text = text_of(
            say("%s: ruled on %s: %s (it was %s)%s%s", "%s: decidido el %s: %s (era %s)%s%s"),
            exercise, json_text(ruling, "date"), json_text(ruling, "word"),
            json_text(ruling, "verdict"), *reason != 0 ? ": " : "", reason);
        if (ruling != NULL)
            put_row(file, student->id, "", text);
        else if (strcmp(verdict_of(test), "BAD_SUBMISSION") == 0)
            text_add(&open, "%s%s", *open != 0 ? "," : "", exercise);
        free(text);
    }
    char *rule = text_of(say("BAD_SUBMISSION: it counts by RULE='%s:%s=allow'",
                             "BAD_SUBMISSION: cuenta con RULE='%s:%s=allow'"),
                         student->id, open);
    if (*open != 0)
        put_row(file, student->id, "", rule);
    free(rule);
    free(open);
}

static void add_names(char **text, const json_t *names)
{
    size_t i;
    json_t *name;

    json_array_foreach(names, i, name) text_add(
        text, "%s%s", i > 0 ? ", " : "", json_is_string(name) ? json_string_value(name) : "");
}

static bool has_graded_file(const struct student_result *student)
{
    size_t i;
    json_t *one;

    json_array_foreach(json_object_get(more_of(student->all), "files"), i, one)
    {
        if (*json_text(one, "sha256") != 0)
            return true;
    }
    return false;
}

/* Students who handed something in, but nothing that was graded for a lab: what it was, and how to
 * accept it. */
static void put_not_graded(FILE *file, const struct student_result *student)
{
    json_t *others = json_object_get(more_of(student->all), "others"), *path;
    json_t *nearest = json_object_get(more_of(student->all), "nearest");
    const char *source;
    char *text = text_of("%s", say("handed in: ", "entregado: "));

    const char *note = json_text(more_of(json_array_get(student->tests, 0)), "note");

    if (!has_graded_file(student) && *note != 0 &&
        (json_array_size(json_object_get(more_of(student->all), "files")) > 0 ||
         strcmp(student->verdict, "UNSUPPORTED_ARCHIVE") == 0)) {
        text_add(&text, "%s", note);
        if (strstr(note, say("there are two: ", "hay dos: ")) != NULL)
            text_add(
                &text,
                say("; one is taken by ACCEPT='%s:PATH'", "; una se toma con ACCEPT='%s:RUTA'"),
                student->id);
        put_row(file, student->id, "", text);
    } else if (json_object_size(nearest) > 0 ||
               (json_array_size(others) > 0 && !has_graded_file(student))) {
        add_names(&text, others);
        json_object_foreach(nearest, source, path)
            text_add(&text,
                     say("; nearest to %s: %s, taken by ACCEPT='%s:%s'",
                         "; lo más parecido a %s: %s, se toma con ACCEPT='%s:%s'"),
                     source, json_string_value(path), student->id, json_string_value(path));
        put_row(file, student->id, "", text);
    }
    free(text);
}

#define MOST_REMARKS (1 << 20) /* bytes */

/* OUT/remarks: files that belong to nobody, second uploads; see judge/submission.c. */
static void put_remarks(FILE *file, const struct class_results *class)
{
    char *path = text_of("%s/remarks", class->out), *line, *clean;
    size_t count;
    char *text = file_read(path, MOST_REMARKS, &count);

    for (char *at = text; at != NULL && (line = strsep(&at, "\n")) != NULL;) {
        clean = text_clean(line, strlen(line), 500);
        if (*clean != 0)
            put_row(file, "", "", clean);
        free(clean);
    }
    free(text);
    free(path);
}

/* A flag is about a file, so most of its exercises have it: each is shown once. */
static void put_to_look_at(FILE *file, const struct class_results *class)
{
    char *rows = NULL;
    size_t k, size;
    json_t *test;
    FILE *table = needed(open_memstream(&rows, &size));

    for (size_t i = 0; i < class->count; i++) {
        const struct student_result *student = &class->students[i];
        json_t *shown = json_object();

        if (!student->has_score)
            put_row(table, student->id, "", json_text(student->all, "output"));
        put_not_graded(table, student);
        put_rulings(table, student);
        json_array_foreach(student->tests, k, test) put_flags_of(table, student->id, test, shown);
        json_decref(shown);
    }
    put_remarks(table, class);
    fclose(table);
    if (size > 0)
        fprintf(file, "<h2>%s</h2>\n<table>\n%s</table>\n", say("To be looked at", "Para revisar"),
                rows);
    free(rows);
}

/* ---- the students ---------------------------------------------------------------------------- */

static void put_score(FILE *file, const struct student_result *student)
{
    double share =
        student->max_score > 0 ? fmin(fmax(student->score / student->max_score, 0), 1) : 0;

    if (student->has_score)
        fprintf(file,
                "<td class=\"n\">%.4g<td><div class=\"score\"><i style=\"width:%.1f%%\"></i></div>",
                student->score, 100 * share);
    else
        fputs("<td class=\"n\">-<td>", file);
}

/* `test` NULL: the student has no result for this exercise. */
static void put_verdict(FILE *file, const json_t *test)
{
    fprintf(file, "<td class=\"%s\" title=\"", test != NULL ? colour_of(verdict_of(test)) : "");
    put(file, test != NULL ? json_text(more_of(test), "note") : "");
    fputs("\">", file);
    if (test != NULL)
        put(file, spanish ? meaning(verdict_of(test)) : verdict_of(test));
    if (test != NULL && strcmp(goal_of(test), "missed") == 0)
        put(file, say(", goal missed", ", sin objetivo"));
}

static void put_student(FILE *file, const struct student_result *student, const json_t *exercises)
{
    size_t k, columns = json_array_size(exercises);
    json_t *one;

    fputs("<tr><th>", file);
    put(file, student->id);
    put_score(file, student);
    if (json_array_size(student->tests) == 0) {
        fprintf(file, "<td class=\"%s\" colspan=\"%zu\">", colour_of(student->verdict),
                columns > 0 ? columns : 1);
        put(file, meaning(student->verdict));
    } else {
        json_array_foreach(exercises, k, one)
            put_verdict(file, test_of(student, json_text(more_of(one), "exercise")));
    }
    fputc('\n', file);
}

static void put_students(FILE *file, const struct class_results *class, const json_t *exercises)
{
    size_t k;
    json_t *one;

    fprintf(file,
            "<h2>%s</h2>\n<div class=\"wide\"><table class=\"students\">\n<tr><th>%s<th>%s<th>",
            say("Students", "Estudiantes"), say("id", "id"), say("score", "puntos"));
    json_array_foreach(exercises, k, one)
    {
        fputs("<th>", file);
        put(file, json_text(one, "number"));
    }
    fputc('\n', file);
    for (size_t i = 0; i < class->count; i++)
        put_student(file, &class->students[i], exercises);
    fputs("</table></div>\n</main>\n</html>\n", file);
}

int write_page(const struct class_results *class)
{
    char *path = text_of("%s/class.html", class->out);
    struct new_file *file = new_file(path);
    json_t *exercises = exercises_of(class);

    free(path);
    if (file != NULL) {
        put_head(new_file_stream(file), class, exercises);
        put_exercises(new_file_stream(file), class, exercises);
        put_goals(new_file_stream(file), class);
        put_findings(new_file_stream(file), class);
        put_to_look_at(new_file_stream(file), class);
        put_groups(new_file_stream(file), class, exercises);
        put_students(new_file_stream(file), class, exercises);
    }
    json_decref(exercises);
    return file != NULL ? new_file_done(file) : -1;
}
