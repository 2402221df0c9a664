// expects: host_constructor_number\.cu:8:[0-9]+: error: calling a __host__ function\("vec"\) from a __global__ function\("k"\) is not allowed
struct vec {
    float x;
    vec(float y) : x(y) {}
};
__global__ void k(float *p)
{
    vec v(1); /* here */
    p[0] = v.x;
}
int main() { k<<<1, 1>>>(nullptr); }
// nvcc: calling a __host__ function("vec::vec(float)") from a __global__ function("k") is not allowed
