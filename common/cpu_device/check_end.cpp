/* CPU device: the bug finder: the end of the program. */
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

} // namespace

void on_object(const void *p, const char *what)
{
    objects.push_back({ p, { std::string(what) + " is never destroyed", calls_here() } });
}

void on_object_gone(const void *p)
{
    objects.erase(
        std::remove_if(objects.begin(), objects.end(), [=](const auto &o) { return o.first == p; }),
        objects.end());
}

/* ---- the end -------------------------------------------------------------------------------- */

static void finish(int status, void *)
{
    static bool finished;
    if (finished)
        return;
    finished = true;
    if (!fault_code && status == 0) {
        std::vector<std::pair<std::string, call_stack>> left;
        for (auto &o : objects)
            left.push_back(o.second);
        find_leaks(left);
    }
    excuse_cas_loops();
    size_t found = report(getenv("CPU_DEVICE_CHECK_JSON"));
    if (status)
        printf("the program itself ended with status %d\n", status);
    fflush(stdout);
    _exit(found || fault_code ? 1 : 0);
}

void on_crash(const char *what)
{
    printf("the program was ended: %s\n", what);
    finish(1, nullptr);
}

__attribute__((constructor(102))) static void begin() { on_exit(finish, nullptr); }

} // namespace check
} // namespace cpu_device
