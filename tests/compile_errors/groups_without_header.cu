// with g++, expects: groups_without_header\.cu:2:[0-9]+: error: cooperative_groups is undefined without #include <cooperative_groups\.h>
namespace cg = cooperative_groups; /* here */
__global__ void k(int *p) { p[0] = 1; }
int main() { k<<<1, 1>>>(nullptr); }
// nvcc: name must be a namespace name
