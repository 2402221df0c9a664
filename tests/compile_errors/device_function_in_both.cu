// expects: calling a __device__ function\("d"\) from a __host__ __device__ function\("both"\) is not allowed
__device__ int d(int x) { return x; }
__host__ __device__ int both(int x) { return d(x); } /* here */
int main() { return both(0); }
// nvcc: calling a __device__ function("d(int)") from a __host__ __device__ function("both") is not allowed
