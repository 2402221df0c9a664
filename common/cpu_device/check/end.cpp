/* CPU device: the bug finder: the end of the program, by whatever way; before it, a line on the
 * terminal that says how far it is. */
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include "state.h"

namespace cpu_device::check
{

namespace
{

/* Streams and events: their address, what to say if one is left over, where it was made. */
std::vector<std::pair<const void *, std::pair<bilingual, call_stack>>> objects EARLY;
std::mutex objects_lock;
bool shows_progress; /* a line of it is on the terminal */
double began;        /* seconds */

void find_unchecked_errors()
{
    for (auto &f : failed_calls()) {
        bool is_new;
        finding *found = note(unchecked_error, f.call.english + f.place, &is_new);
        if (!is_new)
            continue;
        found->sides.push_back(by_calls({}, no_access));
        found->sides[0].place = f.place;
        found->after = f.findings;
        found->detail = in_both([&] {
            std::string error = cudaGetErrorName(f.error);
            if (!f.why.empty())
                error += ": " + f.why.text();
            return say(_("%s failed: %s (%s); the program did not look at its result, nor ask "
                         "cudaGetLastError()"),
                       f.call.text().c_str(), cudaGetErrorString(f.error), error.c_str());
        });
    }
}

/* Reports, and ends the process. */
[[noreturn]] void end(int status, const char *why)
{
    if (shows_progress)
        fputs("\033[K", stderr);
    if (why)
        printf(_("the program was ended: %s\n"), why);
    excuse_cas_loops();
    find_unchecked_errors();
    const char *until = why          ? _(" until the program was ended")
                        : fault_code ? _(" until a kernel ended with an error")
                                     : "";
    const char *strict = getenv("STRICT");
    counts found = report(getenv("CPU_DEVICE_CHECK_JSON"), getenv("CPU_DEVICE_CHECK_SARIF"), until);
    if (status && !why && !asks_for_witness())
        printf(_("the program itself ended with status %d\n"), status);
    fflush(stdout);
    bool wrong = found.errors || fault_code || (why && launches) ||
                 (found.warnings && strict && *strict && strcmp(strict, "0"));
    if (asks_for_witness() && !why) /* it has its answer, whatever that is */
        wrong = false;
    _exit(wrong ? 1 : launches || found.warnings ? 0 : 2);
}

void at_exit(int status, void *)
{
    static bool ended;
    if (ended)
        return;
    ended = true;
    if (!fault_code && status == 0) {
        std::vector<std::pair<bilingual, call_stack>> left;
        for (auto &o : objects)
            left.push_back(o.second);
        find_leaks(left);
        find_lost_prints();
    }
    end(status, nullptr);
}

/* A kernel may be running, and goes on: a copy of the process reports. A copy that was made while a
 * thread was noting something ends at once, and another one is made. */
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

void progress()
{
    static unsigned long long before;
    unsigned long long now = *(volatile unsigned long long *)&accesses;
    if (now == before)
        return;
    fprintf(
        stderr,
        findings_so_far == 1
            ? _("checking: %.0f s, %.1f million accesses per second, %zu finding so far\033[K\r")
            : _("checking: %.0f s, %.1f million accesses per second, %zu findings so far\033[K\r"),
        cpu_device::now() - began, (double)(now - before) * 1e-6, findings_so_far);
    before = now;
    shows_progress = true;
}

void end_early(const char *why, bool crashed)
{
    if (!crashed)
        report_now(why);
    alarm(30); /* the thread that crashed may be inside malloc: no fork() */
    end(1, why);
}

} // namespace

void report_at_end()
{
    began = now();
    watch_ends(end_early, isatty(2) ? progress : nullptr);
    on_exit(at_exit, nullptr);
}

void on_object(const void *p, const char *what)
{
    std::lock_guard<std::mutex> hold(objects_lock);
    auto words = in_both([=] { return say(_("%s is never destroyed"), _(what)); });
    objects.push_back({ p, { words, calls_here() } });
}

void on_object_gone(const void *p)
{
    std::lock_guard<std::mutex> hold(objects_lock);
    objects.erase(
        std::remove_if(objects.begin(), objects.end(), [=](const auto &o) { return o.first == p; }),
        objects.end());
}

} // namespace cpu_device::check
