/* CPU device: a watched program may end early, by a signal or a crash. A thread of its own waits
 * for signals, since while a kernel runs no other would answer Ctrl-C; a thread that crashes tells
 * it. */
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "lines.h"
#include "words.h"

namespace cpu_device::check
{

namespace
{

const char *crash; /* why the program cannot go on, set by the thread that cannot */
const int crash_signal = SIGXCPU;
sigset_t ends;
void (*at_early_end)(const char *why, bool crashed), (*each_second)();

void *watch(void *)
{
    for (;;) {
        struct timespec second = { 1, 0 };
        int number = sigtimedwait(&ends, nullptr, each_second ? &second : nullptr);
        if (number > 0)
            at_early_end(crash               ? crash
                         : number == SIGXCPU ? _("its time is over")
                                             : _(strsignal(number)),
                         crash);
        else if (each_second)
            each_second();
    }
    return nullptr;
}

void on_abort(int number) { on_crash(_(strsignal(number))); }

} // namespace

void watch_ends(void (*at_end)(const char *why, bool crashed), void (*meanwhile)())
{
    static char stack[64 * 1024]; /* for the handler, when the program's own is full */
    at_early_end = at_end, each_second = meanwhile;
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
}

/* From a signal's handler. */
void on_crash(const char *what)
{
    if (crash)
        return; /* it crashed again, while reporting: let it end */
    crash = what;
    kill(getpid(), crash_signal);
    for (;;)
        pause();
}

} // namespace cpu_device::check
