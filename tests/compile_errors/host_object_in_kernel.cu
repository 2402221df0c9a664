// expects: host_object_in_kernel\.cu:4:[0-9]+: error: identifier "table" is undefined in device code: it is a variable of the host
#include <vector>
std::vector<float> table(3);
__global__ void k(float *p) { p[0] = table[0]; } /* here */
int main() { k<<<1, 1>>>(nullptr); }
// nvcc: identifier "table" is undefined in device code
