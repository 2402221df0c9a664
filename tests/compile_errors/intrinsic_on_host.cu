// expects: calling a __device__ function\("__umulhi"\) from a __host__ function\("hash"\) is not allowed
static unsigned hash(unsigned x) { return x ^ __umulhi(x, 0x9e3779b9u); } /* here */

int main(void)
{
    return hash(0);
}
// nvcc: calling a __device__ function("__umulhi") from a __host__ function("hash") is not allowed
