// expects: device_member\.cu:3:[0-9]+: error: __device__ does not apply to a member of a class
struct counter {
    __device__ int n; /* here */
    __device__ void add() { n++; }
};
int main() {}
// nvcc: takes it
