/* CPU device: drawn orders, the same for the same seed (see observe.h): of the blocks of a kernel,
 * and of the threads of a block, anew after each barrier. */
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <numeric>
#include "runtime.h"

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

namespace cpu_device
{

static unsigned long long seed_of_program()
{
    const char *s = getenv("CPU_DEVICE_ORDER");
    return s ? strtoull(s, nullptr, 10) : 0;
}

static std::atomic<unsigned long long> seed{ seed_of_program() };
static std::atomic<double> limit{ 0 }; /* seconds; 0: none */
static std::atomic<bool> given_up{ false };
static unsigned long long drawn = seed; /* the generator's state; only the device thread draws */

/* 0 .. below - 1. SplitMix64, by S. Vigna. */
unsigned long long draw(unsigned long long below)
{
    unsigned long long x = drawn += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return (x ^ x >> 31) % below;
}

bool order_is_drawn() { return seed != 0; }

bool order_is_given_up() { return given_up; }

/* ---- threads --------------------------------------------------------------------------------- */

static void shuffle(unsigned short *numbers, unsigned count)
{
#ifdef CPU_DEVICE_CHECK
    if (check::arranges(numbers, count))
        return;
#endif
    for (unsigned i = count; i > 1; i--)
        std::swap(numbers[i - 1], numbers[draw(i)]);
}

const unsigned short *draw_threads()
{
    this_worker *w = me();
    std::iota(w->threads_drawn, w->threads_drawn + w->threads, (unsigned short)0);
    shuffle(w->threads_drawn, w->threads);
    return w->threads_drawn;
}

fiber *draw_ring()
{
    this_worker *w = me();
    unsigned count = 0;
    fiber *f = w->last;
    do {
        w->threads_drawn[count++] = (unsigned short)(f - w->fibers);
        f = f->next;
    } while (f != w->last);
    shuffle(w->threads_drawn, count);
    for (unsigned i = 0; i < count; i++) {
        fiber *one = &w->fibers[w->threads_drawn[i]];
        one->previous = &w->fibers[w->threads_drawn[(i + count - 1) % count]];
        one->previous->next = one;
        w->last = one;
    }
    return w->last->next;
}

/* ---- blocks ---------------------------------------------------------------------------------- */

/* i * factor + first, modulo their number, to which the factor is prime. */
drawn_blocks::drawn_blocks(unsigned long long blocks) : blocks(blocks), first(draw(blocks))
{
    do
        factor = 1 + draw(blocks);
    while (std::gcd(factor, blocks) != 1);
}

/* A kernel that waits for a block still to come is ended where it stands, as by a fault. */
static void give_up(int)
{
    if (!self || !self->drawn)
        return;
    given_up = true;
    leave_kernel();
}

order_timer::order_timer()
{
    struct sigaction action = {};
    struct sigevent event = {};
    double seconds = limit;
    if (seconds <= 0)
        return;
    action.sa_handler = give_up;
    action.sa_flags = SA_ONSTACK | SA_NODEFER;
    sigaction(SIGRTMIN + 5, &action, nullptr);
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = SIGRTMIN + 5;
    event.sigev_notify_thread_id = (int)syscall(SYS_gettid);
    const struct itimerspec once = { {}, { (time_t)seconds, (long)(seconds * 1e9) % 1000000000 } };
    is_set = !timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &id) &&
             !timer_settime(id, 0, &once, nullptr);
}

order_timer::~order_timer()
{
    if (is_set)
        timer_delete(id);
}

} // namespace cpu_device

int cpu_device_order(unsigned long long new_seed, double seconds)
{
    using namespace cpu_device;
    seed = drawn = new_seed;
    limit = seconds;
    return given_up.exchange(false);
}
