/* CPU device: the bug finder: after a race, looks for an order of the threads in which the result
 * changes. From top to bottom: the memory; names and values; the run in a process of its own; which
 * accesses mattered; the search.
 *
 * Before a launch its memory is copied. After a race the launch runs again and again (trial.cpp),
 * each time in a copy of this process, from that memory; what it leaves behind is compared with
 * what the usual order left. The first search of a kernel is at its first launch with a race, whose
 * orders have the numbers 1 to orders_each, the next one at the second, and so on. */
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <new>
#include "state.h"

namespace cpu_device::check
{

namespace
{

const unsigned orders_each = 100;           /* of one launch */
const size_t most_memory = 256 << 20;       /* bytes that are copied before a launch, */
const size_t most_copied = (size_t)4 << 30; /* and before all launches */

struct knobs {
    double limit;        /* seconds of CPU time for all searches; 0: none */
    unsigned only_order; /* 0: look for one */
    unsigned anyway;     /* for a test: how many orders of each launch, race or not */
    bool steps;          /* for JSON: the accesses of an order that is found */
};
double spent; /* seconds of CPU time */

const knobs &asked()
{
    auto number = [](const char *name) {
        const char *s = getenv(name);
        return s ? atof(s) : 0;
    };
    static const char *json = getenv("CPU_DEVICE_CHECK_JSON");
    static const knobs k = { number("CPU_DEVICE_WITNESS"),
                             (unsigned)number("CPU_DEVICE_WITNESS_ORDER"),
                             (unsigned)number("CPU_DEVICE_WITNESS_ANYWAY"), json && *json };
    return k;
}

/* ---- the memory ------------------------------------------------------------------------------ */

struct area {
    char *first;
    size_t size, offset; /* in the copies */
};
std::vector<area> areas EARLY;
std::vector<char> before EARLY;
size_t bytes, copied;
char *usual; /* what the usual order leaves behind */
unsigned long long races_before;

/* Races of the running kernel, as often as they were seen. */
unsigned long long races_seen()
{
    unsigned long long sum = 0;
    for (const finding &f : findings)
        if (f.kind == race && !f.excused && f.kernel == at.kernel->name)
            sum += f.count;
    return sum;
}

void list_areas()
{
    areas.clear();
    bytes = 0;
    for (auto &i : arrays) {
        const array &a = i.second;
        if (a.shared || a.freed || a.kind == constant_variable)
            continue;
        areas.push_back({ (char *)a.first, a.size, bytes });
        bytes += a.size;
    }
}

void from_memory(char *copy)
{
    for (const area &a : areas)
        memcpy(copy + a.offset, a.first, a.size);
}

void to_memory(const char *copy)
{
    for (const area &a : areas)
        memcpy(a.first, copy + a.offset, a.size);
}

const char *in_copy(const char *copy, uintptr_t address)
{
    for (const area &a : areas)
        if (address - (uintptr_t)a.first < a.size)
            return copy + a.offset + (address - (uintptr_t)a.first);
    return nullptr;
}

/* Where memory first differs from what the usual order left; 0: nowhere. */
uintptr_t first_difference()
{
    for (const area &a : areas) {
        if (!memcmp(a.first, usual + a.offset, a.size))
            continue;
        for (size_t i = 0; i < a.size; i++)
            if (a.first[i] != usual[a.offset + i])
                return (uintptr_t)a.first + i;
    }
    return 0;
}

/* ---- names and values ------------------------------------------------------------------------ */

struct parameter {
    unsigned position;
    uintptr_t p;
    size_t element;
    bool real;
};
std::map<const kernel_operation *, std::vector<parameter>> parameters EARLY;
std::mutex parameters_lock;

/* The n-th of "c,a,b,", from 1. */
std::string nth_name(const char *names, unsigned n)
{
    while (names && --n)
        names = strchr(names, ',') ? strchr(names, ',') + 1 : nullptr;
    return names ? std::string(names, strcspn(names, ",")) : "";
}

/* The kernel's parameter that points into the array at this address, nearest before it; or null. */
const parameter *parameter_at(uintptr_t address)
{
    const parameter *best = nullptr;
    const array *a = array_at(address);
    for (const parameter &p : parameters[at.kernel])
        if (a && p.p <= address && array_at(p.p) == a && p.element && (!best || p.p > best->p))
            best = &p;
    return best;
}

template <class T> T at_bytes(const char *p)
{
    T value;
    memcpy(&value, p, sizeof value);
    return value;
}

/* A number of n bytes, with all its digits if it must be exact; where its type is not known, small
 * whole numbers are taken for integers. */
std::string number(const char *p, unsigned n, bool real, bool exact)
{
    char text[64];
    if (n == 4 && (real || llabs(at_bytes<int>(p)) > 1 << 22))
        snprintf(text, sizeof text, "%.*g", exact ? 9 : 7, (double)at_bytes<float>(p));
    else if (n == 8 && (real || llabs(at_bytes<long long>(p)) > 1ll << 44))
        snprintf(text, sizeof text, "%.*g", exact ? 17 : 15, at_bytes<double>(p));
    else
        snprintf(text, sizeof text, "%lld",
                 n == 1   ? at_bytes<unsigned char>(p)
                 : n == 2 ? at_bytes<short>(p)
                 : n == 4 ? at_bytes<int>(p)
                          : at_bytes<long long>(p));
    return text;
}

std::string value_text(const char *p, unsigned n, uintptr_t address, bool exact = false)
{
    const parameter *of = parameter_at(address);
    bool real = of && of->real && of->element <= 8;
    unsigned each = n > 8 || (n & (n - 1)) ? 4 : n;
    if (n % each)
        each = 1;
    std::string text = number(p, each, real, exact);
    for (unsigned i = each; i < n; i += each)
        text += ", " + number(p + i, each, real, exact);
    return n > each ? "(" + text + ")" : text;
}

/* Which element: c[5] by the name of a parameter, else as the bug finder has it elsewhere. */
finding element_at(uintptr_t address, unsigned size, bool shared)
{
    finding f = {};
    f.kind = race;
    f.bytes = size;
    describe(&f, address, shared);
    const parameter *p = shared ? nullptr : parameter_at(address);
    std::string name = p ? nth_name(at.kernel->parameters, p->position) : "";
    if (!name.empty())
        f.element = name + "[" + std::to_string((address - p->p) / p->element) + "]";
    return f;
}

/* The element's bytes: how many. */
unsigned element_bytes(uintptr_t address)
{
    const parameter *p = parameter_at(address);
    const array *a = array_at(address);
    size_t n = p ? p->element : a && a->element ? a->element : 4;
    return n == 1 || n == 2 || n == 8 ? (unsigned)n : 4;
}

/* ---- the run in a process of its own --------------------------------------------------------- */

double cpu_seconds()
{
    struct rusage r;
    getrusage(RUSAGE_CHILDREN, &r);
    return (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) +
           1e-6 * (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec);
}

/* The child: it says nothing, and has its time. */
[[noreturn]] void try_in_child(const trial_plan &plan, trial_result *result, bool first,
                               double left)
{
    int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, 1);
    dup2(nothing, 2);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    struct itimerval time = { {}, { (time_t)left, (suseconds_t)((left - (time_t)left) * 1e6) } };
    signal(SIGPROF, SIG_DFL);
    signal(SIGALRM, SIG_DFL);
    setitimer(ITIMER_PROF, &time, nullptr);
    alarm(120); /* if it waits for something that never comes */
    to_memory(before.data());
    run_trial(at.kernel, plan, result);
    if (first) {
        from_memory(usual);
    } else if (uintptr_t p = first_difference()) {
        result->address = p;
        result->differs = true;
        memcpy(result->got, (void *)(p & ~(uintptr_t)7), 8);
    }
    _exit(0);
}

/* False: the order was given up. */
bool try_order(const trial_plan &plan, trial_result *result, bool first)
{
    memset((void *)result, 0, offsetof(trial_result, event));
    double left = plan.notes ? 60 : std::max(asked().limit - spent, 0.02), began = cpu_seconds();
    fflush(nullptr);
    pid_t child = fork();
    if (child < 0)
        return false;
    if (child == 0)
        try_in_child(plan, result, first, left);
    int status;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    spent += cpu_seconds() - began;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 && result->ended;
}

template <class T> T *map_result(size_t size)
{
    void *p = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p == MAP_FAILED ? nullptr : (T *)p;
}

/* ---- which accesses mattered ------------------------------------------------------------------
 */

typedef std::tuple<unsigned long long, unsigned, unsigned, unsigned> event_key;

/* By block, thread, place and how often the thread has been there. */
std::map<event_key, unsigned> by_whom(const trial_result &r)
{
    std::map<event_key, unsigned> all;
    std::map<event_key, unsigned> times;
    for (unsigned i = 0; i < r.events; i++) {
        const trial_event &e = r.event[i];
        unsigned n = times[{ e.block, e.thread, e.place, 0 }]++;
        all[{ e.block, e.thread, e.place, n }] = i;
    }
    return all;
}

bool same_bytes(const trial_event &a, const trial_event &b)
{
    return a.shared == b.shared && (!a.shared || a.block == b.block) &&
           a.address < b.address + b.bytes && b.address < a.address + a.bytes;
}

/* The last store there before event number i; or -1. */
int store_before(const trial_result &r, unsigned i, const trial_event &there)
{
    for (int k = (int)i - 1; k >= 0; k--)
        if (r.event[k].kind != read_access && same_bytes(r.event[k], there))
            return k;
    return -1;
}

struct pair_of_events {
    int first, second; /* of the order's; -1: none */
    bool reads;        /* first or second is a load that got something other than usual */
    unsigned load, usual_load;
};

/* The first load that got a different value than in the usual order, and the store that it met too
 * early or missed; or the last store to the element that differs in the end, or to another one; or
 * the first load that is not usually made, and what it got. */
pair_of_events what_mattered(const trial_result &now, const trial_result &then)
{
    auto in_then = by_whom(then), in_now = by_whom(now);
    std::vector<int> twin(then.events, -1), back(now.events, -1);
    for (auto &k : in_now) {
        auto t = in_then.find(k.first);
        if (t != in_then.end()) {
            twin[t->second] = (int)k.second;
            back[k.second] = (int)t->second;
        }
    }
    for (unsigned i = 0; i < now.events; i++) {
        const trial_event &e = now.event[i];
        int usual_load = back[i];
        if (e.kind == write_access || usual_load < 0 || !same_bytes(e, then.event[usual_load]) ||
            !memcmp(e.before, then.event[usual_load].before, e.bytes))
            continue;
        int missed = store_before(then, (unsigned)usual_load, e);
        int late = missed < 0 ? -1 : twin[missed];
        int other = late > (int)i ? late : store_before(now, i, e);
        return { std::min((int)i, other), std::max((int)i, other), true, i, (unsigned)usual_load };
    }
    for (unsigned i = now.events; i-- > 0;) {
        const trial_event &e = now.event[i];
        if (e.kind != read_access && !e.shared && now.address - e.address < e.bytes)
            return { store_before(now, i, e), (int)i, false, 0, 0 };
    }
    for (unsigned i = now.events; i-- > 0;) { /* the last store in both, to the same bytes */
        int last = store_before(then, then.events, now.event[i]);
        if (now.event[i].kind != read_access && last >= 0 && twin[last] >= 0 && twin[last] < (int)i)
            return { twin[last], (int)i, false, 0, 0 };
        if (now.events - i > 1000)
            break;
    }
    for (unsigned i = 0; i < now.events && i < 1000; i++) {
        bool is_new = now.event[i].kind == read_access && back[i] < 0;
        int got = is_new ? store_before(now, i, now.event[i]) : -1;
        if (got >= 0)
            return { got, (int)i, false, 0, 0 };
    }
    return { -1, -1, false, 0, 0 };
}

witness_step step_of(const trial_event &e, const trial_event *usual_load, bool marked)
{
    uintptr_t type_at = e.shared ? 0 : e.address;
    std::string was = value_text(e.before, e.bytes, type_at);
    std::string is = value_text(e.after, e.bytes, type_at);
    witness_step s = { side_of(e.thread | e.place << place_shift, e.kind, e.block), "", "",
                       marked };
    s.does = e.kind == read_access    ? _("reads")
             : e.kind == write_access ? _("writes")
                                      : _("atomically changes");
    s.value = e.kind == read_access    ? ": " + was
              : e.kind == write_access ? " = " + is
                                       : say(_(": %s to %s"), was.c_str(), is.c_str());
    if (usual_load)
        s.value += say(_(" (usually %s)"),
                       value_text(usual_load->before, usual_load->bytes, type_at).c_str());
    return s;
}

/* The accesses to the element in question, the two that matter among them; ten at most. */
void find_steps(witness &w, const trial_result &now, const trial_result &then)
{
    pair_of_events p = what_mattered(now, then);
    if (p.second < 0)
        return;
    const trial_event &last = now.event[p.second];
    w.stepped = element_at(last.address, last.bytes, last.shared);
    std::vector<int> there;
    for (unsigned i = 0; i < now.events; i++)
        if (same_bytes(now.event[i], last))
            there.push_back((int)i);
    auto second = std::find(there.begin(), there.end(), p.second);
    auto first = p.first < 0 ? second : std::find(there.begin(), there.end(), p.first);
    auto from = first - std::min<long>(2, first - there.begin());
    auto to = second + std::min<long>(3, there.end() - second);
    for (auto i = from; i < to; i++) {
        if (to - from > 10 && i - from == 5) {
            long left = to - from - 10;
            w.steps.push_back({ {}, say(_("... %ld more accesses to"), left), " ...", false });
            i += left;
        }
        const trial_event &e = now.event[*i];
        bool is_load = p.reads && *i == (int)p.load;
        w.steps.push_back(step_of(e, is_load ? &then.event[p.usual_load] : nullptr,
                                  *i == p.first || *i == p.second));
    }
}

/* ---- the search ------------------------------------------------------------------------------ */

trial_plan plan_of_usual()
{
    trial_plan plan = {};
    for (const finding &f : findings) {
        if (f.kind != race || f.excused || f.kernel != at.kernel->name)
            continue;
        if (plan.places.empty() || f.differs) {
            plan.a = f.sides[0];
            plan.b = f.sides[1];
        }
        for (const side &s : f.sides)
            for (const void *pc : s.pcs)
                plan.places.push_back(place_of((const char *)pc + 1));
    }
    std::sort(plan.places.begin(), plan.places.end());
    plan.most = ~0ull;
    plan.notes = asked().only_order;
    return plan;
}

void found(witness &w, unsigned order, const trial_result &now, const trial_result &then)
{
    unsigned n = element_bytes(now.address);
    uintptr_t p = now.address & ~(uintptr_t)(n - 1);
    w.found = true;
    w.order = order;
    for (bool exact : { false, true })
        if (w.got == w.instead) {
            w.got = value_text(now.got + p % 8, n, p, exact);
            w.instead = value_text(in_copy(usual, p), n, p, exact);
        }
    if (w.got == w.instead) /* one NaN for another */
        w.got += _(" (other bits)");
    w.where = element_at(p, n, false);
    if (!asked().only_order)
        return;
    w.launch = launch_words(at.kernel->name, at.kernel->place, at.kernel->where).text;
    find_steps(w, now, then);
}

/* Is the usual order the same each time? Sets how many accesses it makes. */
bool usual_repeats(trial_plan *plan, trial_result *then, trial_result *now)
{
    if (!try_order(*plan, then, true))
        return false;
    plan->accesses = then->accesses;
    plan->at_places = then->at_places;
    plan->most = 10 * then->accesses + 20000;
    return try_order(*plan, now, false) && !now->differs;
}

/* The order that was found once more, with its accesses noted. */
void note_steps(witness &w, trial_plan plan, trial_result *then, trial_result *now)
{
    unsigned order = plan.order;
    plan.notes = true;
    plan.order = 0;
    if (!try_order(plan, then, true))
        return;
    plan.order = order;
    if (try_order(plan, now, false) && now->differs)
        find_steps(w, *now, *then);
}

void search(witness &w, trial_result *then, trial_result *now)
{
    trial_plan plan = plan_of_usual();
    unsigned first = w.launches++ * orders_each;
    if (asked().only_order &&
        (asked().only_order <= first || asked().only_order > first + orders_each))
        return;
    if (!usual_repeats(&plan, then, now))
        return;
    for (unsigned i = 1; i <= (asked().anyway ? asked().anyway : orders_each) && !w.found; i++) {
        if (asked().only_order ? asked().only_order != first + i : spent >= asked().limit)
            continue;
        plan.order = i;
        bool ended = try_order(plan, now, false);
        w.orders++;
        if (!ended || !now->differs)
            continue;
        found(w, first + i, *now, *then);
        if (asked().steps && !plan.notes)
            note_steps(w, plan, then, now);
    }
}

} // namespace

void on_pointer(const kernel_operation *launch, unsigned position, const volatile void *p,
                size_t element, bool real)
{
    know_element((uintptr_t)p, (unsigned)element);
    if (asked().limit <= 0)
        return;
    std::lock_guard<std::mutex> hold(parameters_lock);
    auto &all = parameters[launch];
    if (!all.empty() && all.back().position >= position)
        all.clear(); /* of a launch that was there before */
    all.push_back({ position, (uintptr_t)p, element, real });
}

void before_launch()
{
    areas.clear();
    if (asked().limit <= 0)
        return;
    const witness &w = witnesses[at.kernel->name];
    unsigned most = (asked().only_order ? (asked().only_order - 1) / orders_each + 1
                     : asked().anyway || asked().limit > 2 ? 20
                                                           : 2);
    if (w.found || w.launches >= most || (!asked().only_order && spent >= asked().limit))
        return;
    list_areas();
    copied += bytes;
    if (bytes > most_memory || copied > most_copied)
        return areas.clear();
    before.resize(bytes);
    from_memory(before.data());
    races_before = races_seen();
}

void look_for_witness()
{
    if (asked().limit <= 0)
        return;
    excuse_cas_loops();
    if (!areas.empty() && !fault_code && (asked().anyway || races_seen() > races_before)) {
        usual = map_result<char>(bytes);
        trial_result *then = map_result<trial_result>(sizeof *then);
        trial_result *now = map_result<trial_result>(sizeof *now);
        if (usual && then && now)
            search(witnesses[at.kernel->name], then, now);
        munmap(usual, bytes);
        munmap(then, sizeof *then);
        munmap(now, sizeof *now);
    }
    std::lock_guard<std::mutex> hold(parameters_lock);
    parameters.erase(at.kernel);
}

} // namespace cpu_device::check
