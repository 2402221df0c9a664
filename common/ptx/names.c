/* Reads PTX: what has a name: registers, variables; and constants. */
#include "read.h"

#include <ctype.h>
#include <string.h>

/* ---- constants, registers ------------------------------------------------------------------ */

static operand new_constant(struct reader *r, uint64_t value)
{
    struct module *m = r->module;

    m->constants = room(m, m->constants, m->constant_count, sizeof *m->constants);
    m->constants[m->constant_count] = value;
    return ~(operand)m->constant_count++;
}

static void enlarge_slots(struct reader *r)
{
    if (2 * r->module->constant_count < r->slot_count)
        return;
    r->slot_count = r->slot_count ? 2 * r->slot_count : 256;
    r->slots = take(r->module, r->slot_count * sizeof *r->slots);
    for (uint32_t i = 0; i < r->module->constant_count; i++) {
        uint32_t at =
            (uint32_t)(r->module->constants[i] * 0x9e3779b97f4a7c15u >> 32) % r->slot_count;
        while (r->slots[at])
            at = (at + 1) % r->slot_count;
        r->slots[at] = i + 1;
    }
}

operand constant(struct reader *r, uint64_t value)
{
    enlarge_slots(r);
    uint32_t at = (uint32_t)(value * 0x9e3779b97f4a7c15u >> 32) % r->slot_count;
    for (; r->slots[at]; at = (at + 1) % r->slot_count)
        if (r->module->constants[r->slots[at] - 1] == value &&
            !r->module->is_symbol[r->slots[at] - 1])
            return ~(operand)(r->slots[at] - 1);
    operand o = new_constant(r, value);
    r->module->is_symbol = room(r->module, r->module->is_symbol, (unsigned)~o, 1);
    r->slots[at] = r->module->constant_count;
    return o;
}

operand variable_address(struct reader *r, uint32_t variable)
{
    struct module *m = r->module;
    operand o;

    for (unsigned i = 0; i < m->symbol_constant_count; i++)
        if (m->symbol_constants[2 * i + 1] == variable)
            return ~(operand)m->symbol_constants[2 * i];
    enlarge_slots(r); /* the table has room for it as well */
    o = new_constant(r, 0);
    m->is_symbol = room(m, m->is_symbol, (unsigned)~o, 1);
    m->is_symbol[~o] = 1;
    m->symbol_constants =
        room(m, m->symbol_constants, m->symbol_constant_count, 2 * sizeof(uint32_t));
    m->symbol_constants[2 * m->symbol_constant_count] = (uint32_t)~o;
    m->symbol_constants[2 * m->symbol_constant_count++ + 1] = variable;
    return o;
}

operand hidden_register(struct reader *r) { return (operand)r->function->rows++; }

struct symbol *add_symbol(struct reader *r, struct word name, enum symbol_kind kind)
{
    r->symbols = room(r->module, r->symbols, r->symbol_count, sizeof *r->symbols);
    struct symbol *s = &r->symbols[r->symbol_count++];
    *s = (struct symbol){ .name = name, .kind = kind };
    return s;
}

/* The number in %r12, or false. */
bool numbered(struct word name, const struct symbol *s, uint32_t *number)
{
    size_t n = s->name.length;
    uint32_t value = 0;

    if (name.length <= n || name.length > n + 9 || memcmp(name.at, s->name.at, n))
        return false;
    for (size_t i = n; i < name.length; i++) {
        if (!isdigit((unsigned char)name.at[i]))
            return false;
        value = 10 * value + (uint32_t)(name.at[i] - '0');
    }
    *number = value;
    return value < s->count;
}

struct symbol *find_symbol(struct reader *r, struct word name)
{
    uint32_t number;

    for (unsigned i = r->symbol_count; i-- > 0;) {
        struct symbol *s = &r->symbols[i];
        if (s->kind == REGISTERS ? numbered(name, s, &number) : same_word(s->name, name))
            return s;
    }
    return NULL;
}

/* .reg .b32 %r<12>; or .reg .b64 %SP, %SPL; */
void read_registers(struct reader *r)
{
    bool predicate = read_type(r) == PRED;
    uint32_t *used = predicate ? &r->function->predicates : &r->function->rows;

    do {
        struct word name = read_name(r);
        bool many = take_sign(r, '<');
        struct symbol *s = add_symbol(r, name, many ? REGISTERS : ONE_REGISTER);
        s->predicate = predicate;
        s->first = *used;
        s->count = 1;
        if (many) {
            uint64_t count = read_number(r);
            if (count > 1000000)
                broken(r, "%llu registers are too many", (unsigned long long)count);
            s->count = (uint32_t)count;
            expect(r, '>');
        }
        *used += s->count;
    } while (take_sign(r, ','));
    expect(r, ';');
}

/* ---- variables ----------------------------------------------------------------------------- */

uint32_t round_up(uint32_t n, uint32_t to) { return (n + to - 1) / to * to; }

/* .align 4 .b8 name[12], .u32 name, .u64 .ptr .global .align 8 name. */
struct declared read_declared(struct reader *r)
{
    struct declared d = { .align = 0 };
    uint64_t elements = 1;

    if (take_directive(r, ".attribute"))
        r->p += strcspn(r->p, ")"), expect(r, ')');
    if (take_directive(r, ".align"))
        d.align = (uint32_t)read_number(r);
    d.type = read_type(r);
    if (take_directive(r, ".ptr"))
        while (take_sign(r, '.')) /* of what the pointer points to */
            if (same(read_name(r), "align"))
                read_number(r);
    d.name = read_name(r);
    while (take_sign(r, '[')) {
        d.open = take_sign(r, ']');
        if (!d.open) {
            uint64_t n = read_number(r);
            if (n > UINT32_MAX || (elements *= n) * type_bytes(d.type) > UINT32_MAX / 2)
                broken(r, "an array is too large");
            expect(r, ']');
        }
    }
    d.size = d.open ? 0 : (uint32_t)elements * type_bytes(d.type);
    if (!d.align || d.align > 4096)
        d.align = type_bytes(d.type);
    if (!d.align)
        broken(r, "a variable of this type is not known");
    return d;
}

uint32_t lay_out(uint32_t *used, const struct declared *d)
{
    uint32_t offset = round_up(*used, d->align);

    *used = offset + d->size;
    return offset;
}

/* generic(name)+4, or a name: an address in an initial value. */
static void read_address_value(struct reader *r, struct variable *v, uint32_t at)
{
    struct word name = read_name(r);

    if (same(name, "generic")) {
        expect(r, '(');
        name = read_name(r);
        expect(r, ')');
    }
    v->fixes = room(r->module, v->fixes, v->fix_count, sizeof *v->fixes);
    struct fix *f = &v->fixes[v->fix_count++];
    *f = (struct fix){ at, copy_word(r->module, name),
                       take_sign(r, '+') ? (int64_t)read_number(r) : 0 };
}

static void read_values(struct reader *r, struct variable *v, unsigned bytes, uint32_t *at)
{
    skip_space(r);
    if (take_sign(r, '{')) {
        do
            read_values(r, v, bytes, at);
        while (take_sign(r, ','));
        expect(r, '}');
        return;
    }
    if (*at + bytes > v->size)
        broken(r, "more values than %s has room for", v->name);
    if (!isdigit((unsigned char)*r->p) && *r->p != '-') {
        read_address_value(r, v, *at);
    } else {
        uint64_t value = read_number(r);
        memcpy(v->initial + *at, &value, bytes);
    }
    *at += bytes;
}

/* A variable of the module: .global or .const. */
void read_module_variable(struct reader *r, enum space space)
{
    struct module *m = r->module;

    do {
        struct declared d = read_declared(r);
        m->variables = room(m, m->variables, m->variable_count, sizeof *m->variables);
        struct symbol *s = add_symbol(r, d.name, MODULE_VARIABLE);
        s->offset = m->variable_count;
        struct variable *v = &m->variables[m->variable_count++];
        *v = (struct variable){
            copy_word(m, d.name), space, d.size, d.align, NULL, NULL, false, NULL, 0
        };
        v->initial = take(m, d.size + 8);
        uint32_t at = 0;
        if (take_sign(r, '='))
            read_values(r, v, type_bytes(d.type), &at);
    } while (take_sign(r, ','));
    expect(r, ';');
}

/* Those outside of kernels come first; so all of them have to be known before the first kernel. */
void read_shared(struct reader *r, bool outside)
{
    do {
        struct declared d = read_declared(r);
        uint32_t *used =
            outside || !r->function->entry ? &r->shared_bytes : &r->function->shared_bytes;
        if (used == &r->shared_bytes && !d.open && r->has_entries)
            broken(r, "a shared variable of a function comes after a kernel");
        struct symbol *s = add_symbol(r, d.name, d.open ? DYNAMIC_VARIABLE : SHARED_VARIABLE);
        s->offset = d.open ? 0 : lay_out(used, &d);
        s->size = d.size;
    } while (take_sign(r, ','));
    expect(r, ';');
}

/* .local, and the .param of a call: one behind the other in `used` bytes. */
void read_own(struct reader *r, enum symbol_kind kind, uint32_t *used)
{
    do {
        struct declared d = read_declared(r);
        struct symbol *s = add_symbol(r, d.name, kind);
        s->offset = lay_out(used, &d);
        s->size = d.size;
    } while (take_sign(r, ','));
    expect(r, ';');
}

/* ---- functions, instructions ----------------------------------------------------------------- */

struct instruction *add_instruction(struct reader *r, const char *name)
{
    struct module *m = r->module;

    m->code = room(m, m->code, m->code_count, sizeof *m->code);
    struct instruction *i = &m->code[m->code_count++];
    *i = (struct instruction){
        .name = name,
        .vector = 1,
        .guard = ALWAYS,
        .file = r->where.file,
        .line = r->where.line,
        .text_line = r->text_line,
    };
    return i;
}

struct function *ptx_find_function(const struct module *m, const char *name, size_t length)
{
    for (unsigned i = 0; i < m->function_count; i++)
        if (strlen(m->functions[i]->name) == length && !memcmp(m->functions[i]->name, name, length))
            return m->functions[i];
    return NULL;
}
