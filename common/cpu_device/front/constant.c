/* CPU device: all __constant__ variables of a program have 64 KB together. */
#include "rewrite.h"

/* The namespaces around token i, each with its :: */
static void put_scope(size_t i)
{
    size_t brace = brace_around(i), word = brace ? brace_word(brace) : 0;
    if (!brace)
        return;
    put_scope(brace);
    if (is(word, "namespace") && word + 1 < brace) {
        put_flat(word + 1, brace);
        fputs("::", stdout);
    }
}

/* Does token i declare variables that take room here? */
static bool is_constant(size_t i)
{
    return is(i, "__constant__") && !tokens[i].foreign && !tokens[i].in.function && !in_class(i) &&
           !is(i - 1, "extern") && !after_template_head(i) &&
           !statement_has(i, statement_end(i), "extern");
}

void put_constant_limit(void)
{
    size_t last = 0;
    for (size_t i = 1; i < count; i++) {
        size_t name = is_constant(i) ? first_declared(i) : 0;
        for (; name && !is_colons(name - 1);
             name = is(declarator_end(name), ",") ? declared_name(declarator_end(name) + 1) : 0) {
            fputs(last ? " + sizeof(::" : "\nenum { cpu_device_all_constant = sizeof(::", stdout);
            put_scope(name);
            put_token(name);
            putchar(')');
            last = name;
        }
    }
    if (!last)
        return;
    fputs(" };", stdout);
    put_back(last); /* g++ names the place of <=, clang++ that of static_assert */
    fputs("static_assert(cpu_device_all_constant", stdout);
    put_back(last);
    fputs("<= 65536", stdout);
    put_reason("too much constant memory: all __constant__ variables have 64 KB together");
    putchar('\n');
}
