#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "feedback.h"
#include "solutions/grader/file.h"
#include "solutions/grader/text.h"
#include "words.h"

/* Text of a submission, as code, in which neither Markdown nor HTML is interpreted. */
static void put_code(FILE *file, const char *text)
{
    if (strchr(text, '\n') == NULL) {
        fputc('`', file);
        for (; *text != 0; text++)
            fputc(*text == '`' ? '\'' : *text, file);
        fputs("`\n", file);
        return;
    }
    fputs("\n\n    ", file);
    for (; *text != 0; text++) {
        fputc(*text, file);
        if (*text == '\n')
            fputs("    ", file);
    }
    fputs("\n\n", file);
}

/* Text with what is special in Markdown escaped. */
static void put_plain(FILE *file, const char *text)
{
    for (; *text != 0; text++) {
        if (strchr("\\`*_[]<>#|&", *text) != NULL)
            fputc('\\', file);
        fputc(*text == '\n' ? ' ' : *text, file);
    }
}

/* A row of the summary: exercise, result, points. */
static void put_row(FILE *file, const json_t *test)
{
    int section;
    char *title = title_of(test, &section);

    fputs("| ", file);
    put_plain(file, title);
    free(title);
    fprintf(file, " | %s | ", meaning(verdict_of(test)));
    if (has_points(test))
        fprintf(file, say("%.8g of %.8g |\n", "%.8g de %.8g |\n"), json_amount(test, "score"),
                json_amount(test, "max_score"));
    else
        fprintf(file, say("open, of %.8g |\n", "pendientes, de %.8g |\n"),
                json_amount(test, "max_score"));
}

static void put_summary(FILE *file, const struct student_result *student)
{
    size_t i;
    json_t *test;

    fprintf(file, "# %s ", say("Feedback for", "Comentarios para"));
    put_plain(file, student->id);
    if (student->has_score)
        fprintf(file, say("\n\n%.8g of %.8g points.\n", "\n\n%.8g de %.8g puntos.\n"),
                student->score, student->max_score);
    else
        fprintf(file, "\n\n%s\n", say("Not graded yet.", "Aún sin evaluar."));
    if (json_array_size(student->tests) == 0) {
        fprintf(file, "\n**%s.** %s\n\n", meaning(student->verdict), hint_for(student->verdict));
        put_code(file, json_text(student->all, "output"));
        return;
    }
    fprintf(file, "\n%s\n|---|---|---|\n",
            say("| exercise | result | points |", "| ejercicio | resultado | puntos |"));
    json_array_foreach(student->tests, i, test) put_row(file, test);
}

/* How many shapes were tried and right, and the first wrong element of each wrong one. */
static void put_cases(FILE *file, const json_t *test)
{
    const json_t *cases = json_object_get(more_of(test), "cases");
    size_t i, right = 0;
    json_t *one;

    json_array_foreach(cases, i, one) right += strcmp(json_text(one, "verdict"), "PASS") == 0;
    if (i > 0)
        fprintf(file,
                say("Shapes drawn and tried: %zu; right: %zu.\n\n",
                    "Tamaños sorteados y probados: %zu; correctos: %zu.\n\n"),
                i, right);
    if (right == i && *json_text(more_of(test), "note") != 0 &&
        strcmp(goal_of(test), "missed") != 0 && /* whose words come below */
        json_object_get(more_of(test), "waiting_cost") == NULL)
        put_code(file, json_text(more_of(test), "note"));
    json_array_foreach(cases, i, one)
    {
        const char *shape = json_text(one, "shape"), *note = json_text(one, "note");
        size_t count = strlen(shape);

        if (strcmp(json_text(one, "verdict"), "PASS") == 0)
            continue;
        if (strncmp(note, shape, count) == 0 && strncmp(note + count, ": ", 2) == 0)
            note += count + 2;
        fprintf(file, "- `%s`: %s: ", shape, meaning(json_text(one, "verdict")));
        put_code(file, note);
    }
}

static void put_findings(FILE *file, const json_t *test)
{
    const json_t *more = more_of(test);
    size_t i;
    json_t *one;

    json_array_foreach(json_object_get(more, "findings"), i, one)
    {
        fprintf(file,
                say("- The bug finder: %s, `%s` line %d",
                    "- El buscador de errores: %s, `%s` línea %d"),
                meaning(json_text(one, "kind")), json_text(more, "file"),
                (int)json_amount(one, "line"));
        if (json_amount(one, "cost") > 0)
            fprintf(file, say(" (costs %.8g)", " (cuesta %.8g)"), json_amount(one, "cost"));
        fprintf(file, ". %s ", hint_for(json_text(one, "kind")));
        put_code(file, json_text(one, "text"));
    }
}

/* The instructor's last word. */
static void put_ruling(FILE *file, const json_t *test)
{
    const json_t *ruling = json_object_get(more_of(test), "ruling");

    if (ruling == NULL)
        return;
    fprintf(file, say("Your instructor has ruled on %s: ", "Su profesor ha decidido el %s: "),
            json_text(ruling, "date"));
    fputs(strcmp(json_text(ruling, "word"), "allow") == 0 ? say("it counts. ", "cuenta. ")
          : strcmp(json_text(ruling, "word"), "refuse") == 0
              ? say("it does not count. ", "no cuenta. ")
              : say("see the points above. ", "vea los puntos arriba. "),
          file);
    put_plain(file, json_text(ruling, "reason"));
    fputs("\n\n", file);
}

/* A launcher that waits: what the lab is about. */
static void put_waiting(FILE *file, const json_t *test)
{
    const json_t *more = more_of(test);

    if (json_object_get(more, "waiting_cost") == NULL)
        return;
    fprintf(file,
            say("- The result is right, but the launcher waits (costs %.8g). %s ",
                "- El resultado es correcto, pero el lanzador espera (cuesta %.8g). %s "),
            json_amount(more, "waiting_cost"), hint_for("waited"));
    put_code(file, json_text(more, "waited"));
}

/* What was counted of each goal that is missed, and a question. */
static void put_goals(FILE *file, const json_t *test)
{
    const json_t *more = more_of(test);
    size_t i;
    json_t *goal;

    if (strcmp(goal_of(test), "missed") != 0)
        return;
    if (json_object_get(more, "elsewhere") != NULL)
        fprintf(file,
                say("The result is right, but no kernel stored it (costs %.8g): the work of the "
                    "exercise is a kernel's, not the host's.\n",
                    "El resultado es correcto, pero no lo guardó ningún kernel (cuesta %.8g): el "
                    "trabajo del ejercicio es de un kernel, no del host.\n"),
                json_amount(more, "goal_cost"));
    else
        fprintf(file,
                say("The result is right, but the goal of the exercise is missed (costs %.8g).\n\n",
                    "El resultado es correcto, pero no cumple el objetivo del ejercicio (cuesta "
                    "%.8g).\n\n"),
                json_amount(more, "goal_cost"));
    json_array_foreach(json_object_get(more, "goals"), i, goal)
    {
        fprintf(file,
                say("- Counted: %.4g %s; wanted: at most %.4g. %s",
                    "- Contado: %.4g %s; se pide: como mucho %.4g. %s"),
                json_amount(goal, "count"), json_text(goal, say("says", "says_es")),
                json_amount(goal, "most"), hint_for(json_text(goal, "kind")));
        fputs(*json_text(goal, "line") != 0 ? say(" Most at ", " Donde más: ") : "\n", file);
        if (*json_text(goal, "line") != 0)
            put_code(file, json_text(goal, "line"));
    }
}

static void put_names(FILE *file, const char *heading, const json_t *names)
{
    size_t i;
    json_t *name;

    if (json_array_size(names) > 0)
        fprintf(file, "\n%s\n\n", heading);
    json_array_foreach(names, i, name)
    {
        fputs("- ", file);
        put_code(file, json_is_string(name) ? json_string_value(name) : "");
    }
}

/* Files that do not count: a student may have meant one of them. */
static void put_others(FILE *file, const struct student_result *student)
{
    const json_t *more = more_of(student->all);

    put_names(file,
              say("Handed in as well, but not graded, because a file is found by its name:",
                  "Entregado además, pero sin evaluar, porque los archivos se buscan por su "
                  "nombre:"),
              json_object_get(more, "others"));
    put_names(file,
              say("Called like the exercise's file, but not graded, because it belongs to the kit:",
                  "Se llama igual que el archivo del ejercicio, pero no se evalúa, porque es parte "
                  "del kit:"),
              json_object_get(more, "namesakes"));
}

/* The hint for this mistake, for this verdict in this exercise, or for the verdict. */
static const char *hint_about(const json_t *test)
{
    const char *advice = json_text(more_of(test), "advice");
    char *here = text_of("%s %s", verdict_of(test), json_text(more_of(test), "exercise"));
    const char *hint = hint_for(*advice != 0 ? advice : here);

    free(here);
    return *hint != 0 ? hint : hint_for(verdict_of(test));
}

static void put_exercise(FILE *file, const json_t *test)
{
    const char *hint = hint_about(test), *lab = json_text(more_of(test), "lab");
    int section;
    char *title = title_of(test, &section);

    fputs("\n## ", file);
    put_plain(file, title);
    fputs("\n\n", file);
    put_ruling(file, test);
    put_cases(file, test);
    put_goals(file, test);
    put_findings(file, test);
    put_waiting(file, test);
    if (*hint != 0)
        fprintf(file, "\n%s %s\n", say("Hint:", "Pista:"), hint);
    if (section > 0)
        fprintf(file,
                say("\nThe sheet: `handouts/en/%s.md`, section %d. `make check%s` looks for bugs "
                    "on your machine.\n",
                    "\nLa hoja: `handouts/es/%s.md`, sección %d. `make check%s` busca errores en "
                    "su máquina.\n"),
                lab, section, lab + 3);
    free(title);
}

int write_feedback(const struct student_result *student)
{
    char *path = text_of("%s/feedback.md", student->folder);
    struct new_file *file = new_file(path);
    size_t i;
    json_t *test;

    free(path);
    if (file == NULL)
        return -1;
    put_summary(new_file_stream(file), student);
    put_others(new_file_stream(file), student);
    json_array_foreach(student->tests, i, test)
    {
        if (strcmp(verdict_of(test), "PASS") != 0 || strcmp(goal_of(test), "missed") == 0 ||
            json_object_get(more_of(test), "waiting_cost") != NULL ||
            json_object_get(more_of(test), "goal_cost") != NULL ||
            json_object_get(more_of(test), "ruling") != NULL ||
            json_array_size(json_object_get(more_of(test), "findings")) > 0)
            put_exercise(new_file_stream(file), test);
    }
    return new_file_done(file);
}
