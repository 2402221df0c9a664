/* The pretend GPU: made-up times (the knob model), the same on every machine. The host's clock is
 * moved by what the host does: a launch, a loop of the CPU, waiting. Kernels, copies to the device
 * and copies to the host are an engine each: an operation begins when the host has asked for it,
 * the stream's operation before it is done and its engine is free. */
#include "pretend.h"

#include <ctype.h>
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#include <algorithm>

namespace pretend
{

static const double step = 1e-4;         /* ms from one look at the clock to the next */
static double host = 1000, begun;        /* ms; begun: when the device began its first operation */
static double engines[ENGINES], kernels; /* until when each is busy; ms of all kernels */
static std::map<const CUstream_st *, double> streams; /* when their last operation is done */
static std::map<cudaEvent_t, double> events;
static double dirty;    /* bytes in the L2 that the memory has not got */
static double elements; /* of the version that runs now, until its first parallel loop */

/* The thread whose clock is made up. */
static bool is_host()
{
    return asked().model && gettid() == getpid();
}

static double done(const CUstream_st *s)
{
    double last = 0;
    for (auto &stream : streams)
        if (!s || is_bound(s, stream.first))
            last = std::max(last, stream.second);
    return last;
}

void model_host(double ms)
{
    host += ms;
}

void model_device(CUstream_st *s, engine e, double ms)
{
    double &free = engines[asked().in_order ? KERNELS : e];
    double start = std::max({ host, done(s), free });
    begun = begun ? begun : start;
    ms *= start - begun < asked().cold ? asked().cold_factor : 1;
    free = streams[s] = start + ms;
    kernels += e == KERNELS ? ms : 0;
}

void model_wait(const CUstream_st *s)
{
    host = std::max(host, done(s));
}

void model_record(cudaEvent_t event, const CUstream_st *s)
{
    events[event] = std::max(host, done(s));
}

void model_wait_event(CUstream_st *s, cudaEvent_t event)
{
    double &late = s ? streams[s] : host;
    late = std::max(late, events[event]);
}

double model_elapsed(cudaEvent_t start, cudaEvent_t stop)
{
    return events[stop] - events[start];
}

double model_joules()
{
    return 1e-3 * (asked().idle_watts * host + (asked().watts - asked().idle_watts) * kernels);
}

void model_written(double bytes)
{
    dirty = asked().write_back ? std::min(asked().l2, dirty + bytes) : 0;
}

double model_write_back()
{
    double ms = dirty / asked().copy_gbs / 1e6;
    dirty = 0;
    return ms;
}

double model_clock()
{
    const double age = model_age();
    const double loses = fmod(age, 40) < 20 ? asked().waver / 100 : 0;
    return (age < asked().rise ? 0.5 + 0.5 * age / asked().rise : 1) * (1 - loses);
}

double model_age()
{
    return begun ? host - begun : 0;
}

} // namespace pretend

using namespace pretend;

/* ---- the host, for what the linker sends here (--wrap) ------------------------------------------
 */

extern "C" {
int __real_clock_gettime(clockid_t clock, struct timespec *t);
int __real_usleep(useconds_t us);
int __real_getrusage(int who, struct rusage *usage);
double __real_cpus_of_others(void);
void __real_supervise(void);
void __real_watch_version(const char *version, const char *at);
void __real_GOMP_parallel(void (*body)(void *), void *data, unsigned threads, unsigned flags);

int __wrap_clock_gettime(clockid_t clock, struct timespec *t)
{
    if (!is_host())
        return __real_clock_gettime(clock, t);
    host += step;
    t->tv_sec = (time_t)(host / 1e3);
    t->tv_nsec = llround(1e6 * (host - 1e3 * (double)t->tv_sec));
    return 0;
}

int __wrap_usleep(useconds_t us)
{
    if (!is_host())
        return __real_usleep(us);
    host += us / 1e3;
    return 0;
}

/* Nobody takes a core away from a made-up machine, and nobody else works on it. */
int __wrap_getrusage(int who, struct rusage *usage)
{
    int status = __real_getrusage(who, usage);
    usage->ru_nivcsw = asked().model ? 0 : usage->ru_nivcsw;
    return status;
}

double __wrap_cpus_of_others(void)
{
    return asked().model ? 0 : __real_cpus_of_others();
}

/* Bad knobs are refused while there is one process: the supervisor's two would both say so. */
void __wrap_supervise(void)
{
    asked();
    __real_supervise();
}

/* "m, n, k = 33, 31, 17, timed": 33 x 31 x 17 elements. */
void __wrap_watch_version(const char *version, const char *at)
{
    char *end;
    elements = 1;
    for (const char *digit = at; *digit; digit = end) {
        end = (char *)digit + 1;
        if (isdigit(*digit))
            elements *= (double)strtoll(digit, &end, 10);
    }
    __real_watch_version(version, at);
}

void __wrap_GOMP_parallel(void (*body)(void *), void *data, unsigned threads, unsigned flags)
{
    if (is_host()) {
        host += asked().host_ns * 1e-6 * elements / (threads ? threads : omp_get_max_threads());
        elements = 0;
    }
    __real_GOMP_parallel(body, data, threads, flags);
}
}
