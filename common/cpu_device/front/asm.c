/* CPU device: PTX in asm: what reads one of a GPU's special registers; all other is not available.
 */
#include "rewrite.h"
#include <string.h>

/* `asm volatile("mov.u32 %0, %%laneid;" : "=r"(x))` at token i: the register's name, and sets the (
 * before x; or NULL, it is something else. */
static const char *special_register(size_t i, size_t *open)
{
    static const char *const all[] = { "laneid",      "warpid",      "nwarpid",     "smid",
                                       "nsmid",       "clock",       "clock64",     "globaltimer",
                                       "lanemask_eq", "lanemask_lt", "lanemask_le", "lanemask_gt",
                                       "lanemask_ge", NULL };
    char words[128], name[32];
    size_t k = i + 1;
    while (is(k, "volatile") || is(k, "__volatile__"))
        k++;
    size_t n = tokens[k + 1].end - tokens[k + 1].start;
    if (!is(k, "(") || tokens[k + 1].kind != STRING || n >= sizeof words || !is(k + 2, ":") ||
        tokens[k + 3].kind != STRING || !is(k + 4, "(") || !tokens[k + 4].match)
        return NULL;
    memcpy(words, text + tokens[k + 1].start, n);
    words[n] = 0;
    if (sscanf(words, "\" mov.%*1[usb]%*2[0-9] %%0 , %%%31[%a-z0-9_] ;", name) != 1)
        return NULL;
    *open = k + 4;
    for (const char *const *r = all; *r; r++)
        if (!strcmp(*r, name + (*name == '%')))
            return *r;
    return NULL;
}

size_t put_asm(size_t i)
{
    size_t end = statement_end(i), open;
    const char *name = special_register(i, &open);
    if (options.ptx) {
        put_gaps(i, end);
        return end;
    }
    if (name) {
        put_flat(open, tokens[open].match + 1);
        printf(" = ::cpu_device::register_%s();", name);
    } else {
        put_error("PTX in asm is not available on the CPU device");
    }
    put_gaps(i, end);
    return end;
}
