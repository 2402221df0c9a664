/* Reads what nvdisasm prints. Such lines:
 *
 *	.section	.text._Z5scalePf,"ax",@progbits
 *	.sectioninfo	@"SHI_REGISTERS=38"
 *.L_x_1:
 *	//## File "my.cu", line 12 inlined at "my.cu", line 30
 *	//## File ".nv_debug_ptx_txt", line 77
 *        /|*0470*|/              @!P1 LDS.U.128 R4, [R21+0x10] ;
 */
#include "sass.h"

#include <stdlib.h>
#include <string.h>

struct label {
    const char *name;
    uint32_t at;
};

struct reader {
    struct sass *sass;
    struct sass_function *function; /* null: not in code */
    struct label *labels;           /* of this function */
    uint32_t label_count;
    const char *file; /* where the next instruction stands */
    uint32_t line, ptx_line;
    bool line_is_final, new_place; /* new_place: lines said since the last instruction begin anew */
};

void *sass_room(void *array, uint32_t count, size_t size)
{
    if (count & (count - 1))
        return array;
    array = realloc(array, (count ? 2 * (size_t)count : 1) * size);
    if (!array)
        abort();
    return array;
}

static bool begins(const char *s, const char *with) { return !strncmp(s, with, strlen(with)); }

static char *skip_blanks(char *p) { return p + strspn(p, " \t"); }

/* ---- where in the source ------------------------------------------------------------------- */

static bool is_toolkit_file(const char *file)
{
    static const char *const marks[] = { "/targets/", "/include/crt/", "/include/cuda",
                                         "/include/cub/" };

    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (strstr(file, marks[i]))
            return true;
    return false;
}

/* File "my.cu", line 12 [inlined at "other.cu", line 30]: a line for each level, innermost first.
 */
static void read_place(struct reader *r, char *p)
{
    char *file = strchr(p, '"'), *end = file ? strchr(file + 1, '"') : NULL;
    unsigned line;

    if (!end || sscanf(end, "\", line %u", &line) != 1)
        return;
    if (!r->new_place) {
        r->new_place = true;
        r->line_is_final = false;
    }
    *end = 0;
    file++;
    if (!strcmp(file, ".nv_debug_ptx_txt")) {
        r->ptx_line = line;
    } else if (!r->line_is_final) {
        r->file = file, r->line = line;
        r->line_is_final = !is_toolkit_file(file);
    }
}

/* ---- instructions -------------------------------------------------------------------------- */

/* The text up to its last sign that is no blank. */
static char *trimmed(char *p)
{
    size_t n = strlen(p);

    while (n && (p[n - 1] == ' ' || p[n - 1] == '\t' || p[n - 1] == '}'))
        n--;
    p[n] = 0;
    return p;
}

/* What stands after its address, up to the semicolon. */
static void read_instruction(struct reader *r, uint32_t address, char *p)
{
    struct sass_function *f = r->function;
    struct sass_instruction i = { .address = address,
                                  .guard = "",
                                  .operands = "",
                                  .target = -1,
                                  .meets = -1,
                                  .ptx_line = r->ptx_line };

    p[strcspn(p, ";")] = 0;
    p = skip_blanks(p);
    if (*p == '{') /* issued together with the next one */
        p = skip_blanks(p + 1);
    if (*p == '@') {
        i.guard = p;
        p += strcspn(p, " \t");
        if (*p)
            *p++ = 0;
        p = skip_blanks(p);
    }
    i.name = trimmed(p);
    p += strcspn(p, " \t");
    if (*p) {
        *p++ = 0;
        i.operands = skip_blanks(p);
    }
    i.file = r->file, i.line = r->line;
    f->code = sass_room(f->code, f->count, sizeof *f->code);
    f->code[f->count++] = i;
    r->new_place = false;
}

/* The instruction at the label that the operands name; -1: they name none of this function. */
static int32_t labelled(const struct reader *r, const struct sass_instruction *i)
{
    const char *at = strstr(i->operands, "`(");
    size_t length = at ? strcspn(at += 2, ")") : 0;

    for (uint32_t k = 0; at && k < r->label_count; k++)
        if (strlen(r->labels[k].name) == length && !memcmp(r->labels[k].name, at, length) &&
            r->labels[k].at < r->function->count)
            return (int32_t)r->labels[k].at;
    return -1;
}

/* Branches name labels, in whose place their instructions come when the function is there. */
static void finish_function(struct reader *r)
{
    struct sass_function *f = r->function;

    for (uint32_t n = 0; f && n < f->count; n++) {
        struct sass_instruction *i = &f->code[n];
        if (begins(i->name, "BRA") || begins(i->name, "JMP"))
            i->target = labelled(r, i);
        else if (begins(i->name, "BSSY"))
            i->meets = labelled(r, i);
    }
    r->label_count = 0;
    r->function = NULL;
}

static void begin_section(struct reader *r, char *name)
{
    struct sass *s = r->sass;

    finish_function(r);
    name[strcspn(name, ",\"")] = 0;
    if (!begins(name, ".text."))
        return;
    s->functions = sass_room(s->functions, s->count, sizeof *s->functions);
    r->function = &s->functions[s->count++];
    *r->function = (struct sass_function){ .name = name + strlen(".text.") };
    r->file = NULL, r->line = r->ptx_line = 0, r->line_is_final = r->new_place = false;
}

static void add_label(struct reader *r, char *name, size_t length)
{
    name[length] = 0;
    r->labels = sass_room(r->labels, r->label_count, sizeof *r->labels);
    r->labels[r->label_count++] = (struct label){ name, r->function->count };
}

static void read_line(struct reader *r, char *p)
{
    unsigned address;
    int length = 0;
    char *first = skip_blanks(p), *registers = strstr(p, "SHI_REGISTERS=");

    if (begins(first, ".target"))
        sscanf(first, ".target sm_%u", &r->sass->arch);
    else if (begins(first, ".section\t") || begins(first, ".section "))
        begin_section(r, skip_blanks(first + strlen(".section")));
    else if (!r->function)
        ;
    else if (registers)
        sscanf(registers, "SHI_REGISTERS=%u", &r->function->registers);
    else if (begins(first, ".other") && strstr(first, "STO_CUDA_ENTRY"))
        r->function->is_kernel = true;
    else if (begins(first, "//##"))
        read_place(r, first);
    else if (sscanf(first, "/*%x*/%n", &address, &length) == 1 && length)
        read_instruction(r, address, first + length);
    else if (first == p && strlen(p) > 1 && p[strlen(p) - 1] == ':')
        add_label(r, p, strlen(p) - 1);
}

/* ---- the whole text ------------------------------------------------------------------------ */

static char *read_all(FILE *in)
{
    size_t there = 0, size = 1 << 16;
    char *text = malloc(size);

    while (text) {
        there += fread(text + there, 1, size - 1 - there, in);
        if (there < size - 1)
            break;
        text = realloc(text, size *= 2);
    }
    if (!text)
        abort();
    text[there] = 0;
    return text;
}

struct sass *sass_read(FILE *in, char *words, size_t size)
{
    struct reader r = { .sass = calloc(1, sizeof(struct sass)) };
    uint32_t instructions = 0;

    if (!r.sass)
        abort();
    r.sass->text = read_all(in);
    for (char *p = r.sass->text, *next; p; p = next) {
        next = strchr(p, '\n');
        if (next)
            *next++ = 0;
        read_line(&r, p);
    }
    finish_function(&r);
    free(r.labels);
    for (unsigned i = 0; i < r.sass->count; i++)
        instructions += r.sass->functions[i].count;
    if (instructions)
        return r.sass;
    snprintf(words, size, "no code of a kernel is in it");
    sass_free(r.sass);
    return NULL;
}

void sass_free(struct sass *s)
{
    for (unsigned i = 0; s && i < s->count; i++)
        free(s->functions[i].code);
    if (s) {
        free(s->functions);
        free(s->text);
    }
    free(s);
}

/* ---- what an instruction asks of memory ---------------------------------------------------- */

/* Is `.word` one of the suffixes? */
static bool has(const char *name, const char *word)
{
    size_t length = strlen(word);

    for (const char *p = strchr(name, '.'); p; p = strchr(p + 1, '.'))
        if (!strncmp(p + 1, word, length) && (!p[1 + length] || p[1 + length] == '.'))
            return true;
    return false;
}

static unsigned bytes_of(const char *name)
{
    if (has(name, "U8") || has(name, "S8"))
        return 1;
    if (has(name, "U16") || has(name, "S16") || has(name, "U.16") || has(name, "16"))
        return 2;
    if (has(name, "64") || has(name, "U64") || has(name, "S64") || has(name, "F64"))
        return 8;
    return has(name, "128") ? 16 : has(name, "256") ? 32 : 4;
}

bool sass_request_of(const struct sass_instruction *i, struct sass_request *r)
{
    static const struct {
        const char *name;
        enum sass_space space;
        enum sass_access access;
    } all[] = {
        { "LDS", SASS_SHARED, SASS_LOAD },     { "STS", SASS_SHARED, SASS_STORE },
        { "LDSM", SASS_SHARED, SASS_LOAD },    { "STSM", SASS_SHARED, SASS_STORE },
        { "ATOMS", SASS_SHARED, SASS_ATOMIC }, { "LDG", SASS_GLOBAL, SASS_LOAD },
        { "STG", SASS_GLOBAL, SASS_STORE },    { "ATOMG", SASS_GLOBAL, SASS_ATOMIC },
        { "REDG", SASS_GLOBAL, SASS_ATOMIC },  { "RED", SASS_GLOBAL, SASS_ATOMIC },
        { "ATOM", SASS_GENERIC, SASS_ATOMIC }, { "LD", SASS_GENERIC, SASS_LOAD },
        { "ST", SASS_GENERIC, SASS_STORE },    { "LDL", SASS_LOCAL, SASS_LOAD },
        { "STL", SASS_LOCAL, SASS_STORE },     { "LDGSTS", SASS_GLOBAL, SASS_COPY },
    };
    size_t length = strcspn(i->name, ".");

    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (strlen(all[k].name) == length && !memcmp(all[k].name, i->name, length)) {
            r->space = all[k].space, r->access = all[k].access;
            r->bytes = bytes_of(i->name);
            if (length == 4 &&
                i->name[3] == 'M') /* LDSM, STSM: 8 x 8 matrices of 4 bytes a thread */
                r->bytes = has(i->name, "4") ? 16 : has(i->name, "2") ? 8 : 4;
            return true;
        }
    return false;
}

unsigned sass_depth(const struct sass_function *f, uint32_t instruction)
{
    unsigned depth = 0;

    for (uint32_t n = instruction; n < f->count; n++) {
        int32_t to = f->code[n].target;
        bool seen = to < 0 || (uint32_t)to > instruction;
        for (uint32_t k = instruction; k < n && !seen; k++)
            seen = f->code[k].target == to;
        depth += !seen;
    }
    return depth;
}
