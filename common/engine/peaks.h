/* What a GPU can do at best, measured on it. */
#pragma once

#include "nouns.h"

/* Sets device->best: float32 operations, 32-bit products of 64 bits, bytes to and from memory per
 * second, warm: each until warm_ms have brought nothing better, because clocks rise with work. What
 * cannot be measured stays as it is, and so does what a measurement shows to be more than the
 * physical limit. Half precision, which tensor cores do, stays as many times float32 as it was. */
void measure_peaks(struct device *device, double warm_ms);
