/* Reads what the page is made from: the reports, the goals, the program's sources. */
#include "show.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "html.h"

static const size_t largest_source = 256 * 1024;

const char *given_sources;

/* A whole file as text, without zeros; NULL: it is missing, or larger than `most` (0: any size).
 */
static char *read_file(const char *path, size_t most)
{
    struct stat is;
    FILE *f = !stat(path, &is) && S_ISREG(is.st_mode) ? fopen(path, "rb") : NULL;
    size_t size = f ? (size_t)is.st_size : 0, n;
    char *text;

    if (!f)
        return NULL;
    if ((most && size > most) || !(text = malloc(size + 1))) {
        fclose(f);
        return NULL;
    }
    n = fread(text, 1, size, f);
    fclose(f);
    for (size_t i = 0; i < n; i++)
        text[i] = text[i] ? text[i] : '?';
    text[n] = 0;
    return text;
}

static void split_lines(struct source *s, char *text)
{
    int count = 1;

    for (const char *c = text; *c; c++)
        count += *c == '\n';
    if (!(s->lines = calloc((size_t)count + 1, sizeof(*s->lines))))
        return;
    while (text && *text) {
        char *line = strsep(&text, "\n");
        line[strcspn(line, "\r")] = 0;
        s->lines[++s->count] = line;
    }
}

/* A program may be built in another folder than the one where its source is now. */
static char *read_source(const char *name)
{
    char *text = read_file(name, largest_source);

    for (const char *at = given_sources; !text && at && *at;
         at += strcspn(at, "\n"), at += *at == '\n') {
        char path[4096];
        snprintf(path, sizeof(path), "%.*s", (int)strcspn(at, "\n"), at);
        if (!strcmp(base_name(path), base_name(name)))
            text = read_file(path, largest_source);
    }
    return text;
}

int source_named(struct show *s, const char *name)
{
    struct source *found = s->sources;
    char *text;

    for (; found < s->sources + s->source_count; found++)
        if (!strcmp(found->name, name) ||
            (strchr(name, '/') == NULL && !strcmp(base_name(found->name), name)))
            return (int)(found - s->sources);
    if (s->source_count == MAX_SOURCES)
        return -1;
    found->name = name;
    if (*name && *name != '?' && (text = read_source(name)))
        split_lines(found, text);
    return s->source_count++;
}

/* What a request moves, in sectors; a wavefront of shared memory is four. */
static double moved(const struct json *line)
{
    bool shared = !strcmp(json_text(line, "space"), "shared");
    double wavefronts =
        json_number(line, "bank_conflicts_per_request") + json_number(line, "least_per_request");

    return json_number(line, "requests") *
           (shared ? 4 * wavefronts : json_number(line, "sectors_per_request"));
}

static void add_row(struct show *s, const struct json *kernel, const struct json *line, double all)
{
    struct row *r = &s->rows[s->row_count];
    int source = source_named(s, json_text(line, "file"));

    if (source < 0 || s->row_count == MAX_ROWS)
        return;
    s->row_count++;
    *r = (struct row){ .kernel = json_text(kernel, "kernel"),
                       .access = json_text(line, "access"),
                       .source = source,
                       .line = (int)json_number(line, "line"),
                       .shared = !strcmp(json_text(line, "space"), "shared"),
                       .approximate = json_get(line, "approximate")->kind == JSON_TRUE,
                       .requests = json_number(line, "requests"),
                       .sectors = json_number(line, "sectors"),
                       .per_request = json_number(line, "sectors_per_request"),
                       .least = json_number(line, "least_per_request"),
                       .conflicts = json_number(line, "bank_conflicts_per_request") };
    r->share = !all        ? 0
               : r->shared ? 4 * r->conflicts * r->requests / all
                           : (r->per_request - r->least) * r->requests / all;
}

static void add_barriers(struct show *s, const struct json *kernel)
{
    for (const struct json *b = json_get(kernel, "barriers")->first; b; b = b->next) {
        int source = source_named(s, json_text(b, "file"));
        if (source >= 0 && s->row_count < MAX_ROWS)
            s->rows[s->row_count++] = (struct row){ .kernel = json_text(kernel, "kernel"),
                                                    .access = "barrier",
                                                    .source = source,
                                                    .line = (int)json_number(b, "line"),
                                                    .requests = json_number(b, "count") };
    }
}

static int by_line(const void *a, const void *b)
{
    const struct row *x = a, *y = b;

    return x->source != y->source ? x->source - y->source
           : x->line != y->line   ? x->line - y->line
                                  : (x->share < y->share) - (x->share > y->share);
}

void find_rows(struct show *s)
{
    for (const struct json *k = s->traffic->first; k; k = k->next) {
        const struct json *lines = json_get(k, "lines");
        double all = 0;
        for (const struct json *l = lines->first; l; l = l->next)
            all += moved(l);
        for (const struct json *l = lines->first; l; l = l->next)
            add_row(s, k, l, all);
    }
    for (const struct json *k = s->trace->first; k; k = k->next)
        add_barriers(s, k);
    for (const struct json *f = s->findings->first; f; f = f->next)
        for (const struct json *p = json_get(f, "places")->first; p; p = p->next)
            source_named(s, json_text(p, "file"));
    qsort(s->rows, (size_t)s->row_count, sizeof(*s->rows), by_line);
}

/* Lines of common/engine/goals.cu: version, state, value, most, what is counted, where. */
void read_goals(struct show *s, char *text)
{
    while (text && *text && s->goal_count < MAX_GOALS) {
        char *line = strsep(&text, "\n"), *cells[6];
        struct goal *g = &s->goals[s->goal_count];
        int n = 0;
        while (n < 6 && line)
            cells[n++] = strsep(&line, "\t");
        if (n < 6)
            continue;
        snprintf(g->version, sizeof(g->version), "%s", cells[0]);
        snprintf(g->state, sizeof(g->state), "%s", cells[1]);
        snprintf(g->value, sizeof(g->value), "%s", cells[2]);
        snprintf(g->most, sizeof(g->most), "%s", cells[3]);
        snprintf(g->says, sizeof(g->says), "%s", cells[4]);
        snprintf(g->line, sizeof(g->line), "%s", cells[5]);
        s->goal_count++;
    }
}

char *must_read(const char *path)
{
    char *text = read_file(path, 0);

    if (!text) {
        fprintf(stderr, "show: %s: cannot be read\n", path);
        exit(2);
    }
    return text;
}

const struct json *report(const char *text, const char *name, const char *path)
{
    const struct json *all = json_read(text);

    if (!all || json_get(all, name)->kind != JSON_LIST) {
        fprintf(stderr, "show: %s: is no report\n", path);
        exit(2);
    }
    return json_get(all, name);
}
