/* How long shared memory takes for a request of a warp, in turns (the profiler's wavefronts). The
 * one place for this rule: the counters of make traffic and the interpreter of PTX ask here, the
 * page of make show draws the same. C and C++; table of cases: tests/unit/test_banks.c.
 *
 * Rule 1: in a turn each of 32 banks gives a word of 4 bytes; word w lies in bank w modulo 32.
 * Lanes that want the same word share it; different words of one bank take a turn each. (CUDA C++
 * Programming Guide, compute capability 5.x, "Shared Memory", to which the later ones refer.)
 *
 * Rule 2: a turn returns 128 bytes, so lanes with 8 bytes are served by halves of a warp, with 16
 * by quarters. Lanes that take no part ask for nothing. (Greg at NVIDIA, "128 bytes/cycle == 1
 * register/cycle", forums.developer.nvidia.com/t/77228.)
 *
 * Rule 3: a load of 8 or 16 bytes has parts twice as large if each lane n has the address of lane
 * n ^ 1, or each that of lane n ^ 2: of 16 bytes "the requests/instruction should reduce from 4 to
 * 2" (the same, of 7.0 to 7.5). We also assume: later GPUs do the same, and a lane whose
 * partner takes no part does not stand in the way. */
#ifndef CPU_DEVICE_BANKS_H
#define CPU_DEVICE_BANKS_H

#include <stdbool.h>
#include <stdint.h>

struct turns {
    unsigned taken, least; /* least: if no two words met in a bank */
};

/* The most different words in one of the banks: in each turn every bank serves one. */
static inline unsigned turns_for(uint64_t *words, unsigned n)
{
    unsigned turns = 0;

    while (n) {
        uint64_t served[32];
        uint32_t busy = 0;
        unsigned left = 0;
        for (unsigned i = 0; i < n; i++) {
            unsigned bank = words[i] % 32;
            if (!(busy >> bank & 1)) {
                busy |= 1u << bank;
                served[bank] = words[i];
            } else if (served[bank] != words[i]) {
                words[left++] = words[i];
            }
        }
        turns++;
        n = left;
    }
    return turns;
}

/* Does each lane have the address of lane n ^ by, where both take part? */
static inline bool in_pairs(const uint64_t *address, uint32_t lanes, unsigned by)
{
    for (unsigned k = 0; k < 32; k++)
        if (lanes >> k & 1 && lanes >> (k ^ by) & 1 && address[k] != address[k ^ by])
            return false;
    return true;
}

/* address: of each of the 32 lanes; lanes: bit k is set if lane k takes part; bytes: of each. */
static inline struct turns turns_of(const uint64_t *address, uint32_t lanes, unsigned bytes,
                                    bool is_load)
{
    struct turns t = { 0, 0 };
    unsigned part = bytes <= 4 ? 32 : 128 / bytes;

    if (is_load && bytes > 4 && (in_pairs(address, lanes, 1) || in_pairs(address, lanes, 2)))
        part *= 2;
    for (unsigned first = 0; first < 32; first += part) {
        uint64_t words[64];
        unsigned n = 0;
        for (unsigned k = first; k < first + part; k++)
            for (unsigned b = 0; lanes >> k & 1 && b < bytes; b += 4)
                words[n++] = (address[k] + b) / 4;
        t.taken += turns_for(words, n);
        t.least += n > 0;
    }
    return t;
}

#endif
