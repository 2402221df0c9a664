/* What lab 7 says on the terminal, and the same in Spanish; common/engine/words.c reads it. */
#include "common/engine/words.h"

// clang-format off
static const char *const pairs[][2] = {
    { "Lab 7 - histogram   how often each of 256 values comes up, int32",
      "Lab 7 - histograma   cuántas veces aparece cada uno de 256 valores, int32" },
    { "one thread", "un hilo" },
    { "all cores", "todos los núcleos" },
    { "atomics in device memory", "atómicas en la memoria del dispositivo" },
    { "private bins in shared memory", "recuentos propios en memoria compartida" },
    { NULL, NULL },
};
// clang-format on
const char *const (*spanish_of_lab)[2] = pairs;
