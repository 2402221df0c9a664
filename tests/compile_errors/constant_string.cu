// expects: identifier "name" is undefined in device code: it is a variable of the host
constexpr const char *title = "a";
const char *const name = "b";
__global__ void k(char *a)
{
    a[0] = title[0];
    a[1] = name[0]; /* here */
}
int main() {}
// nvcc: identifier "name" is undefined in device code
