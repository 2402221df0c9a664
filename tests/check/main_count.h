/* Launches count() of the file that includes this. */
#include "host.h"

int main(void)
{
    const int n = 512;
    int *x = made<int>(n, [](int i) { return i % 3; }), *sum = zeros<int>(4);
    count<<<4, 128>>>(sum, x, n);
    return end(at(sum) < 80);
}
