// expects: typeid_in_kernel\.cu:3:[0-9]+: error: device code knows no types at run time
#include <typeinfo>
__global__ void k(int *p) { *p = typeid(*p) == typeid(float); } /* here */
int main() {}
// nvcc: The operator 'typeid' is not allowed in device code
