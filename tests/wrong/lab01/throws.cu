/* in the long tests, expects: gpu_ex11 WRONG (ended the program|exception) */
/* Throws an exception that nobody catches. */
#include <stdexcept>
#include "all_but_ex11.h"

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    if (n % 4)
        throw std::runtime_error("n must be divisible by 4");
    vector_add_ex11_right(d_c, d_a, d_b, n);
}
