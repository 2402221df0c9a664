/* Halves on the host, as their bits: IEEE 754 binary16. */
#pragma once

#include <stdint.h>
#include <sys/cdefs.h>

__BEGIN_DECLS

void floats_of_halves(float *to, const uint16_t *from, long count);
void halves_of_floats(uint16_t *to, const float *from, long count); /* to the nearest */

__END_DECLS
