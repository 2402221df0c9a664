/* CPU device: finds what nvcc refuses and a compiler of plain C++ would take: kernels that are
 * members, stores to __constant__ variables, lambdas without __device__, ...; calls are in calls.c.
 *
 * There is no C++ parser here. A name is judged by all its declarations (names.h), and refused only
 * where they leave no doubt: it is better to miss a mistake than to refuse what nvcc takes. */
#include "rules.h"

#include <stdio.h>
#include <string.h>
#include "names.h"
#include "words.h"

/* The ( of a kernel's parameters: what none of them can be. */
static void check_kernel_parameters(size_t open)
{
    for (size_t k = open + 1; k < tokens[open].match; k++) {
        bool last = is(k + 3, ")") && k + 3 == tokens[open].match;
        if (last && is(k, ".") && is(k + 1, ".") && is(k + 2, "."))
            refuse(k, "a kernel has no ... among its parameters");
        else if (is(k, "&") && is(k + 1, "&"))
            refuse(k++, "a kernel has no parameter that is a && reference");
        else if (is(k, "va_list") || (is(k, "initializer_list") && names_std(k)))
            refuse(k,
                   "a kernel has no list of arguments as a parameter; pass a pointer and a number");
    }
}

/* The template head before the kernel whose first token is `from`: a pack ends it. */
static void check_packs(size_t from)
{
    size_t open = template_open(from - 1);
    for (size_t k = from - 1; open && k > open; k--)
        if (is(k, ".") && is(k - 1, ".") && is(k - 2, ".")) {
            size_t comma = k;
            while (comma < from - 1 && !is(comma, ","))
                comma = after_part(comma);
            if (comma < from - 1)
                refuse(k - 2, "of a kernel's template parameters only the last may be a pack");
            k -= 2;
        }
}

/* Token i is the __global__ of a kernel: what nvcc asks of its declaration. */
static void check_kernel(size_t i)
{
    size_t open = parameters_open(i), from = first_specifier(i), type = from;
    if (!open)
        return;
    for (; type < open && tokens[i].mark.returns_value && !is_type_word(type); type++)
        ;
    if (tokens[i].mark.returns_value)
        refuse(type < open ? type : i, "a kernel (__global__ function) returns void");
    for (size_t k = from; k < open; k++)
        if (is(k, "__host__") || is(k, "__device__"))
            refuse(k, "a kernel is __global__ alone, not __host__ or __device__, too");
        else if (is(k, "constexpr"))
            refuse(k, "a kernel cannot be constexpr");
        else if (is(k, "operator"))
            refuse(k, "a kernel cannot be an operator");
        else if (is(k, "auto") && !is(tokens[open].match + 1, "-"))
            refuse(k, "a kernel returns void, and says so: void in place of auto");
    if (is(tokens[open].match + 1, "noexcept"))
        refuse(tokens[open].match + 1, "a kernel cannot be noexcept");
    check_kernel_parameters(open);
    check_packs(from);
}

/* Token i is a __launch_bounds__: of a kernel? */
static void check_bounds(size_t i)
{
    for (size_t k = statement_begin(i); !is(k, "{") && !is(k, ";") && tokens[k].kind != END; k++)
        if (is(k, "__global__"))
            return;
    refuse(i, "only a kernel, a __global__ function, has __launch_bounds__");
}

static bool is_friend(size_t i)
{
    for (size_t k = i; k-- > 0 && tokens[k].kind == NAME;)
        if (is(k, "friend"))
            return true;
    return is(i + 1, "friend");
}

static bool scalar(size_t i) { return !is(i + 1, "[") && !is(i + 1, "."); }

/* Token t is the __constant__ variable `name`: is what is stored to a part of it, and not behind a
 * pointer that it holds? */
static bool is_part(size_t t, size_t name)
{
    size_t k = t + 1;
    for (size_t d = name + 1; is(k, "[") && is(d, "["); d = after(d))
        k = after(k);
    while (is(k, "."))
        k += 2;
    return !is(k, "[");
}

/* Finds stores to the __constant__ variable `name` in device code. */
static void check_constant(size_t name)
{
    for (size_t k = 0; k < function_count; k++) {
        const struct function *f = &functions[k];
        bool local = false; /* may be declared there again */
        for (size_t t = f->open; t < f->end && !local; t++) {
            if (!same_name(t, name) || is_member_access(t - 1) || is_colons(t - 1))
                continue;
            local = (tokens[t - 1].kind == NAME && !is_statement_word(t - 1)) || is(t - 1, "&") ||
                    is(t - 1, "*") || is(t - 1, ">") || is(t - 1, ",");
            if (!local && stored(t) && is_part(t, name) &&
                (options.warnings || scalar(t))) { /* nvcc takes the others */
                place(t, scalar(t));
                fputs(
                    _("a __constant__ variable cannot be changed in device code; the host sets it "
                      "with cudaMemcpyToSymbol\n"),
                    stderr);
            }
        }
    }
}

/* Has a variable of the __shared__ declaration from token `from` to its ; a value? Says so. */
static void check_initialiser(size_t from, size_t to)
{
    for (size_t i = first_declared(from); i > from && i < to; i++) {
        if (is(i, "=") || (is(i, "{") && !is(i - 1, "]"))) {
            refuse(i,
                   "a __shared__ variable cannot have an initialiser: let the threads store to it, "
                   "then __syncthreads()");
            return;
        }
        if (tokens[i].match > i)
            i = tokens[i].match;
    }
}

/* Token i is __device__, __constant__, __managed__ or __shared__ in a function: may its variable
 * stand there? */
static void check_local(size_t i, size_t from)
{
    size_t to = statement_end(from);
    bool is_shared = statement_has(from, to, "__shared__");
    bool is_static = is_shared || statement_has(from, to, "static");
    const struct function *f = function_around(i);
    if (statement_has(from, to, "extern") || (is_shared && !is(i, "__shared__")) ||
        is(from - 1, "(") ||
        (!is_shared && first_declared(from) < i /* none, or a lambda's qualifier */) ||
        depends_on_arch(i))
        return;
    if (is_static ? f && !f->host_too : is(i, "__shared__"))
        return;
    place(i, true);
    fprintf(stderr, _("a %s variable is not allowed in a function%s%s\n"), quoted(i),
            !f            ? _(" of the host")
            : f->host_too ? _(" that the host can call")
                          : "",
            is_shared ? "" : _("; declare it outside"));
}

/* Token i is a word of the device's memory in a class: nvcc gives no member a place there. */
static void check_member(size_t i)
{
    size_t name = first_declared(i);
    if (!name || is(name, "operator") || parameters_open(i) || depends_on_arch(i))
        return;
    place(i, true);
    fprintf(stderr, _("%s does not apply to a member of a class: make it a variable outside\n"),
            quoted(i));
}

/* Token i is __managed__ or __constant__: does a word beside it not go with it? */
static void check_words(size_t i)
{
    static const char *const of_memory[] = { "__shared__", "__constant__", NULL };
    size_t first = first_specifier(i), name = first_declared(i);
    for (size_t k = first; k < name; k++) {
        bool is_const = is(i, "__managed__") && is(k, "const") && !is(name - 1, "*");
        if (k == i || (!is_const && !is_one_of(k, of_memory)))
            continue;
        place(k, true);
        fprintf(stderr, _("a %s variable is not %s\n"), quoted(i), quoted(k));
        return;
    }
}

/* The variable of the device at token `name`, declared with the word i, has a value: by which
 * constructor of its class? nvcc's host has a variable of that class as well, without a value. */
static void check_value(size_t i, size_t name)
{
    unsigned made = made_by(name);
    if (made & BY_CODE) {
        place(name, true);
        fprintf(stderr,
                _("nothing runs on the device before a kernel does: the constructor of %s, a %s "
                  "variable, must be constexpr\n"),
                quoted(name), quoted(i));
    } else if (made & WITHOUT_DEFAULT && !is(i, "__managed__")) {
        place(name, true);
        fprintf(stderr,
                _("the class of %s, a %s variable, needs a constructor without arguments as well: "
                  "nvcc makes the host's variable of that name by it\n"),
                quoted(name), quoted(i));
    }
}

/* The word at token i declares a variable of the device: does it need code to be run when it is
 * made or ends? Nobody runs that. */
static void check_class(size_t i)
{
    size_t name = first_declared(i);
    if (!name || is(name, "operator") || is(name - 1, "*") || is(name - 1, "&") ||
        parameters_open(i) || statement_has(i, name, "extern") || is(i - 1, "extern"))
        return;
    bool is_shared = is(i, "__shared__") && tokens[i].in.function,
         set = !is(name + 1, ";") && !is(name + 1, "[");
    unsigned runs = runs_by_itself(name) & ~(unsigned)(set ? CONSTRUCTS : 0);
    tokens[i].mark.unmade = is_shared && runs;
    if (!runs || (is_shared && !options.warnings) || depends_on_arch(i))
        return;
    place(name, !is_shared);
    if (is_shared)
        fprintf(
            stderr,
            _("no constructor or destructor of %s, a __shared__ variable, is run: let the threads "
              "set it, then __syncthreads()\n"),
            quoted(name));
    else
        fprintf(stderr,
                _("nothing runs on the device before a kernel does: %s, a %s variable, can have no "
                  "constructor or destructor with code, and no virtual functions; set it in a "
                  "kernel\n"),
                quoted(name), quoted(i));
}

/* The variable of the device at token `name`, whose declaration has the word i, may not be inline,
 * or extern and defined, in a whole program: nvcc makes it a variable of one file. */
static void check_linkage(size_t i, size_t name)
{
    size_t first = first_specifier(i);
    if (!options.whole || statement_has(first, name, "static") || depends_on_arch(i))
        return;
    for (size_t k = first; k < name; k++)
        if (is(k, "inline") || is(k, "__inline__")) {
            place(k, true);
            fprintf(stderr, _("an inline %s variable is not possible: leave out inline\n"),
                    quoted(i));
            return;
        }
    for (size_t k = 1; k < count && !statement_has(first, name, "extern"); k++) {
        size_t from = same_name(k, name) && !tokens[k].in.function ? statement_begin(k) : k;
        if (!statement_has(from, k, "extern") || !statement_has(from, k, quoted(i)))
            continue;
        place(k, true);
        fprintf(stderr,
                _("%s is declared extern and defined in one file, which nvcc takes with -rdc=true "
                  "alone: leave out extern\n"),
                quoted(name));
        return;
    }
}

/* Token i is __device__, __constant__ or __managed__ outside of functions: is a variable set by a
 * call of the host's? */
static void check_dynamic(size_t i)
{
    size_t name = first_declared(i), to = statement_end(i), open = parameters_open(i);
    if (open && (tokens[open + 1].kind == NUMBER || is(open + 1, "-")) && !in_class(i))
        check_value(i, open - 1); /* point p(1, 2); */
    if (!name || is(name, "operator") || open || in_class(i))
        return;
    check_class(i);
    if (statement_has(name, to, "=") || is(name + 1, "{"))
        check_value(i, name);
    check_linkage(i, name);
    if (!is(i, "__device__"))
        check_words(i);
    for (size_t k = name + 1; k < to; k++) {
        unsigned what = what_is(k) & ~(unsigned)KNOWN;
        if (!is(k + 1, "(") || (what != HOST && what != MATH) || is_member_access(k - 1) ||
            depends_on_arch(k))
            continue;
        place(k, true);
        fprintf(stderr,
                _("a %s variable has a value that is known when it is built, none that a function "
                  "returns; set it with cudaMemcpyToSymbol\n"),
                quoted(i));
        return;
    }
}

/* A parameter that is __shared__ or its like. */
static void check_parameter(size_t i)
{
    size_t open = i;
    while (tokens[open].kind != END && open > 0 && !is(open, "(") && !is(open, ";") &&
           !is(open, "{") && !is(open, "}"))
        open--;
    if (is(open, "(") && tokens[open].match > i && !tokens[i].in.function)
        refuse(i,
               "a parameter is no variable in shared memory: leave out __shared__; a pointer may "
               "point "
               "there");
}

/* Token i is __shared__; or it is __device__, __constant__ or __managed__ in a function. */
static void check_memory(size_t i)
{
    size_t from = i;
    for (size_t k = i - 1; !is(k, ";") && !is(k, "{") && !is(k, "("); k = from - 1) {
        size_t open = tokens[k].match; /* of an attribute's brackets, or of a struct */
        size_t word = is(k, "}") && open ? brace_word(open) : 0;
        if (is(k, "}") && (!word || is(word, "namespace") || tokens[word].kind == STRING))
            break;
        from = open && open < k ? open : k;
    }
    if (is(i, "__shared__"))
        check_initialiser(from, statement_end(from));
    if (tokens[i].in.function)
        check_local(i, from);
}

/* The same for all variables of the declaration that begins with the __constant__ at token i. */
static void check_constants(size_t i)
{
    for (; !is(i, ";") && !is(i, "(") && tokens[i].kind != END; i++) {
        if ((is(i, "{") || is(i, "[")) && tokens[i].match)
            i = tokens[i].match;
        else if (tokens[i].kind == NAME && (is(i + 1, "[") || is(i + 1, ";") || is(i + 1, ",") ||
                                            is(i + 1, "=") || is(i + 1, "{")))
            check_constant(i);
    }
}

/* The warp functions of CUDA before 9. */
static void check_old_warp_function(size_t i)
{
    static const char *const old[] = { "__shfl", "__shfl_up", "__shfl_down", "__shfl_xor",
                                       "__any",  "__all",     "__ballot",    NULL };
    if (!is_one_of(i, old) || !is(i + 1, "(") || what_is(i) & OWN)
        return;
    place(i, true);
    fprintf(
        stderr,
        _("%s is no longer part of CUDA: write %s_sync(0xffffffff, ...), whose first argument is "
          "the mask of the lanes that take part\n"),
        quoted(i), quoted(i));
}

/* How many arguments stand between the brackets `open` and `close`, or parameters (`types`)? -1
 * where it cannot be told. */
static int parts(size_t open, size_t close, bool types)
{
    int n = 1, depth = 0;
    for (size_t i = open + 1; i < close; i++) {
        if (is(i, "<") || is(i, ">")) {
            if (!types)
                return -1;
            depth += is(i, "<") ? 1 : -1;
        } else if (is(i, ".") && is(i + 1, ".")) {
            return -1;
        } else if (is(i, ",") && depth == 0) {
            n++;
        } else if (tokens[i].match > i) {
            i = tokens[i].match;
        }
    }
    bool none = close == open + 1 || (types && close == open + 2 && is(open + 1, "void"));
    return none ? 0 : n;
}

static int defaults(size_t open)
{
    int n = 0;
    for (size_t i = open + 1; i < tokens[open].match; i++)
        n += is(i, "=");
    return n;
}

/* The name of token i as its file has it, in UTF-8. */
static const char *as_written(size_t i)
{
    static char name[256];
    size_t n = 0;
    for (const char *c = quoted(i); *c && n < sizeof name - 5; c++) {
        unsigned code;
        if (sscanf(c, "\\U%8x", &code) != 1) {
            name[n++] = *c;
            continue;
        }
        c += 9;
        if (code < 0x800)
            n += (size_t)sprintf(name + n, "%c%c", 0xc0 | code >> 6, 0x80 | (code & 0x3f));
        else
            n += (size_t)sprintf(name + n, "%c%c%c", 0xe0 | code >> 12, 0x80 | (code >> 6 & 0x3f),
                                 0x80 | (code & 0x3f));
    }
    name[n] = 0;
    return name;
}

static bool is_ascii(const char *name)
{
    while (*name && *name != '\\' && !(*name & 0x80)) /* g++ writes \U000000f1, clang++ UTF-8 */
        name++;
    return !*name;
}

/* nvcc takes letters beyond ASCII in names of the host, parameters and local variables alone. */
static void check_letters(size_t i)
{
    size_t open = parameters_open(i), name = open ? open - 1 : first_declared(i);
    if (!name || tokens[name].in.function || is_ascii(quoted(name)))
        return;
    place(name, true);
    fprintf(
        stderr,
        _("%s: nvcc takes only letters of English in the name of a kernel, a __device__ function "
          "or a variable of the device\n"),
        as_written(name));
}

/* nvcc refuses a function that is a kernel in one place and none in another. */
static void check_without_global(size_t i)
{
    const struct kernel *k = find_kernel(i);
    if (!k || k->without != i || is_misspelt_at(i)) /* what the compiler says */
        return;
    place(i, true);
    fprintf(stderr,
            _("%s is without __global__ here, but line %d of %s says that it is a kernel\n"),
            quoted(i), tokens[k->open].line, tokens[k->open].file);
}

/* Is something launched by the name at token i that is a function, but no kernel? */
static void check_launched(size_t i)
{
    unsigned what = what_is(i);
    if (tokens[i].kind != NAME || find_kernel(i) || !(what & (HOST | DEVICE | BOTH)) ||
        what & (OTHER | VARIABLE | NO_VARIABLE) || is_member_access(i - 1) || in_foreign_scope(i) ||
        macros_depend || declared_at(i) || is_misspelt(i) || depends_on_arch(i))
        return;
    place(i, true);
    fprintf(stderr,
            _("%s is no kernel and cannot be launched: it is declared %s; a kernel is "
              "__global__\n"),
            quoted(i),
            what & BOTH     ? "__host__ __device__"
            : what & DEVICE ? "__device__"
                            : _("without __global__"));
}

/* Has the launch whose <<< and >>> are `open` and `end` as many arguments as it needs? */
static void check_launch(size_t open, size_t end)
{
    int n = parts(open + 2, end, false);
    size_t name = open - 1;
    while (is(name, ")"))
        name--;
    name = before_template(name);
    const char *kernel = tokens[name].kind == NAME ? quoted(name) : "kernel";
    if (n == 1 || n == 0 || n > 4) {
        place(open, true);
        fprintf(stderr,
                _("a launch says how many blocks and how many threads each has: %s<<<grid, "
                  "block>>>(...)%s\n"),
                kernel, n > 4 ? _(", then shared memory and stream, no more") : "");
    }
    if (!is(end + 3, "(")) {
        place(end + 3, true);
        fprintf(stderr, _("the arguments are missing: %s<<<grid, block>>>(...)\n"), kernel);
        return;
    }
    check_launched(name);
    const struct kernel *k = find_kernel(name);
    int given = parts(end + 3, tokens[end + 3].match, false);
    if (!k || k->overloaded || k->shared_name || given < 0)
        return;
    int wanted = parts(k->open, tokens[k->open].match, true);
    if (wanted < 0 || (given <= wanted && given >= wanted - defaults(k->open)))
        return;
    place(end + 3, true);
    fprintf(stderr,
            wanted == 1 ? _("kernel %s has %d parameter, ") : _("kernel %s has %d parameters, "),
            kernel, wanted);
    fwrite(text + tokens[k->open].start, 1,
           tokens[tokens[k->open].match].end - tokens[k->open].start, stderr);
    fprintf(stderr, given == 1 ? _("; %d is given\n") : _("; %d are given\n"), given);
}

/* <<<<<<< HEAD, which git leaves where two versions differ. */
static bool is_conflict(size_t i)
{
    return is_triple(i, "<") && is_triple(i + 3, "<") && is(i + 6, "<") &&
           tokens[i + 6].start == tokens[i].start + 6;
}

/* Are the chevrons at token i a launch that is written wrongly? */
static void check_chevrons(size_t i)
{
    if (is_conflict(i)) {
        place(i, true);
        fprintf(stderr, _("git has left a conflict here: keep one of the two versions, and delete "
                          "the lines with <<<<<<<, ======= and >>>>>>>\n"));
    } else if (is_triple(i, "<")) {
        size_t end = config_end(i);
        if (end) {
            check_launch(i, end);
        } else {
            place(i, true);
            fprintf(stderr, _("<<< without its >>>: kernel<<<grid, block>>>(...)\n"));
        }
    } else if (is(i, "<") && is(i + 1, "<") && !is(i - 1, "<") &&
               tokens[i].end == tokens[i + 1].start) {
        const struct kernel *k = find_kernel(i - 1);
        if (!k || k->shared_name || is_member_access(i - 2) || tokens[i - 1].end != tokens[i].start)
            return;
        place(i, true);
        fprintf(stderr, _("a launch has three of them: %s<<<grid, block>>>(...)\n"), k->name);
    }
}

/* Is the name i that of a type which is defined in the function around it? */
static bool is_local_type(size_t i)
{
    static const char *const words[] = { "struct", "class", "union", "enum", NULL };
    if (tokens[i].kind != NAME || is_colons(i + 1) || is_colons(i - 1))
        return false;
    for (size_t k = i; k > 0 && tokens[k].in.function; k--)
        if (same_name(k, i) && is_one_of(k - 1, words) && (is(k + 1, "{") || is(k + 1, ":")))
            return true;
    return false;
}

/* The type of the variable i of the function around it, if it is local, and not a pointer's. */
static size_t local_type_of(size_t i)
{
    for (size_t k = i; k-- > 0 && tokens[k].in.function;)
        if (same_name(k, i) && is_local_type(k - 1))
            return k - 1;
    return 0;
}

static void say_local_type(size_t i, size_t type)
{
    place(i, true);
    fprintf(stderr,
            _("the type \"%s\" is defined in a function, so it cannot be a template argument of a "
              "kernel: define it outside\n"),
            quoted(type));
}

/* Local types among the template arguments of the launch from token `first` to its <<<, and those
 * of the objects among its arguments, from the ( at token `open`. */
static void check_local_types(size_t first, size_t chevrons, size_t open)
{
    for (size_t i = first + 1; i < chevrons; i++)
        if (is_local_type(i)) {
            say_local_type(i, i);
            return;
        }
    for (size_t i = open + 1; i < tokens[open].match; i++) {
        bool argument = tokens[i].kind == NAME && (is(i - 1, "(") || is(i - 1, ","));
        bool object = argument && (is(i + 1, "(") || is(i + 1, "{")) && is_local_type(i);
        bool variable = argument && (is(i + 1, ",") || is(i + 1, ")"));
        size_t type = object ? i : variable ? local_type_of(i) : 0;
        if (type)
            say_local_type(i, type);
        if (tokens[i].match > i)
            i = tokens[i].match;
    }
}

/* Private types of the launch from token `first` to its <<<, of a template: among its template's
 * arguments, or the types of its own ones, from the ( at token `open`. */
static void check_private_types(size_t first, size_t chevrons, size_t open)
{
    size_t name = before_template(chevrons - 1), type = 0;
    const struct kernel *k = find_kernel(name);
    if (!k || !k->generic)
        return;
    for (size_t i = name + 1; i < chevrons && !type; i++)
        type = tokens[i].kind == NAME && is_private_type(i) ? i : 0;
    for (size_t i = open + 1, depth; i < tokens[open].match && !type; i = after(i)) {
        bool argument = tokens[i].kind == NAME && (is(i - 1, "(") || is(i - 1, ","));
        if (argument && (is(i + 1, "(") || is(i + 1, "{")))
            type = is_private_type(i) ? i : 0;
        else if (argument && (is(i + 1, ",") || is(i + 1, ")")) && (type = type_of(i, &depth)))
            type = is_private_type(type) ? type : 0;
    }
    if (!type || depends_on_arch(first))
        return;
    place(first, true);
    fprintf(stderr,
            _("the type \"%s\" is private or protected in its class, so it cannot be a template "
              "argument of a kernel: make it public\n"),
            quoted(type));
}

/* What the rules say of the name at token i, whatever function it stands in. */
static void check_name(size_t i)
{
    if ((is(i, "struct") || is(i, "class")) && tokens[i + 1].kind == NAME && is(i + 2, ":"))
        check_overrides(i);
    check_without_global(i);
    if (options.warnings)
        warn_of_no_symbol(i);
    if (is(i, "cpu_device_launch_bounds"))
        check_bounds(i);
    if (is(i, "__global__") || is(i, "__device__") || is(i, "__constant__"))
        check_letters(i);
    if ((is(i, "__shared__") || is_device_word(i)) && !tokens[i].in.function && in_class(i))
        check_member(i);
    else if (is_device_word(i) && !tokens[i].in.function)
        check_dynamic(i);
    if (is(i, "__shared__"))
        check_parameter(i);
    if (is(i, "__shared__") || is_static_local(i))
        check_class(i);
    if (is(i, "__device__"))
        check_lambda(i);
    if (is(i, "__global__") && in_class(i) && !is_friend(i))
        refuse(i, "a __global__ function cannot be a member function");
    else if (is(i, "__global__"))
        check_kernel(i);
    else if (is(i, "__shared__") || (tokens[i].in.function && is_device_word(i)))
        check_memory(i);
    else if (is(i, "__constant__"))
        check_constants(i);
    else
        check_old_warp_function(i);
}

int check_rules(void)
{
    collect_names();
    for (size_t k = 0; k < file_count; k++)
        if (is_own_file(files[k]))
            read_archs(files[k]);
    if (!options.forced_include)
        check_includes();
    if (!macros_depend) {
        for (size_t k = 0; k < function_count; k++)
            check_device_function(&functions[k]);
        check_host_functions();
    }
    for (size_t i = 1; i < count; i++) {
        if (tokens[i].foreign)
            continue;
        if (tokens[i].mark.launch && is(config_end(tokens[i].mark.launch) + 3, "(")) {
            check_lambdas(config_end(tokens[i].mark.launch) + 3);
            check_local_types(i, tokens[i].mark.launch, config_end(tokens[i].mark.launch) + 3);
            check_private_types(i, tokens[i].mark.launch, config_end(tokens[i].mark.launch) + 3);
        }
        if (is(i, "<") && tokens[i].in.function && !is(i - 1, "<"))
            check_chevrons(i);
        if (tokens[i].kind == NAME)
            check_name(i);
    }
    if (options.warnings)
        warn_of_shadows();
    for (size_t k = 0; k < function_count; k++) {
        note_warp_synchronous(&functions[k]);
        warn_of_arrays(&functions[k]);
    }
    return errors;
}
