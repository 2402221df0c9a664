// expects: shuffle_float2\.cu:5:[0-9]+: error: lanes of a warp exchange one number
__global__ void k(float *o)
{
    float2 f = make_float2(o[0], o[1]);
    f = __shfl_xor_sync(0xffffffff, f, 1); /* here */
    o[2] = f.x;
}
int main() {}
// nvcc: no instance of overloaded function "__shfl_xor_sync" matches the argument list
