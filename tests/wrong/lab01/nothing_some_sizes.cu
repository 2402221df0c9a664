/* expects: gpu_ex11 WRONG n = 257: nothing was written */
/* Nothing written for fewer than 1,000 elements: begun, so not "todo". */
#define vector_add_ex11 vector_add_ex11_right
#include "../../../solutions/vector_add.cu"
#undef vector_add_ex11

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    if (n >= 1000)
        vector_add_ex11_right(d_c, d_a, d_b, n);
}
