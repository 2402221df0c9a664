/* CPU device: the bug finder: runs a launch once more, in an order of its own, in a process that is
 * there for nothing else (witness.cpp). From top to bottom: which threads and blocks come first;
 * blocks that take turns; an access, at which another thread may go on; the run.
 *
 * One CPU thread runs at a time. Each has blocks of its own, and hands on the turn before an access
 * or where a thread spins; within a block the threads are fibers. What is drawn comes from the
 * number of the order alone, so the same number gives the same run. */
#include <link.h>
#include <string.h>
#include <algorithm>
#include <numeric>
#include <thread>
#include "state.h"

namespace cpu_device::check
{

namespace
{

enum sequence { ascending, swapped, reversed, drawn };
struct {
    trial_plan plan;
    trial_result *result;
    sequence threads, blocks;      /* in which they begin */
    unsigned workers;              /* how many blocks are under way at once */
    unsigned switches;             /* how many may still be made */
    unsigned of_places, of_others; /* one of this many accesses there; 0: none */
    bool copies_early;
    bool poisons; /* shared memory, when a block begins */
    bool over;    /* given up */
    int pending;  /* the event whose value is not known yet, or -1 */
} run;

/* ---- which come first ------------------------------------------------------------------------ */

/* Order 0 is the usual one; in order 1 the two that the report names change places, in order 2 all
 * come in reverse; what follows is drawn. */
void draw_plan(unsigned order, unsigned long long blocks)
{
    cpu_device_order(order + 1, 0);
    run.threads = run.blocks = order == 0 ? ascending : order == 1 ? swapped : reversed;
    run.workers = 1;
    run.switches = 0;
    run.copies_early = order == 2;
    if (order < 3)
        return;
    static const sequence one_of[] = { ascending, ascending, reversed, drawn };
    run.threads = one_of[draw(4)];
    run.blocks = one_of[draw(4)];
    run.workers = draw(3) ? (unsigned)std::min(blocks, 2 + draw(3)) : 1;
    run.switches = 1u << draw(8);
    bool anywhere = draw(4) == 0 || run.plan.places.empty();
    unsigned long long among = anywhere ? run.plan.accesses : run.plan.at_places;
    unsigned one_in = 2 + (unsigned)(among / run.switches / (1 + draw(4)));
    run.of_places = one_in;
    run.of_others = anywhere ? one_in : 0;
    run.copies_early = draw(2);
    run.poisons = draw(2);
}

template <class T> void swap_named(T *first, T *last, T a, T b)
{
    T *x = std::find(first, last, a), *y = std::find(first, last, b);
    if (x != last && y != last)
        std::swap(*x, *y);
}

unsigned long long block_of(unsigned long long i, unsigned long long blocks)
{
    static const drawn_blocks all(blocks);
    const side &a = run.plan.a, &b = run.plan.b;
    if (run.blocks == swapped)
        return i == a.block ? b.block : i == b.block ? a.block : i;
    return run.blocks == ascending ? i : run.blocks == reversed ? blocks - 1 - i : all[i];
}

/* ---- blocks that take turns ------------------------------------------------------------------ */

struct {
    std::mutex lock;
    std::condition_variable passed;
    unsigned turn;
    std::vector<char> there; /* by worker: it has not ended */
    unsigned long long next; /* block to begin */
    unsigned at_grid, times; /* blocks at a barrier of the grid; how often it has opened */
} turns;
thread_local unsigned this_turn;

void count_access()
{
    if (++run.result->accesses > run.plan.most)
        run.over = true;
}

void wait_for_turn()
{
    std::unique_lock<std::mutex> hold(turns.lock);
    turns.passed.wait(hold, [] { return turns.turn == this_turn; });
}

/* The n-th of the other workers that are there, from this one on; itself if there is none. */
unsigned other_worker(unsigned n)
{
    unsigned w = this_turn;
    for (unsigned i = 0; i < turns.there.size() && n; i++) {
        w = (w + 1) % (unsigned)turns.there.size();
        n -= turns.there[w] && w != this_turn;
    }
    return turns.there[w] ? w : this_turn;
}

unsigned others()
{
    return (unsigned)std::count(turns.there.begin(), turns.there.end(), true) -
           turns.there[this_turn];
}

void hand_on(unsigned to)
{
    std::lock_guard<std::mutex> hold(turns.lock);
    turns.turn = to;
    turns.passed.notify_all();
}

void let_other_block_run(unsigned n)
{
    unsigned to = other_worker(n);
    count_access();
    if (to == this_turn)
        return;
    hand_on(to);
    wait_for_turn();
}

void run_blocks(const kernel_operation *launch, unsigned worker)
{
    unsigned long long blocks =
        (unsigned long long)launch->where.grid.x * launch->where.grid.y * launch->where.grid.z;
    this_turn = worker;
    on_device_thread = true;
    use_key(true);
    wait_for_turn();
    worker_of_this_thread()->drawn = true;
    while (turns.next < blocks && !fault_code && !run.over) {
        unsigned long long block = block_of(turns.next++, blocks);
        run_range(launch, block, block + 1);
    }
    settle_event();
    turns.there[worker] = false;
    hand_on(other_worker(1));
}

/* ---- an access ------------------------------------------------------------------------------- */

/* A shared variable lies elsewhere for each worker: as it would lie for the device's thread. */
int find_thread_local(struct dl_phdr_info *info, size_t, void *found)
{
    stretch &s = *(stretch *)found;
    s.first = (uintptr_t)info->dlpi_tls_data;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_TLS)
            s.size = info->dlpi_phdr[i].p_memsz;
    return 1;
}

const stretch &own_shared()
{
    static thread_local stretch own;
    if (!own.first)
        dl_iterate_phdr(find_thread_local, &own);
    return own;
}

bool to_shared(uintptr_t *address)
{
    if (*address - own_shared().first >= own_shared().size)
        return false;
    *address += shared_space.base - own_shared().first;
    return true;
}

/* Memory that the threads of a kernel share; not a thread's own, nor the CPU device's. */
bool is_of_kernel(uintptr_t address)
{
    const space &s = shared_space;
    if (address - arena.base < arena.size)
        return true;
    if (address - globals.base < globals.size)
        return globals.state[(address - globals.base) / 4];
    return to_shared(&address) && address - s.base < s.size &&
           s.state[(address - s.base) / 4] != not_shared;
}

unsigned long long linear_block()
{
    return blockIdx.x + gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
}

void note_event(const event &e)
{
    trial_result &r = *run.result;
    if (!run.plan.notes || r.events == most_trial_events)
        return;
    run.pending = (int)r.events;
    trial_event &t = r.event[r.events++];
    t = { linear_block(),
          e.address,
          e.address,
          linear_thread(),
          place_in(e.who),
          std::min(e.bytes, 16u),
          e.kind,
          false,
          {},
          {} };
    t.shared = to_shared(&t.address);
    memcpy(t.before, (void *)e.address, t.bytes);
}

bool is_named(const side &s) { return s.thread == linear_thread() && s.block == linear_block(); }

bool switches_here(bool at_place)
{
    if (!run.switches)
        return false;
    unsigned one_in = at_place ? run.of_places : run.of_others;
    if (at_place && (is_named(run.plan.a) || is_named(run.plan.b)))
        one_in = std::min(one_in, 4u);
    return one_in && draw(one_in) == 0;
}

/* An atomic of the block need not be one for other blocks: what they do now, it overwrites. */
void let_another_run(const event &e)
{
    bool of_block = e.kind == atomic_access && at.block_scope && e.bytes <= 16;
    char old[16];
    run.switches--;
    unsigned n = others();
    if (!n || draw(2) || turns.at_grid) {
        let_others_run();
        return;
    }
    if (of_block)
        memcpy(old, (void *)e.address, e.bytes);
    let_other_block_run(1 + (unsigned)draw(n));
    if (of_block)
        memcpy((void *)e.address, old, e.bytes);
}

} // namespace

void settle_event()
{
    if (run.pending >= 0) {
        trial_event &t = run.result->event[run.pending];
        memcpy(t.after, (void *)t.real_address, t.bytes);
    }
    run.pending = -1;
}

void trial_copy(const async_copy &c)
{
    const std::vector<unsigned> &places = run.plan.places;
    unsigned place = place_of(c.pc);
    event from = { (uintptr_t)c.from,   c.taken, read_access, false, false, true, c.pc,
                   place << place_shift };
    event to = from;
    to.address = (uintptr_t)c.to, to.bytes = c.size, to.kind = write_access;
    settle_event();
    if (std::binary_search(places.begin(), places.end(), place))
        for (const event &e : { from, to }) {
            if (e.bytes)
                note_event(e);
            settle_event();
        }
}

/* What a block finds in its shared memory is whatever lay there. */
void trial_block()
{
    if (!run.poisons)
        return;
    for (auto &i : arrays)
        if (i.second.shared && i.first - shared_space.base < shared_space.size)
            memset((char *)(i.first - shared_space.base + own_shared().first), 0xff, i.second.size);
}

void trial_access(const event &e)
{
    const std::vector<unsigned> &places = run.plan.places;
    bool at_place = std::binary_search(places.begin(), places.end(), place_in(e.who));
    settle_event();
    if (!at_place && !is_of_kernel(e.address))
        return;
    count_access();
    run.result->at_places += at_place;
    if (switches_here(at_place))
        let_another_run(e);
    settle_event();
    if (run.over || fault_code)
        leave_kernel();
    if (at_place)
        note_event(e);
}

/* ---- the run --------------------------------------------------------------------------------- */

void run_trial(const kernel_operation *launch, const trial_plan &plan, trial_result *result)
{
    unsigned long long blocks =
        (unsigned long long)launch->where.grid.x * launch->where.grid.y * launch->where.grid.z;
    run.plan = plan;
    run.result = result;
    run.pending = -1;
    draw_plan(plan.order, blocks);
    if (launch->where.cooperative)
        run.workers = (unsigned)blocks;
    at.shared_size = at.arena_size = 0; /* each access goes to on_access() */
    trial_runs = true;
    turns.turn = 0;
    turns.there.assign(run.workers, true);
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < run.workers; i++)
        threads.emplace_back(run_blocks, launch, i);
    for (auto &t : threads)
        t.join();
    result->ended = !run.over && !fault_code;
}

/* ---- the hooks ------------------------------------------------------------------------------- */

bool in_trial() { return trial_runs; }

bool copies_at_once() { return trial_runs && run.copies_early && draw(2); }

bool arranges(unsigned short *threads, unsigned count)
{
    if (!trial_runs || run.threads == drawn)
        return false;
    const side &a = run.plan.a, &b = run.plan.b;
    std::sort(threads, threads + count);
    if (run.threads == reversed)
        std::reverse(threads, threads + count);
    if (run.threads == swapped)
        swap_named(threads, threads + count, (unsigned short)a.thread, (unsigned short)b.thread);
    return true;
}

void on_spin()
{
    if (!trial_runs)
        return;
    settle_event();
    let_other_block_run(1);
    if (run.over)
        leave_kernel();
}

void on_grid_wait()
{
    unsigned times = turns.times;
    if (++turns.at_grid == turns.there.size()) {
        turns.at_grid = 0;
        turns.times++;
    }
    while (turns.times == times && !run.over && !fault_code)
        let_other_block_run(1);
    if (run.over || fault_code)
        leave_kernel();
}

} // namespace cpu_device::check
