/* finds: out-of-bounds */
/* An array of bytes: the terminating 0 of the text has no place in it. */
#include "../host.h"

__global__ void upper(char *out, const char *in, int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < length)
        out[i] = in[i] >= 'a' && in[i] <= 'z' ? in[i] - 32 : in[i];
    if (i == length)
        out[i] = 0; // HERE
}

int main(void)
{
    const char text[] = "is it really faster on the graphics card than on the processor";
    const int length = sizeof text - 1;
    char *in = copy_of(text, length), *out = unset<char>(length);
    upper<<<3, 32>>>(out, in, length);
    return end(at(out) != 'I');
}
