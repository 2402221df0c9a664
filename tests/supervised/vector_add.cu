/* Lab 1's exercise 1.1, for tests/shell/supervisor.bats: the answer, but at the first size it does
 * what the environment's ENDS says. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <stdexcept>
#define vector_add_ex11 vector_add_ex11_right
#include "../solutions/vector_add.cu"
#undef vector_add_ex11

static __device__ volatile int for_ever = 1;

__global__ void never_ends(float *c)
{
    while (for_ever)
        c[0] = 1;
}

static int calls_itself(volatile char *before)
{
    volatile char more[4096];

    more[0] = before[0];
    return calls_itself(more) + more[0];
}

static void ends_well(void)
{
    _exit(0);
}

static int is(const char *what);

static struct at_end {
    ~at_end()
    {
        while (is("destructor"))
            pause();
    }
} at_end;

static int is(const char *what)
{
    const char *ends = getenv("ENDS");

    return ends && !strcmp(ends, what);
}

/* 1: nothing must be launched any more. */
static int ends(float *d_c)
{
    volatile char first = 0;

    if (is("exit"))
        exit(0);
    if (is("exit 3"))
        exit(3);
    if (is("_exit"))
        _exit(0);
    if (is("abort"))
        abort();
    if (is("exception"))
        throw std::runtime_error("nobody catches this");
    if (is("overflow"))
        return calls_itself(&first);
    if (is("host memory"))
        *(volatile int *)64 = 1;
    if (is("kill"))
        raise(SIGKILL);
    if (is("term"))
        raise(SIGTERM);
    if (is("interrupt"))
        raise(SIGINT);
    if (is("atexit"))
        atexit(ends_well);
    while (is("host loop"))
        ;
    while (is("sleep"))
        pause();
    if (is("kernel loop"))
        never_ends<<<1, 1>>>(d_c);
    return is("kernel loop") ||
           is("atexit"); /* that one is WRONG: nothing was written at n = 257 */
}

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    if (n == 257 && ends(d_c))
        return;
    vector_add_ex11_right(d_c, d_a, d_b, n);
}
