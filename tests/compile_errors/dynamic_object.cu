// expects: nothing runs on the device before a kernel does: the constructor of twice, a __device__ variable, must be constexpr
struct scale {
    float by;
    __host__ __device__ scale(float b) : by(b) {}
};
struct point {
    float x, y;
};
__device__ point origin = { 0, 1 };
__constant__ float weights[3] = { 0.25f, 2 * 0.25f, 0.25f };
__device__ scale twice = { 2 }; /* here */
__global__ void k(float *p) { *p = twice.by * weights[1] + origin.x; }
int main() {}
// nvcc: dynamic initialization is not supported for a __device__ variable
