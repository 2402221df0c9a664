/* What lab 3 says on the terminal, and the same in Spanish; common/engine/words.c reads it. */
#include "common/engine/words.h"

// clang-format off
static const char *const pairs[][2] = {
    { "Lab 3 - tiled matrix product   C = A B, float32",
      "Lab 3 - producto de matrices por teselas   C = A B, float32" },
    { "a tile at a time in shared memory", "tesela a tesela en memoria compartida" },
    { "4 x 4 elements per thread", "4 x 4 elementos por hilo" },
    { "float4 loads, two buffers", "lecturas float4, dos búferes" },
    { "came with a race to find: TODO(3.3); run it with --only gpu_ex33",
      "tiene una carrera por encontrar: TODO(3.3); dé --only gpu_ex33" },
    { "warp tiles", "teselas de warp" },
    { "\npercent of cuBLAS, %s = %lld:", "\nporcentaje de cuBLAS, %s = %lld:" },
    { NULL, NULL },
};
// clang-format on
const char *const (*spanish_of_lab)[2] = pairs;
