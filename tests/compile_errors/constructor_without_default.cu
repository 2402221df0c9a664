// expects: the class of up, a __constant__ variable, needs a constructor without arguments
struct point {
    float x;
    constexpr __host__ __device__ point(float v) : x(v) {}
};
__managed__ point other(1); // nvcc takes this one
__constant__ point up = 2.f; /* here */
__global__ void k(float *p) { *p = up.x + other.x; }
int main() {}
// nvcc: no matching function for call to
