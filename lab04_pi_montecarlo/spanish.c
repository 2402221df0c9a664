/* What lab 4 says on the terminal, and the same in Spanish; common/engine/words.c reads it. */
#include "common/engine/words.h"

// clang-format off
static const char *const pairs[][2] = {
    { "Lab 4 - Monte Carlo pi   4 hits / n, whole numbers",
      "Lab 4 - pi por Montecarlo   4 aciertos / n, números enteros" },
    { "counts summed by the CPU", "la CPU suma los recuentos" },
    { "a tree in shared memory", "árbol en memoria compartida" },
    { "warp shuffles, strides", "intercambio en el warp" },
    { "x and y as arrays", "x e y como arrays" },
    { "needs a GPU and cuRAND", "necesita una GPU y cuRAND" },
    { "needs a GPU and CUB", "necesita una GPU y CUB" },
    { "counts[%d] was never written, nor were %d others",
      "counts[%d] no se escribió nunca, ni otros %d" },
    { "the hits were added to what lay in d_hits[0] before: set it to 0 first",
      "los aciertos se sumaron a lo que ya había en d_hits[0]: póngalo antes a 0" },
    { "%llu hits: 4 of the 8 bytes of d_hits[0] are as they were: set all to 0",
      "%llu aciertos: 4 de los 8 bytes de d_hits[0] siguen como estaban: póngalos todos a 0" },
    { "%llu hits, expected %llu (%+lld)", "%llu aciertos, se esperaban %llu (%+lld)" },
    { "wrote outside: count %d past d_hits[0]",
      "escribió fuera: recuento %d después de d_hits[0]" },
    { "the CPU counts the hits of %llu samples, to compare ...\033[K\r",
      "la CPU cuenta los aciertos de %llu muestras, para comparar ...\033[K\r" },
    { "\n            n             pi      error  standard error\n",
      "\n            n             pi      error    error típico\n" },
    { "the error falls as n^%.2f; expected n^-0.5, give or take a few tenths\n",
      "el error baja como n^%.2f; se espera n^-0.5, con unas décimas de más o de menos\n" },
    { NULL, NULL },
};
// clang-format on
const char *const (*spanish_of_lab)[2] = pairs;
