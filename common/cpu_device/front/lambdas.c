/* CPU device: what nvcc asks of a lambda with __device__ in a function of the host, and of those
 * that are passed to kernels. */
#include "rules.h"

#include <stdio.h>
#include "names.h"
#include "words.h"

/* Is the lambda whose [ is at token i one of the host? */
static bool is_host_lambda(size_t i)
{
    for (; !is(i, "{") && !is(i, ";") && tokens[i].kind != END; i++)
        if (is(i, "__device__"))
            return false;
    return is(i, "{");
}

/* The [ of the lambda that the variable named by token i was set to, or 0. */
static size_t lambda_of(size_t i)
{
    for (size_t k = i; k-- > 1 && tokens[k].in.function;)
        if (same_name(k, i) && tokens[k - 1].kind == NAME && !is_statement_word(k - 1))
            return is(k - 1, "auto") && is(k + 1, "=") && is(k + 2, "[") ? k + 2 : 0;
    for (size_t k = i; k-- > 1;)
        if (same_name(k, i) && !tokens[k].in.function && is(k + 1, "=") && is(k + 2, "["))
            return k + 2;
    return 0;
}

void check_lambdas(size_t open)
{
    for (size_t i = open + 1; i < tokens[open].match; i++) {
        bool first = is(i - 1, "(") || is(i - 1, ",");
        size_t lambda = first && is(i, "[") ? i : 0;
        if (first && tokens[i].kind == NAME && (is(i + 1, ",") || is(i + 1, ")")))
            lambda = lambda_of(i);
        if (lambda && is_host_lambda(lambda))
            refuse(i, "a lambda that is passed to a kernel needs __device__: [=] __device__ (...) "
                      "{ ... }, and nvcc needs --extended-lambda");
        else if (lambda && !tokens[lambda].in.function && !depends_on_arch(i))
            refuse(i, "a lambda that is passed to a kernel must be written in a function");
        if (tokens[i].match > i)
            i = tokens[i].match;
    }
}

/* The captures of the lambda, which end in the ] before its __device__. */
static void check_captures(size_t close)
{
    bool both = is(close + 1, "__host__") || is(close + 2, "__host__");
    for (size_t i = tokens[close].match; i && i < close; i++)
        if ((is(i, "[") || is(i, ",")) && is(i + 1, "&"))
            refuse(i + 1,
                   "a __device__ lambda cannot capture by reference: it runs where the host's "
                   "variables are not; write [=]");
        else if (is(i + 1, "=") && tokens[i].kind == NAME && both)
            refuse(i, "a __host__ __device__ lambda cannot capture by [name = value]: declare a "
                      "variable before it, and write [=]");
}

/* Does `auto` stand between the brackets that end before the { or the words before it? */
static bool is_generic(size_t brace)
{
    size_t k = brace - 1;
    while (tokens[k].kind == NAME)
        k--;
    if (!is(k, ")") || !is(tokens[k].match - 1, "]"))
        return false;
    for (size_t i = tokens[k].match; i < k; i++)
        if (is(i, "auto"))
            return true;
    return false;
}

/* The ( of the parameters of the function whose body begins with `brace`. */
static size_t function_open(size_t brace)
{
    size_t i = statement_begin(brace);
    while (i < brace && (!is(i, "(") || attribute_end(i - 1) != i - 1))
        i = after_part(i);
    return i < brace ? i : 0;
}

/* The { of the class that has the function of that name, and in *member its name there; or 0. */
static size_t class_of(size_t name, size_t *member)
{
    *member = name;
    if (in_class(name))
        return brace_around(name);
    size_t open = is_colons(name - 1) ? class_open(name - 3) : 0;
    for (*member = open + 1; open && *member < tokens[open].match; *member = after(*member))
        if (same_name(*member, name) && is(*member + 1, "("))
            return open;
    return 0;
}

/* The function around a lambda of the host: what nvcc refuses about it, or NULL. */
static const char *what_is_wrong(size_t brace)
{
    size_t open = function_open(brace), name = open - 1, member, from = statement_begin(brace);
    if (!open || tokens[name].kind != NAME)
        return NULL;
    if (statement_has(from, name, "auto") && !is(tokens[open].match + 1, "-"))
        return "a __device__ lambda cannot stand in a function that returns auto: write the type";
    size_t class_brace = class_of(name, &member);
    size_t word = class_brace ? brace_word(class_brace) : 0;
    if (!word)
        return NULL;
    if (same_name(name, word + 1))
        return "a __device__ lambda cannot stand in a constructor: write it in a function";
    if (is_private_in(member, class_brace))
        return "a __device__ lambda cannot stand in a private or protected function of a class: "
               "make the function public";
    if (is_private_type(word + 1))
        return "a __device__ lambda cannot stand in a class that is private or protected in "
               "another: make the class public";
    return NULL;
}

void check_lambda(size_t i)
{
    size_t close = is(i - 1, "]") ? i - 1 : is(i - 1, "__host__") && is(i - 2, "]") ? i - 2 : 0;
    if (!close || !tokens[i].in.function)
        return;
    check_captures(close);
    if (function_around(i) || depends_on_arch(i))
        return;
    size_t brace = brace_around(i);
    for (size_t up = brace_around(brace); up && !brace_word(up); up = brace_around(brace)) {
        if (is_generic(brace)) {
            refuse(i, "a __device__ lambda cannot stand in a lambda with auto parameters");
            return;
        }
        brace = up;
    }
    const char *wrong = brace ? what_is_wrong(brace) : NULL;
    if (wrong)
        refuse(i, wrong);
}
