// expects: nothing runs on the device before a kernel does: the constructor of up, a __constant__ variable
struct point {
    float x;
    __host__ __device__ point(float v) : x(v) {}
    point() = default;
};
struct known { // is set when it is built
    float x;
    constexpr __host__ __device__ known(float v) : x(v) {}
    known() = default;
};
struct plain {
    float x, y;
};
__device__ known one(1), two[2] = { known(3), 4.f };
__constant__ point up(2); /* here */
__constant__ plain three = { 1, 2 };
__global__ void k(float *p) { *p = up.x + one.x + two[1].x + three.y; }
int main() {}
// nvcc: dynamic initialization is not supported for a __constant__ variable
