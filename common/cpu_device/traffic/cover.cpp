/* CPU device: the traffic counters: memory under cover. What the compiler does not announce, as a
 * load by a builtin of the processor, by asm or inside a library, cannot be counted. So while a
 * grader has a kernel counted, the memory that it works on holds other values: an access that is
 * announced finds its own there, any other reads nonsense, and the result is wrong. */
#include "traffic.h"
#include <string.h>
#include <algorithm>
#include <random>

namespace cpu_device::check
{

namespace
{

/* Each word is changed by this. */
uint32_t key;
std::vector<stretch> covered;

/* What was announced last, the latest first, is not covered: the compiler announces all that a
 * statement loads and stores before it does so. Ranges do not overlap. */
const int open_ranges = 6;
struct {
    uintptr_t first, end;
} bare[open_ranges];

void change(uintptr_t first, uintptr_t end)
{
    for (; first < end && first % 4; first++)
        *(unsigned char *)first ^= (unsigned char)(key >> 8 * (first % 4));
    for (; first + 4 <= end; first += 4)
        *(uint32_t *)first ^= key;
    for (; first < end; first++)
        *(unsigned char *)first ^= (unsigned char)(key >> 8 * (first % 4));
}

void change_all()
{
    for (const stretch &s : covered)
        change(s.first, s.first + s.size);
}

} // namespace

bool is_covering;

void cover(const std::vector<stretch> &memory)
{
    covered = memory;
    key = std::random_device()() | 1;
    memset(bare, 0, sizeof bare);
    change_all();
    is_covering = true;
}

void uncover()
{
    if (!is_covering)
        return;
    for (auto &b : bare)
        change(b.first, b.end);
    change_all();
    is_covering = false;
}

const stretch *covered_at(uintptr_t address)
{
    auto after = std::upper_bound(covered.begin(), covered.end(), address,
                                  [](uintptr_t a, const stretch &s) { return a < s.first; });
    bool found = after != covered.begin() && address - after[-1].first < after[-1].size;
    return found ? &after[-1] : nullptr;
}

void announce(uintptr_t first, uintptr_t end)
{
    if (bare[0].first <= first && end <= bare[0].end)
        return;
    for (int i = 0; i < open_ranges; i++) {
        auto found = bare[i];
        if (found.end <= first || end <= found.first)
            continue;
        std::copy_backward(bare, bare + i, bare + i + 1);
        bare[0] = found;
        if (first < found.first)
            announce(first, found.first);
        if (found.end < end)
            announce(found.end, end);
        return;
    }
    auto &oldest = bare[open_ranges - 1];
    change(oldest.first, oldest.end);
    std::copy_backward(bare, bare + open_ranges - 1, bare + open_ranges);
    bare[0] = { first, end };
    change(first, end);
}

} // namespace cpu_device::check
