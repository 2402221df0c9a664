/* One instruction of PTX: from its mnemonic and operands to the function that runs it. A mnemonic
 * is taken apart at its dots; each family takes the parts that it knows, and where one is left the
 * instruction is not known: it is named when a thread reaches it. */
#include "alu.h"
#include "read.h"

#include <stdio.h>
#include <string.h>

struct mnemonic {
    struct word part[16];
    unsigned count;
    uint32_t used; /* parts, a bit each */
    const char *name;
};

static struct mnemonic take_apart(struct reader *r, struct word w)
{
    struct mnemonic m = { .name = copy_word(r->module, w), .used = 1 };
    const char *p = w.at, *end = w.at + w.length;

    while (p < end && m.count < 16) {
        const char *dot = memchr(p, '.', (size_t)(end - p));
        dot = dot ? dot : end;
        m.part[m.count++] = (struct word){ p, (size_t)(dot - p) };
        p = dot + 1;
    }
    if (p < end)
        broken(r, "%s has too many parts", m.name);
    return m;
}

/* Is this one of its parts? Then it has been looked at. */
static bool has(struct mnemonic *m, const char *part)
{
    for (unsigned i = 1; i < m->count; i++)
        if (same(m->part[i], part)) {
            m->used |= 1u << i;
            return true;
        }
    return false;
}

/* Which of these words is a part, or `none`. */
static int which(struct mnemonic *m, const char *const *words, int none)
{
    for (int i = 0; words[i]; i++)
        if (has(m, words[i]))
            return i;
    return none;
}

static enum type last_type(struct mnemonic *m)
{
    enum type t = m->count > 1 ? type_of(m->part[m->count - 1]) : NO_TYPE;

    m->used |= t ? 1u << (m->count - 1) : 0;
    return t;
}

/* The type before the last one. What cvt or set reads has the last one. */
static enum type first_type(struct mnemonic *m)
{
    enum type t = m->count > 2 ? type_of(m->part[m->count - 2]) : NO_TYPE;

    m->used |= t ? 1u << (m->count - 2) : 0;
    return t;
}

static bool all_used(const struct mnemonic *m) { return m->used == (1u << m->count) - 1; }

static bool is_base(const struct mnemonic *m, const char *base) { return same(m->part[0], base); }

static enum space space_of(struct mnemonic *m)
{
    static const char *const names[] = { "global",       "shared",      "local",
                                         "const",        "param",       "shared::cta",
                                         "param::entry", "param::func", NULL };
    static const enum space spaces[] = { GLOBAL, SHARED, LOCAL, CONSTANT,
                                         PARAM,  SHARED, PARAM, PARAM };
    int n = which(m, names, -1);

    return n < 0 ? GENERIC : spaces[n];
}

static enum rounding rounding_of(struct mnemonic *m)
{
    static const char *const names[] = { "rn", "rz", "rm", "rp", "rni", "rzi", "rmi", "rpi", NULL };

    return (enum rounding)(which(m, names, -1) + 1);
}

/* ---- operands by a signature --------------------------------------------------------------- */

static operand value_of(struct reader *r, const struct argument *a, const char *name)
{
    if (a->kind == REGISTER || a->kind == NUMBER || (a->kind == PARAMETER && !a->of_call))
        return a->o;
    broken(r, "%s: an operand is no register and no number", name);
}

static operand result_of(struct reader *r, const struct argument *a, const char *name)
{
    if (a->kind == SINK)
        return hidden_register(r);
    if (a->kind != REGISTER)
        broken(r, "%s: a result is no register", name);
    return a->o;
}

static operand predicate(struct reader *r, const struct argument *a, const char *name)
{
    if (a->kind == PREDICATE)
        return a->o;
    if (a->kind == NUMBER)
        return r->module->constants[~a->o] ? ALWAYS : 0;
    broken(r, "%s: an operand is no predicate", name);
}

/* A predicate that is a result: a sink is the frame's last one, which nobody reads. */
static operand predicate_result(struct reader *r, const struct argument *a, const char *name)
{
    if (a->kind == SINK)
        return (operand)r->function->predicates++;
    if (a->kind != PREDICATE || a->o <= 0)
        broken(r, "%s: a result is no predicate", name);
    return a->o;
}

/* The operand that an argument is: 'd' a result, 'r' a value, 'P' a predicate that is a result, 'p'
 * one that is read. */
static operand taken(struct reader *r, char kind, const struct argument *a, const char *name)
{
    switch (kind) {
    case 'd':
        return result_of(r, a, name);
    case 'P':
        return predicate_result(r, a, name);
    case 'p':
        return predicate(r, a, name);
    default:
        return value_of(r, a, name);
    }
}

/* Room for at least six, so that what a broken text leaves out is register 0. */
static operand *make_operands(struct reader *r, unsigned count)
{
    return take(r->module, (count < 6 ? 6 : count) * sizeof(operand));
}

static struct instruction *make_of(struct reader *r, const char *name, operand guard, operand *o)
{
    struct instruction *i = add_instruction(r, name);

    i->o = o;
    i->guard = guard;
    return i;
}

/* The lanes that `members` names wait for each other. */
static void meet(struct instruction *i, operand members)
{
    i->flow = MEET;
    i->members = members;
}

/* The instruction with all arguments as operands: the signature's letters; its last one stands for
 * all that come after. */
static struct instruction *make(struct reader *r, const struct mnemonic *m, operand guard,
                                const struct arguments *a, const char *signature)
{
    operand *o = make_operands(r, a->count);
    size_t last = strlen(signature) - 1;

    for (unsigned n = 0; n < a->count; n++)
        o[n] = taken(r, signature[n < last ? n : last], &a->a[n], m->name);
    struct instruction *i = make_of(r, m->name, guard, o);
    i->count = (uint8_t)a->count;
    i->results = (uint8_t)(a->pair ? 2 : a->groups ? a->group[0] : 0);
    return i;
}

/* The special register that a mov reads, or the function whose address it takes. */
static const char *what_is_unknown(struct reader *r, const struct mnemonic *m,
                                   const struct arguments *a)
{
    for (unsigned n = 0; n < a->count && is_base(m, "mov"); n++)
        if (a->a[n].kind == LABEL && a->a[n].name.length)
            return *a->a[n].name.at == '%' ? copy_word(r->module, a->a[n].name)
                                           : "the address of a function";
    return m->name;
}

static void make_unknown(struct reader *r, const char *name, operand guard)
{
    make_of(r, name, guard, make_operands(r, 0))->run = run_unknown;
}

/* ---- arithmetic ---------------------------------------------------------------------------- */

static const char *const integer_modes[] = { "f4e", "b4e", "rc8", "ecl", "ecr", "rc16", NULL };

/* What an instruction does differently, in a number: see alu.c. */
static uint8_t mode_of(struct mnemonic *m)
{
    if (is_base(m, "prmt"))
        return (uint8_t)(which(m, integer_modes, -1) + 1);
    if (is_base(m, "shf")) {
        bool left = has(m, "l"), wrap = has(m, "wrap");
        (void)(left || has(m, "r"));
        (void)(wrap || has(m, "clamp"));
        return (uint8_t)(left | wrap << 1);
    }
    if (is_base(m, "bfind"))
        return has(m, "shiftamt");
    if (is_base(m, "testp")) {
        static const char *const kinds[] = { "finite", "infinite",  "notanumber", "number",
                                             "normal", "subnormal", NULL };
        return (uint8_t) "fiauns"[which(m, kinds, 0)];
    }
    return 0;
}

/* dp4a.u32.s32, dp2a.lo.s32.s32. */
static bool decode_dot(struct reader *r, struct mnemonic *m, operand guard, struct arguments *a)
{
    if (!is_base(m, "dp4a") && !is_base(m, "dp2a"))
        return false;
    bool two = is_base(m, "dp2a"), high = has(m, "hi");
    enum type b = last_type(m), first = first_type(m);
    has(m, "lo");
    if (!all_used(m))
        return false;
    struct instruction *i = make(r, m, guard, a, "dr");
    i->run = find_operation("dot");
    i->type = U32;
    i->mode = (uint8_t)((first == S32) | (b == S32) << 1 | two << 2 | (two && high) << 3);
    return true;
}

/* add.cc, addc, subc.cc, mad.lo.cc, madc.hi, ... */
static bool decode_carry(struct reader *r, struct mnemonic *m, operand guard, struct arguments *a)
{
    bool takes = is_base(m, "addc") || is_base(m, "subc") || is_base(m, "madc");
    bool leaves = has(m, "cc"), mad = m->part[0].at[0] == 'm', high = has(m, "hi");

    if (!takes && !leaves)
        return false;
    has(m, "lo");
    enum type t = last_type(m);
    if (!all_used(m) || type_bytes(t) < 4)
        return false;
    struct instruction *i = make(r, m, guard, a, "dr");
    i->run = find_operation(mad ? "mad.carry" : "add.carry");
    i->type = (uint8_t)t;
    i->mode = (uint8_t)(takes | leaves << 1 | (m->part[0].at[0] == 's') << 2 | high << 3);
    return true;
}

/* Wraps an operation that rounds in another way, saturates, or has pairs of halves. */
static bool wrap(struct instruction *i, enum type t, bool saturate, bool pair, bool flush)
{
    enum rounding rounding = i->rounding;

    i->inner = i->run;
    i->saturate = pair && saturate;
    if (pair)
        i->run = run_pair;
    else if (flush && t == F32)
        i->run = run_flushed;
    else if (saturate && is_float(t))
        i->run = run_saturated;
    else if (rounding > RN)
        i->run = run_rounded;
    return ((pair || saturate) + flush + (rounding > RN) <= 1) &&
           (rounding <= RN || t == F32 || t == F64) && rounding <= RP;
}

/* The name in alu.c's table: without rounding, .approx and the like. */
static void table_name(struct mnemonic *m, enum type t, bool saturate, char *name, size_t size)
{
    static const char *const halves[] = { "lo", "hi", "wide", NULL };
    static const char *const ignored[] = { "approx", "full", "noftz", "uni", NULL };
    int half = which(m, halves, -1);
    bool is_fast = is_base(m, "div") && has(m, "approx");
    struct word type = m->part[m->count - 1];

    (void)which(m, ignored, 0);
    if (t == F16X2 || t == BF16X2)
        type.length -= 2;
    snprintf(name, size, "%.*s%s%s%s%s.%.*s", (int)m->part[0].length, m->part[0].at,
             half >= 0 ? "." : "", half >= 0 ? halves[half] : "", is_fast ? ".approx" : "",
             saturate && !is_float(t) ? ".sat" : "", (int)type.length, type.at);
    if (same(m->part[0], "slct"))
        snprintf(name, size, "slct.%.*s.%.*s", (int)m->part[m->count - 2].length,
                 m->part[m->count - 2].at, (int)type.length, type.at);
}

static bool decode_plain(struct reader *r, struct mnemonic *m, operand guard, struct arguments *a)
{
    char name[64];
    enum type t = last_type(m);
    bool saturate = has(m, "sat"), pair = t == F16X2 || t == BF16X2;
    bool flush = has(m, "ftz") && t == F32; /* a GPU's rcp.approx.ftz.f64 is a first guess */
    uint8_t mode = mode_of(m);
    enum rounding rounding = rounding_of(m);

    if (!t)
        return false;
    if (is_base(m, "slct"))
        first_type(m);
    table_name(m, t, saturate, name, sizeof name);
    operation *run = find_operation(name);
    if (!run || !all_used(m))
        return false;
    struct instruction *i = make(r, m, guard, a,
                                 t == PRED             ? "Pp"
                                 : is_base(m, "testp") ? "Pr"
                                                       : "dr");
    i->run = run;
    i->type = (uint8_t)t;
    i->mode = mode;
    i->rounding = (uint8_t)rounding;
    return wrap(i, t, saturate && is_float(t), pair, flush);
}

static bool decode_mov(struct reader *r, struct mnemonic *m, operand guard, struct arguments *a)
{
    enum type t = last_type(m);
    bool vector = a->count > 2;

    if (!t || !all_used(m) || a->count < 2 || a->count > 5)
        return false;
    if (a->a[1].kind == LABEL)
        return false; /* the address of a function */
    const char *signature = t == PRED                   ? "Pp"
                            : vector && a->group[0] > 1 ? &"ddddr"[5 - a->count]
                                                        : "dr";
    struct instruction *i = make(r, m, guard, a, signature);
    i->type = (uint8_t)t;
    i->run = t == PRED ? find_operation("mov.pred")
             : vector  ? run_mov_vector
                       : find_operation("mov");
    return true;
}

/* ---- comparisons, conversions -------------------------------------------------------------- */

static bool take_comparison(struct mnemonic *m, uint8_t *comparison, uint8_t *joins)
{
    static const char *const names[] = { "eq",  "ne",  "lt",  "le",  "gt",  "ge",  "equ",
                                         "neu", "ltu", "leu", "gtu", "geu", "num", "nan",
                                         "lo",  "ls",  "hi",  "hs",  NULL };
    static const uint8_t values[] = { EQ,  NE,  LT,  LE,  GT,   GE, EQU, NEU, LTU,
                                      LEU, GTU, GEU, NUM, NAN_, LT, LE,  GT,  GE };
    static const char *const words[] = { "and", "or", "xor", NULL };
    int n = which(m, names, -1), join = which(m, words, -1);

    if (n < 0)
        return false;
    *comparison = values[n];
    *joins = join < 0 ? 0 : (uint8_t)words[join][0];
    return true;
}

static bool decode_setp(struct reader *r, struct mnemonic *m, operand guard, struct arguments *a)
{
    uint8_t comparison, joins;
    enum type t = last_type(m);

    if (!take_comparison(m, &comparison, &joins) || !t || t == PRED || t == BF16X2 || !all_used(m))
        return false;
    const char *signature = a->pair ? (joins ? "PPrrp" : "PPrr") : joins ? "Prrp" : "Prr";
    struct instruction *i = make(r, m, guard, a, signature);
    i->results = a->pair ? 2 : 1;
    i->type = (uint8_t)t;
    i->comparison = comparison;
    i->joins = joins;
    i->run = t == F16X2 ? run_setp_pair : run_setp;
    return type_bytes(t) > 1 && (t != F16X2 || a->pair);
}

static bool decode_set(struct reader *r, struct mnemonic *m, operand guard, struct arguments *a)
{
    uint8_t comparison, joins;
    enum type from = last_type(m), to = first_type(m);

    if (!take_comparison(m, &comparison, &joins) || !from || !to || !all_used(m) ||
        type_bytes(from) < 2)
        return false;
    struct instruction *i = make(r, m, guard, a, joins ? "drrp" : "drr");
    i->type = (uint8_t)to;
    i->from = (uint8_t)from;
    i->comparison = comparison;
    i->joins = joins;
    i->run = run_set;
    return from != BF16X2;
}

static bool decode_selp(struct reader *r, struct mnemonic *m, operand guard, struct arguments *a)
{
    if (!last_type(m) || !all_used(m))
        return false;
    make(r, m, guard, a, "drrp")->run = run_selp;
    return true;
}

static bool decode_cvt(struct reader *r, struct mnemonic *m, operand guard, struct arguments *a)
{
    enum type from = last_type(m), to = first_type(m);
    enum rounding rounding = rounding_of(m);
    bool saturate = has(m, "sat"), pair = to == F16X2 || to == BF16X2;

    if (!from || !to || !all_used(m) || from == F16X2 || from == BF16X2 || (pair && from != F32))
        return false;
    struct instruction *i = make(r, m, guard, a, "dr");
    i->type = (uint8_t)to;
    i->from = (uint8_t)from;
    i->rounding = (uint8_t)rounding;
    i->saturate = saturate;
    operation *fast = saturate ? NULL : fast_cvt(to, from);
    i->run = pair ? run_cvt_pair : fast ? fast : run_cvt;
    return true;
}

static bool decode_cvta(struct reader *r, struct mnemonic *m, operand guard, struct arguments *a)
{
    bool to = has(m, "to");
    enum space space = space_of(m);

    if (!last_type(m) || !space || !all_used(m))
        return false;
    struct instruction *i = make(r, m, guard, a, "dr");
    i->space = (uint8_t)space;
    i->mode = to;
    i->run = run_cvta;
    return true;
}

static bool decode_isspacep(struct reader *r, struct mnemonic *m, operand guard,
                            struct arguments *a)
{
    enum space space = space_of(m);

    if (!space || !all_used(m))
        return false;
    struct instruction *i = make(r, m, guard, a, "Pr");
    i->space = (uint8_t)space;
    i->run = run_isspacep;
    return true;
}

/* ---- memory -------------------------------------------------------------------------------- */

/* The words about order, scope and caches. Does a loop with it perhaps wait for somebody? */
static bool take_order(struct mnemonic *m)
{
    static const char *const ignored[] = { "weak", "cta", "gpu", "sys",   "cluster",
                                           "ca",   "cg",  "cs",  "lu",    "cv",
                                           "wb",   "wt",  "nc",  "noftz", NULL };
    static const char *const strong[] = { "volatile", "relaxed", "acquire", "release",
                                          "acq_rel",  "mmio",    "sc",      NULL };
    bool may_wait = false;

    for (unsigned i = 0; ignored[i]; i++)
        has(m, ignored[i]);
    for (unsigned i = 0; strong[i]; i++)
        may_wait |= has(m, strong[i]);
    for (unsigned i = 1; i < m->count; i++) /* L1::no_allocate, L2::128B */
        if (m->part[i].length > 4 && m->part[i].at[0] == 'L' && m->part[i].at[2] == ':')
            m->used |= 1u << i;
    return may_wait;
}

/* ld.param, st.param: of the function's own parameters or of those of a call. */
static bool make_param(struct reader *r, const struct mnemonic *m, operand guard,
                       const struct arguments *a, struct instruction *i)
{
    const struct argument *where = &a->a[a->address];

    (void)guard;
    i->mode = where->of_call;
    i->offset = (int64_t)where->offset + a->offset;
    if (i->offset < 0 ||
        (uint64_t)i->offset + type_bytes(i->type) * i->vector > where->offset + where->size)
        broken(r, "%s: past the end of a parameter", m->name);
    if (i->run == run_load)
        i->run = run_load_param;
    else
        i->run = run_store_param;
    return true;
}

/* ld, ldu, st: its registers, then the address. */
static bool decode_memory(struct reader *r, struct mnemonic *m, operand guard, struct arguments *a)
{
    bool load = m->part[0].at[0] == 'l', may_wait = take_order(m);
    unsigned vector = has(m, "v2") ? 2 : has(m, "v4") ? 4 : 1;
    enum type t = last_type(m);
    enum space space = space_of(m);
    unsigned first = load ? 0 : 1, at = 0;

    if (!t || t == PRED || !all_used(m) || !a->has_address || a->count != vector + 1 ||
        a->address != (load ? vector : 0))
        return false;
    operand *o = make_operands(r, a->count);
    for (unsigned n = first; n < first + vector; n++)
        o[at++] = taken(r, load ? 'd' : 'r', &a->a[n], m->name);
    const struct argument *where = &a->a[a->address];
    bool param = where->kind == PARAMETER;
    o[at] = param ? 0 : value_of(r, where, m->name);
    struct instruction *i = make_of(r, m->name, guard, o);
    i->count = (uint8_t)a->count;
    i->type = (uint8_t)t;
    i->space = (uint8_t)space;
    i->vector = (uint8_t)vector;
    i->offset = a->offset;
    i->may_wait = may_wait;
    i->run = load ? run_load : run_store;
    return !param || make_param(r, m, guard, a, i);
}

/* atom: d, [a], b, c. red has no d. */
static bool decode_atomic(struct reader *r, struct mnemonic *m, operand guard, struct arguments *a)
{
    static const char *const names[] = { "add",  "min", "max", "and", "or", "xor",
                                         "exch", "cas", "inc", "dec", NULL };
    bool red = is_base(m, "red");
    int what = which(m, names, -1);
    enum type t = last_type(m);
    enum space space = space_of(m);
    unsigned at = red ? 0 : 1;

    take_order(m);
    if (what < 0 || !t || type_bytes(t) < 2 || !all_used(m) || !a->has_address ||
        a->address != at || a->count < at + 2 || a->count > at + 3 || t == BF16X2 || t == BF16)
        return false;
    operand *o = make_operands(r, 4);
    o[0] = red ? hidden_register(r) : result_of(r, &a->a[0], m->name);
    for (unsigned n = at; n < a->count; n++)
        o[n - at + 1] = value_of(r, &a->a[n], m->name);
    struct instruction *i = make_of(r, m->name, guard, o);
    i->count = 4;
    i->type = (uint8_t)t;
    i->space = (uint8_t)space;
    i->mode = (uint8_t)what;
    i->offset = a->offset;
    i->results = 1;
    i->may_wait = true;
    i->run = run_atomic;
    return true;
}

/* cp.async.commit_group; cp.async.wait_group n; cp.async.wait_all */
static bool decode_groups(struct reader *r, struct mnemonic *m, operand guard, struct arguments *a)
{
    bool commit = has(m, "commit_group"), group = has(m, "wait_group"), all = has(m, "wait_all");

    if (!all_used(m) || commit + group + all != 1 || a->count != (group ? 1u : 0u))
        return false;
    struct instruction *i = make(r, m, guard, a, "r");
    i->run = commit ? run_commit : run_wait_copies;
    return true;
}

/* cp.async.ca.shared.global [a], [b], bytes(, from) */
static bool decode_copy(struct reader *r, struct mnemonic *m, operand guard, struct arguments *a)
{
    if (!has(m, "async"))
        return false;
    if (!a->has_address)
        return decode_groups(r, m, guard, a);
    take_order(m);
    has(m, "shared"), has(m, "shared::cta"), has(m, "global");
    if (!all_used(m) || !a->second_address || a->count < 3 || a->count > 4)
        return false;
    struct instruction *i = make(r, m, guard, a, "r");
    i->offset = a->offset;
    i->second_offset = a->second_offset;
    i->run = run_copy_async;
    return true;
}

/* ---- flow, barriers, warps ----------------------------------------------------------------- */

static bool decode_branch(struct reader *r, struct mnemonic *m, operand guard, struct arguments *a)
{
    bool table = is_base(m, "brx");

    has(m, "uni"), has(m, "idx");
    if (!all_used(m) || a->count != (table ? 2u : 1u) || a->a[table].kind != LABEL)
        return false;
    operand *o = make_operands(r, 1);
    if (table)
        o[0] = value_of(r, &a->a[0], m->name);
    struct instruction *i = make_of(r, m->name, guard, o);
    i->flow = table ? TABLE : BRANCH;
    i->mode = table ? 'x' : 0;
    i->run = run_nothing;
    r->jumps = room(r->module, r->jumps, r->jump_count, sizeof *r->jumps);
    r->jumps[r->jump_count++] = (struct label){ a->a[table].name, r->module->code_count - 1 };
    return true;
}

static bool decode_end(struct reader *r, struct mnemonic *m, operand guard, struct arguments *a)
{
    (void)a;
    has(m, "uni");
    struct instruction *i = make_of(r, m->name, guard, make_operands(r, 0));
    i->run = is_base(m, "trap") || is_base(m, "brkpt") ? run_trap : run_nothing;
    i->flow = is_base(m, "ret") ? RETURN : is_base(m, "exit") ? EXIT : STRAIGHT;
    return all_used(m);
}

/* bar.warp.sync mask */
static bool decode_warp_barrier(struct reader *r, struct mnemonic *m, operand guard,
                                struct arguments *a)
{
    has(m, "sync");
    if (!all_used(m) || a->count != 1)
        return false;
    struct instruction *i = make(r, m, guard, a, "r");
    meet(i, i->o[0]);
    i->mode = 'w';
    i->run = run_nothing;
    return true;
}

/* bar.sync a(, b); bar.arrive a, b; bar.red.popc.u32 d, a(, b), p. In o: the result, a, b, p. */
static bool decode_barrier(struct reader *r, struct mnemonic *m, operand guard, struct arguments *a)
{
    static const char *const reductions[] = { "popc", "and", "or", NULL };
    bool red = has(m, "red"), arrive = has(m, "arrive"), sync = has(m, "sync");
    unsigned at = red ? 1 : 0, ids = a->count - at - (red ? 1 : 0);

    if (has(m, "warp"))
        return decode_warp_barrier(r, m, guard, a);
    has(m, "cta"), has(m, "aligned");
    int reduction = red ? which(m, reductions, -1) : 3;
    last_type(m);
    if (!all_used(m) || red + arrive + sync != 1 || reduction < 0 || a->count < at + 1 || ids < 1 ||
        ids > 2)
        return false;
    operand *o = make_operands(r, 4);
    o[0] = !red ? 0 : taken(r, reduction ? 'P' : 'd', &a->a[0], m->name);
    o[1] = value_of(r, &a->a[at], m->name);
    o[2] = ids == 2 ? value_of(r, &a->a[at + 1], m->name) : constant(r, 0);
    o[3] = red ? predicate(r, &a->a[a->count - 1], m->name) : 0;
    struct instruction *i = make_of(r, m->name, guard, o);
    i->flow = BARRIER;
    i->mode = (uint8_t)(arrive ? 4 : reduction); /* 0, 1, 2: popc, and, or; 3: none; 4: goes on */
    i->run = run_nothing;
    return true;
}

/* d|p, `inputs` values, members: the lanes that the last names wait for each other. o is d, p or 0,
 * the values. */
static struct instruction *make_meeting(struct reader *r, struct mnemonic *m, operand guard,
                                        struct arguments *a, unsigned inputs)
{
    unsigned n = a->pair ? 2 : 1;
    operand *o = make_operands(r, 2 + inputs);

    o[0] = result_of(r, &a->a[0], m->name);
    o[1] = a->pair ? predicate_result(r, &a->a[1], m->name) : 0;
    for (unsigned k = 0; k < inputs; k++)
        o[2 + k] = value_of(r, &a->a[n + k], m->name);
    operand members = value_of(r, &a->a[n + inputs], m->name);
    struct instruction *i = make_of(r, m->name, guard, o);
    i->flow = MEET;
    i->members = members;
    return i;
}

/* shfl.sync.idx.b32 d|p, a, b, c, members: o is d, p, a, b, c. */
static bool decode_shfl(struct reader *r, struct mnemonic *m, operand guard, struct arguments *a)
{
    static const char *const modes[] = { "idx", "up", "down", "bfly", NULL };
    int mode = which(m, modes, -1);
    unsigned n = a->pair ? 2 : 1;

    last_type(m);
    if (!has(m, "sync") || mode < 0 || !all_used(m) || a->count != n + 4)
        return false;
    struct instruction *i = make_meeting(r, m, guard, a, 3);
    i->mode = (uint8_t)mode;
    i->run = run_shfl;
    return true;
}

/* vote.sync.ballot.b32 d, p, members; all, any, uni: the result is a predicate. */
static bool decode_vote(struct reader *r, struct mnemonic *m, operand guard, struct arguments *a)
{
    static const char *const modes[] = { "all", "any", "uni", "ballot", NULL };
    int mode = which(m, modes, -1);

    last_type(m);
    if (!has(m, "sync") || mode < 0 || !all_used(m) || a->count != 3)
        return false;
    struct instruction *i = make(r, m, guard, a, mode == 3 ? "dpr" : "Ppr");
    meet(i, i->o[2]);
    i->mode = (uint8_t)mode;
    i->run = run_vote;
    return true;
}

/* match.any.sync.b32 d, a, members; match.all.sync.b32 d|p, a, members: o is d, p, a. */
static bool decode_match(struct reader *r, struct mnemonic *m, operand guard, struct arguments *a)
{
    bool all = has(m, "all");
    enum type t = last_type(m);
    unsigned n = a->pair ? 2 : 1;

    has(m, "any");
    if (!has(m, "sync") || !all_used(m) || a->count != n + 2)
        return false;
    struct instruction *i = make_meeting(r, m, guard, a, 1);
    i->mode = all;
    i->type = (uint8_t)t;
    i->run = run_match;
    return true;
}

/* redux.sync.add.s32 d, a, members */
static bool decode_redux(struct reader *r, struct mnemonic *m, operand guard, struct arguments *a)
{
    static const char *const names[] = { "add", "min", "max", "and", "or", "xor", NULL };
    int what = which(m, names, -1);
    enum type t = last_type(m);

    if (!has(m, "sync") || what < 0 || is_float(t) || !all_used(m) || a->count != 3)
        return false;
    struct instruction *i = make(r, m, guard, a, "drr");
    meet(i, i->o[2]);
    i->mode = (uint8_t)what;
    i->type = (uint8_t)t;
    i->run = run_redux;
    return true;
}

static bool decode_activemask(struct reader *r, struct mnemonic *m, operand guard,
                              struct arguments *a)
{
    last_type(m);
    make(r, m, guard, a, "d")->run = run_activemask;
    return all_used(m);
}

static bool decode_fence(struct reader *r, struct mnemonic *m, operand guard, struct arguments *a)
{
    static const char *const levels[] = { "cta", "gl",      "sys",     "gpu",
                                          "sc",  "acq_rel", "cluster", NULL };

    (void)a;
    for (unsigned i = 0; levels[i]; i++)
        has(m, levels[i]);
    struct instruction *i = make_of(r, m->name, guard, make_operands(r, 0));
    i->run = run_fence;
    return all_used(m);
}

/* What makes no difference here. */
static bool decode_hint(struct reader *r, struct mnemonic *m, operand guard, struct arguments *a)
{
    (void)a, (void)guard;
    struct instruction *i = make_of(r, m->name, ALWAYS, make_operands(r, 0));
    i->run = run_nothing;
    i->may_wait = is_base(m, "nanosleep");
    return true;
}

/* ---- wmma ---------------------------------------------------------------------------------- */

static const char *const shapes[] = { "m16n16k16", "m32n8k16", "m8n32k16", NULL };

/* wmma.load.a.sync.aligned.row.m16n16k16(.global).f16 {...}, [p](, stride): o: the registers, the
 * address, the stride. mode: 0 a, 1 b, 2 c or d; | 4: by columns. target: the shape. */
static bool decode_fragment(struct reader *r, struct mnemonic *m, operand guard,
                            struct arguments *a)
{
    static const char *const which_one[] = { "a", "b", "c", "d", NULL };
    bool load = has(m, "load"), column = has(m, "col");
    int shape = which(m, shapes, -1), one = which(m, which_one, -1);
    enum type t = last_type(m);
    enum space space = space_of(m);
    unsigned count = a->has_address ? a->group[load ? 0 : 1] : 0;

    has(m, "store"), has(m, "row"), has(m, "sync"), has(m, "aligned");
    if (!all_used(m) || shape < 0 || one < 0 || (t != F16 && t != F32) || count > 8 || count < 4 ||
        a->groups < 2)
        return false;
    operand *o = make_operands(r, count + 2);
    for (unsigned n = 0; n < count; n++)
        o[n] = taken(r, load ? 'd' : 'r', &a->a[load ? n : n + 1], m->name);
    o[count] = value_of(r, &a->a[a->address], m->name);
    unsigned rows = shape == 1   ? 32
                    : shape == 2 ? 8
                                 : 16,
             columns = shape == 1   ? 8
                       : shape == 2 ? 32
                                    : 16;
    unsigned dense = one == 0   ? (column ? rows : 16)
                     : one == 1 ? (column ? 16 : columns)
                     : column   ? rows
                                : columns;
    o[count + 1] =
        a->count > count + 1 ? value_of(r, &a->a[a->count - 1], m->name) : constant(r, dense);
    struct instruction *i = make_of(r, m->name, guard, o);
    i->count = (uint8_t)count;
    meet(i, constant(r, ALL_LANES));
    i->type = (uint8_t)t;
    i->space = (uint8_t)space;
    i->mode = (uint8_t)((one > 2 ? 2 : one) | column << 2);
    i->target = (uint32_t)shape;
    i->offset = a->offset;
    i->run = load ? run_wmma_load : run_wmma_store;
    return true;
}

/* wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {d}, {a}, {b}, {c}: the types of d and of c. The
 * layouts do not matter: a fragment is kept by rows. */
static bool decode_wmma(struct reader *r, struct mnemonic *m, operand guard, struct arguments *a)
{
    if (!has(m, "mma"))
        return decode_fragment(r, m, guard, a);
    int shape = which(m, shapes, -1);
    enum type c = last_type(m), d = first_type(m);
    has(m, "sync"), has(m, "aligned");
    for (unsigned i = 1; i < m->count; i++) /* row.row and col.col as well */
        if (same(m->part[i], "row") || same(m->part[i], "col"))
            m->used |= 1u << i;
    unsigned results = d == F32 ? 8 : 4, adds = c == F32 ? 8 : 4;
    if (!all_used(m) || shape < 0 || (c != F16 && c != F32) || (d != F16 && d != F32) ||
        a->groups != 4 || a->group[0] != results || a->group[1] != 8 || a->group[2] != 8 ||
        a->group[3] != adds)
        return false;
    struct instruction *i = make(r, m, guard, a, results == 8 ? "ddddddddr" : "ddddr");
    meet(i, constant(r, ALL_LANES));
    i->type = (uint8_t)d;
    i->from = (uint8_t)c;
    i->target = (uint32_t)shape;
    i->run = run_wmma_mma;
    return true;
}

/* ---- ldmatrix, mma ------------------------------------------------------------------------- */

/* ldmatrix.sync.aligned.m8n8.x4(.trans).shared.b16 {...}, [p]: o: the registers, the address. */
static bool decode_ldmatrix(struct reader *r, struct mnemonic *m, operand guard,
                            struct arguments *a)
{
    unsigned count = has(m, "x4") ? 4 : has(m, "x2") ? 2 : has(m, "x1") ? 1 : 0;
    bool transposed = has(m, "trans");
    enum type t = last_type(m);
    enum space space = space_of(m);

    has(m, "sync"), has(m, "aligned"), has(m, "m8n8");
    if (!all_used(m) || !count || t != B16 || !a->has_address || a->address != count ||
        a->count != count + 1)
        return false;
    struct instruction *i = make(r, m, guard, a, &"ddddr"[4 - count]);
    meet(i, constant(r, ALL_LANES));
    i->type = F16;
    i->vector = (uint8_t)count;
    i->mode = transposed;
    i->space = (uint8_t)space;
    i->offset = a->offset;
    i->run = run_ldmatrix;
    return true;
}

/* mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {d}, {a}, {b}, {c}: the types of all four.
 * mode: k. */
static bool decode_mma(struct reader *r, struct mnemonic *m, operand guard, struct arguments *a)
{
    unsigned depth = has(m, "m16n8k16") ? 16 : has(m, "m16n8k8") ? 8 : 0;
    enum type c = last_type(m), d = m->count == 10 ? type_of(m->part[6]) : NO_TYPE;

    has(m, "sync"), has(m, "aligned"), has(m, "row"), has(m, "col");
    if (d && type_of(m->part[7]) == F16 && type_of(m->part[8]) == F16)
        m->used |= 7u << 6;
    unsigned results = d == F32 ? 4 : 2, adds = c == F32 ? 4 : 2;
    if (!all_used(m) || !depth || (c != F16 && c != F32) || (d != F16 && d != F32) ||
        a->groups != 4 || a->group[0] != results || a->group[1] != depth / 4 ||
        a->group[2] != depth / 8 || a->group[3] != adds)
        return false;
    struct instruction *i = make(r, m, guard, a, results == 4 ? "ddddr" : "ddr");
    meet(i, constant(r, ALL_LANES));
    i->type = (uint8_t)d;
    i->from = (uint8_t)c;
    i->mode = (uint8_t)depth;
    i->run = run_mma;
    return true;
}

/* ---- calls --------------------------------------------------------------------------------- */

/* (a, b): which variables of this function they are. */
static unsigned read_call_list(struct reader *r, struct place **places)
{
    unsigned count = 0;

    if (!take_sign(r, '('))
        return 0;
    while (!take_sign(r, ')')) {
        const struct symbol *s = find_symbol(r, read_name(r));
        if (!s || s->kind != OF_CALL)
            broken(r, "a call has something else than .param variables");
        *places = room(r->module, *places, count, sizeof **places);
        (*places)[count++] = (struct place){ s->offset, s->size };
        take_sign(r, ',');
    }
    return count;
}

/* call(.uni) (results), name, (arguments); results and arguments may be missing. */
void decode_call(struct reader *r, struct word mnemonic, operand guard)
{
    struct mnemonic m = take_apart(r, mnemonic);
    struct call *call = take(r->module, sizeof *call);

    skip_space(r);
    call->result_count = read_call_list(r, &call->results);
    take_sign(r, ',');
    struct word name = read_name(r);
    take_sign(r, ',');
    call->argument_count = read_call_list(r, &call->arguments);
    if (take_sign(r, ','))
        read_name(r); /* a prototype */
    has(&m, "uni");
    if (!all_used(&m) || *name.at == '%') {
        make_unknown(r, "call through a register", guard);
        return;
    }
    struct instruction *i = make_of(r, m.name, guard, make_operands(r, 0));
    i->flow = CALL;
    i->call = call;
    i->run = run_nothing;
    r->calls = room(r->module, r->calls, r->call_count, sizeof *r->calls);
    r->calls[r->call_count++] = (struct label){ name, r->module->code_count - 1 };
}

static void check_call(struct reader *r, const struct call *c, const struct function *f)
{
    bool fits = c->argument_count == f->parameter_count && c->result_count == f->result_count;

    for (unsigned n = 0; fits && n < c->argument_count; n++)
        fits = c->arguments[n].size == f->parameters[n].size;
    for (unsigned n = 0; fits && n < c->result_count; n++)
        fits = c->results[n].size == f->results[n].size;
    if (!fits)
        broken(r, "a call does not fit the parameters of %s", f->name);
}

void finish_calls(struct reader *r)
{
    for (unsigned n = 0; n < r->call_count; n++) {
        struct instruction *i = &r->module->code[r->calls[n].at];
        struct word name = r->calls[n].name;
        struct function *f = ptx_find_function(r->module, name.at, name.length);
        struct call *call = (struct call *)i->call;
        if (!f)
            broken(r, "there is no function %.*s", (int)name.length, name.at);
        check_call(r, call, f);
        i->callee = f;
        call->builtin = f->defined ? NULL : find_builtin(f->name);
        if (!f->defined && !call->builtin) {
            i->name = f->name;
            i->run = run_unknown;
            i->flow = STRAIGHT;
        }
    }
}

/* ---- all families -------------------------------------------------------------------------- */

typedef bool decoder(struct reader *r, struct mnemonic *m, operand guard, struct arguments *a);

static const struct {
    const char *base;
    decoder *decode;
} families[] = {
    { "mov", decode_mov },           { "setp", decode_setp },
    { "set", decode_set },           { "selp", decode_selp },
    { "cvt", decode_cvt },           { "cvta", decode_cvta },
    { "isspacep", decode_isspacep }, { "ld", decode_memory },
    { "ldu", decode_memory },        { "st", decode_memory },
    { "atom", decode_atomic },       { "red", decode_atomic },
    { "cp", decode_copy },           { "bra", decode_branch },
    { "brx", decode_branch },        { "ret", decode_end },
    { "exit", decode_end },          { "trap", decode_end },
    { "brkpt", decode_end },         { "bar", decode_barrier },
    { "barrier", decode_barrier },   { "shfl", decode_shfl },
    { "vote", decode_vote },         { "match", decode_match },
    { "redux", decode_redux },       { "activemask", decode_activemask },
    { "membar", decode_fence },      { "fence", decode_fence },
    { "nanosleep", decode_hint },    { "prefetch", decode_hint },
    { "prefetchu", decode_hint },    { "pmevent", decode_hint },
    { "wmma", decode_wmma },         { "ldmatrix", decode_ldmatrix },
    { "mma", decode_mma },
};

void decode(struct reader *r, struct word mnemonic, operand guard, struct arguments *a)
{
    struct mnemonic m = take_apart(r, mnemonic);
    uint32_t before = r->module->code_count;
    decoder *decoder = NULL;

    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (is_base(&m, families[i].base))
            decoder = families[i].decode;
    bool known = decoder ? decoder(r, &m, guard, a)
                         : decode_dot(r, &m, guard, a) || decode_carry(r, &m, guard, a) ||
                               (m.used = 1, decode_plain(r, &m, guard, a));
    if (known)
        return;
    r->module->code_count = before; /* what it may have made */
    make_unknown(r, what_is_unknown(r, &m, a), guard);
}
