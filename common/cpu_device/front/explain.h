/* CPU device: what a compiler says of the rewritten program, in terms of the student's program. */
#ifndef CPU_DEVICE_EXPLAIN_H
#define CPU_DEVICE_EXPLAIN_H

#include <stdio.h>

/* Copies the messages of g++ or clang++, and those of rules.c, from `messages` to `out`, except
 * that
 *   - after an error about a feature of CUDA that the CPU device does not have, a line names the
 *     feature; or the name that was meant, if one of `headers` (paths, then NULL) has a similar
 * one;
 *   - a note about a parameter of launch.h's templates becomes one about the kernel's parameter;
 *   - what concerns only our own headers, and an error that repeats the one before it, is left out.
 * `launched` is what `rewrite --launches` wrote; NULL if there is none. */
void explain(FILE *messages, FILE *out, FILE *launched, char **headers);

#endif
