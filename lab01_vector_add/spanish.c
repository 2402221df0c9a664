/* What lab 1 says on the terminal, and the same in Spanish; common/engine/words.c reads it. */
#include "common/engine/words.h"

// clang-format off
static const char *const pairs[][2] = {
    { "copy", "máx." },
    { "Lab 1 - vector add   c = a + b, float32", "Lab 1 - suma de vectores   c = a + b, float32" },
    { "one thread per element", "un hilo por elemento" },
    { "a fixed grid that strides", "una malla fija, a zancadas" },
    { "four elements per load", "cuatro elementos por lectura" },
    { NULL, NULL },
};
// clang-format on
const char *const (*spanish_of_lab)[2] = pairs;
