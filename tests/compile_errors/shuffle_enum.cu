// with g++, expects: shuffle_enum\.cu:5:[0-9]+: error: invalid conversion from 'int' to 'side'
enum side { left, right };
__global__ void k(side *p)
{
    p[0] = __shfl_sync(0xffffffff, p[threadIdx.x], 0); /* here */
}
int main() { k<<<1, 1>>>(nullptr); }
// nvcc: a value of type "int" cannot be assigned to an entity of type "side"
