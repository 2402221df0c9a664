// expects: index_of_a_row\.cu:4:[0-9]+: error: a pointer has one index, as a\[row \* width \+ column\]
__global__ void k(float *p, const float *a)
{
    p[threadIdx.x] = a[threadIdx.y][threadIdx.x]; // here
}
int main() { k<<<1, 1>>>(nullptr, nullptr); }
// nvcc: expression must have pointer-to-object type but it has type "float"
