/* What checks a step: main's work. It draws sizes and numbers, runs the student's code, compares
 * the result with plain C, and prints one line that begins with "step N:", or "paso N:" where the
 * reader's language is Spanish; where something is wrong with the reason, as far as it can be told,
 * and the numbers as a small table. Where it is right, a second line says who did the work.
 * handouts/steps/step.sh builds it with the bug finder; `make run
 * FILE=handouts/steps/01_number.cu` takes it as any program.
 *
 * exit status: 0 right; 1 wrong; 2 a launch or a call failed, or it took too long */
#pragma once

#include <cuda_runtime.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include "../../../common/cpu_device/include/observe.h"
#include "../../../common/cpu_device/words/sheets.h"

#define MOST      128
#define UNTOUCHED -999 /* what out holds before; the numbers drawn are 0 to 99 */
#define SECONDS   10   /* of CPU time; a step needs less than one */

#ifndef CPU_DEVICE_UNCHECKED /* by the bug finder: what is no kernel's */
#define CPU_DEVICE_UNCHECKED
#endif

/* One run: n elements, those of a picture in rows of `width`. */
struct numbers {
    int n, width, height, outputs;
    int a[MOST], b[MOST], out[MOST], expected[MOST];
    int *d_a, *d_b, *d_out; /* in_place: d_out is d_a */
    int before;             /* what each element of out holds before, if not a */
    int launches;           /* of kernels by the student's code or for it, */
    unsigned blocks;        /* how many blocks these have together, */
    dim3 grid, block;   /* the first of them, or the first whose block is not as the step wants */
    int back;           /* bytes copied to the host since the last launch; -1: nothing was */
    char call[256];     /* a call of CUDA's that failed, and where: cudaFree, my.cu:7 */
    char why[160];      /* which of its arguments is wrong, if that is known */
    cudaError_t failed; /* what: a launch, */
    bool refused;       /* at once, */
    bool by_kernel;     /* or a kernel that was running; neither: another call */
};

struct step {
    void (*run)(struct numbers *x);                /* calls the student's code */
    int (*expect)(const struct numbers *x, int i); /* what out[i] must be */
    int number;
    int least, most;                 /* of n, or of a picture's width and height */
    bool picture, in_place, one_out; /* in_place: out begins as a; one_out: it has one element */
    bool by_host;                    /* the student's function runs on the host and launches */
    unsigned accesses;  /* to arrays: the most that a thread may make, at the largest size */
    unsigned block;     /* threads of a block, where the step says how many; 0: any number */
    const void *shares; /* the kernel that needs shared memory; NULL: none does */
};

/* ---- in the reader's language --------------------------------------------------------------- */

static bool step_is_spanish; /* a signal's handler cannot ask the environment */

/* One text in two languages. */
static inline const char *step_in(const char *english, const char *spanish)
    __attribute__((format_arg(1), format_arg(2)));
CPU_DEVICE_UNCHECKED static inline const char *step_in(const char *english, const char *spanish)
{
    return step_is_spanish ? spanish : english;
}

/* What each verdict begins with: "step 3: ". */
static inline void step_begins(int number)
{
    printf(step_in("step %d: ", "paso %d: "), number);
}

/* ---- one run -------------------------------------------------------------------------------- */

/* A call of our own that must succeed; if not, the step ends here. */
static inline void step_call(int number, cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return;
    step_begins(number);
    printf("%s: %s\n", what, cudaGetErrorString(error));
    exit(2);
}

static inline void step_numbers(const struct step *s, struct numbers *x, int n)
{
    x->width = n;
    x->height = s->picture ? (n * 2 + 2) / 3 : 1;
    x->n = x->width * x->height;
    x->outputs = s->one_out ? 1 : x->n;
    x->before = UNTOUCHED;
    for (int i = 0; i < x->n; i++) {
        x->a[i] = rand() % 100;
        x->b[i] = rand() % 100;
    }
    for (int i = 0; i < x->outputs; i++)
        x->expected[i] = s->expect(x, i);
}

/* What the student's code has called: only the CPU device can tell. */
static inline void step_calls(const struct step *s, struct numbers *x)
{
    int count = 0;
    const struct cpu_device_call *call = cpu_device_calls(&count);

    x->launches = 0, x->blocks = 0, x->back = -1, x->refused = false;
    for (int i = 0; i < count; i++, call++) {
        if (call->what == CALL_COPY && call->to_host)
            x->back =
                call->bytes > (unsigned long long)x->back || x->back < 0 ? call->bytes : x->back;
        if ((call->what != CALL_LAUNCH && call->what != CALL_REFUSED) || x->refused)
            continue;
        x->refused = call->what == CALL_REFUSED;
        x->launches += !x->refused;
        x->blocks += x->refused ? 0 : call->grid[0] * call->grid[1] * call->grid[2];
        x->back = -1;
        if (x->launches > 1 && !x->refused && call->block[0] == s->block)
            continue;
        x->grid = dim3(call->grid[0], call->grid[1], call->grid[2]);
        x->block = dim3(call->block[0], call->block[1], call->block[2]);
    }
}

static struct numbers *volatile step_now; /* what is running, for step_too_long() */
static int step_number_now, step_launches_before;

/* Gets the arrays on the device. They have the names of the kernels, for the bug finder says these.
 */
static inline void step_arrays(const struct step *s, struct numbers *x)
{
    int *a, *b, *out, number = s->number;
    size_t bytes = x->n * sizeof(int);

    for (int i = 0; i < x->outputs; i++)
        x->out[i] = s->in_place ? x->a[i] : x->before;
    step_call(number, cudaMalloc(&a, bytes), "cudaMalloc");
    step_call(number, cudaMalloc(&b, bytes), "cudaMalloc");
    step_call(number, cudaMemcpy(a, x->a, bytes, cudaMemcpyHostToDevice),
              step_in("a copy", "una copia"));
    step_call(number, cudaMemcpy(b, x->b, bytes, cudaMemcpyHostToDevice),
              step_in("a copy", "una copia"));
    x->d_a = x->d_out = a, x->d_b = b;
    if (s->in_place)
        return;
    bytes = x->outputs * sizeof(int);
    step_call(number, cudaMalloc(&out, bytes), "cudaMalloc");
    step_call(number, cudaMemcpy(out, x->out, bytes, cudaMemcpyHostToDevice),
              step_in("a copy", "una copia"));
    x->d_out = out;
}

/* Returns whether launch and kernel have succeeded. */
static inline bool step_run(const struct step *s, struct numbers *x)
{
    step_arrays(s, x);
    step_number_now = s->number, step_now = x;
    if (cpu_device_counts)
        step_launches_before = cpu_device_counts().launches;
    if (cpu_device_list_calls)
        cpu_device_list_calls();
    s->run(x);
    *x->call = *x->why = 0;
    if (cpu_device_failed_call)
        cpu_device_failed_call(x->call, x->why);
    x->failed = cudaGetLastError();
    x->launches = 1;
    if (cpu_device_calls)
        step_calls(s, x);
    cudaError_t in_kernel = cudaDeviceSynchronize();
    x->by_kernel = in_kernel != cudaSuccess;
    if (x->failed == cudaSuccess)
        x->failed = in_kernel;
    step_now = NULL;
    if (x->failed != cudaSuccess)
        return false;
    step_call(s->number,
              cudaMemcpy(x->out, x->d_out, x->outputs * sizeof(int), cudaMemcpyDeviceToHost),
              step_in("the copy of out to the host", "la copia de out al anfitrión"));
    cudaFree(x->d_a);
    cudaFree(x->d_b);
    if (!s->in_place)
        cudaFree(x->d_out);
    return true;
}

/* The first element that is wrong, or outputs. */
static inline int step_first_wrong(const struct numbers *x)
{
    int at = 0;

    while (at < x->outputs && x->out[at] == x->expected[at])
        at++;
    return at;
}

static inline bool step_untouched(const struct step *s, const struct numbers *x)
{
    for (int i = 0; i < x->outputs; i++)
        if (x->out[i] != (s->in_place ? x->a[i] : UNTOUCHED))
            return false;
    return true;
}

/* Ends a program that runs for too long; the bug finder reports what it has seen. It may come in
 * the midst of a kernel, which then would seem to read what is read here. */
CPU_DEVICE_UNCHECKED static inline void step_too_long(int signal)
{
    char text[256];
    const struct numbers *x = step_now;
    bool launched = cpu_device_counts && cpu_device_counts().launches > step_launches_before;
    int n = snprintf(
        text, sizeof text,
        step_in("step %d: ended after %d s, for n = %d: %s; is there a loop that does "
                "not end?\n",
                "paso %d: terminado a los %d s, con n = %d: %s; ¿hay un bucle que no "
                "acaba?\n"),
        step_number_now, signal == SIGALRM ? 6 * SECONDS : SECONDS, x ? x->n : 0,
        launched ? step_in("the kernel still runs", "el kernel sigue en marcha")
                 : step_in("the host's part still runs", "la parte del anfitrión sigue en marcha"));

    if (write(1, text, n) != n)
        _exit(2);
    kill(getpid(), SIGTERM);
}

/* ---- what is printed ------------------------------------------------------------------------ */

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

/* <<<4, 8>>>, with all sizes of a launch in two or three dimensions. */
static inline const char *step_shape(const struct numbers *x)
{
    static char text[128];
    const dim3 g = x->grid, b = x->block;

    if (g.y * g.z * b.y * b.z == 1)
        snprintf(text, sizeof text, "<<<%u, %u>>>", g.x, b.x);
    else
        snprintf(text, sizeof text, "<<<dim3(%u, %u, %u), dim3(%u, %u, %u)>>>", g.x, g.y, g.z, b.x,
                 b.y, b.z);
    return text;
}

/* A line that says what CUDA's words for an error mean; empty, where they say it themselves. */
static inline const char *step_means(cudaError_t error)
{
    switch (error) {
    case cudaErrorInvalidValue:
        return step_in(
            "  An argument of the call is not allowed: a pointer, a size, a direction.\n",
            "  Un argumento de la llamada no vale: un puntero, un tamaño, un sentido.\n");
    case cudaErrorIllegalAddress:
        return step_in("  A thread used an address that belongs to none of the device's arrays.\n",
                       "  Un hilo usó una dirección que no es de ningún array del dispositivo.\n");
    case cudaErrorMisalignedAddress:
        return step_in("  An address is no multiple of the bytes that are read or written there.\n",
                       "  Una dirección no es múltiplo de los bytes que se leen o escriben ahí.\n");
    case cudaErrorMemoryAllocation:
        return step_in("  There is not so much memory: how many bytes were asked for?\n",
                       "  No hay tanta memoria: ¿cuántos bytes se pidieron?\n");
    case cudaErrorLaunchFailure:
        return step_in("  A kernel went wrong while it ran.\n",
                       "  Un kernel falló mientras se ejecutaba.\n");
    default:
        return "";
    }
}

/* A launch that was refused, or a kernel that ended with an error. */
static inline int step_failed(const struct step *s, const struct numbers *x)
{
    const dim3 g = x->grid, b = x->block;
    unsigned long long threads = (unsigned long long)b.x * b.y * b.z;

    step_begins(s->number);
    printf(step_in("for n = %d ", "con n = %d "), x->n);
    if (!x->refused && !x->by_kernel && *x->call)
        printf(step_in("this call failed: %s: %s\n%s%s%s", "falló esta llamada: %s: %s\n%s%s%s"),
               x->call, cudaGetErrorString(x->failed),
               *x->why ? step_in("  Why: ", "  Por qué: ") : step_means(x->failed), x->why,
               *x->why ? "\n" : "");
    else if (!x->refused)
        printf("%s: %s\n%s",
               x->by_kernel
                   ? step_in("the kernel ended with an error", "el kernel acabó con un error")
                   : step_in("a call of CUDA failed", "falló una llamada de CUDA"),
               cudaGetErrorString(x->failed), step_means(x->failed));
    else
        printf(step_in("the launch %s was refused: ", "se rechazó el lanzamiento %s: "),
               step_shape(x));
    if (x->refused && threads > 1024)
        printf(step_in("%llu threads in a block, a block has at most 1024\n",
                       "%llu hilos en un bloque, y un bloque tiene como mucho 1024\n"),
               threads);
    else if (x->refused && (!g.x || !g.y || !g.z || !threads))
        printf("%s\n",
               threads ? step_in("there must be at least 1 block", "debe haber al menos 1 bloque")
                       : step_in("there must be at least 1 thread in a block",
                                 "debe haber al menos 1 hilo en un bloque"));
    else if (x->refused)
        printf("%s\n", cudaGetErrorString(x->failed));
    return 2;
}

/* What the launch of step 5 should have been; false: it is as wanted. */
static inline bool step_launch_differs(const struct step *s, const struct numbers *x)
{
    unsigned wanted = s->block ? (x->n + s->block - 1) / s->block : 0;

    return s->block && x->launches && cpu_device_calls &&
           (x->block.x * x->block.y * x->block.z != s->block || x->blocks > wanted);
}

static inline void step_say_launch(const struct step *s, const struct numbers *x)
{
    unsigned wanted = (x->n + s->block - 1) / s->block, threads = x->block.x * x->block.y;

    if (x->launches > 1 && threads == s->block) {
        printf(
            step_in("for n = %d there are %d launches, of %u blocks together; wanted: %u of %u\n",
                    "con n = %d hay %d lanzamientos, de %u bloques en total; se quería: %u de "
                    "%u\n"),
            x->n, x->launches, x->blocks, wanted, s->block);
        return;
    }
    printf(step_in("the launch for n = %d is %s: %u %s of %u %s; wanted: %u of %u%s\n",
                   "el lanzamiento con n = %d es %s: %u %s de %u %s; se quería: %u de %u%s\n"),
           x->n, step_shape(x), x->blocks,
           x->blocks == 1 ? step_in("block", "bloque") : step_in("blocks", "bloques"), threads,
           threads == 1 ? step_in("thread", "hilo") : step_in("threads", "hilos"), wanted, s->block,
           x->grid.x == s->block && threads != s->block
               ? step_in(". The number of blocks comes first", ". El número de bloques va primero")
               : "");
}

/* Was something added to what out[at] held before? */
static inline bool step_adds(const struct step *s, const struct numbers *x, int at)
{
    static struct numbers y;

    y = *x;
    y.before = x->before - 100;
    return !s->in_place && step_run(s, &y) && y.out[at] == x->out[at] - 100;
}

/* Are all elements that were written the same for other numbers in a? */
static inline bool step_is_constant(const struct step *s, const struct numbers *x)
{
    static struct numbers y;
    int same = 0;

    y = *x;
    for (int i = 0; i < y.n; i++)
        y.a[i] += 100, y.b[i] += 100;
    if (!step_run(s, &y))
        return false;
    for (int i = 0; i < y.outputs; i++)
        if (y.out[i] != (s->in_place ? y.a[i] : y.before)) {
            if (y.out[i] != x->out[i])
                return false;
            same++;
        }
    return same > 0;
}

/* Should the kernel have a shared array, and has none? */
static inline bool step_shares_nothing(const struct step *s)
{
    struct cudaFuncAttributes kernel;

    return s->shares && cudaFuncGetAttributes(&kernel, s->shares) == cudaSuccess &&
           kernel.sharedSizeBytes == 0;
}

/* Why it is wrong, where that can be told, in a line. */
static inline void step_why(const struct step *s, const struct numbers *x, int at)
{
    bool written = x->out[at] != (s->in_place ? x->a[at] : x->before);

    if (step_launch_differs(s, x)) {
        printf("  "), step_say_launch(s, x);
        return;
    }
    if (s->by_host && !x->launches)
        printf(step_in("  No kernel was launched%s.\n", "  No se lanzó ningún kernel%s.\n"),
               written ? step_in(": the host wrote this", ": esto lo escribió el anfitrión") : "");
    else if (s->by_host && s->in_place && cpu_device_calls && x->back < 0)
        printf(step_in("  After the kernel nothing was copied back to the host.\n",
                       "  Después del kernel no se copió nada de vuelta al anfitrión.\n"));
    else if (s->by_host && s->in_place && cpu_device_calls && x->back < x->n * (int)sizeof(int))
        printf(
            step_in("  %d bytes were copied back; %d numbers have %d, n * sizeof(int).\n",
                    "  Se copiaron %d bytes de vuelta; %d números tienen %d, n * sizeof(int).\n"),
            x->back, x->n, x->n * (int)sizeof(int));
    else if (written && step_adds(s, x, at))
        printf(step_in("  It was added to what lay there before: nobody had set out[%d].\n",
                       "  Se sumó a lo que ya había ahí: nadie había dado un valor a out[%d].\n"),
               at);
    else if (written && s->number > 1 && step_is_constant(s, x))
        printf(step_in("  It is the same for other numbers in a: is it computed from them?\n",
                       "  Es igual con otros números en a: ¿se calcula a partir de ellos?\n"));
    if (step_shares_nothing(s))
        printf(step_in(
            "  No array of the kernel is __shared__: of one without it each thread has its own.\n",
            "  Ningún array del kernel es __shared__: sin eso, cada hilo tiene el suyo.\n"));
}

/* The numbers around the first that is wrong; of a picture its row. */
static inline int step_wrong(const struct step *s, const struct numbers *x, bool touched)
{
    int at = step_first_wrong(x);
    int from = s->picture ? at / x->width * x->width : at < 12 ? 0 : at - 6;
    int to = s->picture ? from + x->width : from + 14 < x->n ? from + 14 : x->n;
    int last = to < x->outputs ? to : x->outputs;

    step_begins(s->number);
    printf(step_in("wrong for n = %d", "mal con n = %d"), x->n);
    if (s->picture)
        printf(step_in(", %d wide and %d high", ", %d de ancho y %d de alto"), x->width, x->height);
    if (!touched && s->in_place)
        printf(
            step_in(": the numbers are as they were before\n", ": los números están como antes\n"));
    else if (!touched)
        printf(step_in(": nobody wrote any element of out\n",
                       ": nadie escribió ningún elemento de out\n"));
    else if (x->out[at] == UNTOUCHED)
        printf(step_in(": nobody wrote out[%d], which must be %d\n",
                       ": nadie escribió out[%d], que debe ser %d\n"),
               at, x->expected[at]);
    else
        printf(step_in(": out[%d] is %d, and must be %d\n", ": out[%d] es %d, y debe ser %d\n"), at,
               x->out[at], x->expected[at]);
    step_why(s, x, at);
    step_row("i", NULL, from, to, true);
    if (s->number > 1)
        step_row("a", x->a, from, to, false);
    if (s->number == 2)
        step_row("b", x->b, from, to, false);
    step_row("out", x->out, from, last, false);
    step_row(step_in("must be", "debe ser"), x->expected, from, last, false);
    return 1;
}

/* Sizes from small to large, so that the first mistake is shown in few numbers. After a mistake the
 * rest run all the same: the bug finder may see in them why. */
static inline int step_check(const struct step *s)
{
    static struct numbers x, wrong, differs;
    int sizes[] = { s->least, s->least + 1, 0, 0, 0, 0, s->most }, count = 7, launches = 0;
    bool touched = false;

    for (int i = 2; i < count - 1; i++) /* drawn, each from a part of its own */
        sizes[i] = s->least + 1 + (s->most - s->least - 1) * (i - 2) / 4 +
                   rand() % ((s->most - s->least) / 4 + 1);
    if (s->block) /* where one block too many shows */
        sizes[2] = s->block, sizes[3] = s->block * (2 + rand() % 2);
    for (int i = 0; i < count; i++) {
        step_numbers(s, &x, sizes[i] < s->most ? sizes[i] : s->most);
        bool ran = step_run(s, &x);
        launches += x.launches;
        if (!ran && !wrong.n)
            return step_failed(s, &x);
        if (!ran)
            break;
        touched |= !step_untouched(s, &x);
        if (!wrong.n && step_first_wrong(&x) < x.outputs)
            wrong = x;
        if (!differs.n && step_launch_differs(s, &x))
            differs = x;
    }
    if (wrong.n)
        return step_wrong(s, &wrong, touched);
    if (!launches) {
        step_begins(s->number);
        printf(step_in("right, but no kernel was launched: the host did the work\n",
                       "correcto, pero no se lanzó ningún kernel: lo hizo el anfitrión\n"));
        return 1;
    }
    if (differs.n) {
        step_begins(s->number);
        printf(step_in("right, but ", "correcto, pero "));
        step_say_launch(s, &differs);
        return 1;
    }
    step_begins(s->number);
    printf(step_in("the results are right, for %d to %d\n",
                   "los resultados son correctos, de %d a %d\n"),
           s->least, s->most);
    return 0;
}

/* ---- who does the work: only the bug finder's build can tell --------------------------------- */

/* Is the result also right without the kernels? Then they did not compute it. */
static inline bool step_right_without(const struct step *s, struct numbers *x)
{
    cpu_device_leave_out(0, EVERY_KERNEL);
    bool right = step_run(s, x) && step_first_wrong(x) == x->outputs;
    cpu_device_leave_out(0, 0);
    return right;
}

static inline int step_counted(const struct step *s)
{
    static struct numbers x;

    step_numbers(s, &x, s->most);
    cpu_device_accesses(); /* from here on */
    if (!step_run(s, &x))
        return step_failed(s, &x);
    struct cpu_device_accesses made = cpu_device_accesses();

    bool without = step_right_without(s, &x);
    step_begins(s->number);
    if (without)
        printf(step_in("right, but also without the kernel: the host wrote the numbers\n",
                       "correcto, pero también sin el kernel: los números los escribió el "
                       "anfitrión\n"));
    else if (made.atomics)
        printf(step_in(
            "right, but here no atomics, please: they make the threads wait for each other.\n"
            "  Halve what is left in each round.\n",
            "correcto, pero aquí sin operaciones atómicas, por favor: hacen esperar a los "
            "hilos.\n"
            "  Reduzca a la mitad lo que queda en cada ronda.\n"));
    else if (made.most > s->accesses)
        printf(step_in("right, but %s.\n"
                       "  For n = %d it reads and writes arrays %llu times, and %u are enough: let "
                       "each thread do a part.\n",
                       "correcto, pero %s.\n"
                       "  Con n = %d lee y escribe en arrays %llu veces, y bastan %u: que cada "
                       "hilo haga una parte.\n"),
               made.threads > x.n / 2u
                   ? step_in("a thread does too much, one step after the other",
                             "un hilo hace demasiado, un paso tras otro")
                   : step_in("one thread does the work of all", "un hilo hace el trabajo de todos"),
               x.n, made.most, s->accesses);
    else {
        printf("done\n");
        if (step_shares_nothing(s))
            printf(
                step_in("  It needs no shared memory. Look at hint 3 all the same: lab 3 does.\n",
                        "  No necesita memoria compartida. Mire igualmente la pista 3: el lab 3 sí "
                        "la necesita.\n"));
        return 0;
    }
    return 1;
}

static inline int step_main(const struct step *s)
{
    const char *seed = getenv("SEED");

    step_is_spanish = !strcmp(sheets_language(), "es");
    srand(seed && *seed ? atoi(seed) : time(NULL));
    const struct itimerval limit = { .it_value = { .tv_sec = SECONDS } };
    signal(SIGPROF, step_too_long);
    signal(SIGALRM, step_too_long);
    setitimer(ITIMER_PROF, &limit, NULL); /* a busy machine takes nothing from it */
    alarm(6 * SECONDS); /* for code that waits, say for a key, and computes nothing */
    setvbuf(stdout, NULL, _IOLBF, 0);
    const int status = step_check(s);
    return status == 0 && cpu_device_accesses ? step_counted(s) : status;
}

/* The main of a step that has a run() and an expect(). */
#define STEP(...)                                                                                  \
    int main(void)                                                                                 \
    {                                                                                              \
        const struct step step = { .run = run, .expect = expect, __VA_ARGS__ };                    \
        return step_main(&step);                                                                   \
    }
