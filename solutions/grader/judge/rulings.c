#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "rulings.h"
#include "solutions/grader/file.h"
#include "solutions/grader/memory.h"
#include "solutions/grader/text.h"
#include "stop.h"

#define MOST_RULINGS (4 << 20) /* bytes */
#define MOST_REASON  400

/* What tells one hand-in of a lab from another: the sum of its file, or of why there is none. */
static void sum_of(const struct grading *g, const struct submission *s, const char *lab,
                   char hex[65])
{
    const char *source = "", *why = s->verdict ? s->why : "";

    for (int i = 0; i < g->lab_count; i++)
        if (!strcmp(g->labs[i].name, lab))
            source = g->labs[i].source;
    for (int i = 0; i < s->file_count; i++) {
        if (strcmp(s->files[i].name, source))
            continue;
        if (s->files[i].source) {
            memcpy(hex, s->files[i].sha256, 65);
            return;
        }
        why = s->files[i].why;
    }
    sha256_of(why, strlen(why), hex);
}

bool find_ruling(const struct grading *g, const struct submission *s, const struct exercise *e,
                 struct ruling *found)
{
    char *about = text_of("\t%s:%s=", s->id, e->name), sum[65];
    const char *last = NULL;

    for (const char *at = g->rulings; at && (at = strstr(at, about)); at++)
        last = at;
    if (last) {
        const char *line = last, *word = last + strlen(about), *reason = strchr(word, '\t');
        while (line > g->rulings && line[-1] != '\n')
            line--;
        *found = (struct ruling){ .points = -1 };
        snprintf(found->date, sizeof(found->date), "%.*s", (int)strcspn(line, "\t"), line);
        snprintf(found->word, sizeof(found->word), "%.*s", (int)strcspn(word, "\t\n"), word);
        if (reason && reason < word + strcspn(word, "\n"))
            snprintf(found->reason, sizeof(found->reason), "%.*s", (int)strcspn(reason + 1, "\n"),
                     reason + 1);
        if (found->word[strspn(found->word, "0123456789.")] == 0)
            found->points = strtod(found->word, NULL);
        sum_of(g, s, e->lab, sum);
        const char *own = strchr(line, '\t');
        found->is_about_other_file = strncmp(own + 1, sum, 64) != 0;
    }
    free(about);
    return last && strcmp(found->word, "none");
}

/* ---- a new one ------------------------------------------------------------------------------ */

static void refuse(const char *rule, const char *why)
{
    stop("RULE=%s: %s; it is RULE='id:ex11=allow', or refuse, points such as 2.5, none to take it "
         "back; several as ex11,ex12 or all",
         rule, why);
}

static double most_of(const struct exercise *e)
{
    return e->points + (e->step_count ? e->steps[e->step_count - 1].points : 0);
}

static void check_word(const char *rule, const char *word, const struct exercise *e)
{
    char *end;
    double points = strtod(word, &end);

    if (!strcmp(word, "allow") || !strcmp(word, "refuse") || !strcmp(word, "none"))
        return;
    if (!*word || *end || word[strspn(word, "0123456789.")] || strlen(word) > 20)
        refuse(rule, "what is ruled?");
    if (points > most_of(e))
        stop("RULE=%s: %s counts at most %g points", rule, e->name, most_of(e));
}

static bool is_listed(const char *list, size_t count, const char *name)
{
    const char *at = memmem(list, count, name, strlen(name));

    return (count == 3 && !strncmp(list, "all", 3)) || (at && (at == list || at[-1] == ','));
}

static bool is_graded(const struct grading *g, const struct exercise *e)
{
    for (int i = 0; i < g->lab_count; i++)
        if (!strcmp(g->labs[i].name, e->lab))
            return true;
    return false;
}

static struct submission *student_of(struct submissions *all, const char *id, size_t length)
{
    for (int i = 0; i < all->count; i++)
        if (strlen(all->list[i].id) == length && !strncmp(all->list[i].id, id, length))
            return &all->list[i];
    return NULL;
}

/* A line for each exercise. The id may have any sign in it, so the rule is read from its end. */
static char *lines_of(struct grading *g, struct submissions *all, const char *rule,
                      const char *reason)
{
    const char *word = strrchr(rule, '='), *list;
    char date[16], sum[65], *lines = text_of("%s", "");
    time_t now = time(NULL);
    size_t length = 0;

    list = word ? memrchr(rule, ':', word - rule) : NULL;
    if (!list || list == rule)
        refuse(rule, "who, and which exercise?");
    struct submission *s = student_of(all, rule, list - rule);
    if (!s)
        stop("RULE=%s: nobody has the id %.*s; grades.csv lists them", rule, (int)(list - rule),
             rule);
    strftime(date, sizeof(date), "%Y-%m-%d", localtime(&now));
    read_files(g, s);
    for (int i = 0; i < g->exercise_count; i++) {
        const struct exercise *e = &g->exercises[i];
        if (!is_graded(g, e) || !is_listed(list + 1, word - list - 1, e->name))
            continue;
        check_word(rule, word + 1, e);
        sum_of(g, s, e->lab, sum);
        text_add(&lines, "%s\t%s\t%s:%s=%s\t%s\n", date, sum, s->id, e->name, word + 1, reason);
        length += strlen(e->name) + 1;
    }
    free_files(s);
    if (length != (size_t)(word - list) && strncmp(list, ":all=", 5))
        stop("RULE=%s: %.*s: not all of these are exercises of the labs that are graded", rule,
             (int)(word - list - 1), list + 1);
    return lines;
}

void read_rulings(struct grading *g, struct submissions *all, const char *rule, const char *reason)
{
    char *path = text_of("%s/rulings", g->out), *lines, *clean;
    size_t count;

    if (reason && !rule)
        stop("REASON=%s: is the reason of a RULE=; give that, too", reason);
    g->rulings = file_read(path, MOST_RULINGS, &count);
    if (!g->rulings && errno != ENOENT)
        stop("%s: %s", path, strerror(errno));
    if (!g->rulings)
        g->rulings = text_of("%s", "");
    if (rule) {
        clean = text_clean(reason ? reason : "", strlen(reason ? reason : ""), MOST_REASON - 3);
        for (char *at = clean; (at = strpbrk(at, "\t\n")); at++)
            *at = ' ';
        lines = lines_of(g, all, rule, clean);
        text_add(&g->rulings, "%s", lines);
        free(clean);
        free(lines);
    }
    free(path);
}
