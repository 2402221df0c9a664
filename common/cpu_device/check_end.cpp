/* CPU device: the bug finder: the end of the program, however it comes, and what is said before.
 * One thread waits for signals: while a kernel runs nobody else would answer Ctrl-C. */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include "check_state.h"

namespace cpu_device
{
namespace check
{

namespace
{

std::vector<std::pair<const void *, std::pair<std::string, call_stack>>> objects EARLY;
std::mutex objects_lock;
const char *crash; /* why the program cannot go on, set by the thread that cannot */
const int crash_signal = SIGXCPU;
sigset_t ends;
bool said_something; /* on the terminal */

/* Reports, and ends the process. */
[[noreturn]] void end(int status, const char *why)
{
    if (said_something)
        fputs("\033[K", stderr);
    if (why)
        printf("the program was ended: %s\n", why);
    excuse_cas_loops();
    const char *until = why          ? " until the program was ended"
                        : fault_code ? " until a kernel ended with an error"
                                     : "";
    const char *strict = getenv("STRICT");
    counts found = report(getenv("CPU_DEVICE_CHECK_JSON"), until);
    if (status && !why)
        printf("the program itself ended with status %d\n", status);
    fflush(stdout);
    bool wrong = found.errors || fault_code || (why && launches) ||
                 (found.warnings && strict && *strict && strcmp(strict, "0"));
    _exit(wrong ? 1 : launches || found.warnings ? 0 : 2);
}

void at_exit(int status, void *)
{
    static bool ended;
    if (ended)
        return;
    ended = true;
    if (!fault_code && status == 0) {
        std::vector<std::pair<std::string, call_stack>> left;
        for (auto &o : objects)
            left.push_back(o.second);
        find_leaks(left);
    }
    end(status, nullptr);
}

/* A kernel may be running and stays as it is: a copy of the process reports. A copy that was made
 * just when something was being noted ends at once, and another one is made. */
void report_now(const char *why)
{
    for (int tries = 0; tries < 50; tries++) {
        int status;
        fflush(stdout);
        pid_t child = fork();
        if (child < 0)
            break;
        if (child == 0) {
            if (!can_report() && tries < 49)
                _exit(77);
            alarm(60);
            end(1, why);
        }
        if (waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) != 77)
            _exit(WEXITSTATUS(status));
        usleep(1000);
    }
    end(1, why);
}

void progress(double seconds)
{
    static unsigned long long before;
    unsigned long long now = *(volatile unsigned long long *)&accesses;
    if (now == before)
        return;
    fprintf(
        stderr, "checking: %.0f s, %.1f million accesses per second, %zu finding%s so far\033[K\r",
        seconds, (double)(now - before) * 1e-6, findings_so_far, findings_so_far == 1 ? "" : "s");
    before = now;
    said_something = true;
}

void *watch(void *)
{
    bool terminal = isatty(2);
    double begin = now();
    for (;;) {
        struct timespec second = { 1, 0 };
        siginfo_t info;
        int number = sigtimedwait(&ends, &info, terminal ? &second : nullptr);
        if (number > 0 && crash) { /* that thread may be within malloc: no fork() */
            alarm(30);
            end(1, crash);
        } else if (number > 0) {
            report_now(number == SIGXCPU ? "its time is over" : strsignal(number));
        } else if (terminal) {
            progress(now() - begin);
        }
    }
    return nullptr;
}

void on_abort(int number) { on_crash(strsignal(number)); }

__attribute__((constructor(102))) void begin()
{
    static char stack[64 * 1024]; /* for the handler, when the program's own is full */
    stack_t other = {};
    other.ss_sp = stack;
    other.ss_size = sizeof stack;
    sigaltstack(&other, nullptr);
    struct sigaction abort_action = {}, old;
    abort_action.sa_handler = on_abort;
    abort_action.sa_flags = SA_ONSTACK;
    sigaction(SIGABRT, &abort_action, nullptr);
    sigemptyset(&ends);
    for (int number : { SIGINT, SIGTERM, SIGHUP, SIGXCPU })
        if (number == crash_signal || sigaction(number, nullptr, &old) || old.sa_handler != SIG_IGN)
            sigaddset(&ends, number);
    pthread_sigmask(SIG_BLOCK, &ends, nullptr); /* all threads but this one inherit that */
    pthread_t thread;
    if (pthread_create(&thread, nullptr, watch, nullptr))
        pthread_sigmask(SIG_UNBLOCK, &ends, nullptr);
    on_exit(at_exit, nullptr);
}

} // namespace

/* From a signal's handler. */
void on_crash(const char *what)
{
    if (crash)
        return; /* and while reporting, too: it ends */
    crash = what;
    kill(getpid(), crash_signal);
    for (;;)
        pause();
}

void on_object(const void *p, const char *what)
{
    std::lock_guard<std::mutex> hold(objects_lock);
    objects.push_back({ p, { std::string(what) + " is never destroyed", calls_here() } });
}

void on_object_gone(const void *p)
{
    std::lock_guard<std::mutex> hold(objects_lock);
    objects.erase(
        std::remove_if(objects.begin(), objects.end(), [=](const auto &o) { return o.first == p; }),
        objects.end());
}

} // namespace check
} // namespace cpu_device
