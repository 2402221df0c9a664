/* Lab 5 - exercise 5.1: is what the student's function gives pinned memory, and nobody else's? */
#include "transfers.h"
#include "lab05.h"

#define PAGE 4096 /* no system has smaller ones */

static bool is_pinned(const void *memory)
{
    struct cudaPointerAttributes attributes;
    bool pinned = memory && !cudaPointerGetAttributes(&attributes, memory) &&
                  attributes.type == cudaMemoryTypeHost;

    cudaGetLastError(); /* older toolkits call a pointer that they do not know an error */
    return pinned;
}

/* ---- memory that is refused ----------------------------------------------------------------- */

/* There may be little pinned memory, as in WSL2: then no version is to blame. */
static struct check *check; /* whose findings are about memory, or NULL */

void findings_of_memory(struct check *of)
{
    check = of;
}

void leave_out(size_t bytes)
{
    static size_t least = SIZE_MAX; /* that was refused: more of it is no news */

    if (bytes < least)
        printf(_("pinned   %.3g MB are refused: what needs so much is left out\n"), bytes / 1e6);
    least = bytes < least ? bytes : least;
    if (check && !check->written)
        check->skip = _("needs pinned memory, which is refused");
}

bool is_refused(size_t bytes)
{
    void *memory;
    bool refused = cudaMallocHost(&memory, bytes) != cudaSuccess;

    cudaGetLastError();
    if (refused)
        leave_out(bytes);
    else
        CUDA_CHECK(cudaFreeHost(memory));
    return refused;
}

/* ---- the student's -------------------------------------------------------------------------- */

/* The arrays of a problem, x and y. */
static struct block {
    const char *memory; /* NULL: none */
    size_t bytes;
} blocks[2];

static bool is_in_use(const char *memory, size_t bytes)
{
    for (const struct block &b : blocks)
        if (b.memory && memory < b.memory + b.bytes && b.memory < memory + bytes)
            return true;
    return false;
}

/* All of its pages must be pinned. */
static void check_pages(const char *memory, size_t bytes)
{
    const char *last = memory + bytes - 1;

    for (const char *at = memory;; at = last - at > PAGE ? at + PAGE : last) {
        if (!is_pinned(at)) {
            check_fail(check, "transfers_ex51_alloc: byte %zu of %zu is not in pinned memory",
                       at - memory, bytes);
            return;
        }
        if (at == last)
            return;
    }
}

static void *students_alloc(size_t bytes)
{
    char *memory = (char *)transfers_ex51_alloc(bytes);

    if (!memory && is_refused(bytes))
        return NULL;
    if (!memory && check->written)
        check_fail(check, "transfers_ex51_alloc returned NULL");
    else if (!memory)
        check_written(check, 0);
    else if (is_in_use(memory, bytes))
        check_fail(check, "transfers_ex51_alloc returned memory that is still in use");
    else
        check_pages(memory, bytes);
    for (struct block &b : blocks)
        if (memory && !b.memory) {
            b = { memory, bytes };
            break;
        }
    return memory;
}

static void students_free(void *memory)
{
    for (struct block &b : blocks)
        if (b.memory == memory)
            b = {};
    transfers_ex51_free(memory);
    char call[256] = "", why[160] = "";
    if (observer.failed_call)
        observer.failed_call(call, why);
    const cudaError_t error = cudaPeekAtLastError(); /* the call is forgotten by asking */
    /* a GPU's driver may keep pages pinned for whoever asks next */
    if (error != cudaSuccess)
        check_fail(check, "transfers_ex51_free: %s%s%s%s%s", call, *call ? ": " : "",
                   cudaGetErrorString(error), *why ? ": " : "", why);
    else if (observer.refuse_pinned && is_pinned(memory))
        check_fail(check, "memory of transfers_ex51_alloc is still pinned after it was freed");
}

const struct place exercise = { .name = "pinned", .alloc = students_alloc, .free = students_free };

/* The lab's arrays have guards, so that none is small; and what if there is no more memory? */
void check_little_memory(struct run *run, const struct version *v)
{
    void *memory = NULL;

    for (size_t bytes = 1; bytes < 1000000 && check_state(check) == STATE_OK;
         bytes = 7 * bytes + 1) {
        check_at(check, "%zu bytes", bytes);
        enter(run, v);
        memory = transfers_ex51_alloc(bytes);
        if (is_pinned(memory) && is_pinned((char *)memory + bytes - 1))
            transfers_ex51_free(memory);
        else if (memory || !is_refused(bytes))
            check_fail(check, "transfers_ex51_alloc gave no pinned memory");
        leave(run, v);
    }
    if (!observer.refuse_pinned || check_state(check) != STATE_OK)
        return;
    check_at(check, "4096 bytes");
    enter(run, v);
    observer.refuse_pinned(1);
    memory = transfers_ex51_alloc(4096);
    observer.refuse_pinned(0);
    cudaGetLastError(); /* it may be left to the caller */
    leave(run, v);
    if (memory)
        check_fail(check, "transfers_ex51_alloc: there is no more pinned memory: must return NULL");
}
