/* CPU device: the body of a kernel that must run by nvcc's PTX: a call with the kernel's
 * parameters. */
#include "rewrite.h"

/* Among parameters: is token k the name of one? */
static bool names_parameter(size_t k)
{
    bool last = is(k + 1, ",") || is(k + 1, ")") || is(k + 1, "[") || is(k + 1, "=");
    bool typed = tokens[k - 1].kind == NAME || is(k - 1, "*") || is(k - 1, "&") || is(k - 1, ">") ||
                 is(k - 1, ".");
    return tokens[k].kind == NAME && last && typed && !is_type_word(k);
}

static void put_parameter(size_t name, const char *comma)
{
    printf("%s::cpu_device::ptx_parameter<decltype(", comma);
    put_flat(name, name + 1);
    fputs(")>{", stdout);
    put_flat(name, name + 1);
    fputs(is(name - 1, ".") ? "}..." : "}", stdout); /* of a pack */
}

/* Token i is the { of a kernel: writes the call; returns the token before its }. */
size_t put_ptx_call(size_t i)
{
    const struct function *f = kernel_around(i);
    const char *comma = "";
    if (!options.ptx || !f || f->body != i)
        return i;
    fputs(" ::cpu_device::ptx_kernel(", stdout);
    for (size_t k = f->open + 1; k < tokens[f->open].match; k++) {
        bool pointer = is(k, "(") && is(k + 1, "*") && is(k + 3, ")"); /* (*a)[4] */
        if (names_parameter(k)) {
            put_parameter(k, comma);
            comma = ", ";
        } else if (!pointer) {
            k = after(k) - 1;
        }
    }
    fputs(");", stdout);
    put_gaps(i, tokens[i].match - 1);
    return tokens[i].match - 1;
}
