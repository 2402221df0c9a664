/* CPU device: the body of a kernel that must run by nvcc's PTX: a call with the kernel's
 * parameters. */
#include "rewrite.h"

/* The parameter of the tokens first .. end-1, whose name, if it has one, is token `name`. */
static void put_parameter(size_t first, size_t end, size_t name, const char *comma)
{
    fputs(comma, stdout);
    if (!name) { /* nobody reads it, but PTX counts it */
        fputs("::cpu_device::ptx_unnamed(sizeof(", stdout);
        put_flat(first, end);
        fputs("))", stdout);
        return;
    }
    fputs("::cpu_device::ptx_parameter<decltype(", stdout);
    put_flat(name, name + 1);
    fputs(")>{", stdout);
    put_flat(name, name + 1);
    fputs(is(name - 1, ".") ? "}..." : "}", stdout); /* of a pack */
}

/* Of the parameter that begins at token first: the , = or ) after it, and its name's token. */
static size_t parameter_type_end(size_t first, size_t *name)
{
    size_t k = first;
    while (!is(k, ",") && !is(k, "=") && !is(k, ")")) {
        if (names_parameter(k))
            *name = k;
        if (is(k, "(") && is(k + 1, "*") && is(k + 3, ")")) { /* (*a)[4] */
            *name = k + 2;
            k = after(k);
        } else {
            k = after_part(k);
        }
    }
    return k;
}

/* Token i is the { of a kernel: writes the call; returns the token before its }. */
size_t put_ptx_call(size_t i)
{
    const struct function *f = kernel_around(i);
    const char *comma = "";
    if (!options.ptx || !f || f->body != i)
        return i;
    fputs(" ::cpu_device::ptx_kernel(", stdout);
    for (size_t first = f->open + 1, end, k; first < tokens[f->open].match; first = k + 1) {
        size_t name = 0;
        k = end = parameter_type_end(first, &name);
        while (!is(k, ",") && k < tokens[f->open].match)
            k = after_part(k); /* a default argument */
        if (is(first, "void") && end == first + 1)
            continue;
        put_parameter(first, end, name, comma);
        comma = ", ";
    }
    fputs(");", stdout);
    put_gaps(i, tokens[i].match - 1);
    return tokens[i].match - 1;
}
