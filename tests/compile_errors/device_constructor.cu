// expects: device_constructor\.cu:8:[0-9]+: error: calling a __device__ function\("vec"\) from a __host__ function\("main"\) is not allowed
struct vec {
    float x;
    __device__ vec(float y) : x(y) {}
};
int main()
{
    vec v(1); /* here */
    return (int)v.x;
}
// nvcc: calling a __device__ function("vec::vec(float)") from a __host__ function("main") is not allowed
