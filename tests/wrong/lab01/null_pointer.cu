/* expects: gpu_v1 WRONG an illegal memory access was encountered */
/* The kernel writes through a null pointer. */
#define vector_add_v1 vector_add_v1_right
#include "../../../solutions/vector_add.cu"
#undef vector_add_v1

void vector_add_v1(float *d_c, const float *d_a, const float *d_b, int n)
{
    vector_add_v1_kernel<<<(n + 255) / 256, 256>>>((float *)0, d_a, d_b, n);
    (void)d_c;
}
