/* CPU device: what becomes of a statement that declares __shared__ variables. */
#include "rewrite.h"

bool shared_statement(size_t i)
{
    if ((tokens[i].kind != NAME && !is(i, ":")) || !begins_statement(i))
        return false;
    for (size_t k = i; k < count && tokens[k].kind != END; k++) {
        if (is(k, "__shared__"))
            return true;
        if ((is(k, "(") || is(k, "[")) && tokens[k].match)
            k = tokens[k].match;
        else if (tokens[k].kind != NAME && !is(k, "<") && !is(k, ">") && !is(k, "*") && !is(k, ":"))
            return false;
    }
    return false;
}

/* The specifiers from .. to-1 but for those of memory: the type. */
static void put_type(size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (!is(i, "extern") && !is(i, "__shared__") && !is(i, "static") && !is(i, "__device__")) {
            if (tokens[i - 1].end != tokens[i].start || tokens[i].kind == NAME)
                putchar(' ');
            put_token(i);
        }
}

/* ---- extern __shared__ ----------------------------------------------------------------------- */

/* The specifiers from .. name-1 without alignment. */
static void put_element_type(size_t from, size_t name)
{
    for (size_t i = from; i < name; i = attribute_end(i) + 1)
        if (attribute_end(i) == i || is(i, "decltype"))
            put_type(i, attribute_end(i) + 1);
    putchar(' ');
}

/* What `extern __shared__ float name[][4];` becomes has this type, a pointer to the first element:
 * `float (*name)[4]`, or without the name; `rest` is the token after [], `to` the semicolon. */
static void put_pointer(size_t from, size_t name, size_t rest, size_t to, bool with_name)
{
    put_element_type(from, name);
    fputs(rest < to ? "(*" : "*", stdout);
    if (with_name) {
        fputs("__attribute__((unused)) ", stdout);
        put_token(name);
    }
    fputs(rest < to ? ")" : "", stdout);
    put_flat(rest, to);
}

/* Does an `extern __shared__` outside of functions declare the name as well? */
static bool is_dynamic_outside(size_t name)
{
    for (size_t i = 1; i < count; i++) {
        bool is_shared = false;
        for (size_t k = i; same_name(i, name) && !tokens[k].in.function && !is(k, ";") && k > 0;
             k--)
            is_shared |= is(k, "__shared__");
        if (is_shared)
            return true;
    }
    return false;
}

/* One name of a dynamic array has one type: a declaration whose type the compiler compares. */
static void put_declared(size_t from, size_t name, size_t rest, size_t end)
{
    if (is_dynamic_outside(name)) {
        fputs("{ extern __attribute__((tls_model(\"local-exec\"))) __thread ", stdout);
        put_pointer(from, name, rest, end, true);
        fputs(" __asm__(\"cpu_device_dynamic_shared\"); }", stdout);
        return;
    }
    fputs("{ extern ", stdout);
    put_element_type(from, name);
    put_back(name);
    put_flat(name, end);
    fputs(" __attribute__((unused)); }", stdout);
    put_back(from);
}

/* Behind an error, for a compiler that quotes this line: what it does not declare. */
static void put_instead(size_t from, size_t to)
{
    fputs(" /* ", stdout);
    put_flat(from, to);
    fputs(" */", stdout);
}

/* extern __shared__ T name[]...; from token `from` to the semicolon `to`. */
static void put_dynamic_shared(size_t from, size_t to)
{
    size_t bracket = from;
    while (bracket < to && !is(bracket, "["))
        bracket = attribute_end(bracket) + 1;
    size_t name = bracket - 1, rest = tokens[bracket].match + 1, end = rest;
    while (is(end, "["))
        end = after(end); /* an attribute may follow */
    if (bracket >= to || statement_has(from, to, ",")) {
        put_error("extern __shared__ takes one array without a size, as in: extern __shared__ "
                  "float s[];");
        put_instead(from, to);
        return;
    }
    for (size_t i = from + 1; i < name; i++)
        if (is(i, "alignas")) {
            put_error("alignas after extern is not possible: write it before, as in: alignas(16) "
                      "extern __shared__ char s[];");
            put_instead(from, to);
            return;
        }
    if (tokens[from].in.function) {
        if (is(from - 1, "]")) /* its attribute, which no block may have */
            fputs("typedef int cpu_device_attributed __attribute__((unused)); ", stdout);
        put_declared(from, name, rest, end);
        put_pointer(from, name, rest, end, true);
        fputs(" = (", stdout);
        put_pointer(from, name, rest, end, false);
        fputs(")::cpu_device::dynamic_shared()", stdout);
        if (options.traffic) {
            fputs("; ::cpu_device::check::on_shared(::cpu_device::dynamic_shared(), 0, \"", stdout);
            put_token(name);
            fputs("\", ~0u, 0, 0)", stdout);
        }
    } else {
        fputs("extern __attribute__((tls_model(\"local-exec\"))) __thread ", stdout); /* hooks.h */
        put_pointer(from, name, rest, end, true);
        fputs(" __asm__(\"cpu_device_dynamic_shared\")", stdout); /* see execution.h */
    }
    put_gaps(from, to);
    putchar(';');
}

/* ---- for the bug finder and the traffic counters --------------------------------------------- */

/* Makes the __shared__ variable known: where it stands in a function; or, as it has no such place
 * outside, at each launch. */
static void put_known(size_t name)
{
    bool local = tokens[name].in.function;
    if (!local)
        printf("static const int cpu_device_known_%zu __attribute__((unused)) = "
               "::cpu_device::check::at_launch([] { ",
               name);
    fputs("::cpu_device::check::shared_variable(", stdout);
    put_token(name);
    fputs(", \"", stdout);
    put_token(name);
    fputs(local ? "\");" : "\"); });", stdout);
}

static void put_all_known(size_t from, size_t to)
{
    for (size_t name = first_declared(from); name;) {
        putchar(' ');
        put_known(name);
        name = declarator_end(name) < to ? declared_name(declarator_end(name) + 1) : 0;
    }
}

/* Are the statement's variables objects that no constructor makes? */
static bool is_unmade(size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (tokens[i].mark.unmade)
            return true;
    return false;
}

/* Each variable of the statement becomes a member, and beside it lie bytes that nobody may touch:
 * for the bug finder, and as a union for objects that no constructor makes. */
static void put_guarded(size_t from, size_t to)
{
    size_t first = first_declared(from);
    bool local = tokens[from].in.function, unmade = is_unmade(from, to);
    while (is(first - 1, "*")) /* belongs to the first declarator, not to the type of all */
        first--;
    for (size_t begin = first; begin < to; begin = declarator_end(begin) + 1) {
        size_t name = declared_name(begin);
        fputs("static thread_local struct { ", stdout);
        if (options.check)
            printf("char cpu_device_front[4096]%s; ", unmade ? " = {}" : "");
        if (unmade)
            printf("union cpu_device_unmade_%zu { ", name);
        put_type(from, first);
        putchar(' ');
        put_flat(begin, declarator_end(begin));
        fputs(options.check ? "; char cpu_device_guard[16384" : "; char cpu_device_guard[256",
              stdout);
        if (unmade) {
            fputs(" + sizeof ", stdout);
            put_token(name);
            printf("]; constexpr cpu_device_unmade_%zu() : cpu_device_guard() {} "
                   "~cpu_device_unmade_%zu() {",
                   name, name);
        }
        printf("%s } cpu_device_shared_%zu "
               "__attribute__((aligned(16))); %sauto &",
               unmade ? "} } in;" : "];", name, local ? "" : "static thread_local ");
        put_token(name);
        printf(" __attribute__((unused)) = cpu_device_shared_%zu.%s", name, unmade ? "in." : "");
        put_token(name);
        fputs("; ", stdout);
        if (options.check)
            put_known(name);
    }
    put_gaps(from, to);
}

/* ---- how much of it a kernel uses ------------------------------------------------------------ */

static size_t names[256]; /* of the __shared__ variables that are visible */
static size_t name_count;

static void forget_invisible(size_t here)
{
    for (; name_count > 0; name_count--) {
        size_t i = names[name_count - 1];
        while (i < here && !is(i, "}"))
            i = is(i, "{") ? after(i) : i + 1;
        if (i >= here)
            return;
    }
}

static void put_sizes(void)
{
    putchar('0');
    for (size_t i = 0; i < name_count; i++) {
        fputs(" + sizeof(", stdout);
        put_token(names[i]);
        putchar(')');
    }
}

/* The sizes of the block's static __shared__ variables declared by tokens from .. to-1 and by the
 * earlier ones of the same function: at most 48 KB in all, as nvcc insists. */
static void put_limit(size_t from, size_t to)
{
    forget_invisible(from);
    for (size_t i = from; i < to; i = after_part(i))
        if (tokens[i].kind == NAME && !is_type_word(i) &&
            ((is(i + 1, "[") && !is(i + 2, "[")) || is(i + 1, ",") || i + 1 == to) &&
            name_count < sizeof names / sizeof *names)
            names[name_count++] = i;
    if (!name_count)
        return;
    fputs(" static_assert(", stdout);
    put_sizes();
    fputs(" <= 48 * 1024", stdout);
    put_reason("too much shared memory: a block has 48 KB");
    const struct function *f = kernel_around(from);
    const struct kernel *k = f ? find_kernel(f->name) : NULL;
    if (k && !k->generic && !k->shared_name) { /* which a launch knows by its address */
        printf(" (void)&::cpu_device::static_shared<%s, ", k->name);
        put_sizes();
        fputs(">::known;", stdout);
    } else if (k) {
        fputs(" ::cpu_device::add_static_shared(", stdout);
        put_sizes();
        fputs(");", stdout);
    }
}

/* ---- all statements -------------------------------------------------------------------------- */

/* Is it, amid specifiers, what C++ takes at their beginning: alignas() or [[maybe_unused]]? */
static bool is_standard_attribute(size_t i, size_t from)
{
    return i > from && (is(i, "alignas") || (is(i, "[") && is(i + 1, "[")));
}

/* Each alignas() of the statement that begins at token `from`, for its beginning. */
static void put_alignments(size_t from, size_t to)
{
    bool any = false;
    for (size_t i = from + 1; i < to; i = after_part(i))
        if (is(i, "alignas")) {
            put_flat(i, attribute_end(i) + 1);
            any = true;
        }
    if (any)
        put_back(from);
}

/* Token for token, as thread_local. */
static void put_static_shared(size_t from, size_t to)
{
    bool is_static = statement_has(from, to, "static");
    put_gap(from);
    put_alignments(from, to);
    for (size_t i = from; i <= to; i++) {
        if (i > from)
            put_gap(i);
        if (is(i, "__shared__")) {
            printf("%sthread_local __attribute__((aligned(16)))", is_static ? "" : "static ");
            put_back_after(i);
        } else if (is_standard_attribute(i, from))
            i = is(i, "[") ? tokens[i].match : attribute_end(i);
        else if (!is(i, "__device__"))
            put_token(i);
    }
}

size_t put_shared(size_t from)
{
    size_t to = statement_end(from);
    bool local = tokens[from].in.function,
         global = !local && !in_class(from) && !is(from, "template");
    if (statement_has(from, to, "extern")) {
        put_gap(from);
        put_dynamic_shared(from, to);
        return to + 1;
    }
    bool guarded = (options.check || is_unmade(from, to)) && first_declared(from) &&
                   (local || (global && !statement_has(from, to, "{")));
    if (guarded) {
        put_gap(from);
        put_guarded(from, to);
    } else {
        put_static_shared(from, to);
    }
    if (local)
        put_limit(from, to);
    if (options.traffic && (local || (global && !statement_has(from, to, "static"))))
        put_all_known(from, to);
    return to + 1;
}
