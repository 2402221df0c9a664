/* in the long tests, expects: gpu_ex12 ok */
/* goals: gpu_ex12 done */
/* Member by member: nvcc joins four members of a float4 to one access, as it knows their alignment.
 */
#define vector_add_ex12 vector_add_ex12_right
#include "../../../solutions/vector_add.cu"
#undef vector_add_ex12

__global__ void members(float *c, const float *a, const float *b, int n)
{
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 *a4 = (const float4 *)a, *b4 = (const float4 *)b;
    float4 *c4 = (float4 *)c;

    if (q < n / 4) {
        c4[q].x = a4[q].x + b4[q].x;
        c4[q].y = a4[q].y + b4[q].y;
        c4[q].z = a4[q].z + b4[q].z;
        c4[q].w = a4[q].w + b4[q].w;
    } else if (q == n / 4)
        for (int i = 4 * q; i < n; i++)
            c[i] = a[i] + b[i];
}

void vector_add_ex12(float *d_c, const float *d_a, const float *d_b, int n)
{
    members<<<n / 1024 + 1, 256>>>(d_c, d_a, d_b, n);
}
