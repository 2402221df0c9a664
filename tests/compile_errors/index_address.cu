// expects: index_address\.cu:4:[0-9]+: error: threadIdx has no address
__global__ void k(unsigned *p)
{
    const uint3 *index = &threadIdx; /* here */
    p[0] = index->x;
}
int main() { k<<<1, 1>>>(nullptr); }
// nvcc: cannot take address of builtin variable "threadIdx"
