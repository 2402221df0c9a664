/* CPU device: what the parts of its run-time share. block.cpp runs the blocks of a kernel,
 * queue.cpp is the device's queue with its streams and events, memory.cpp its memory, device.cpp
 * its errors and properties. */
#ifndef CPU_DEVICE_RUNTIME_H
#define CPU_DEVICE_RUNTIME_H

#include <stdint.h>
#include <atomic>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>
#include "../include/counts.h"
#include "../include/cuda_runtime.h"

struct CUstream_st {
    unsigned flags;
    int priority;
    unsigned long long last; /* number of its last operation */
};

struct CUevent_st {
    unsigned flags;
    unsigned long long number;       /* of the record, 0 before the first */
    std::shared_ptr<double> seconds; /* when it was reached */
};

namespace cpu_device
{

/* ---- faults (block.cpp) */

extern std::atomic<int> fault_code; /* sticky, as in CUDA: until cudaDeviceReset */
void catch_signals();
void start_watchdog(); /* names kernels that run for long */
double now();          /* seconds */

/* ---- memory (memory.cpp) */

void open_memory(bool open);            /* to the host: kernels are running, or not */
void report_touch(const char *address); /* the host touched it while closed */
void free_device_memory();              /* every cudaMalloc */

/* ---- the queue (queue.cpp) */

struct device {
    std::mutex lock; /* of everything here */
    std::condition_variable work, done;
    operation *first = nullptr, *last = nullptr;
    unsigned long long queued = 0, finished = 0; /* operations, ever */
    unsigned long long awaited = ~0ull;          /* the first number that somebody waits for */
    bool sleeping = false, surfaced = false;
    bool open = true;         /* device memory can be touched */
    bool host_let_in = false; /* and stays so */
    std::set<cudaStream_t> streams;
    std::map<const void *, size_t> shared_limits;
    size_t shared_limit = 48 * 1024; /* the largest of them */
    struct cpu_device_counts counts = {};
    pthread_t thread;

    device();
    void loop();
    void wait(std::unique_lock<std::mutex> &hold, unsigned long long number); /* until it is done */
};

device &the_device();
/* Queues it; event: which records it. */
void submit(CUstream_st *stream, operation *o, CUevent_st *event = nullptr);
/* Queues what cpu_device_hold_back holds back, if a call concerns the stream or the event. */
void release(const CUstream_st *concerned, const CUevent_st *event = nullptr);
void wait_for(unsigned long long number); /* until the operations up to this one are done */
bool is_done(unsigned long long number);
cudaError_t wait_for_all();
CUstream_st *find_stream(cudaStream_t stream); /* null: the handle is none */

/* Counts a call that has succeeded; returns its error. */
cudaError_t counted(long cpu_device_counts::*what, cudaError_t error);
/* And for cpu_device_calls. */
void list_call(cpu_device_called what, cudaStream_t stream = nullptr, const void *to = nullptr,
               const void *from = nullptr, unsigned long long bytes = 0, bool to_host = false,
               bool inside = false);

struct launch_words { /* "kernel k, launched at my.cu:7 as <<<(4,1,1), (64,1,1)>>>" */
    char text[512];
    launch_words(const char *name, const char *place, const config &c);
};
bool first_note(const char *about, const char *name, const void *kernel); /* once per kernel */

/* ---- printf in kernels (device.cpp) */

void printf_begins();  /* of a kernel */
void report_dropped(); /* what found no room, at a synchronisation */

/* ---- errors (device.cpp) */

extern thread_local cudaError_t last_error;
cudaError_t result(cudaError_t error); /* makes it the last error */
struct failed_call { /* whose result nobody has looked at, nor asked for the last error since */
    std::string call;
    const char *place;
    cudaError_t error;
};
std::vector<failed_call> &failed_calls();
void note_failed(const std::string &call, const char *place, cudaError_t error);
cudaError_t sticky(); /* what each function does first: after a fault, all fail */

#define REFUSE_AFTER_FAULT()                                                                       \
    do {                                                                                           \
        cudaError_t sticky_error = sticky();                                                       \
        if (sticky_error != cudaSuccess)                                                           \
            return sticky_error;                                                                   \
    } while (0)

template <class F> struct function_operation final : operation {
    F f;
    function_operation(F f) : f(std::move(f)) {}
    void run() override { f(); }
};

/* All streams share one queue: an order that CUDA allows, in which nothing overlaps. */
template <class F> cudaError_t enqueue(cudaStream_t stream, bool wait, F f)
{
    CUstream_st *s = find_stream(stream);
    if (!s)
        return result(cudaErrorInvalidResourceHandle);
    CPU_DEVICE_HOOK(turn hold);
    CPU_DEVICE_HOOK(on_stream(s, s == find_stream(0), !s->flags));
    submit(s, new function_operation<F>(std::move(f)));
    if (wait) {
        release(s);
        wait_for(s->last);
        return sticky();
    }
    return cudaSuccess;
}

} // namespace cpu_device

#endif
