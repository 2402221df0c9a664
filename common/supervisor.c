#include "supervisor.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include "options.h"
#include "report.h"
#include "timing.h"

#define PATIENCE   120 /* seconds, unless LAB_PATIENCE is set; the first sixth is silent */
#define LOOK_EVERY 250 /* ms */

static struct watched nobody_sees, *watched = &nobody_sees;
static volatile pid_t child;

/* ---- in the process that runs the lab ------------------------------------------------------- */

static char *stack_top;

/* 1: the address is just below the lowest that the stack may reach, so the stack is full. */
static int beyond_the_stack(const char *at)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur == RLIM_INFINITY)
        return 0;
    return at < stack_top && at > stack_top - limit.rlim_cur - (1 << 20);
}

static void crashed(int number, siginfo_t *info, void *context)
{
    (void)context;
    watched->out_of_stack = beyond_the_stack(info->si_addr);
    signal(number, SIG_DFL);
    raise(number);
}

/* To be called before the device is opened, which then handles faults in kernels itself. */
static void note_crashes(void)
{
    static char stack[65536]; /* a stack of its own: the normal one may be full */
    stack_t other = { .ss_sp = stack, .ss_size = sizeof(stack) };
    struct sigaction action = { .sa_sigaction = crashed, .sa_flags = SA_ONSTACK | SA_SIGINFO };

    stack_top = __builtin_frame_address(0);
    sigaltstack(&other, NULL);
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
}

/* ---- in the process that watches it --------------------------------------------------------- */

static struct verdict *verdict_of(const char *version)
{
    for (int i = 0; i < MAX_VERSIONS; i++)
        if (!strcmp(watched->verdicts[i].version, version))
            return &watched->verdicts[i];
    return NULL;
}

static void words_of_the_end(char *text, size_t size, int end)
{
    int number = WIFSIGNALED(end) ? WTERMSIG(end) : 0;

    if (!number)
        snprintf(text, size,
                 "ended the program (exit, status %d): a launcher returns, it ends nothing",
                 WEXITSTATUS(end));
    else if (watched->out_of_stack)
        snprintf(text, size,
                 "ran out of stack in host code: does a function call itself for ever?");
    else if (number == SIGSEGV || number == SIGBUS)
        snprintf(text, size,
                 "crashed in host code (segmentation fault): a launcher must not read or write "
                 "device memory, nor write outside its own arrays");
    else if (number == SIGABRT)
        snprintf(text, size,
                 "ended the program by abort: an exception that nobody caught, an "
                 "assert, or memory that was written outside its bounds");
    else
        snprintf(text, size, "ended the program (signal %d: %s)", number, strsignal(number));
}

/* Prints the line of the version that ended the run, and which versions did not run. */
static int ended_inside(const char *words)
{
    struct verdict *verdict = verdict_of(watched->version);
    char message[256];

    snprintf(message, sizeof(message), "%.60s: %.190s", watched->at, words);
    fflush(stderr);
    printf("%-12s ", watched->version);
    report_state(STATE_WRONG);
    printf("%s\n", message);
    if (verdict) {
        verdict->state = STATE_WRONG;
        verdict->tried = 1;
        memcpy(verdict->message, message, sizeof(message));
    }
    printf("not run: the versions after %s\nnext: mend %s; ./%s --only %s runs it alone\n",
           watched->version, watched->version, program_invocation_short_name, watched->version);
    return STATUS_WRONG;
}

/* For common/progress.sh and graders: LAB_VERDICTS names a file that gets a line per version that
 * was tried, `version exercise given|- state message`. */
static void save_verdicts(void)
{
    static const char *const words[] = { "ok", "WRONG", "todo", "skip" };
    const char *path = getenv("LAB_VERDICTS");
    FILE *f = path && *path ? fopen(path, "w") : NULL;

    for (int i = 0; f && i < MAX_VERSIONS; i++) {
        const struct verdict *v = &watched->verdicts[i];
        if (v->tried)
            fprintf(f, "%s %s %s %s %s\n", v->version, *v->todo ? v->todo : "-",
                    v->given ? "given" : "-", words[v->state], v->message);
    }
    if (f)
        fclose(f);
}

static int status_of(int end)
{
    char words[256];

    if (watched->inside && !watched->finished) {
        words_of_the_end(words, sizeof(words), end);
        return ended_inside(words);
    }
    if (watched->finished)
        return watched->status;
    if (WIFEXITED(end) && (WEXITSTATUS(end) || watched->may_end)) /* it has said why */
        return WEXITSTATUS(end);
    fprintf(stderr, "%s: ended before the run was over (%s)\n", program_invocation_short_name,
            WIFSIGNALED(end) ? strsignal(WTERMSIG(end)) : "exit, status 0");
    return STATUS_WRONG;
}

static double patience(void)
{
    const char *seconds = getenv("LAB_PATIENCE");

    return seconds && atof(seconds) > 0 ? atof(seconds) : PATIENCE;
}

/* 1: the version has run for too long. */
static int look(double *said_ms)
{
    double seconds = watched->inside ? (now_ms() - watched->since_ms) / 1e3 : 0;

    if (seconds > patience() / 6 && *said_ms != watched->since_ms) {
        *said_ms = watched->since_ms;
        fprintf(stderr, "%s: %s still runs after %.2g s at %s; ", program_invocation_short_name,
                watched->version, patience() / 6, watched->at);
        fprintf(stderr, watched->patient ? "Ctrl-C ends it\n" : "it has %g s\n", patience());
    }
    return seconds > patience() && !watched->patient;
}

static int gave_up(void)
{
    char words[256];

    snprintf(words, sizeof(words),
             "did not come back within %g s: a loop without end, in the launcher or in the kernel?",
             patience());
    return ended_inside(words);
}

/* The signal by which the user ends the lab: Ctrl-C, kill, an editor's stop button or a closed
 * terminal. Ctrl-C reaches both processes; the others may reach only this one, which passes them
 * on. */
static volatile sig_atomic_t asked;

static void note_wish(int number)
{
    asked = number;
    kill(child, number);
}

/* Waits until the other process has ended, which closes the pipe `alive`. */
static int watch(int alive)
{
    struct pollfd ended = { .fd = alive, .events = POLLIN };
    double said_ms = 0;
    int end = 0;

    while (waitpid(child, &end, WNOHANG) == 0) {
        if (look(&said_ms)) {
            kill(child, SIGKILL);
            return gave_up();
        }
        poll(&ended, 1, LOOK_EVERY);
    }
    int number = WIFSIGNALED(end) ? WTERMSIG(end) : 0;
    if (number && (number == asked || (number == SIGPIPE && !watched->inside))) {
        signal(number, SIG_DFL); /* end by the same signal, as the caller expects */
        raise(number);
    }
    return status_of(end);
}

struct watched *supervised(void)
{
    return watched;
}

void supervise(void)
{
    int alive[2];
    pid_t parent = getpid();

    watched =
        mmap(NULL, sizeof(*watched), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (watched == MAP_FAILED || pipe(alive)) {
        perror(program_invocation_short_name);
        exit(STATUS_USAGE);
    }
    fflush(stdout);
    if (getenv("LAB_ALONE") || under_bug_finder()) {
        catch_crashes();
        return;
    }
    child = fork();
    if (child > 0) {
        close(alive[1]);
        signal(SIGINT, note_wish);
        signal(SIGTERM, note_wish);
        signal(SIGHUP, note_wish);
        int status = watch(alive[0]);
        save_verdicts();
        fflush(stdout);
        _exit(status);
    }
    close(alive[0]); /* the other end stays open as long as this process lives */
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) /* the parent had ended before the call above */
        raise(SIGKILL);
#endif
    note_crashes();
}
