// expects: identifier "n" is undefined in device code: it is a constant of the host
constexpr int n = 7;
__global__ void k(int *a)
{
    int room[n];
    room[0] = n & 3;
    const int *p = &n; /* here */
    *a = *p + room[0];
}
int main() {}
// nvcc: identifier "n" is undefined in device code
