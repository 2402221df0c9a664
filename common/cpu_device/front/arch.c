/* CPU device: __CUDA_ARCH__. It is 750 in device code and not defined in the host's, so the program
 * is preprocessed twice, as by nvcc, and this makes one text of both: the host's, with the bodies
 * of device functions from the device's. In a __host__ __device__ function stand both; which one
 * runs is asked there. What differs elsewhere is refused. */
#include <string.h>
#include "rewrite.h"
#include "words.h"

struct pass { /* a preprocessed text */
    char *text;
    struct token *tokens;
    size_t count;
};

static struct pass read_pass(FILE *f)
{
    start_over();
    read_all(f);
    tokenize();
    match_brackets();
    return (struct pass){ text, tokens, count };
}

static bool same(const struct pass *a, size_t i, const struct pass *b, size_t j)
{
    const struct token *s = &a->tokens[i], *t = &b->tokens[j];
    return s->end - s->start == t->end - t->start &&
           !memcmp(a->text + s->start, b->text + t->start, s->end - s->start);
}

/* The first token from i on that is the program's, and no qualifier: a macro may be one in one
 * pass. */
static size_t next(const struct pass *p, size_t i)
{
    static const char *const qualifiers[] = { "__host__", "__device__", "__forceinline__", NULL };
    text = p->text, tokens = p->tokens, count = p->count;
    while (tokens[i].kind != END && (tokens[i].foreign || is_one_of(i, qualifiers)))
        i++;
    return i;
}

/* Are the tokens between these brackets the same? */
static bool same_body(const struct pass *a, size_t i, const struct pass *b, size_t j)
{
    size_t end = a->tokens[i].match, other = b->tokens[j].match;
    if (end - i != other - j)
        return false;
    while (i < end && same(a, i, b, j))
        i++, j++;
    return i == end;
}

static void put_inside(const struct pass *p, size_t open)
{
    const struct token *first = &p->tokens[open], *last = &p->tokens[first->match];
    printf("\n# %d \"%s\"\n", first->line, first->file);
    fwrite(p->text + first->end, 1, last->start - first->end, stdout);
}

/* The body of f, as the host's pass a and the device's pass b have it; returns the text's byte
 * after it. */
static size_t put_body(const struct function *f, const struct pass *a, const struct pass *b,
                       size_t j)
{
    const struct token *end = &a->tokens[f->end];
    fputc('{', stdout);
    if (f->host_too)
        fputs(" if (::cpu_device::in_kernel()) {", stdout);
    put_inside(b, j);
    if (f->host_too) {
        fputs("} else {", stdout);
        put_inside(a, f->body);
        fputs("}", stdout);
    }
    printf("\n# %d \"%s\"\n", end->line, end->file);
    return end->start;
}

bool merge_passes(FILE *host, FILE *device)
{
    struct pass a = read_pass(host);
    if (!check_headers()) /* what is wrong in it is not the program's */
        return false;
    find_all();
    struct pass b = read_pass(device);
    size_t i = next(&a, 1), j = next(&b, 1), put = 0;
    while (a.tokens[i].kind != END || b.tokens[j].kind != END) {
        const struct function *f = function_around(i);
        if (!same(&a, i, &b, j)) {
            const struct token *t = &a.tokens[i], *other = &b.tokens[j];
            if (t->kind == END ||
                (other->kind != END && !strcmp(t->file, other->file) && other->line < t->line))
                t = other;
            fprintf(stderr,
                    _("%s:%d: error: what __CUDA_ARCH__ chooses here is outside of the bodies of "
                      "functions: the CPU device takes it within them alone\n"),
                    t->file, t->line);
            return false;
        }
        if (f && f->body == i && !same_body(&a, i, &b, j)) {
            fwrite(a.text + put, 1, a.tokens[i].start - put, stdout);
            put = put_body(f, &a, &b, j);
            i = f->end;
            j = b.tokens[j].match;
        }
        i = next(&a, i + 1);
        j = next(&b, j + 1);
    }
    fwrite(a.text + put, 1, a.tokens[a.count - 1].end - put, stdout);
    return true;
}
