/* What nvcc's kernels asked the memory for: traffic.cpp and counts.cpp, for launch.cpp. */
#ifndef PTX_TRAFFIC_H
#define PTX_TRAFFIC_H

#define _Noreturn [[noreturn]]
extern "C" {
#include "ptx.h"
}
#undef _Noreturn

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace cpu_device::ptx
{

/* A line for the caller, who names the file in PTX_REPORT (launch.cpp). */
void report(const char *kind, const char *words);

/* Where to count what a block of this kernel asks for: a tally for each instruction of the module;
 * null: nobody counts. first: it is its grid's first block. */
tally *tallies_of(const char *name, const struct module *in, const struct function *kernel,
                  bool first);

struct counted { /* a kernel; templates have several under one name */
    const struct module *in;
    const struct function *kernel;
    unsigned long long launches;
    std::vector<tally> tallies; /* by instruction */
};
typedef std::map<std::string, std::vector<std::unique_ptr<counted>>> counted_kernels;

uint32_t end_of(const counted &c);           /* the first instruction behind the kernel's own */
const char *access_of(const instruction &i); /* load, store, atomic */

/* counts.cpp: what common/sass/traffic.c reads: the PTX and, by instruction, what was counted. */
void write_counts(const char *folder, const counted_kernels &kernels);

} // namespace cpu_device::ptx

#endif
