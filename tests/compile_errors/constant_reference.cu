// expects: identifier "n" is undefined in device code: it is a constant of the host
static constexpr int n = 7;
__global__ void k(int *a)
{
    const int &r = n; /* here */
    *a = r;
}
int main() {}
// nvcc: identifier "n" is undefined in device code
