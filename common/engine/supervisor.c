#include "supervisor.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "machine.h"
#include "mode.h"
#include "report.h"
#include "timing.h"
#include "words.h"

#define PATIENCE      20 /* seconds (time_had), or LAB_PATIENCE; the first sixth is silent */
#define SLOW_PATIENCE 120
#define LOOK_EVERY    250 /* ms */

static struct watched nobody_sees, *watched = &nobody_sees;
static volatile pid_t child;
static volatile sig_atomic_t asked; /* the signal by which the user ends the lab */

struct watched *supervised(void) { return watched; }

void watch_version(const char *version, const char *at)
{
    snprintf(watched->version, sizeof(watched->version), "%s", version);
    snprintf(watched->at, sizeof(watched->at), "%s", at);
    watched->since_ms = now_ms();
    watched->inside = 1;
}

void will_run(int i, const char *version, const char *todo, int given)
{
    struct verdict *verdict = &watched->verdicts[i];

    snprintf(verdict->version, sizeof(verdict->version), "%s", version);
    snprintf(verdict->todo, sizeof(verdict->todo), "%s", todo ? todo : "");
    verdict->given = given;
}

void note_verdict(int i, const struct check *check)
{
    struct verdict *verdict = &watched->verdicts[i];

    verdict->state = check_state(check);
    verdict->tried = 1;
    snprintf(verdict->message, sizeof(verdict->message), "%s",
             verdict->state == STATE_WRONG  ? check->message
             : verdict->state == STATE_SKIP ? check->skip
                                            : "");
    if (check->lost) /* report_version will end the run */
        lab_is_over(STATUS_WRONG);
}

void lab_is_over(int status)
{
    watched->status = status;
    watched->since_ms = now_ms();
    watched->finished = 1;
}

/* ---- in the process that runs the lab ------------------------------------------------------- */

static const char bad_address[] =
    "crashed in host code (segmentation fault): a launcher must not read or write device memory, "
    "nor write outside its own arrays, nor a kernel outside a __shared__ one";

static char *stack_top;
static int alone; /* 1: nobody watches */

/* The stack is full when the address is just below the lowest that it may reach. */
static void note_crash(int number, siginfo_t *info, void *context)
{
    struct rlimit limit;
    char *at = info->si_addr;

    (void)context;
    if (alone) {
        dprintf(STDERR_FILENO, "\n%s %s\n", *watched->version ? watched->version : _("the lab"),
                _(bad_address));
        _exit(STATUS_WRONG);
    }
    watched->out_of_stack = !getrlimit(RLIMIT_STACK, &limit) && limit.rlim_cur != RLIM_INFINITY &&
                            at < stack_top && at > stack_top - limit.rlim_cur - (1 << 20);
    signal(number, SIG_DFL);
    raise(number);
}

/* Before the device is opened, which then handles crashes in kernels. */
static void handle_crashes(void)
{
    static char stack[65536]; /* the normal one may be full */
    stack_t other = { .ss_sp = stack, .ss_size = sizeof(stack) };
    struct sigaction action = { .sa_sigaction = note_crash, .sa_flags = SA_ONSTACK | SA_SIGINFO };

    stack_top = __builtin_frame_address(0);
    sigaltstack(&other, NULL);
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
}

/* ---- in the process that watches it --------------------------------------------------------- */

/* Prints the line of the version that ended the run, and which versions did not run. */
static int ended_inside(const char *words)
{
    char message[sizeof(watched->verdicts->message)];

    snprintf(message, sizeof(message), "%.60s: %.190s", watched->at, words);
    fflush(stderr);
    printf("%-12s ", watched->version);
    report_state(STATE_WRONG);
    printf(_("%s\nnot run: the versions after %s\n"), message, watched->version);
    report_next_wrong(program_invocation_short_name, watched->version);
    for (struct verdict *v = watched->verdicts; v < watched->verdicts + MAX_VERSIONS; v++)
        if (!strcmp(v->version, watched->version)) {
            v->state = STATE_WRONG;
            v->tried = 1;
            memcpy(v->message, message, sizeof(message));
        }
    return STATUS_WRONG;
}

static int crashed_inside(int end)
{
    int number = WIFSIGNALED(end) ? WTERMSIG(end) : 0;
    char words[256];

    snprintf(words, sizeof(words),
             !number ? _("ended the program (exit, status %d): a launcher returns, it ends nothing")
             : watched->out_of_stack
                 ? _("ran out of stack in host code: does a function call itself for ever?")
             : number == SIGSEGV || number == SIGBUS ? _(bad_address)
             : number == SIGABRT
                 ? _("ended the program by abort: an exception that nobody caught, an "
                     "assert, memory that was written outside its bounds, or free() of what malloc "
                     "did not give")
                 : _("ended the program (signal %d: %s)"),
             number ? number : WEXITSTATUS(end), strsignal(number));
    return ended_inside(words);
}

/* Says once that it takes long. True: it has had its time. */
static bool takes_too_long(double seconds, double patience)
{
    static double said_ms;

    if (seconds > patience / 6 && said_ms != watched->since_ms && watched->inside) {
        said_ms = watched->since_ms;
        fprintf(stderr, _("%s: %s still runs after %.2g s at %s; "), program_invocation_short_name,
                watched->version, patience / 6, watched->at);
        fprintf(stderr, watched->patient ? _("Ctrl-C ends it\n") : _("it has %g s\n"), patience);
    }
    return seconds > patience && !(watched->inside && watched->patient);
}

static int end_it(double patience)
{
    char words[128];

    kill(child, SIGKILL);
    snprintf(words, sizeof(words),
             _("did not come back within %g s: a loop without end, or each thread doing the work "
               "of all?"),
             patience);
    return watched->finished ? watched->status /* but for what atexit calls, and destructors */
                             : ended_inside(words);
}

/* Waits until the other process has ended, which closes the pipe `alive`. Returns its status. */
static int watch(int alive)
{
    const char *given = getenv("LAB_PATIENCE"), *lab = program_invocation_short_name;
    double own = given ? atof(given) : 0, patience = own, since_ms = 0;
    struct pollfd ended = { .fd = alive, .events = POLLIN };
    struct time_had had = { 0 };
    int end = 0;

    while (waitpid(child, &end, WNOHANG) == 0) {
        if (since_ms != watched->since_ms || (!watched->inside && !watched->finished)) {
            since_ms = watched->since_ms;
            had = (struct time_had){ 0 };
        }
        time_had(&had, child, 0);
        if (own <= 0)
            patience = watched->slow ? SLOW_PATIENCE : PATIENCE;
        if (takes_too_long(had.seconds, patience))
            return end_it(patience);
        poll(&ended, 1, LOOK_EVERY);
    }
    int number = WIFSIGNALED(end) ? WTERMSIG(end) : 0;
    if (number && (number == asked || (number == SIGPIPE && !watched->inside))) {
        signal(number, SIG_DFL); /* end by the same signal, as the caller expects */
        raise(number);
    }
    if (watched->finished)
        return watched->status;
    if (watched->inside)
        return crashed_inside(end);
    if (!number && (WEXITSTATUS(end) || watched->may_end)) /* it has said why */
        return WEXITSTATUS(end);
    fprintf(stderr, _("%s: ended before the run was over (%s)\n"), lab,
            number ? strsignal(number) : _("exit, status 0"));
    return STATUS_WRONG;
}

/* For common/tools/progress.sh and graders: LAB_VERDICTS names a file that gets a line per version
 * that was tried, `version exercise given|- state message`. */
static void save_verdicts(void)
{
    const char *path = getenv("LAB_VERDICTS");
    FILE *f = path && *path ? fopen(path, "w") : NULL;

    if (!f)
        return;
    for (const struct verdict *v = watched->verdicts; v < watched->verdicts + MAX_VERSIONS; v++)
        if (v->tried)
            fprintf(f, "%s %s %s %s %s\n", v->version, *v->todo ? v->todo : "-",
                    v->given ? "given" : "-", state_words[v->state], v->message);
    fclose(f);
}

/* Ctrl-C reaches both processes; kill, an editor's stop button or a closed terminal may reach only
 * this one, which passes them on. */
static void pass_on(int number)
{
    asked = number;
    kill(child, number);
}

bool is_traced(void)
{
    char pid[16];

    return read_after("/proc/self/status", "TracerPid:", pid, sizeof(pid)) && strcmp(pid, "0");
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
    alone = getenv("LAB_ALONE") || lab_mode() != MODE_PLAIN || is_traced();
    if (alone) {
        handle_crashes();
        return;
    }
    fflush(stdout);
    child = fork();
    if (child > 0) {
        close(alive[1]);
        signal(SIGINT, pass_on);
        signal(SIGTERM, pass_on);
        signal(SIGHUP, pass_on);
        int status = watch(alive[0]);
        save_verdicts();
        fflush(stdout);
        _exit(status);
    }
    close(alive[0]); /* the other end stays open as long as this process lives */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) /* the parent had ended before the call above */
        raise(SIGKILL);
    handle_crashes();
}
