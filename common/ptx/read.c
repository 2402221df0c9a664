/* Reads PTX: declarations, labels, lines, operands. One instruction: decode.c. */
#include "read.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- operands ------------------------------------------------------------------------------ */

/* The register that gets the address of a variable of the frame, when the frame begins. */
static operand local_address(struct reader *r, const struct symbol *s)
{
    struct function *f = r->function;

    for (unsigned i = 0; i < f->local_count; i++)
        if (f->locals[i].offset == s->offset)
            return f->locals[i].reg;
    f->locals = room(r->module, f->locals, f->local_count, sizeof *f->locals);
    f->locals[f->local_count] = (struct local_symbol){ hidden_register(r), s->offset };
    return f->locals[f->local_count++].reg;
}

/* mov hidden, %tid.x comes before the instruction that reads it. */
static operand special_register(struct reader *r, unsigned which)
{
    struct instruction *i = add_instruction(r, "mov");
    operand *o = take(r->module, sizeof *o);

    *o = hidden_register(r);
    i->run = run_special;
    i->o = o;
    i->count = i->results = 1;
    i->guard = ALWAYS;
    i->mode = (uint8_t)which;
    return *o;
}

static struct argument of_symbol(struct reader *r, struct word name, const struct symbol *s)
{
    struct argument a = { .kind = REGISTER, .name = name, .offset = s->offset, .size = s->size };
    uint32_t number = 0;

    switch (s->kind) {
    case REGISTERS:
        numbered(name, s, &number); /* fallthrough */
    case ONE_REGISTER:
        a.kind = s->predicate ? PREDICATE : REGISTER;
        a.o = (operand)(s->first + number);
        break;
    case LOCAL_VARIABLE:
        a.o = local_address(r, s);
        break;
    case FORMAL:
    case OF_CALL:
        a.kind = PARAMETER;
        a.of_call = s->kind == OF_CALL;
        a.o = constant(r, s->offset);
        break;
    case SHARED_VARIABLE:
        a.kind = NUMBER;
        a.o = constant(r, s->offset);
        break;
    case DYNAMIC_VARIABLE:
        a.o = special_register(r, DYNAMIC_START);
        break;
    case MODULE_VARIABLE:
        a.kind = NUMBER;
        a.o = variable_address(r, s->offset);
        break;
    }
    return a;
}

static struct argument read_named(struct reader *r)
{
    struct word name = read_name(r);

    if (*name.at == '%' && *r->p == '.') { /* %tid.x */
        r->p++;
        read_name(r);
        name.length = (size_t)(r->p - name.at);
    }
    const struct symbol *s = find_symbol(r, name);
    if (s)
        return of_symbol(r, name, s);
    if (same(name, "_"))
        return (struct argument){ .kind = SINK };
    if (same(name, "WARP_SZ"))
        return (struct argument){ .kind = NUMBER, .o = constant(r, 32) };
    for (unsigned n = 0; n < SPECIALS; n++)
        if (same(name, special_names[n]))
            return (struct argument){ .kind = REGISTER, .o = special_register(r, n) };
    return (struct argument){ .kind = LABEL, .name = name };
}

static struct argument read_argument(struct reader *r)
{
    bool not = take_sign(r, '!');

    skip_space(r);
    if (isdigit((unsigned char)*r->p) || *r->p == '-')
        return (struct argument){ .kind = NUMBER, .o = constant(r, read_number(r)) };
    struct argument a = read_named(r);
    if (not ) {
        if (a.kind != PREDICATE)
            broken(r, "'!' stands before what is no predicate");
        a.o = ~a.o;
    }
    return a;
}

static void push_argument(struct reader *r, struct arguments *all, struct argument a)
{
    if (all->count == MOST_ARGUMENTS)
        broken(r, "more than %d operands", MOST_ARGUMENTS);
    all->a[all->count++] = a;
}

/* [%rd1+8], [name], [name+4]. */
static void read_address(struct reader *r, struct arguments *all)
{
    if (all->has_address) /* the second one, of a copy: has to do without */
        all->second_address = all->count;
    else
        all->address = all->count;
    all->has_address = true;
    push_argument(r, all, read_argument(r));
    int64_t offset = take_sign(r, '+') ? (int64_t)read_number(r) : 0;
    if (all->second_address)
        all->second_offset = offset;
    else
        all->offset = offset;
    expect(r, ']');
}

static void read_operand(struct reader *r, struct arguments *all)
{
    unsigned before = all->count;

    if (take_sign(r, '{')) {
        do
            push_argument(r, all, read_argument(r));
        while (take_sign(r, ','));
        expect(r, '}');
    } else if (take_sign(r, '[')) {
        read_address(r, all);
    } else {
        push_argument(r, all, read_argument(r));
        if (take_sign(r, '|')) {
            push_argument(r, all, read_argument(r));
            all->pair = true;
        }
    }
    if (all->groups < 8)
        all->group[all->groups++] = all->count - before;
}

/* ---- lines --------------------------------------------------------------------------------- */

/* Lines of the toolkit's own headers are not wanted, but those of their callers are. */
static bool is_toolkit_file(const struct module *m, uint32_t number)
{
    static const char *const marks[] = { "/targets/", "/include/crt/", "/include/cuda",
                                         "/include/cub/" };

    for (size_t i = 0; number < m->file_count && i < sizeof marks / sizeof *marks; i++)
        if (strstr(m->files[number], marks[i]))
            return true;
    return false;
}

/* .loc file line column [, function_name name, inlined_at file line column] */
static void read_line(struct reader *r)
{
    struct module *m = r->module;
    uint32_t at[3], from[3];
    struct source_line means;

    for (unsigned i = 0; i < 3; i++)
        at[i] = (uint32_t)read_number(r);
    means = (struct source_line){ (uint16_t)at[0], at[1] };
    const char *end = r->p + strcspn(r->p, "\n"), *inlined = strstr(r->p, "inlined_at");
    if (inlined && inlined < end) {
        r->p = inlined + strlen("inlined_at");
        for (unsigned i = 0; i < 3; i++)
            from[i] = (uint32_t)read_number(r);
        if (is_toolkit_file(m, at[0]))
            for (unsigned i = r->place_count; i-- > 0;)
                if (r->places[i].file == from[0] && r->places[i].line == from[1] &&
                    r->places[i].column == from[2]) {
                    means = r->places[i].means;
                    break;
                }
    }
    skip_line(r);
    r->places = room(m, r->places, r->place_count, sizeof *r->places);
    r->places[r->place_count].file = at[0], r->places[r->place_count].line = at[1];
    r->places[r->place_count].column = at[2], r->places[r->place_count++].means = means;
    r->where = means;
}

/* ---- functions ----------------------------------------------------------------------------- */

/* The table of a brx: .branchtargets a, b, c; */
static void read_targets(struct reader *r, struct word name)
{
    r->tables = room(r->module, r->tables, r->table_count, sizeof *r->tables);
    r->tables[r->table_count++] = (struct label){ name, r->target_count };
    do {
        r->targets = room(r->module, r->targets, r->target_count, sizeof *r->targets);
        r->targets[r->target_count++] = read_name(r);
    } while (take_sign(r, ','));
    r->targets = room(r->module, r->targets, r->target_count, sizeof *r->targets);
    r->targets[r->target_count++] = (struct word){ "", 0 };
    expect(r, ';');
}

static void count_lines(struct reader *r)
{
    for (; r->counted < r->p; r->counted++)
        r->text_line += *r->counted == '\n';
}

static void read_instruction(struct reader *r)
{
    struct arguments arguments = { .count = 0 };
    operand guard = ALWAYS;

    count_lines(r);
    if (take_sign(r, '@')) {
        struct argument a = read_argument(r);
        if (a.kind != PREDICATE)
            broken(r, "'@' stands before what is no predicate");
        guard = a.o;
    }
    struct word w = read_dotted(r);
    if (guard == ALWAYS && take_sign(r, ':')) { /* a label */
        if (take_directive(r, ".branchtargets")) {
            read_targets(r, w);
        } else if (take_directive(r, ".callprototype") || take_directive(r, ".calltargets")) {
            skip_statement(r);
        } else {
            r->labels = room(r->module, r->labels, r->label_count, sizeof *r->labels);
            r->labels[r->label_count++] = (struct label){ w, r->module->code_count };
        }
        return;
    }
    if (w.length >= 4 && !memcmp(w.at, "call", 4) && (w.length == 4 || w.at[4] == '.')) {
        decode_call(r, w, guard);
        expect(r, ';');
        return;
    }
    skip_space(r);
    if (*r->p != ';')
        do
            read_operand(r, &arguments);
        while (take_sign(r, ','));
    expect(r, ';');
    decode(r, w, guard, &arguments);
}

static uint32_t find_label(struct reader *r, struct word name)
{
    for (unsigned i = 0; i < r->label_count; i++)
        if (same_word(r->labels[i].name, name))
            return r->labels[i].at;
    broken(r, "there is no label %.*s", (int)name.length, name.at);
}

/* brx goes to one of these. */
static void resolve_table(struct reader *r, struct instruction *i, uint32_t first)
{
    uint32_t n = 0;

    while (r->targets[first + n].length)
        n++;
    uint32_t *targets = take(r->module, n * sizeof *targets);
    for (uint32_t k = 0; k < n; k++)
        targets[k] = find_label(r, r->targets[first + k]);
    i->targets = targets;
    i->target_count = n;
}

static void resolve_jumps(struct reader *r)
{
    for (unsigned n = 0; n < r->jump_count; n++) {
        struct instruction *i = &r->module->code[r->jumps[n].at];
        if (i->mode != 'x') {
            i->target = find_label(r, r->jumps[n].name);
            continue;
        }
        for (unsigned t = 0; t < r->table_count && !i->targets; t++)
            if (same_word(r->tables[t].name, r->jumps[n].name))
                resolve_table(r, i, r->tables[t].at);
        if (!i->targets)
            broken(r, "there is no table %.*s", (int)r->jumps[n].name.length, r->jumps[n].name.at);
    }
}

/* An exchange whose old value no instruction takes is a store: it may be the first one. */
static void find_exchanges_without_result(struct reader *r)
{
    struct module *m = r->module;

    for (uint32_t n = r->function->first; n < m->code_count; n++) {
        struct instruction *i = &m->code[n];
        bool taken = i->run != run_atomic || i->mode != ATOMIC_EXCH;
        for (uint32_t k = r->function->first; k < m->code_count && !taken; k++)
            for (unsigned o = 0; o < m->code[k].count && !taken; o++)
                taken = k != n && m->code[k].o[o] == i->o[0];
        if (!taken)
            i->results = 0;
    }
}

static void read_body(struct reader *r)
{
    unsigned scopes[64], depth = 0;

    r->label_count = r->jump_count = r->table_count = r->place_count = 0;
    for (;;) {
        if (take_sign(r, '}')) {
            if (!depth)
                break;
            r->symbol_count = scopes[--depth];
        } else if (take_sign(r, '{')) {
            if (depth == 64)
                broken(r, "braces are too deep");
            scopes[depth++] = r->symbol_count;
        } else if (take_directive(r, ".reg")) {
            read_registers(r);
        } else if (take_directive(r, ".local")) {
            read_own(r, LOCAL_VARIABLE, &r->function->local_bytes);
        } else if (take_directive(r, ".shared")) {
            read_shared(r, false);
        } else if (take_directive(r, ".param")) {
            read_own(r, OF_CALL, &r->function->param_bytes);
        } else if (take_directive(r, ".loc")) {
            read_line(r);
        } else if (take_directive(r, ".pragma")) {
            skip_statement(r);
        } else if (!*r->p) {
            broken(r, "%s does not end", r->function->name);
        } else {
            read_instruction(r);
        }
    }
    add_instruction(r, "ret")->flow = RETURN; /* whoever gets here */
    resolve_jumps(r);
    find_exchanges_without_result(r);
}

/* (.param .u64 a, .param .align 4 .b8 b[28]): where each lies among the function's own parameters.
 */
static unsigned read_parameters(struct reader *r, struct place **places)
{
    struct function *f = r->function;
    unsigned count = 0;

    while (!take_sign(r, ')')) {
        if (!take_directive(r, ".param") && !take_directive(r, ".reg"))
            broken(r, "a parameter is missing before \"%.20s\"", r->p);
        struct declared d = read_declared(r);
        struct symbol *s = add_symbol(r, d.name, FORMAL);
        s->offset = lay_out(&f->formal_bytes, &d);
        s->size = d.size;
        *places = room(r->module, *places, count, sizeof **places);
        (*places)[count++] = (struct place){ s->offset, d.size };
        take_sign(r, ',');
    }
    return count;
}

/* What stands between the parameters and the body: .maxntid 256, 1, 1 and the like. */
static void skip_limits(struct reader *r)
{
    skip_space(r);
    while (*r->p && *r->p != '{' && *r->p != ';')
        r->p++;
}

static struct function *declare_function(struct reader *r, struct word name, bool entry)
{
    struct module *m = r->module;
    struct function *f = ptx_find_function(m, name.at, name.length);

    if (f && f->defined)
        broken(r, "%s is there twice", f->name);
    if (!f) {
        f = take(m, sizeof *f);
        f->name = copy_word(m, name);
        m->functions = room(m, m->functions, m->function_count, sizeof *m->functions);
        m->functions[m->function_count++] = f;
    }
    f->entry = entry;
    f->formal_bytes = 0;
    f->predicates = 2; /* one that is never set, and the carry */
    return f;
}

static void read_function(struct reader *r, bool entry)
{
    unsigned symbols = r->symbol_count;
    struct function results = { .name = "" }, *f;

    r->function = &results; /* they come before the name */
    unsigned result_count = take_sign(r, '(') ? read_parameters(r, &results.results) : 0;
    f = declare_function(r, read_name(r), entry);
    r->function = f;
    f->formal_bytes = results.formal_bytes;
    f->results = results.results;
    f->result_count = result_count;
    f->parameter_count = take_sign(r, '(') ? read_parameters(r, &f->parameters) : 0;
    f->param_bytes = entry ? 0 : round_up(f->formal_bytes, 16);
    skip_limits(r);
    if (!take_sign(r, ';')) {
        expect(r, '{');
        f->defined = true;
        f->shared_bytes = r->shared_bytes;
        f->rows = f->rows ? f->rows : 1;
        r->has_entries |= entry;
        f->first = r->module->code_count;
        read_body(r);
    }
    r->symbol_count = symbols;
    r->function = NULL;
}

/* ---- the file ------------------------------------------------------------------------------ */

static void read_file_name(struct reader *r)
{
    struct module *m = r->module;
    uint64_t number = read_number(r);

    skip_space(r);
    const char *end = *r->p == '"' ? strchr(r->p + 1, '"') : NULL;
    if (!end || number > 10000)
        broken(r, "a file's name is missing");
    while (m->file_count <= number) {
        m->files = room(m, m->files, m->file_count, sizeof *m->files);
        m->files[m->file_count++] = "?";
    }
    m->files[number] = copy_word(m, (struct word){ r->p + 1, (size_t)(end - r->p - 1) });
    skip_line(r);
}

static void skip_section(struct reader *r)
{
    unsigned depth = 0;

    r->p += strcspn(r->p, "{");
    do {
        depth += *r->p == '{';
        depth -= *r->p == '}';
        if (!*r->p)
            broken(r, "a section does not end");
        r->p++;
    } while (depth);
}

static void read_declaration(struct reader *r)
{
    while (take_directive(r, ".visible") || take_directive(r, ".extern") ||
           take_directive(r, ".weak") || take_directive(r, ".common"))
        ;
    if (take_directive(r, ".version") || take_directive(r, ".target") ||
        take_directive(r, ".address_size"))
        skip_line(r);
    else if (take_directive(r, ".file"))
        read_file_name(r);
    else if (take_directive(r, ".section"))
        skip_section(r);
    else if (take_directive(r, ".pragma"))
        skip_statement(r);
    else if (take_directive(r, ".entry"))
        read_function(r, true);
    else if (take_directive(r, ".func"))
        read_function(r, false);
    else if (take_directive(r, ".global"))
        read_module_variable(r, GLOBAL);
    else if (take_directive(r, ".const"))
        read_module_variable(r, CONSTANT);
    else if (take_directive(r, ".shared"))
        read_shared(r, true);
    else
        broken(r, "a declaration is not known: \"%.30s\"", r->p);
}

/* The files' names stand at the end, and lines want them: is it of the toolkit? */
static void read_file_names_first(struct reader *r)
{
    const char *begin = r->p;

    for (const char *p = strstr(begin, "\n\t.file"); p; p = strstr(p + 1, "\n\t.file")) {
        r->p = p + strlen("\n\t.file");
        read_file_name(r);
    }
    r->p = begin;
}

struct module *ptx_read(const char *text, char *words, size_t size)
{
    struct whole_module *volatile whole =
        calloc(1, sizeof *whole); /* still there after a longjmp */
    struct reader *r;

    if (!whole)
        return NULL;
    r = take(&whole->module, sizeof *r);
    r->module = &whole->module;
    r->words = words, r->words_size = size;
    r->p = r->begin = r->counted = whole->module.text = text;
    r->text_line = 1;
    if (setjmp(r->broken)) {
        ptx_free(&whole->module);
        return NULL;
    }
    read_file_names_first(r);
    for (skip_space(r); *r->p; skip_space(r))
        read_declaration(r);
    finish_calls(r);
    return &whole->module;
}
