/* expects: gpu_ex11 WRONG n = 257: invalid argument */
/* Frees what the lab has given it. */
#define vector_add_ex11 vector_add_ex11_right
#include "../../../solutions/vector_add.cu"
#undef vector_add_ex11

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    vector_add_ex11_right(d_c, d_a, d_b, n);
    cudaFree(d_c);
}
