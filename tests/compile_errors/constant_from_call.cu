// expects: identifier "pi" is undefined in device code: it is a variable of the host
#include <math.h>
const double half = 1.0 / 2;
const double pi = 4 * atan(1.0);
__global__ void k(double *a)
{
    *a = half;
    *a += pi; /* here */
}
int main() {}
// nvcc: identifier "pi" is undefined in device code
