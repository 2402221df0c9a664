/* CPU device: what a libc's header may declare and its library not have yet, where the two are of
 * different age. The archive comes before the library, so these are taken; see CPU_DEVICE_FUNCTION.
 */
#include "cuda_runtime.h"

#define GIVE(type, name)                                                                           \
    extern "C" type name(type x) noexcept { return name<>(x); }
GIVE(float, rsqrtf)
GIVE(double, rsqrt)
GIVE(float, sinpif)
GIVE(double, sinpi)
GIVE(float, cospif)
GIVE(double, cospi)
