/* CPU device: CUDA's errors: the last error, the error that a failed kernel leaves, calls whose
 * failure the program did not notice; and how a launch is named in messages. */
#include "runtime.h"

namespace cpu_device
{

std::atomic<int> fault_code;
thread_local cudaError_t last_error;

cudaError_t result(cudaError_t error)
{
    if (error != cudaSuccess)
        last_error = error;
    return error;
}

cudaError_t sticky() { return result((cudaError_t)(int)fault_code); }

/* ---- calls that failed, whose error the program has not yet asked for ------------------------ */

static std::mutex failed_lock;

std::vector<failed_call> &failed_calls()
{
    static auto *all = new std::vector<failed_call>(); /* stays for the report at the end */
    return *all;
}

[[maybe_unused]] static void say_failed()
{
    auto &all = failed_calls();
    if (all.empty())
        return;
    char more[64] = "";
    if (all.size() > 1)
        snprintf(more, sizeof more, _("; so did %zu more"), all.size() - 1);
    std::string error = cudaGetErrorString(all[0].error);
    if (!all[0].why.empty())
        error += ": " + all[0].why.text();
    fprintf(stderr,
            _("CPU device: %s: %s failed: %s; the program did not look at its result, nor ask "
              "cudaGetLastError()%s\n"),
            all[0].place, all[0].call.text().c_str(), error.c_str(), more);
}

static thread_local std::pair<std::string, bilingual> last_why; /* the call's name, and why */

void note_why(const char *call, const bilingual &why) { last_why = { call, why }; }

void note_failed(const bilingual &call, const char *place, cudaError_t error)
{
    const bool asked = error == cudaErrorNotReady && call.english != "cudaEventElapsedTime";
    if (asked || error == (int)fault_code) /* the kernel has been named */
        return;
    std::lock_guard<std::mutex> hold(failed_lock);
    for (auto &f : failed_calls())
        if (f.call.english == call.english && !strcmp(f.place, place))
            return;
#ifdef CPU_DEVICE_CHECK /* whose report names these calls */
    const size_t findings = check::findings_so_far;
#else
    const size_t findings = 0;
    static int once __attribute__((unused)) = atexit(say_failed);
#endif
    const bilingual why = last_why.first == call.english ? last_why.second : bilingual();
    failed_calls().push_back({ call, place, error, findings, why });
}

void operator,(const unlooked &call, cudaError_t error)
{
    bool asks = !strncmp(call.call, "cudaDevice", 10) && strstr(call.call, "Peer");
    if (error != cudaSuccess && !asks)
        note_failed(std::string(call.call), call.place, error);
}

/* ---- messages -------------------------------------------------------------------------------- */

launch_words::launch_words(const char *name, const char *place, const config &c)
{
    int n = snprintf(text, sizeof text,
                     _("kernel %.200s, launched at %.200s as <<<(%u,%u,%u), (%u,%u,%u)"), name,
                     place, c.grid.x, c.grid.y, c.grid.z, c.block.x, c.block.y, c.block.z);
    if (c.shared)
        n += snprintf(text + n, sizeof text - (size_t)n, ", %zu", c.shared);
    snprintf(text + n, sizeof text - (size_t)n, ">>>");
}

} // namespace cpu_device

using namespace cpu_device;

extern "C" void cpu_device_failed_call(char text[256], char why[160])
{
    std::lock_guard<std::mutex> hold(failed_lock);
    *text = *why = 0;
    for (const failed_call &f : failed_calls()) {
        if (f.error != last_error) /* what is asked next tells of another one */
            continue;
        const char *file = strrchr(f.place, '/');
        snprintf(text, 256, "%s, %s", f.call.text().c_str(), file ? file + 1 : f.place);
        snprintf(why, 160, "%s", f.why.text().c_str());
        return;
    }
}

/* ---- the API: errors ------------------------------------------------------------------------- */

cudaError_t cudaPeekAtLastError()
{
    {
        std::lock_guard<std::mutex> hold(failed_lock);
        failed_calls().clear();
    }
    return last_error;
}

cudaError_t cudaGetLastError()
{
    cudaError_t error = cudaPeekAtLastError();
    last_error = cudaSuccess;
    return error;
}

const char *cudaGetErrorName(cudaError_t error)
{
    switch ((int)error) {
#define E(name, value, words)                                                                      \
    case value:                                                                                    \
        return #name;
#include "../include/errors.h"
#undef E
    }
    return "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error)
{
    switch ((int)error) {
#define E(name, value, words)                                                                      \
    case value:                                                                                    \
        return words;
#include "../include/errors.h"
#undef E
    }
    return "unrecognized error code";
}
