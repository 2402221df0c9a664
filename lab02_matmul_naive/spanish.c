/* What lab 2 says on the terminal, and the same in Spanish; common/engine/words.c reads it. */
#include "common/engine/words.h"

// clang-format off
static const char *const pairs[][2] = {
    { "Lab 2 - naive matrix product   C = A B, float32",
      "Lab 2 - producto de matrices directo   C = A B, float32" },
    { "a warp walks down rows", "un warp baja por las filas" },
    { "a warp walks along a row", "un warp recorre una fila" },
    { "four elements per thread", "cuatro elementos por hilo" },
    { "\nhow long did the first call of gpu_v1 take, at %s = %lld?\n",
      "\n¿cuánto tardó la primera llamada de gpu_v1, con %s = %lld?\n" },
    { "  make a context       %9.3g ms     once per program\n",
      "  crear un contexto    %9.3g ms     una vez por programa\n" },
    { "  the first launch     %9.3g ms     loads the kernel's code, too\n",
      "  primer lanzamiento   %9.3g ms     carga también el código del kernel\n" },
    { "  later launches       %9.3g ms     ok\n", "  los siguientes       %9.3g ms     ok\n" },
    { NULL, NULL },
};
// clang-format on
const char *const (*spanish_of_lab)[2] = pairs;
