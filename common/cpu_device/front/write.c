/* CPU device: writes the program as plain C++. All that is not changed is copied, and no newline is
 * added or lost except before a line marker, so that messages keep naming the student's line. */
#include <ctype.h>
#include <string.h>
#include "names.h"
#include "rewrite.h"

/* ---- places in the program ------------------------------------------------------------------- */

/* As a string: "lab.cu:12". The preprocessor wrote the file's name, so it is escaped already. */
static void put_place(size_t i) { printf("\"%s:%d\"", tokens[i].file, tokens[i].line); }

/* ---- launches -------------------------------------------------------------------------------- */

struct launch {
    size_t start;                  /* the first token of the kernel's name */
    size_t chevrons;               /* <<< */
    size_t name, end;              /* the kernel's, without a::; >>> */
    size_t args;                   /* the ( of the arguments */
    const struct kernel *kernel;   /* NULL: a pointer, say, or a template with its arguments */
    const struct kernel *declared; /* that of a template as well */
    bool generic;                  /* the arguments say which kernel is meant */
    bool references;               /* a generic one may take a reference */
    bool braces;                   /* a generic one has an argument in braces */
    bool pointer;                  /* the kernel is a value that may change */
};

/* Is argument token i, alone between commas, a null pointer or a 0? */
static bool is_null(size_t i)
{
    return (is(i, "0") || is(i, "__null")) && (is(i - 1, "(") || is(i - 1, ",")) &&
           (is(i + 1, ")") || is(i + 1, ","));
}

static bool has_null(size_t open)
{
    for (size_t i = open + 1; i < tokens[open].match; i = after(i))
        if (is_null(i))
            return true;
    return false;
}

/* Has one of these kernels, templates say, a parameter that is a reference? */
static bool has_reference(const struct kernel *k)
{
    for (size_t i = k ? k->open : 0; k && i < tokens[k->open].match; i++)
        if (is(i, "&") && !is(i + 1, "&") && !is(i - 1, "&"))
            return true;
    return false;
}

static struct launch launch_at(size_t i)
{
    struct launch l = { .start = i, .chevrons = tokens[i].mark.launch };
    l.end = config_end(l.chevrons);
    l.args = l.end + 3;
    size_t name = l.chevrons - 1;
    while (is(name, ")"))
        name--;
    l.kernel = find_kernel(name);
    l.name = before_template(name);
    l.declared = find_kernel(l.name);
    l.generic = is(name, ">") || (l.kernel && (l.kernel->generic || l.kernel->shared_name));
    l.braces = l.generic && l.declared && has_braces(l.args);
    l.references = l.generic && !l.braces && has_reference(l.declared) && !has_null(l.args);
    l.pointer = !l.generic && !l.kernel;
    return l;
}

/* The comma after the parameter that begins at token i, or the ) of them all. */
static size_t parameter_end(size_t i, size_t close)
{
    while (i < close && !is(i, ","))
        i = after_part(i);
    return i < close ? i : close;
}

/* May the parameters of a launch be told by the kernel's name? */
static bool has_parameters(const struct kernel *k)
{
    return k && !k->overloaded && !k->shared_name;
}

/* The names of a kernel's parameters as a string, "n,p,"; one may have none. */
static void put_parameter_names(const struct kernel *k)
{
    size_t close = has_parameters(k) ? tokens[k->open].match : 0, end;
    putchar('"');
    for (size_t from = close ? k->open + 1 : 1; from < close; from = end + 1) {
        size_t name = from;
        end = parameter_end(from, close);
        while (name + 1 < end && !is(name + 1, "=") && !is(name + 1, "[") && !is(name + 1, "("))
            name++;
        if (name > from && tokens[name].kind == NAME && !is_type_word(name))
            put_token(name);
        putchar(',');
    }
    putchar('"');
}

/* For explain.c: where a launch is, its kernel, and the kernel's parameters, with tabs between. */
static void note_launch(const struct launch *l)
{
    const struct kernel *k = l->kernel;
    if (!launches || !has_parameters(k))
        return;
    fprintf(launches, "%s\t%d\t%d\t%s", tokens[l->start].file, tokens[l->start].line,
            column(l->start), k->name);
    size_t close = tokens[k->open].match, end;
    for (size_t from = k->open + 1; from <= close; from = end + 1) {
        end = parameter_end(from, close);
        fputc('\t', launches);
        for (size_t p = from; p < end; p++)
            fprintf(launches, "%s%.*s", p > from && tokens[p].start > tokens[p - 1].end ? " " : "",
                    (int)(tokens[p].end - tokens[p].start), text + tokens[p].start);
    }
    fputc('\n', launches);
}

static void put_range(size_t from, size_t to);

/* The arguments of a generic launch: NULL becomes nullptr, and 0 what the kernel makes of it. */
static void put_arguments(size_t open)
{
    size_t from = open;
    for (size_t i = open + 1; i < tokens[open].match; i = after(i)) {
        if (!is_null(i))
            continue;
        put_range(from, i);
        put_gap(i);
        fputs(is(i, "0") ? "::cpu_device::zero{}" : "nullptr", stdout);
        from = i + 1;
    }
    put_range(from, tokens[open].match);
}

static void put_kernel_name(const struct launch *l) { put_flat(l->start, l->chevrons); }

/* Where it stands in the program. */
static void put_kernel(const struct launch *l)
{
    put_back(l->start);
    put_kernel_name(l);
}

/* Is the kernel a template that makes of each argument's type one of its own? */
static bool deduces_types(const struct launch *l)
{
    const struct kernel *k = l->kernel;
    for (size_t i = k ? k->open : 0; k && i < tokens[k->open].match; i++)
        if (is(i, "void")) /* it takes a pointer to whatever */
            return false;
    return has_parameters(k) && after_template_head(k->open - 1) && !options.clang;
}

/* The lambda that calls the kernel. A pointer to one is read now: the host may change it before the
 * kernel runs. */
static void put_call(const struct launch *l)
{
    bool local = tokens[l->start].in.function;
    fputs(local ? "[=" : "[", stdout);
    if (l->pointer) {
        fputs(local ? ", cpu_device_k = " : "cpu_device_k = ", stdout);
        put_kernel(l);
    }
    printf("](auto %s... cpu_device_a)", l->references ? "&&" : "");
    if (l->generic && !l->braces && has_null(l->args)) { /* lets launch_generic ask what fits */
        fputs(" -> decltype(", stdout);
        put_kernel_name(l);
        fputs("(cpu_device_a...))", stdout);
    }
    fputs(" { ", stdout);
    if (deduces_types(l)) {
        put_back(l->start);
        fputs("static_assert(!(::cpu_device::is_local<decltype(cpu_device_a)>() || ...)", stdout);
        put_reason(
            "an argument's type is defined in a function, so it cannot be a template argument of "
            "a kernel: define it outside");
    }
    if (l->pointer)
        fputs("cpu_device_k", stdout);
    else
        put_kernel(l);
    fputs("(cpu_device_a...); }", stdout);
}

/* A lambda that is never called: its type says what the kernel takes. */
static void put_probe(const struct launch *l)
{
    fputs("[](auto &&...cpu_device_a) -> decltype(", stdout);
    put_kernel_name(l);
    fputs("(static_cast<decltype(cpu_device_a)>(cpu_device_a)...)) {}", stdout);
}

/* A lambda that gives the kernel with the parameters of its argument's type. */
static void put_address(const struct launch *l)
{
    fputs("[](auto cpu_device_f) -> std::decay_t<decltype(cpu_device_f = ", stdout);
    put_flat(l->start, l->chevrons);
    fputs(")> { return ", stdout);
    put_flat(l->start, l->chevrons);
    fputs("; }", stdout);
}

/* ::cpu_device::config(grid, block) */
static void put_config(const struct launch *l)
{
    put_back(l->chevrons);
    fputs("::cpu_device::config(", stdout);
    put_back_after(l->chevrons + 2);
    put_range(l->chevrons + 3, l->end);
    put_gap(l->end);
    putchar(')');
}

/* Where arguments in braces have no type by themselves: the type of what is called like the kernel
 * (put_parameters). */
static void put_as(const struct launch *l)
{
    fputs("_as<decltype(", stdout);
    put_flat(l->start, l->name);
    fputs("cpu_device_parameters_", stdout);
    put_flat(l->name, l->chevrons);
    put_flat(l->args, tokens[l->args].match + 1);
    fputs(")>", stdout);
}

/* The function of launch.h that a launch calls. */
static void put_launcher(const struct launch *l)
{
    fputs(" ::cpu_device::launch", stdout); /* a colon may be before it */
    if (l->braces)
        put_as(l);
    else if (l->generic)
        fputs(l->references ? "_references" : "_generic", stdout);
    fputs("(\"", stdout);
}

/* A launch whose name begins at token i; returns the token after what was written. */
static size_t put_launch(size_t i)
{
    struct launch l = launch_at(i);
    put_gap(i);
    if (tokens[i].in.device) {
        put_error(
            "a launch inside a kernel (dynamic parallelism) is not available on the CPU device");
        return l.args;
    }
    put_launcher(&l);
    put_kernel_name(&l);
    fputs("\", ", stdout);
    put_parameter_names(l.declared);
    fputs(", ", stdout);
    put_place(i);
    fputs(", ", stdout);
    if (!l.generic) {
        put_kernel(&l);
        fputs(", ", stdout);
    }
    put_call(&l);
    fputs(", ", stdout);
    if (l.references) {
        put_probe(&l);
        fputs(", ", stdout);
    } else if (l.generic && !l.braces) {
        put_address(&l);
        fputs(", ", stdout);
    }
    put_config(&l);
    fputs(").start", stdout);
    put_back_after(l.args - 1);
    note_launch(&l);
    if (!tokens[l.args].match)
        return l.args;
    if (l.generic && !l.braces)
        put_arguments(l.args);
    else
        put_range(l.args, tokens[l.args].match);
    return tokens[l.args].match;
}

/* ---- what is added to a token ---------------------------------------------------------------- */

/* At the { of a kernel: what a launch must know, the first number of its __launch_bounds__. Of a
 * template nothing, because a launch does not know its address. */
static void put_launch_bounds(size_t i)
{
    const struct function *f = kernel_around(i);
    const struct kernel *k = f && f->body == i ? find_kernel(f->name) : NULL;
    if (!k || k->generic || k->shared_name)
        return;
    for (size_t b = f->first; b < i; b++) {
        size_t number = b + 4, end = number; /* after "(0," */
        if (!is(b, "cpu_device_launch_bounds"))
            continue;
        while (end < tokens[b + 1].match && !is(end, ","))
            end = after(end);
        printf(" (void)&::cpu_device::launch_bounds<%s, (", k->name);
        put_flat(number, end);
        fputs(")>::known;", stdout);
    }
}

/* The parameters of the kernel whose ( is at token `open`, in brackets and without defaults. */
static void put_plain_parameters(size_t open)
{
    size_t close = tokens[open].match, end;
    putchar('(');
    for (size_t from = open + 1; from < close; from = end + 1) {
        size_t to = from;
        end = parameter_end(from, close);
        while (to < end && !is(to, "="))
            to = after_part(to);
        put_flat(from, to);
        putchar(end < close ? ',' : ')');
    }
    if (close == open + 1)
        putchar(')');
}

/* After a kernel whose launches have arguments in braces: a function that is never called, whose
 * type says the kernel's parameters. */
static void put_parameters(size_t open)
{
    size_t name = open - 1, head = first_specifier(name);
    const struct kernel *k = find_kernel(name);
    while (is(head - 1, "]") && tokens[head - 1].match)
        head = tokens[head - 1].match;
    if (!k || !k->braces)
        return;
    putchar(' ');
    if (is(head - 1, ">")) {
        size_t less = template_open(head - 1);
        if (less + 2 == head) /* template <> */
            return;
        put_flat(less - 1, head);
    }
    fputs(" ::cpu_device::parameters<void ", stdout);
    put_plain_parameters(open);
    fputs("> cpu_device_parameters_", stdout);
    put_token(name);
    put_plain_parameters(open);
    putchar(';');
}

/* After the } of a kernel, where the program launches one by its address. */
static void put_registration(size_t i)
{
    const struct function *f = kernel_around(i);
    const struct kernel *k = f && f->end == i ? find_kernel(f->name) : NULL;
    if (!k || k->generic)
        return;
    size_t name = f->name; /* util::scale of void util::scale(int *p) { */
    while (is_colons(name - 1) && !is(name - 3, "void"))
        name -= 3;
    printf(" static const int cpu_device_kernel_%zu __attribute__((unused)) = "
           "::cpu_device::register_kernel(",
           i);
    if (k->shared_name)
        printf("(void (*)%s))", k->parameters);
    put_flat(name, f->name + 1);
    fputs(", \"", stdout);
    put_token(f->name);
    fputs("\");", stdout);
}

/* For the bug finder: bytes that nobody may touch, before and behind a declaration of variables.
 * The compiler puts them in the order of the file or against it; zeroes, values, constants apart.
 */
static void put_variable_guards(size_t i)
{
    printf(" __attribute__((used, aligned(64))) static char cpu_device_zeroes_%zu[4096],"
           " cpu_device_values_%zu[256] = { 1 };"
           " __attribute__((used, aligned(64))) static const char"
           " cpu_device_constants_%zu[256] = { 1 };"
           " static const int cpu_device_guards_%zu __attribute__((unused)) ="
           " (::cpu_device::check::on_guard(cpu_device_zeroes_%zu, 4096),"
           " ::cpu_device::check::on_guard(cpu_device_values_%zu, 256),"
           " ::cpu_device::check::on_guard(cpu_device_constants_%zu, 256), 0); ",
           i, i, i, i, i, i, i);
}

/* After the ; of the declaration that begins at token i. One in a function is made known whenever a
 * thread comes by, to the bug finder alone. */
static void put_device_variables(size_t i)
{
    size_t first = statement_begin(i), end = statement_end(i);
    const bool inside = tokens[i].in.function;
    const char *kind = statement_has(first, end, "__managed__")    ? "managed"
                       : statement_has(first, end, "__constant__") ? "constant"
                                                                   : "device";
    if (inside && !options.check)
        return;
    if (!inside && options.check)
        put_variable_guards(end);
    for (size_t name = first_declared(i); name;) {
        if (!inside)
            printf(" static const int cpu_device_variable_%zu __attribute__((unused)) =", name);
        fputs(" ::cpu_device::check::variable(", stdout);
        put_token(name);
        fputs(", \"", stdout);
        put_token(name);
        printf("\", ::cpu_device::check::%s_variable);", kind);
        if (is(declarator_end(name), ";"))
            break;
        name = declared_name(declarator_end(name) + 1);
    }
}

/* A statement of device code that begins at token i and declares an array whose size has a name in
 * it: the array's name, or 0. */
static size_t named_array(size_t i)
{
    static const char *const others[] = { "delete",  "new",   "goto",       "using",
                                          "typedef", "throw", "__shared__", "extern",
                                          "struct",  "union", NULL };
    size_t name = i;
    if (!tokens[i].in.device || !begins_statement(i))
        return 0;
    for (; !is(name + 1, "["); name++) {
        if ((tokens[name].kind != NAME && !is(name, ":") && !is(name, "*")) ||
            is_statement_word(name) || is_one_of(name, others))
            return 0;
    }
    if (name == i || tokens[name].kind != NAME || is(name - 1, ":"))
        return 0;
    for (size_t k = name + 2; k < tokens[name + 1].match; k++)
        if (tokens[k].kind == NAME)
            return name;
    return 0;
}

static void put_constant_size(size_t array)
{
    fputs(" static_assert(__builtin_constant_p(sizeof(", stdout);
    put_token(array);
    fputs("))", stdout);
    put_reason("an array in a kernel has a size that is known when it is compiled");
}

/* Do tokens from .. to read something that the program declares, or casts to, volatile? */
static bool names_volatile(size_t from, size_t to)
{
    static size_t *names, n;
    bool first = !names;
    if (first)
        names = grow(NULL, count * sizeof *names);
    for (size_t i = 0; first && i < count; i++) {
        if (!is(i, "volatile") || tokens[i].foreign)
            continue;
        size_t name = i + 1; /* the declared name stands before one of these */
        while (tokens[name].kind == NAME || is(name, "*") || is(name, "&"))
            name++;
        if (tokens[name - 1].kind == NAME && !is_type_word(name - 1))
            names[n++] = name - 1;
    }
    for (size_t i = from; i < to; i++) {
        if (is(i, "volatile"))
            return true;
        for (size_t k = 0; k < n; k++)
            if (same_name(i, names[k]))
                return true;
    }
    return false;
}

/* Token i is the bracket of a loop in device code that may wait for another thread: a while without
 * a body, or one that reads something volatile, or for (;;) likewise. */
static bool opens_waiting(size_t i)
{
    size_t close = tokens[i].match;
    if (!tokens[i].in.device || tokens[i].foreign || !close)
        return false;
    if (is(i, "{"))
        return is(i - 1, ")") && is(i - 2, ";") && is(i - 3, ";") && is(i - 4, "(") &&
               names_volatile(i, close);
    if (!is(i, "(") || !is(i - 1, "while"))
        return false;
    if (is(i - 2, "}") && tokens[i - 2].match && is(tokens[i - 2].match - 1, "do"))
        return names_volatile(tokens[i - 2].match, close);
    if (is(close + 1, ";") || (is(close + 1, "{") && is(close + 2, "}")))
        return true;
    return names_volatile(i, is(close + 1, "{") ? tokens[close + 1].match : close);
}

/* Token i calls atomicExch in a statement of its own: nobody reads the old value. */
static bool is_unread_exchange(size_t i)
{
    static const char *const names[] = { "atomicExch", "atomicExch_block", "atomicExch_system",
                                         NULL };
    if (!tokens[i].in.device || !is_one_of(i, names) || !is(i + 1, "(") || !tokens[i + 1].match ||
        !is(tokens[i + 1].match + 1, ";"))
        return false;
    size_t open = is(i - 1, ")") ? tokens[i - 1].match : 0; /* if (...), or a cast */
    return begins_statement(i) || is(i - 1, "else") ||
           (open && (is(open - 1, "if") || is(open - 1, "for") || is(open - 1, "while") ||
                     is(open + 1, "void")));
}

/* Is token i within () or []? */
static bool in_brackets(size_t i)
{
    while (--i > 0 && !is(i, "{")) {
        if (is(i, "(") || is(i, "["))
            return true;
        if (tokens[i].match && tokens[i].match < i)
            i = tokens[i].match;
    }
    return false;
}

/* Does token i stand behind the : of a case or another label? */
static bool follows_label(size_t i)
{
    if (!is(i - 1, ":"))
        return false;
    size_t k = i - 2;
    while (k > 0 && !is(k, "case") && !is(k, "?") && !begins_statement(k))
        k--;
    return is(k, "case") || k == i - 2; /* default: again: */
}

/* Token i calls a function of CUDA's in a statement of the host's whose value nobody uses; several
 * calls may stand there, with commas between. */
static bool is_unlooked_call(size_t i)
{
    size_t close = tokens[i + 1].match, open = tokens[i - 1].match;
    if (tokens[i].kind != NAME || strncmp(text + tokens[i].start, "cuda", 4) ||
        !isupper((unsigned char)text[tokens[i].start + 4]) || !tokens[i].in.function ||
        tokens[i].in.device || tokens[i].foreign || !is(i + 1, "(") || !close ||
        (!is(close + 1, ";") && !is(close + 1, ",")) || is(i, "cudaGetLastError") ||
        is(i, "cudaPeekAtLastError"))
        return false;
    if (is(i - 1, ",") && is(i - 2, ")") && tokens[i - 2].match)
        return is_unlooked_call(tokens[i - 2].match - 1);
    if (is(i - 1, ")") && open)
        return is(open - 1, "if") || is(open - 1, "for") || is(open - 1, "while");
    return (begins_statement(i) || is(i - 1, "else") || is(i - 1, "do") || follows_label(i)) &&
           !in_brackets(i);
}

/* The = or ; of a step of a warp: its lanes read, then all of them write, then they go on. */
static void put_step(size_t i)
{
    bool begins = is(i, "=");
    if (options.check || options.ptx)
        return;
    fputs(begins ? " ::cpu_device::in_step(" : "), ::cpu_device::step_ends(", stdout);
    put_place(i);
    fputs(begins ? ", " : ")", stdout);
}

static void put_before(size_t i)
{
    if (tokens[i].mark.step && is(i, ";"))
        put_step(i);
    if (is_unlooked_call(i)) {
        fputs("::cpu_device::unlooked{\"", stdout);
        put_token(i);
        fputs("\", ", stdout);
        put_place(i);
        fputs("},", stdout);
        put_back(i);
    }
    if (options.check && is_unread_exchange(i))
        fputs("cpu_device_unread_", stdout);
}

/* Token i opens a loop that may wait. */
static void put_spin(size_t i)
{
    fputs("::cpu_device::spin(", stdout);
    put_place(i);
    fputs(is(i, "{") ? ");" : "), ", stdout);
}

static void put_after(size_t i)
{
    if (tokens[i].mark.step && is(i, "="))
        put_step(i);
    if (is(i, "{") && is(i - 1, ")") && is(tokens[i - 1].match - 1, "derived_cast") &&
        in_file(i, "/thrust/detail/execution_policy.h")) /* all of Thrust's algorithms call it */
        fputs(" ::cpu_device::let_host_in();", stdout);
    if (options.check && tokens[i].in.kernel && is(i, "return") && is(i + 1, ";")) {
        fputs(" ::cpu_device::check::on_left(", stdout);
        put_place(i);
        putchar(')');
    }
    if (is(i, "{") && tokens[i].in.kernel)
        put_launch_bounds(i);
    if (opens_waiting(i))
        put_spin(i);
    if (tokens[i].mark.kernel)
        put_parameters(tokens[i].mark.kernel);
    if (tokens[i].mark.variable && (options.check || options.traffic))
        put_device_variables(tokens[i].mark.variable);
    if (is(i, "}") && launches_by_address)
        put_registration(i);
}

/* ---- all tokens ------------------------------------------------------------------------------ */

/* Has the variable a value at first that token i, a specifier, may ask to be known when it is
 * built? */
static bool is_set(size_t i)
{
    size_t name = first_declared(i), first = statement_begin(i),
           end = name ? statement_end(name) : 0;
    if (!name || statement_has(first, end, "constexpr") || statement_has(first, end, "__managed__"))
        return false;
    for (size_t k = name + 1; k < end; k++)
        if (is(k, "=") || is(k, "{") || is(k, "("))
            return true;
        else if (is(k, "[") && tokens[k].match)
            k = tokens[k].match;
    return false;
}

/* Is token i the __device__ or __constant__ of a variable that has a value at first? */
static bool sets_variable(size_t i)
{
    size_t name = first_declared(i);
    return name && tokens[statement_end(name)].mark.variable == i && is_set(i);
}

static void put_constinit(void)
{
    fputs(options.clang ? "__attribute__((require_constant_initialization))" : "__constinit",
          stdout);
}

/* Is a kernel, the { of whose body is given, put into the loop over threads? One with shared memory
 * gains nothing there, because its threads wait for each other, and the plain build would take a
 * third longer to compile two copies of it. */
static bool is_put_into_loop(size_t body)
{
    bool plain = !options.check && !options.traffic;
    size_t k = body;

    while (plain && k < tokens[body].match && !is(k, "__shared__"))
        k++;
    return !options.ptx && !options.debug && (!plain || k == tokens[body].match);
}

/* __global__, __device__, ... */
static void put_qualifier(size_t i)
{
    if (tokens[i].mark.kernel_body) {
        fputs(is_put_into_loop(tokens[i].mark.kernel_body) ? "__attribute__((always_inline))"
                                                           : "__attribute__((noinline))",
              stdout);
        put_back_after(i);
    } else if (sets_variable(i)) { /* to what is known when it is built */
        put_constinit();
    } else {
        printf("%*s", (int)(tokens[i].end - tokens[i].start), ""); /* keeps columns */
    }
}

/* Does token i call malloc or free in device code? */
static bool calls_heap(size_t i)
{
    return (is(i, "malloc") || is(i, "free")) && is(i + 1, "(") && tokens[i].in.device &&
           !tokens[i].foreign && !is_member_access(i - 1) && !is(i - 1, ".") && !is_colons(i - 1) &&
           (tokens[i - 1].kind != NAME || is_statement_word(i - 1)) && !(what_is(i) & OWN);
}

/* Has the program a way of its own to make objects? */
static bool has_operator_new(void)
{
    static int found = -1;
    if (found < 0) {
        found = 0;
        for (size_t i = 1; i < count && !found; i++)
            found = !tokens[i].foreign && is(i, "operator") &&
                    (is(i + 1, "new") || is(i + 1, "delete"));
    }
    return found;
}

/* Makes `new` and `delete` in device code those of the heap of kernels, but for a `new (place)`.
 * The last token that it has put, or 0. */
static size_t put_heap(size_t i)
{
    bool makes = is(i, "new") && !is(i + 1, "("), ends = is(i, "delete") && !is(i - 1, "=");
    if ((!makes && !ends) || !tokens[i].in.device || tokens[i].foreign || is(i - 1, "operator") ||
        is_colons(i - 1) || has_operator_new())
        return 0;
    if (makes) {
        fputs("new (::cpu_device::on_heap{})", stdout);
        return i;
    }
    bool many = is(i + 1, "[");
    fputs(many ? "::cpu_device::ends_array()->*" : "::cpu_device::ends_object()->*", stdout);
    return many ? i + 2 : i;
}

/* `cudaLaunchKernel(` at token i: leaves out a cast of the kernel to a pointer to void. */
static size_t put_launch_function(size_t i)
{
    size_t cast = i + 2, close = tokens[cast].match;
    put_token(i);
    putchar('(');
    return is(cast, "(") && close && is(close - 1, "*") && is(close - 2, "void") ? close : i + 1;
}

/* What stands for token i; returns the last token that it stands for. */
static size_t put_rewritten(size_t i)
{
    bool asm_word = is(i, "asm") || is(i, "__asm__") || is(i, "__asm");
    if (options.check && tokens[i].mark.begins_variable) {
        put_variable_guards(i);
        put_back(i);
    }
    if (is(i, "operator") && (is(i + 1, "new") || is(i + 1, "delete")) &&
        in_file(i, "/thrust/mr/new.h")) {
        fputs("cpu_device::managed_", stdout);
        put_token(i + 1);
        return i + 1;
    }
    if (is(i, "__global__") || is(i, "__host__") || is_device_word(i)) {
        put_qualifier(i);
        return i;
    }
    if (is(i, "__noinline__") && !is(i - 1, "(") && !is(i - 1, ",")) {
        fputs("__attribute__((noinline))", stdout);
        return i;
    }
    if (asm_word && tokens[i].in.device)
        return put_asm(i);
    if (is_static_local(i) && is_set(i)) {
        fputs("static ", stdout);
        put_constinit();
        put_back_after(i);
        return i;
    }
    put_before(i);
    if (is_launch_function(i) && is(i + 1, "("))
        return put_launch_function(i);
    size_t last = put_shift(i);
    if (!last)
        last = put_conversion(i);
    if (!last)
        last = put_stored(i);
    if (!last)
        last = put_heap(i);
    if (last)
        return last;
    if (calls_heap(i))
        fputs("::cpu_device::heap_", stdout);
    if (is_no_symbol(i)) /* an address, which is none either */
        fputs("(const void *)&", stdout);
    if (means_shadow(i)) {
        fputs("::cpu_device::shadow(", stdout);
        put_token(i);
        fputs(", \"", stdout);
        put_token(i);
        fputs("\")", stdout);
        put_back_after(i);
        return i;
    }
    put_token(i);
    return i;
}

static void put_range(size_t from, size_t to)
{
    size_t array = 0; /* one with a size that has a name, until its ; */
    for (size_t i = from; i < to;) {
        array = array ? array : named_array(i);
        if (tokens[i].mark.launch) {
            i = put_launch(i);
        } else if (shared_statement(i)) {
            i = put_shared(i);
        } else {
            put_gap(i);
            i = put_rewritten(i);
            put_after(i);
            if (is(i, "{") && tokens[i].in.kernel)
                i = put_ptx_call(i);
            if (array && is(i, ";")) {
                put_constant_size(array);
                array = 0;
            }
            i++;
        }
    }
}

void write_all(size_t program)
{
    size_t first = 1;
    while (tokens[first].start < program)
        first++;
    put_begins(program);
    put_range(first, count);
    put_constant_limit();
    for (size_t i = first; i < count; i++)
        if (is(i, "virtual") && !tokens[i].foreign) {
            puts("\nstatic const int cpu_device_tables __attribute__((unused)) = "
                 "::cpu_device::watch_tables();");
            break;
        }
}
