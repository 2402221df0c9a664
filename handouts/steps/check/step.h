/* What checks a step: main's work. It draws sizes and numbers, runs the student's code, compares
 * the result with plain C, and prints one line that begins with "step N:" and, where something is
 * wrong, the numbers as a small table. handouts/steps/step.sh builds it, with the bug finder and
 * with the counters of the CPU device; `make run FILE=handouts/steps/01_number.cu` takes it as any
 * program.
 *
 * exit status: 0 right; 1 wrong; 3 nothing was written yet; 2 the device failed */
#pragma once

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "../../../common/cpu_device/include/observe.h"

#define MOST      128
#define UNTOUCHED -999 /* what out holds before; the numbers drawn are 0 to 99 */

/* One run: n elements, those of a picture in rows of `width`. */
struct numbers {
    int n, width, height, outputs;
    int a[MOST], b[MOST], out[MOST], expected[MOST];
    int *d_a, *d_b, *d_out;
};

struct step {
    int number;
    int least, most;                 /* of n, or of a picture's width and height */
    bool picture, in_place, one_out; /* in_place: out begins as a; one_out: it has one element */
    void (*run)(struct numbers *x);  /* calls the student's code */
    int (*expect)(const struct numbers *x, int i); /* what out[i] must be */
    unsigned requests, blocks; /* the most that warps may ask the memory for, and the most blocks
                                  (0: any number), at the largest size */
};

/* A call that must succeed; if not, the step ends here. */
static inline void step_call(int number, cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return;
    printf("step %d: %s: %s\n", number, what, cudaGetErrorString(error));
    exit(2);
}

static inline void step_numbers(const struct step *s, struct numbers *x, int n)
{
    x->width = n;
    x->height = s->picture ? (n * 2 + 2) / 3 : 1;
    x->n = x->width * x->height;
    x->outputs = s->one_out ? 1 : x->n;
    for (int i = 0; i < x->n; i++) {
        x->a[i] = rand() % 100;
        x->b[i] = rand() % 100;
    }
    for (int i = 0; i < x->outputs; i++)
        x->expected[i] = s->expect(x, i);
}

static inline int *step_copy(const struct step *s, const int *from, int n)
{
    int *to;

    step_call(s->number, cudaMalloc(&to, n * sizeof *to), "cudaMalloc");
    step_call(s->number, cudaMemcpy(to, from, n * sizeof *to, cudaMemcpyHostToDevice), "a copy");
    return to;
}

static inline void step_run(const struct step *s, struct numbers *x)
{
    for (int i = 0; i < x->outputs; i++)
        x->out[i] = s->in_place ? x->a[i] : UNTOUCHED;
    x->d_a = step_copy(s, x->a, x->n);
    x->d_b = step_copy(s, x->b, x->n);
    x->d_out = step_copy(s, x->out, x->outputs);
    s->run(x);
    step_call(s->number, cudaGetLastError(), "the launch");
    step_call(s->number, cudaDeviceSynchronize(), "the kernel");
    step_call(s->number,
              cudaMemcpy(x->out, x->d_out, x->outputs * sizeof(int), cudaMemcpyDeviceToHost),
              "the copy of out to the host");
    cudaFree(x->d_a);
    cudaFree(x->d_b);
    cudaFree(x->d_out);
}

static inline bool step_untouched(const struct step *s, const struct numbers *x)
{
    for (int i = 0; i < x->outputs; i++)
        if (x->out[i] != (s->in_place ? x->a[i] : UNTOUCHED))
            return false;
    return true;
}

/* ---- what is printed --------------------------------------------------------------------------
 */

static inline void step_row(const char *name, const int *numbers, int from, int to, bool index)
{
    printf("  %-9s", name);
    for (int i = from; i < to; i++)
        if (!index && numbers[i] == UNTOUCHED)
            printf("    ?");
        else
            printf(" %4d", index ? i : numbers[i]);
    printf("\n");
}

/* The numbers around the first that is wrong; of a picture its row. */
static inline int step_wrong(const struct step *s, const struct numbers *x, int at)
{
    int from = s->picture ? at / x->width * x->width : at < 12 ? 0 : at - 6;
    int to = s->picture ? from + x->width : from + 14 < x->n ? from + 14 : x->n;
    int last = to < x->outputs ? to : x->outputs;

    printf("step %d: wrong for n = %d", s->number, x->n);
    if (s->picture)
        printf(", %d wide and %d high", x->width, x->height);
    if (x->out[at] == UNTOUCHED)
        printf(": nobody wrote out[%d], which must be %d\n", at, x->expected[at]);
    else
        printf(": out[%d] is %d, and must be %d\n", at, x->out[at], x->expected[at]);
    step_row("i", NULL, from, to, true);
    step_row("a", x->a, from, to, false);
    if (s->number == 2)
        step_row("b", x->b, from, to, false);
    step_row("out", x->out, from, last, false);
    step_row("must be", x->expected, from, last, false);
    return 1;
}

/* Sizes from small to large, so that the first mistake is shown in few numbers. */
static inline int step_check(const struct step *s)
{
    static struct numbers x;
    int sizes[] = { s->least, s->least + 1, 0, 0, 0, 0, s->most }, count = 7, touched = 0;

    for (int i = 2; i < count - 1; i++) /* drawn, each from a part of its own */
        sizes[i] = s->least + 1 + (s->most - s->least - 1) * (i - 2) / 4 +
                   rand() % ((s->most - s->least) / 4 + 1);
    for (int i = 0; i < count; i++) {
        if (sizes[i] > s->most)
            sizes[i] = s->most;
        step_numbers(s, &x, sizes[i]);
        step_run(s, &x);
        int at = 0;
        while (at < x.outputs && x.out[at] == x.expected[at])
            at++;
        touched |= !step_untouched(s, &x);
        if (at < x.outputs && touched)
            return step_wrong(s, &x, at);
    }
    if (!touched) {
        printf("step %d: todo: nothing was written yet\n", s->number);
        return 3;
    }
    printf("step %d: the results are right, for %d to %d\n", s->number, s->least, s->most);
    return 0;
}

/* ---- what is counted: only where the build counts the traffic ---------------------------------
 */

static inline int step_counted(const struct step *s)
{
    static struct numbers x;
    const char *why = NULL;

    step_numbers(s, &x, s->most);
    cpu_device_count_traffic(COUNT_ALL);
    step_run(s, &x);
    struct cpu_device_traffic asked = cpu_device_traffic();
    unsigned long long requests = asked.requests + asked.shared;
    unsigned long long blocks = cpu_device_count(COUNT_BLOCKS).all;
    unsigned long long atomics = cpu_device_count(COUNT_ATOMICS).all;

    if (!blocks)
        why = "no kernel was launched: the host did the work";
    else if (requests > s->requests)
        why = "does one thread do the work of all? The threads of a warp must work side by side";
    else if (s->blocks && blocks > s->blocks)
        why = "there are more blocks than needed";
    else if (atomics)
        why = "here no atomics, please: halve what is left in each round";
    if (!why) {
        printf("step %d: done\n", s->number);
        return 0;
    }
    printf(
        "step %d: right, but %s (n = %d: %llu requests of warps to memory, at most %u are wanted; "
        "%llu blocks",
        s->number, why, x.n, requests, s->requests, blocks);
    if (s->blocks)
        printf(", at most %u are wanted", s->blocks);
    printf(")\n");
    return 1;
}

static inline int step_main(const struct step *s)
{
    const char *seed = getenv("SEED");

    srand(seed && *seed ? atoi(seed) : time(NULL));
    return cpu_device_count ? step_counted(s) : step_check(s);
}
