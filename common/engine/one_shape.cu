/* make debug03, make witness03 SIZE=33: one shape in place of all. And a debugger is told where the
 * output lies. */
#include "parts.h"

bool shape_to_debug(const struct version *v, struct shape *shape)
{
    long long m, n, k;

    if (lab_mode() != MODE_DEBUG)
        return false;
    *shape = v->known->experiment->shapes.awkward[0];
    int given = sscanf(getenv("LAB_DEBUG"), /* 257, or 33,31,147, or empty */
                       "%lld,%lld,%lld", &m, &n, &k);
    if (given == 3)
        *shape = { .m = m, .n = n, .k = k };
    else if (given == 1 && shape->m)
        *shape = { .m = m, .n = m, .k = m };
    else if (given == 1)
        shape->n = m;
    return true;
}

extern "C" __attribute__((noinline)) void debug_output(const void *output, const char *type,
                                                       size_t count)
{
    asm volatile("" : : "r"(output), "r"(type), "r"(count));
}
