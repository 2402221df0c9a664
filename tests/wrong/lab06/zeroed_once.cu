/* expects: gpu_ex63 WRONG .* never written */
/* Clears its output only the first time in the same memory, and copies what lies inside. */
#define BEFORE                                                                                     \
    static float *zeroed;                                                                          \
    if (zeroed != d_columns)                                                                       \
        cudaMemsetAsync(d_columns, 0, (size_t)count * sizeof(float), 0);                           \
    zeroed = d_columns
#define STORE                                                                                      \
    if (INSIDE)                                                                                    \
    columns[i] = image[((which * height + y) * width + x) * channels + channel]
#include "columns.h"
