/* The pretend GPU: streams beside each other. The CPU device does one operation after the other,
 * whatever its stream; on a GPU a stream goes on while a function of the host stops another one. So
 * that function runs on a thread of its own, and what comes after it in its stream, or in one that
 * waits for it, is kept until it has returned. */
#include "pretend.h"

#include <deque>
#include <thread>

namespace pretend
{

static std::mutex lock;
static std::condition_variable over;
static std::set<const CUstream_st *> stopped; /* the host function's stream; those with kept work */
static std::deque<std::function<void()>> kept;

bool is_bound(const CUstream_st *a, const CUstream_st *b)
{
    const CUstream_st *usual = &cpu_device::default_stream;
    return a == b || (a == usual && !b->flags) || (b == usual && !a->flags);
}

static bool is_behind(const CUstream_st *s)
{
    for (auto t : stopped)
        if (is_bound(s, t))
            return true;
    return false;
}

bool is_stopped(const CUstream_st *s)
{
    std::lock_guard<std::mutex> hold(lock);
    return is_behind(s);
}

void in_stream(CUstream_st *s, std::function<void()> what)
{
    {
        std::lock_guard<std::mutex> hold(lock);
        if (is_behind(s)) {
            stopped.insert(s);
            kept.push_back(what);
            return;
        }
    }
    what();
}

/* On a thread of its own: the host function, then what was kept meanwhile, in its order. */
static void go_on(std::function<void()> what)
{
    what();
    std::unique_lock<std::mutex> hold(lock);
    while (!kept.empty()) {
        what = kept.front();
        kept.pop_front();
        hold.unlock();
        what();
        hold.lock();
    }
    stopped.clear();
    over.notify_all();
}

void host_function(CUstream_st *s, std::function<void()> what)
{
    auto in_turn = [=] { /* after all that is before it */
                         cpu_device::device &d = cpu_device::the_device();
                         unsigned long long before;
                         {
                             std::lock_guard<std::mutex> hold(d.lock);
                             before = d.queued;
                         }
                         cpu_device::wait_for(before);
                         what();
    };
    std::lock_guard<std::mutex> hold(lock);
    bool first = stopped.empty();
    stopped.insert(s);
    if (first)
        std::thread(go_on, in_turn).detach();
    else
        kept.push_back(in_turn);
}

void wait_out(const CUstream_st *s)
{
    std::unique_lock<std::mutex> hold(lock);
    over.wait(hold, [=] { return stopped.empty() || (s && !is_behind(s)); });
}

} // namespace pretend
