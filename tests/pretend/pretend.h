/* The pretend GPU: the CPU device's runtime under a card's name, for tests alone; README.md has
 * its knobs. Its functions have CUDA's names and stand between a lab and the CPU device's own,
 * which pretend.mk renames: real_cudaMalloc is the CPU device's cudaMalloc.
 *
 *   knobs.cpp    PRETEND_GPU: the card and the knobs
 *   streams.cpp  a function of the host that runs in a stream while other streams go on
 *   model.cpp    made-up times
 *   nvml.cpp     clocks, energy
 *   device.cpp   the API: properties, memory
 *   calls.cpp    the API: launches, copies, streams, events */
#pragma once

#include <functional>
#include <map>
#include <string>
#include "common/cpu_device/run/memory.h"

namespace pretend
{

struct knobs {
    std::string name;                     /* without "pretend " */
    double sm, sms;                       /* 75; multiprocessors */
    double clock, memory_clock, bus;      /* MHz, MHz, bits */
    double memory, l2;                    /* bytes */
    std::map<int, int> attributes;        /* cudaDeviceAttr: what it is whatever the card says */
    double nvml, sm_clock, highest_clock; /* 0: no NVML; MHz now; MHz at most */
    double counter, stuck, back;          /* of energy; 0: none; it stands; it counts down */
    double watts, idle_watts;             /* while kernels run; without */
    double held, mig;                     /* why clocks are not higher, in NVML's bits; 1: MIG */
    double rise,
        waver; /* ms of the model until clocks and kernels are up; percent lost, on and off */
    double held_from;                       /* ms of the model until they are held */
    double display, programs;               /* 1: it drives one; those that compute on it */
    double devices;                         /* 0: none that CUDA may use */
    double driver, toolkit;                 /* 12020 is 12.2 */
    double in_order, blocking, exclusive;   /* 0 or 1 */
    double pinned;                          /* bytes that can be pinned */
    double slow_first;                      /* ms more of the first launch of each kernel */
    double cold, cold_factor;               /* for these ms all takes that many times as long */
    std::map<std::string, double> kernels;  /* us of those with this in their name */
    std::string log;                        /* a file that gets a line per call, or none */
    double model;                           /* 1: times are made up of these: */
    double launch_us, kernel_us, kernel_ns; /* of the host; of a kernel, and for each thread */
    double copy_gbs, bus_gbs, pageable_gbs, copy_us;
    double write_back; /* 1: what a memset leaves in the L2 is written while the next kernel runs */
    double host_ns;    /* of a loop of the CPU, for each element, on one thread */
};
void log(const char *call, const char *name, double bytes);
const knobs &asked(); /* read once; a bad PRETEND_GPU ends the program with status 2 */

/* ---- streams.cpp ----------------------------------------------------------------------------- */

bool is_bound(const CUstream_st *a, const CUstream_st *b); /* they wait for each other */

/* Does it now, or once the host function before it in this stream has returned. */
void in_stream(CUstream_st *s, std::function<void()> what);
void host_function(CUstream_st *s, std::function<void()> what); /* beside the device's queue */
void wait_out(const CUstream_st *s); /* until no host function is before the end of this stream */
bool is_stopped(const CUstream_st *s);

void forget_copy(); /* calls.cpp: the same copy again is no repetition any more */

/* ---- model.cpp ------------------------------------------------------------------------------- */

enum engine { KERNELS, TO_DEVICE, TO_HOST, ENGINES };

void model_host(double ms); /* the host is busy for so long */
void model_device(CUstream_st *s, engine e, double ms);
void model_wait(const CUstream_st *s); /* the host, for this stream; null: for all */
void model_record(cudaEvent_t event, const CUstream_st *s);
void model_wait_event(CUstream_st *s, cudaEvent_t event); /* null: the host waits */
double model_elapsed(cudaEvent_t start, cudaEvent_t stop);
double model_joules();            /* used so far, by what was asked for so far */
void model_written(double bytes); /* they lie in the L2, as far as it has room */
double model_write_back();        /* ms that it takes to write them to the memory; then they are */
double model_clock();             /* of the SMs; 1: all that it has */
double model_age();               /* ms since the device began its first operation */

} // namespace pretend
