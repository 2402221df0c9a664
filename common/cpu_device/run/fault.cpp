/* CPU device: how a kernel ends after a fault: one that the CPU device has found itself, or a
 * signal of the CPU. */
#include <execinfo.h>
#include <setjmp.h>
#include <signal.h>
#include <ucontext.h>
#include <algorithm>
#include "lines.h"
#include "memory.h"

namespace cpu_device
{

namespace
{

struct sigaction old_actions[NSIG];

/* The kernel ends, here and on the other workers, and the device refuses all work from now on. */
[[noreturn]] void end_kernel(int code, const char *words)
{
    int none = 0;
    if (fault_code.compare_exchange_strong(none, code)) {
        const kernel_operation *launch = running_launch();
        fprintf(
            stderr,
            _("CPU device: kernel %s, launched at %s: block (%u,%u,%u), thread (%u,%u,%u): %s\n"),
            launch->name, launch->place, blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x,
            threadIdx.y, threadIdx.z, words);
    }
    leave_kernel();
}

char *stack_pointer(void *machine)
{
#ifdef __x86_64__
    return (char *)((ucontext_t *)machine)->uc_mcontext.gregs[REG_RSP];
#else
    return (char *)((ucontext_t *)machine)->uc_mcontext.sp;
#endif
}

const void *code_of(void *machine)
{
#ifdef __x86_64__
    return (void *)((ucontext_t *)machine)->uc_mcontext.gregs[REG_RIP];
#else
    return (void *)((ucontext_t *)machine)->uc_mcontext.pc;
#endif
}

/* A return that fails: its address is none. */
bool is_return([[maybe_unused]] const void *code)
{
#ifdef __x86_64__
    return *(const unsigned char *)code == 0xc3;
#else
    return false;
#endif
}

/* malloc has found that free or delete is wrong, and ends the program. */
void report_free()
{
    const void *calls[32];
    int n = backtrace((void **)calls, 32);
    for (int i = 0; i < n; i++)
        calls[i] = (const char *)calls[i] - 1;
    if (std::none_of(calls, calls + n, in_free))
        return;
    alarm(20); /* malloc may be locked, and is called here as well */
    const kernel_operation *launch = running_launch();
    std::string place = place_of_call(calls, n);
    fprintf(stderr,
            _("CPU device: kernel %s, launched at %s: block (%u,%u,%u), thread (%u,%u,%u): %s: "
              "free or delete of what has been given back already, or of what no malloc or new of "
              "a kernel gave: on a GPU that spoils the heap, or ends the kernel\n"),
            launch->name, launch->place, blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x,
            threadIdx.y, threadIdx.z, place.c_str());
    CPU_DEVICE_HOOK(on_wrong_free(place.c_str()));
}

/* A signal while a kernel runs; returns if the kernel can go on. */
void on_signal_in_kernel(int number, siginfo_t *info, void *machine)
{
    char *address = (char *)info->si_addr, words[128];
    if (number == SIGFPE)
        end_kernel(cudaErrorLaunchFailure,
                   _("integer division by zero, or of the smallest number by -1"));
    if (number == SIGILL)
        end_kernel(cudaErrorIllegalInstruction,
                   _("illegal instruction: __trap(), or an access past the end of an array"));
    if (const char *name = shadowed_function(address))
        end_kernel(
            cudaErrorIllegalAddress,
            say(_("calls %s by the address that host code has taken of it, which is none of the "
                  "device's: let a __device__ variable hold the address, and fetch it with "
                  "cudaMemcpyFromSymbol"),
                name)
                .c_str());
    if (is_hidden_table(address))
        end_kernel(
            cudaErrorIllegalAddress,
            _("a virtual call on an object that the host has made: its table of functions is "
              "the host's, which a GPU's kernel cannot read; make the object in a kernel, "
              "with new"));
#ifdef CPU_DEVICE_CHECK
    if (number == SIGSEGV && check::on_wild_access(address))
        return;
#endif
    if (me()->shared && (size_t)(address - me()->shared) - shared_most < shared_most)
        end_kernel(cudaErrorIllegalAddress,
                   say(_("an access past the end of the dynamic shared memory, of which the launch "
                         "asks for %zu bytes (the third value in <<<...>>>)"),
                       running_launch()->where.shared)
                       .c_str());
    char *const top = stack_pointer(machine);
    const stretch stack = fiber_stack_with((uintptr_t)top);
    bool is_above = stack.size && (uintptr_t)address - stack.first - stack.size < page_size();
    if (!is_above && address > top - large_stack && address < top + page_size())
        end_kernel(cudaErrorLaunchFailure, _("the thread's stack is full"));
    if (number == SIGSEGV &&
        (is_above || code_of(machine) == address || is_return(code_of(machine))))
        end_kernel(
            cudaErrorIllegalAddress,
            _("the thread's stack was overwritten: an access past the end of its own array, or a "
              "call of no function"));
#ifdef __x86_64__
    if (number == SIGSEGV && !address && info->si_code == SI_KERNEL) /* no page was missing */
        end_kernel(cudaErrorMisalignedAddress,
                   _("a misaligned access, or an address that no memory can have"));
#endif
    snprintf(words, sizeof words, _("illegal access to address %p"), (void *)address);
    end_kernel(cudaErrorIllegalAddress, words);
}

void on_signal(int number, siginfo_t *info, void *machine)
{
    if (self && number != SIGABRT)
        return on_signal_in_kernel(number, info, machine);
    if (self)
        report_free();
    bool touched = number == SIGSEGV && report_touch((char *)info->si_addr, code_of(machine));
    CPU_DEVICE_STEP(on_crash(_(strsignal(number))));
    struct sigaction *old = &old_actions[number];
    if (old->sa_flags & SA_SIGINFO) {
        old->sa_sigaction(number, info, machine);
    } else if (old->sa_handler != SIG_DFL && old->sa_handler != SIG_IGN) {
        old->sa_handler(number);
    } else {
        signal(number, SIG_DFL); /* the instruction runs again, and ends the process, */
        if (touched) /* or not: by then a kernel may have begun, and the memory is open */
            raise(number);
    }
}

} // namespace

stretch fiber_stack_with(uintptr_t address)
{
    for (const auto &map : me()->maps) {
        const uintptr_t first = (uintptr_t)map.first, step = map.second / map_stacks;
        if (address - first < map.second)
            return { first + (address - first) / step * step, step };
    }
    return { 0, 0 };
}

void leave_kernel()
{
    use_key(true); /* a signal's handler has no rights */
    longjmp(me()->fault, 1);
}

void catch_signals()
{
    struct sigaction action = {};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    for (int number : { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT })
        sigaction(number, &action, &old_actions[number]);
}

void fault(int error, const char *words)
{
    if (!self) {
        fprintf(stderr, _("CPU device: outside of a kernel: %s\n"), words);
        abort();
    }
    end_kernel(error, words);
}

} // namespace cpu_device

/* What cucc --traps has the compiler call before a load or store that is misaligned, or lies
 * outside the array whose name it has. It does not return: code that need not go on from here
 * compiles in two thirds of the time. On the host it is undefined behaviour of C++. */
struct bad_access {
    const char *file;
    unsigned line, column;
    const void *type;
    unsigned char log_alignment;
};

extern "C" void cpu_device_bad_access(const bad_access *at, uintptr_t address)
{
    unsigned bytes = 1u << at->log_alignment;
    char words[512];
    if (address % bytes)
        snprintf(words, sizeof words,
                 _("%s:%u: a misaligned access: the address is no multiple of %u"), at->file,
                 at->line, bytes);
    else
        snprintf(words, sizeof words, _("%s:%u: an access past the end of an array"), at->file,
                 at->line);
    cpu_device::fault(address % bytes ? cudaErrorMisalignedAddress : cudaErrorIllegalAddress,
                      words);
}
