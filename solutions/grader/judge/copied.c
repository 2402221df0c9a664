#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "copied.h"
#include "solutions/grader/memory.h"
#include "solutions/grader/text.h"

#define LONGEST   4000 /* tokens that are compared; worked launchers have some 300 */
#define MOST_HOPS 100  /* from a launcher that only calls another one */

struct token {
    const char *at;
    size_t length;
    size_t function; /* of a launcher's text: the how manyth of its functions */
};

struct tokens {
    struct token *item;
    size_t count;
};

/* Tokens of a file, by number: the whole from `begin` to `end`, both included. */
struct function {
    size_t begin, name, body, end; /* body: the { */
};

struct file {
    struct tokens tokens;
    struct function *functions;
    size_t count;
};

static void add(struct tokens *t, struct token token)
{
    t->item = list_grown(t->item, t->count, sizeof(*t->item));
    t->item[t->count++] = token;
}

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool is_word(struct token t)
{
    return is_letter(*t.at) && !isdigit((unsigned char)*t.at);
}

static bool is(struct token t, const char *text)
{
    return t.length == strlen(text) && !strncmp(t.at, text, t.length);
}

static bool same(struct token a, struct token b)
{
    return a.length == b.length && !strncmp(a.at, b.at, a.length);
}

/* ---- a file ---------------------------------------------------------------------------------- */

/* How many bytes the token has that begins here: a word, a number, a string, or one character. */
static size_t token_length(const char *at)
{
    size_t count = 0;

    while (is_letter(at[count]) || (count && isdigit((unsigned char)*at) && at[count] == '.'))
        count++;
    if (count || *at != '"')
        return count ? count : 1;
    for (count = 1; at[count] && at[count] != '"' && at[count] != '\n'; count++)
        count += at[count] == '\\' && at[count + 1];
    return count + (at[count] == '"');
}

/* Of lines as "41:text". */
static struct tokens tokens_of(const char *text)
{
    struct tokens tokens = { NULL, 0 };
    bool begins = true; /* a line */

    while (*text) {
        if (begins)
            text += strspn(text, "0123456789"), text += *text == ':';
        begins = *text == '\n';
        size_t length = *text ? token_length(text) : 0;
        if (length && !isspace((unsigned char)*text))
            add(&tokens, (struct token){ .at = text, .length = length });
        text += length;
    }
    return tokens;
}

/* The token before the parameters that end before the { at `body`; `body`: there are none. */
static size_t name_before(const struct tokens *t, size_t begin, size_t body)
{
    size_t i = body, depth = 0;

    if (body <= begin + 1 || !is(t->item[body - 1], ")"))
        return body;
    do {
        i--;
        depth += is(t->item[i], ")");
        depth -= is(t->item[i], "(");
    } while (depth && i > begin);
    return !depth && i > begin && is_word(t->item[i - 1]) ? i - 1 : body;
}

static void add_function(struct file *f, struct function new)
{
    new.name = name_before(&f->tokens, new.begin, new.body);
    if (new.name == new.body)
        return;
    f->functions = list_grown(f->functions, f->count, sizeof(*f->functions));
    f->functions[f->count++] = new;
}

static struct file read_file(const char *text)
{
    struct file f = { .tokens = tokens_of(text) };
    struct function now = { 0 };
    size_t depth = 0;

    for (size_t i = 0; i < f.tokens.count; i++) {
        struct token t = f.tokens.item[i];
        bool closes = is(t, "}") && depth > 0;
        if (is(t, "{") && depth++ == 0)
            now.body = i;
        depth -= closes;
        now.end = i;
        if (depth == 0 && closes)
            add_function(&f, now);
        if (depth == 0 && (closes || is(t, ";")))
            now = (struct function){ .begin = i + 1 };
    }
    return f;
}

static void free_file(struct file *f)
{
    free(f->tokens.item);
    free(f->functions);
}

/* The first function of this name; NULL: the file has none. */
static const struct function *function_named(const struct file *f, struct token name)
{
    for (size_t i = 0; i < f->count; i++)
        if (same(f->tokens.item[f->functions[i].name], name))
            return &f->functions[i];
    return NULL;
}

/* ---- what a launcher does -------------------------------------------------------------------- */

/* The function that this one calls with its own parameters, in their order, if it does nothing
 * else; NULL: it does. */
static const struct function *handed_on(const struct file *f, const struct function *from)
{
    const struct token *t = f->tokens.item;
    size_t arg = from->body + 3;

    for (size_t i = from->name + 2; i < from->body; i++) {
        if (!is(t[i], ",") && i + 1 < from->body)
            continue;
        if (arg >= from->end || !same(t[i - 1], t[arg]) || !same(t[i], t[arg + 1]))
            return NULL;
        arg += 2;
    }
    return arg + 1 == from->end && is(t[arg], ";") && is(t[from->body + 2], "(")
               ? function_named(f, t[from->body + 1])
               : NULL;
}

/* The tokens of a function, then those of the file's functions that it names, each once; without
 * braces, as those around one statement say nothing. */
static struct tokens text_of_function(const struct file *f, const struct function *first)
{
    struct tokens text = { NULL, 0 };
    const struct function **all = needed(calloc(f->count, sizeof(struct function *)));
    size_t count = 0;

    all[count++] = first;
    for (size_t i = 0; i < count; i++)
        for (size_t k = all[i]->begin; k <= all[i]->end && text.count < LONGEST; k++) {
            const struct function *named = function_named(f, f->tokens.item[k]);
            size_t known = 0;
            while (known < count && all[known] != named)
                known++;
            if (named && known == count)
                all[count++] = named;
            struct token token = f->tokens.item[k];
            token.function = i;
            if (!is(token, "{") && !is(token, "}"))
                add(&text, token);
        }
    free(all);
    return text;
}

/* ---- the same? ------------------------------------------------------------------------------- */

/* Is this word the language's, CUDA's or a header's? Then it is the same in a copy. */
static bool is_foreign(const struct file *f, const struct tokens *text, size_t i)
{
    static const char known[] = " void bool char short int unsigned long float double const static "
                                "inline struct return else do break continue true false half ";
    const struct token *t = text->item;
    char *word = text_of(" %.*s ", (int)t[i].length, t[i].at);
    bool found = strstr(known, word) || !strncmp(word, " __", 3) || !strncmp(word, " cuda", 5);

    free(word);
    if (i + 1 < text->count) /* of threadIdx.x both; a function that is not in the file */
        found |= is(t[i + 1], ".") || (is(t[i + 1], "(") && !function_named(f, t[i]));
    return found ||
           (i > 0 && (is(t[i - 1], ".") || (i > 1 && is(t[i - 1], ">") && is(t[i - 2], "-"))));
}

/* In its function, as a parameter may be called otherwise in a kernel than in its launcher. */
static size_t first_like(const struct tokens *text, size_t i)
{
    size_t first = 0;

    while (text->item[first].function != text->item[i].function ||
           !same(text->item[first], text->item[i]))
        first++;
    return first;
}

/* Is the number one that CUDA_CHECK passes: , "vector_add.cu", 38)? */
static bool is_line_number(const struct tokens *text, size_t i)
{
    return i > 1 && is(text->item[i - 1], ",") && *text->item[i - 2].at == '"';
}

static bool same_at(const struct file *f, const struct tokens *worked, const struct tokens *own,
                    size_t i)
{
    struct token a = worked->item[i], b = own->item[i];

    if (is_word(a) && !is_foreign(f, worked, i))
        return is_word(b) && first_like(worked, i) == first_like(own, i);
    return same(a, b) || (*a.at == '"' && *b.at == '"') ||
           (isdigit((unsigned char)*a.at) && isdigit((unsigned char)*b.at) &&
            is_line_number(worked, i));
}

static bool is_copy(const struct file *f, const struct function *launcher, const struct tokens *own)
{
    struct tokens worked = text_of_function(f, launcher);
    bool alike = worked.count == own->count;

    for (size_t i = 0; i < worked.count && alike; i++)
        alike = same_at(f, &worked, own, i);
    free(worked.item);
    return alike;
}

/* matmul_tiled_v1, of the stem matmul_tiled_ */
static bool is_worked(struct token name, const char *stem)
{
    size_t length = strlen(stem);

    return name.length > length + 1 && !strncmp(name.at, stem, length) && name.at[length] == 'v' &&
           strspn(name.at + length + 1, "0123456789") == name.length - length - 1;
}

char *copied_from(const char *own, const char *worked, const struct lab_files *lab,
                  const struct exercise *e)
{
    struct file file = read_file(own), kit = read_file(worked);
    char *stem = text_of("%.*s_", (int)strlen(lab->source) - 3, lab->source);
    char *name = text_of("%s%s", stem, e->name), *found = NULL;
    const struct function *launcher =
        function_named(&file, (struct token){ .at = name, .length = strlen(name) });
    const struct function *next = launcher ? handed_on(&file, launcher) : NULL;

    for (int i = 0; next && i < MOST_HOPS; i++) /* it may call itself */
        launcher = next, next = handed_on(&file, launcher);
    struct tokens text = { NULL, 0 };
    if (launcher)
        text = text_of_function(&file, launcher);
    for (size_t i = 0; i < kit.count && launcher && !found; i++) {
        struct token twin = kit.tokens.item[kit.functions[i].name];
        if (is_worked(twin, stem) && is_copy(&kit, &kit.functions[i], &text))
            found = text_of("%.*s", (int)twin.length, twin.at);
    }
    free(text.item);
    free(stem);
    free(name);
    free_file(&file);
    free_file(&kit);
    return found;
}
