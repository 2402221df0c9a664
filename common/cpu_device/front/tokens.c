/* CPU device: the preprocessor's output as tokens, and what can be told of them without knowing
 * C++. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "rewrite.h"

char *text;
static size_t length, room; /* of the text; of the tokens */
struct token *tokens;
size_t count;
char **files;
size_t file_count;
struct inclusion *inclusions;
size_t inclusion_count;

void *grow(void *p, size_t size)
{
    p = realloc(p, size);
    if (!p) {
        fputs("rewrite: out of memory\n", stderr);
        exit(2);
    }
    return p;
}

char *copy(size_t start, size_t end)
{
    char *s = grow(NULL, end - start + 1);
    memcpy(s, text + start, end - start);
    s[end - start] = 0;
    return s;
}

void start_over(void)
{
    text = NULL;
    tokens = NULL;
    length = room = count = 0;
}

/* ---- reading --------------------------------------------------------------------------------- */

size_t read_all(FILE *f)
{
    size_t room = length + (1 << 20);
    text = grow(text, room);
    for (size_t n; (n = fread(text + length, 1, room - length - 1, f)) > 0;) {
        length += n;
        if (room - length < 2)
            text = grow(text, room *= 2);
    }
    text[length] = 0;
    return length;
}

static bool is_digit(char c) { return isdigit((unsigned char)c); }

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

/* Does a name go on at i? The preprocessor writes letters beyond ASCII as \U000000f1. */
static bool is_in_name(size_t i)
{
    return is_word(text[i]) || (text[i] == '\\' && text[i + 1] == 'U' && is_word(text[i + 2]));
}

static size_t string_end(size_t i)
{
    char quote = text[i++];
    while (i < length && text[i] != quote && text[i] != '\n')
        i += text[i] == '\\' ? 2 : 1;
    return i < length ? i + 1 : length;
}

/* R"delimiter( ... )delimiter" */
static size_t raw_string_end(size_t i)
{
    size_t open = i + 1;
    while (open < length && text[open] != '(')
        open++;
    size_t n = open - i - 1;
    for (size_t k = open; k + n + 1 < length; k++)
        if (text[k] == ')' && !memcmp(text + k + 1, text + i + 1, n) && text[k + 1 + n] == '"')
            return k + n + 2;
    return length;
}

/* 12, 0x1p-3, 1'000 */
static size_t number_end(size_t i)
{
    for (;; i++) {
        bool sign = text[i] == '+' || text[i] == '-';
        if (!is_word(text[i]) && text[i] != '.' && !(text[i] == '\'' && is_word(text[i + 1])) &&
            !(sign && strchr("eEpP", text[i - 1])))
            return i;
    }
}

static struct token token_at(size_t i)
{
    struct token t = { .kind = PUNCTUATION, .start = i, .end = i + 1 };
    if (text[i] == '"' || text[i] == '\'') {
        t.kind = STRING;
        t.end = string_end(i);
    } else if (is_digit(text[i]) || (text[i] == '.' && is_digit(text[i + 1]))) {
        t.kind = NUMBER;
        t.end = number_end(i + 1);
    } else if (is_in_name(i)) {
        t.kind = NAME;
        while (is_in_name(t.end))
            t.end++;
        if (text[t.end] == '"' && text[t.end - 1] == 'R' && t.end - i <= 3) {
            t.kind = STRING;
            t.end = raw_string_end(t.end);
        }
    }
    return t;
}

/* The file name text[start .. end-1], the same pointer for the same name. */
static const char *intern(size_t start, size_t end)
{
    for (size_t i = file_count; i-- > 0;)
        if (strlen(files[i]) == end - start && !memcmp(files[i], text + start, end - start))
            return files[i];
    files = grow(files, (file_count + 1) * sizeof *files);
    return files[file_count++] = copy(start, end);
}

/* `# 12 "file.cu" 1` at text[start .. end-1]: the next line is line 12 of that file; here changes.
 */
static void line_marker(size_t start, size_t end, struct token *here)
{
    char *s = copy(start, end), *open = strchr(s, '"');
    int number;
    if (sscanf(s, "# %d", &number) == 1 && open) {
        char *close = strrchr(open, '"');
        size_t at = start + (size_t)(open - s) + 1;
        const char *name = intern(at, close > open ? at + (size_t)(close - open - 1) : at);
        if (name != here->file) {
            inclusions = grow(inclusions, (inclusion_count + 1) * sizeof *inclusions);
            inclusions[inclusion_count++] = (struct inclusion){ name, here->file, here->line };
        }
        here->file = name;
        here->line = number - 1;
        here->foreign = strstr(close, " 3") || strstr(name, "/cpu_device/");
    }
    free(s);
}

static void add(struct token t, const struct token *here)
{
    if (count + 1 >= room) {
        room = room ? 2 * room : 65536;
        tokens = grow(tokens, room * sizeof *tokens);
    }
    t.line = here->line;
    t.file = here->file;
    t.foreign = here->foreign;
    tokens[count++] = t;
}

void tokenize(void)
{
    struct token here = { .line = 1, .file = "" };
    bool fresh = true; /* only white space so far on this line */
    add((struct token){ .kind = END }, &here);
    for (size_t i = 0; i < length;) {
        if (text[i] == '\n') {
            here.line++;
            fresh = true;
            i++;
        } else if (isspace((unsigned char)text[i])) {
            i++;
        } else if (text[i] == '#' && fresh) { /* a marker or a pragma: white space to us */
            const char *newline = memchr(text + i, '\n', length - i);
            size_t end = newline ? (size_t)(newline - text) : length;
            line_marker(i, end, &here);
            i = end;
        } else {
            struct token t = token_at(i);
            add(t, &here);
            fresh = false;
            for (; i < t.end; i++)
                here.line += text[i] == '\n';
        }
    }
    add((struct token){ .kind = END, .start = length, .end = length }, &here);
    tokens[count] = tokens[0]; /* for those who look at the token after the last */
}

bool match_brackets(void)
{
    bool all = true;
    size_t *open = grow(NULL, count * sizeof *open), depth = 0;
    for (size_t i = 0; i < count; i++) {
        if (tokens[i].kind != PUNCTUATION)
            continue;
        char c = text[tokens[i].start];
        if (c == '(' || c == '[' || c == '{') {
            open[depth++] = i;
        } else if ((c == ')' || c == ']' || c == '}') && depth > 0) {
            tokens[i].match = open[--depth];
            tokens[open[depth]].match = i;
            all &= c - text[tokens[open[depth]].start] == (c == ')' ? 1 : 2);
        } else if (c == ')' || c == ']' || c == '}') {
            all = false;
        }
    }
    free(open);
    return all && depth == 0;
}

/* ---- one token ------------------------------------------------------------------------------- */

bool is(size_t i, const char *s)
{
    if (i >= count)
        return false;
    const char *token = text + tokens[i].start;
    size_t n = tokens[i].end - tokens[i].start;
    return *token == *s && !strncmp(token, s, n) && !s[n];
}

bool is_one_of(size_t i, const char *const *words)
{
    for (; *words; words++)
        if (is(i, *words))
            return true;
    return false;
}

bool same_name(size_t i, size_t name)
{
    size_t n = tokens[name].end - tokens[name].start;
    return tokens[i].kind == NAME && tokens[i].end - tokens[i].start == n &&
           !memcmp(text + tokens[i].start, text + tokens[name].start, n);
}

/* The preprocessor may have put a space before the third. */
bool is_triple(size_t i, const char *c)
{
    return is(i, c) && is(i + 1, c) && is(i + 2, c) && tokens[i + 1].start == tokens[i].end &&
           tokens[i + 2].start <= tokens[i + 1].end + 1;
}

bool in_file(size_t i, const char *end)
{
    size_t n = strlen(tokens[i].file), m = strlen(end);
    return n >= m && !strcmp(tokens[i].file + n - m, end);
}

int column(size_t i)
{
    size_t start = tokens[i].start;
    while (start > 0 && text[start - 1] != '\n')
        start--;
    return (int)(tokens[i].start - start) + 1;
}

bool is_type_word(size_t i)
{
    static const char *const words[] = { "int",    "char", "float",    "double", "long",  "short",
                                         "signed", "bool", "unsigned", "size_t", "const", NULL };
    return is_one_of(i, words);
}

bool is_statement_word(size_t i)
{
    static const char *const words[] = { "if",   "while", "for",  "switch", "return",
                                         "else", "do",    "case", NULL };
    return is_one_of(i, words);
}

bool is_device_word(size_t i)
{
    return is(i, "__device__") || is(i, "__constant__") || is(i, "__managed__");
}

bool begins(size_t i, const char *s)
{
    return tokens[i].end - tokens[i].start > strlen(s) &&
           !strncmp(text + tokens[i].start, s, strlen(s));
}

bool is_colons(size_t i) { return is(i, ":") && i > 0 && is(i - 1, ":"); }
bool is_member_access(size_t i) { return is(i, ".") || (is(i, ">") && is(i - 1, "-")); }

/* ---- steps over several ---------------------------------------------------------------------- */

size_t after(size_t i) { return tokens[i].match > i ? tokens[i].match + 1 : i + 1; }

size_t attribute_end(size_t i)
{
    bool attribute = is(i, "__attribute__") || is(i, "alignas") || is(i, "decltype");
    return attribute && tokens[i + 1].match > i ? tokens[i + 1].match : i;
}

size_t after_part(size_t i)
{
    size_t close = is(i + 1, "<") ? template_close(i) : 0;
    return close ? close + 1 : after(attribute_end(i));
}

size_t template_open(size_t i)
{
    int depth = 0;
    for (size_t k = is(i, ">") ? i : 0; k > 0; k--) {
        if (is(k, ">"))
            depth++;
        else if (is(k, "<") && --depth == 0)
            return k;
        else if ((is(k, ")") || is(k, "]") || is(k, "}")) && tokens[k].match)
            k = tokens[k].match;
        else if (is(k, ";") || is(k, "{"))
            return 0;
    }
    return 0;
}

size_t before_template(size_t i)
{
    size_t open = template_open(i);
    return open ? open - 1 : i;
}

size_t template_close(size_t i)
{
    int depth = 0;
    for (size_t k = i + 1; k < count && k < i + 64 && !is(k, ";") && !is(k, "{"); k++) {
        depth += is(k, "<") ? 1 : is(k, ">") ? -1 : 0;
        if (!depth)
            return is(k, ">") ? k : 0;
    }
    return 0;
}

bool begins_statement(size_t i)
{
    while (is(i - 1, "]") && tokens[i - 1].match && is(tokens[i - 1].match + 1, "["))
        i = tokens[i - 1].match;
    return is(i - 1, ";") || is(i - 1, "{") || is(i - 1, "}");
}

size_t statement_begin(size_t i)
{
    while (i > 1 && !is(i - 1, ";") && !is(i - 1, "}") && !is(i - 1, "{"))
        i--;
    return i;
}

size_t statement_end(size_t i)
{
    while (i < count && !is(i, ";") && tokens[i].kind != END)
        i = after(i);
    return i;
}

bool statement_has(size_t from, size_t to, const char *word)
{
    for (size_t i = from; i < to; i = after(i))
        if (is(i, word))
            return true;
    return false;
}
