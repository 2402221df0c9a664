/* CPU device: what the files of its runtime share, in the order of the map (../README.md, run/): a
 * file calls only files that stand above it there. Calls of the bug finder and of the traffic
 * counters are hooks (check::on_...), declared in ../include/hooks.h. */
#ifndef CPU_DEVICE_RUNTIME_H
#define CPU_DEVICE_RUNTIME_H

#include <setjmp.h>
#include <stdint.h>
#include <atomic>
#include <unistd.h>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>
#include "../include/cuda_runtime.h"
#include "words.h"
#include "../include/observe.h"

namespace cpu_device
{

const size_t no_node = (size_t)-1;

struct graph_node {
    std::shared_ptr<operation> what; /* null: an event, which only orders */
    size_t branch;                   /* the number of its stream among those that are captured */
    size_t after;                    /* a node of a different branch, or no_node */
    const void *from;                /* for the bug finder: where it was captured */
    std::shared_ptr<unsigned> runs;  /* how often it has run */
};
typedef std::vector<graph_node> graph_nodes; /* each comes after those that it waits for */

struct capture { /* from cudaStreamBeginCapture to cudaStreamEndCapture */
    graph_nodes nodes;
    std::vector<CUstream_st *> streams; /* the first is the one that it began with */
    cudaStreamCaptureMode mode;
    pthread_t thread;
    bool lost = false, over = false; /* by a call that is not allowed; it has ended */
};

} // namespace cpu_device

struct CUstream_st {
    unsigned flags;
    int priority;
    unsigned long long last; /* number of its last operation */
    std::shared_ptr<cpu_device::capture> captured = nullptr;
};

struct CUgraph_st {
    cpu_device::graph_nodes nodes;
    size_t branches;
};

struct CUevent_st {
    unsigned flags;
    unsigned long long number;                               /* of the record, 0 before the first */
    std::shared_ptr<double> seconds;                         /* when it was reached */
    std::shared_ptr<cpu_device::capture> captured = nullptr; /* in which it was recorded last, */
    size_t node = 0;                                         /* and as what */
};

namespace cpu_device
{

static inline double now() /* seconds */
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- errors.cpp ------------------------------------------------------------------------------ */

extern std::atomic<int> fault_code; /* sticky, as in CUDA: until the program ends */
extern thread_local cudaError_t last_error;
cudaError_t result(cudaError_t error); /* makes it the last error */
cudaError_t sticky(); /* the error of a fault, which all calls return from then on */

#define REFUSE_AFTER_FAULT()                                                                       \
    do {                                                                                           \
        cudaError_t sticky_error = sticky();                                                       \
        if (sticky_error != cudaSuccess)                                                           \
            return sticky_error;                                                                   \
    } while (0)

/* A call whose result the program has not looked at; nor has it asked for the last error since. */
struct failed_call {
    bilingual call;
    const char *place;
    cudaError_t error;
    size_t findings; /* of the bug finder, until then */
    bilingual why;   /* which argument is wrong, where that is known */
};
std::vector<failed_call> &failed_calls();
void note_failed(const bilingual &call, const char *place, cudaError_t error);
void note_why(const char *call, const bilingual &why); /* the call of this thread that fails now */

struct launch_words { /* "kernel k, launched at my.cu:7 as <<<(4,1,1), (64,1,1)>>>" */
    char text[512];
    launch_words(const char *name, const char *place, const config &c);
};

/* ---- worker.cpp ------------------------------------------------------------------------------ */

const size_t shared_most = 64 * 1024; /* bytes of a block, after cudaFuncSetAttribute */

struct this_worker : worker {
    ~this_worker();
    std::vector<std::pair<void *, size_t>> maps; /* of stacks: address, bytes */
    std::vector<context> contexts;               /* fresh[] */
    jmp_buf fault;                               /* ends the blocks that this worker runs */
    char *shared =
        nullptr; /* room for shared_most bytes of it, dynamic; as much behind is closed */
    std::vector<char> signal_stack;
    int guards_made; /* guard pages of its stacks */
    unsigned short threads_drawn[1024];
    unsigned yields;
    unsigned spins; /* in a row, by the thread `spinner` */
    uint3 spinner;
    const char *spin_place; /* where it waits, if that is known */
    unsigned rounds;        /* threads that only spun, one after the other, with nothing else */
    unsigned long long look;
};

/* Blocks that wait for what only another block or the host can do. */
struct waiting_blocks {
    std::atomic<unsigned long long> look;     /* the number of the watchdog's look at them */
    std::atomic<unsigned> blocks, running;    /* that have only spun since; that have begun */
    std::atomic<unsigned long long> progress; /* grows where one goes on */
    std::atomic<const char *> place;          /* where one of them waits, or null */
};
extern waiting_blocks waiting;

static inline this_worker *me() { return static_cast<this_worker *>(self); }
const kernel_operation *running_launch(); /* of the kernel that runs here */

/* ---- memory.cpp ------------------------------------------------------------------------------ */

struct stretch { /* of memory */
    uintptr_t first;
    size_t size;
};
/* cudaMalloc's and its relatives', until it is gone. */
std::vector<stretch> memory_of_kernels(bool also_of_host = true);
bool is_registered(const void *p); /* by cudaHostRegister */
void open_memory(bool open);       /* to the host: kernels are running, or not */
void make_key();                   /* with which this is done thread by thread, */
bool has_key();                    /* if the CPU has them */
void use_key(bool open);           /* for this thread */
void open_to_all();                /* from now on */
bool report_touch(const char *address, const void *code); /* by the host, where it was closed */
void free_device_memory();                                /* every cudaMalloc */
/* Null, or told of each cudaMalloc (not written), and of what copies and memset write. */
extern void (*on_device_memory)(const void *p, size_t size, bool written);

/* ---- shadows.cpp ----------------------------------------------------------------------------- */

/* What lies at an address of a shadow, or null where p is none. */
const void *behind_shadow(const void *p);     /* the same byte of the device's variable */
const char *shadowed_name(const void *p);     /* of that variable */
const char *shadowed_function(const void *p); /* the name of the __device__ function */

/* ---- tables.cpp ------------------------------------------------------------------------------ */

void move_tables(void *p, size_t size, bool to_device); /* in what has been copied */
bool is_hidden_table(const void *p);                    /* of an object that the host has made */

/* ---- fault.cpp ------------------------------------------------------------------------------- */

/* Of the system's memory: 4 KB; 16 or 64 on some ARM CPUs. */
inline size_t page_size() { return (size_t)sysconf(_SC_PAGESIZE); }

/* A thread's stack holds CUDA's 512 KB of local memory and the frames of its calls; only the pages
 * that it touches take memory. Where addresses are few (ulimit -v), only the first stacks are
 * large. */
const size_t large_stack = 576 * 1024, small_stack = 64 * 1024;
const size_t map_stacks = 64; /* in one mapping */
/* That in which the address lies, of those that waiting threads have; size 0: none. */
stretch fiber_stack_with(uintptr_t address);

void catch_signals();
[[noreturn]] void leave_kernel(); /* after a fault, here or on another worker */

/* ---- libc.cpp -------------------------------------------------------------------------------- */

extern std::atomic<size_t> print_buffer_size; /* bytes */
extern std::atomic<size_t> heap_size;         /* of malloc in kernels, bytes */
void printf_begins();                         /* of a kernel */
void report_dropped();                        /* prints that found no room, at a synchronisation */

/* ---- stacks.cpp ------------------------------------------------------------------------------ */

this_worker *worker_of_this_thread();
/* The stack in which the address lies, of those that this worker's threads run on; size 0: none. */
stretch stack_with(uintptr_t address);

/* ---- drawn.cpp ------------------------------------------------------------------------------- */

bool order_is_drawn();
bool order_is_given_up();                          /* then no kernel runs */
unsigned long long draw(unsigned long long below); /* 0 .. below - 1 */
const unsigned short *draw_threads();              /* in which order those of a block begin */
fiber *draw_ring();                                /* how they go on after a barrier; the first */
struct drawn_blocks {
    unsigned long long blocks, first, factor;
    drawn_blocks(unsigned long long blocks);
    unsigned long long operator[](unsigned long long i) const
    {
        return (i * factor + first) % blocks;
    }
};
struct order_timer { /* while it lives, the kernel that runs here has its limit */
    bool is_set = false;
    timer_t id;
    order_timer();
    ~order_timer();
};

/* ---- pipeline.cpp ---------------------------------------------------------------------------- */

struct async_copy { /* of __pipeline_memcpy_async */
    char *to;
    const char *from;
    unsigned size, taken; /* bytes at `to`; how many come from `from`, the others are 0 */
    unsigned group;       /* how often the thread had called __pipeline_commit before */
    unsigned thread;      /* of the block */
    const void *pc;
};
unsigned groups_of(unsigned thread); /* how often it has called __pipeline_commit */

/* ---- fibers.cpp ------------------------------------------------------------------------------ */

void let_others_run(); /* the other threads of the block, wherever the running one stands */

/* ---- watchdog.cpp ---------------------------------------------------------------------------- */

void start_watchdog();
struct watched_launch { /* while it lives, the kernel runs */
    const double began;
    watched_launch(const kernel_operation *launch);
    ~watched_launch();
};
extern std::atomic<unsigned> refused_launches;
extern std::atomic<unsigned long long> blocks_done; /* of the kernel that runs */

/* ---- grid.cpp -------------------------------------------------------------------------------- */

/* Runs the blocks first .. last - 1 on this CPU thread. */
void run_range(const kernel_operation *launch, unsigned long long first, unsigned long long last);

/* ---- queue.cpp ------------------------------------------------------------------------------- */

struct device {
    std::mutex lock; /* of everything here */
    std::condition_variable work, done;
    operation *first = nullptr, *last = nullptr;
    unsigned long long queued = 0, finished = 0; /* operations since the program began */
    unsigned long long awaited = ~0ull;          /* the lowest number that somebody waits for */
    bool sleeping = false;
    bool open;                /* the host can touch device memory; with a key: those threads */
    bool host_let_in = false; /* and can do so from now on */
    std::set<cudaStream_t> streams;
    std::set<cudaEvent_t> events;
    pthread_t thread;

    device();
    void loop();
    void wait(std::unique_lock<std::mutex> &hold, unsigned long long number); /* until it is done */
};

device &the_device();
unsigned long long queue(operation *o);   /* its number */
void wait_for(unsigned long long number); /* until the operations up to this one are done */
bool is_done(unsigned long long number);
extern CUstream_st default_stream;
CUstream_st *find_stream(cudaStream_t stream); /* null: there is no such stream */

/* ---- observe.cpp ----------------------------------------------------------------------------- */

void count_call(long cpu_device_counts::*what);
/* `name` is the function of the API, where it is called from there. */
cudaError_t counted(long cpu_device_counts::*what, cudaError_t error, const void *stream = nullptr,
                    const char *name = __builtin_FUNCTION()); /* counts if no error */
void list_call(cpu_device_call call);
void list_call(cpu_device_called what, const void *stream = nullptr,
               const char *name = __builtin_FUNCTION());
void list_launch(cpu_device_called what, const config &c);
void name_call(const char *name); /* the last one on the list */

/* One thread of the host at a time submits operations. Taken before device::lock. */
extern std::recursive_mutex host_lock;
typedef std::lock_guard<std::recursive_mutex> host_turn;

/* True: the stream is held back, and the operation is kept. False: the caller queues it. */
bool hold_back(CUstream_st *stream, operation *o, CUevent_st *event);
bool is_held_back(const CUstream_st *stream);
/* Queues operations that are held back: those that the stream or the event needs, or all. */
void release(const CUstream_st *stream, const CUevent_st *event = nullptr);
void release_all();
void forget_held(const CUstream_st *stream); /* it is destroyed; the caller has host_lock */
void forget_held(const CUevent_st *event);   /* it is recorded again */
/* Is a stream, or an event, done? A program that asks again until it is has waited for it. */
cudaError_t query(const CUstream_st *stream, const CUevent_st *event);
bool leave_out(); /* the launch that is being submitted? */
bool refuse_pinned();

/* ---- capture.cpp ----------------------------------------------------------------------------- */

extern std::atomic<int> captures_under_way;

/* Most calls are refused while a stream is captured: each of these returns the error, or 0. */
cudaError_t refuse_use(const CUstream_st *stream, const char *call = __builtin_FUNCTION());
cudaError_t refuse_wait(const CUstream_st *stream, /* null: all of them */
                        const char *call = __builtin_FUNCTION());
cudaError_t refuse_unsafe(const char *call = __builtin_FUNCTION()); /* it is of no stream */
cudaError_t refuse_captured(const CUstream_st *stream, const char *call = __builtin_FUNCTION());
cudaError_t refuse_event(const CUevent_st *event, bool waits, /* or asks for its time */
                         const char *call = __builtin_FUNCTION());

#define REFUSE_IN_CAPTURE(refused)                                                                 \
    do {                                                                                           \
        if (captures_under_way)                                                                    \
            if (cudaError_t capture_error = refused)                                               \
                return capture_error;                                                              \
    } while (0)

void keep_captured(CUstream_st *stream, operation *o);
void record_captured(CUstream_st *stream, CUevent_st *event);
cudaError_t wait_captured(CUstream_st *stream, CUevent_st *event); /* one of the two is captured */
void forget_captured(CUstream_st *stream);                         /* it is destroyed */

/* ---- streams.cpp ----------------------------------------------------------------------------- */

/* Queues it, or holds it back, or keeps it where the stream is captured; event: which records it.
 */
void submit(CUstream_st *stream, operation *o, CUevent_st *event = nullptr);
/* The same for what the bug finder has been told of, in a stream that is not captured. */
void submit_known(CUstream_st *stream, operation *o, CUevent_st *event = nullptr);
cudaError_t wait_for_all();

template <class F> struct function_operation final : operation {
    F f;
    function_operation(F f) : f(std::move(f)) {}
    void run() override { f(); }
};

template <class F> operation *as_operation(F f) { return new function_operation<F>(std::move(f)); }

/* All streams share one queue: an order that CUDA allows, in which nothing overlaps. */
template <class F>
cudaError_t enqueue(cudaStream_t stream, bool wait, F f, const char *call = __builtin_FUNCTION())
{
    CUstream_st *s = find_stream(stream);
    if (!s)
        return result(cudaErrorInvalidResourceHandle);
    REFUSE_IN_CAPTURE(refuse_use(s, call));
    CPU_DEVICE_HOOK(turn hold);
    submit(s, new function_operation<F>(std::move(f)));
    if (wait && !s->captured) {
        release(s);
        wait_for(s->last);
        return sticky();
    }
    return cudaSuccess;
}

} // namespace cpu_device

#endif
