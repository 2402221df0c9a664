/* CPU device: what the rules say, and the lines where they are silent. */
#include "rules.h"

#include <stdio.h>
#include <string.h>
#include "words.h"

int errors;

/* ---- lines that depend on __CUDA_ARCH__ ------------------------------------------------------ */

struct arch {
    const char *file;
    int first, last; /* from the #if to the #endif */
    bool left_out;   /* lines for the device that have no #else */
    struct arch *next;
};
static struct arch *archs;
bool macros_depend;

void read_archs(const char *file)
{
    static const char **done;
    static size_t n;
    for (size_t i = 0; i < n; i++)
        if (done[i] == file)
            return;
    done = grow(done, (n + 1) * sizeof *done);
    done[n++] = file;
    FILE *f = fopen(file, "r");
    if (!f)
        return;
    struct arch *open[64] = { 0 };
    char line[4096];
    int depth = 0;
    for (int number = 1; fgets(line, sizeof line, f); number++) {
        char *s = line + strspn(line, " \t");
        if (*s != '#')
            continue;
        s += 1 + strspn(s + 1, " \t");
        if (!strncmp(s, "if", 2)) {
            struct arch *a = NULL;
            if (strstr(s, "__CUDA_ARCH__")) {
                a = grow(NULL, sizeof *a);
                *a = (struct arch){ file, number, 1 << 30, !strchr(s, '!') && s[2] != 'n', archs };
                archs = a;
            }
            if (++depth < 64)
                open[depth] = a;
        } else if (!strncmp(s, "define", 6)) {
            for (int k = 1; k <= depth && k < 64; k++)
                macros_depend |= open[k] != NULL;
        } else if (!strncmp(s, "el", 2) && depth > 0 && depth < 64 && open[depth]) {
            open[depth]->left_out = false;
        } else if (!strncmp(s, "endif", 5) && depth > 0) {
            if (depth < 64 && open[depth])
                open[depth]->last = number;
            depth--;
        }
    }
    fclose(f);
}

bool depends_on_arch(size_t i)
{
    read_archs(tokens[i].file);
    for (struct arch *a = archs; a; a = a->next)
        if (a->file == tokens[i].file && a->first < tokens[i].line && tokens[i].line < a->last)
            return true;
    return false;
}

/* ---- what is said ---------------------------------------------------------------------------- */

void place(size_t i, bool error)
{
    fprintf(stderr, "%s:%d:%d: %s: ", tokens[i].file, tokens[i].line, column(i),
            error ? "error" : "warning");
    errors += error;
}

void refuse(size_t i, const char *words)
{
    place(i, true);
    fprintf(stderr, "%s\n", _(words));
}

const char *quoted(size_t i)
{
    static char words[4][256];
    static int next;
    next = (next + 1) % 4;
    snprintf(words[next], sizeof *words, "%.*s", (int)(tokens[i].end - tokens[i].start),
             text + tokens[i].start);
    return words[next];
}

const char *space_of(const struct function *f)
{
    return f->global ? "__global__" : f->host_too ? "__host__ __device__" : "__device__";
}

/* Token i calls a function of the host. */
void say_host_call(size_t i, const char *called, const char *kind, const struct function *f,
                   const char *advice)
{
    if (f->host_too && !options.warnings)
        return;
    place(i, !f->host_too);
    fprintf(stderr,
            _("calling a %s function(\"%s\") from a %s function(\"%s\") is not allowed%s\n"), kind,
            called, space_of(f), quoted(f->name), _(advice));
}
