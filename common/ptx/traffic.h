/* What nvcc's kernels asked the memory for: traffic.cpp, for launch.cpp. */
#ifndef PTX_TRAFFIC_H
#define PTX_TRAFFIC_H

#define _Noreturn [[noreturn]]
extern "C" {
#include "ptx.h"
}
#undef _Noreturn

namespace cpu_device
{
namespace ptx
{

/* Where to count what a block of this kernel asks for: a tally for each instruction of the module;
 * null: nobody counts. first: it is its grid's first block. */
tally *tallies_of(const char *name, const struct module *in, bool first);

} // namespace ptx
} // namespace cpu_device

#endif
