// expects: host_function_address\.cu:5:[0-9]+: error: identifier "twice" is undefined in device code: it is a function of the host
int twice(int a) { return 2 * a; }
__global__ void k(int *p)
{
    int (*f)(int) = twice; /* here */
    *p = f(*p);
}
int main() {}
// nvcc: identifier "twice" is undefined in device code
