// expects: a __device__, __constant__ or static variable has a value that is known when it is built
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
