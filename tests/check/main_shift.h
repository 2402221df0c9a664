/* Launches shift(), 64 threads, of the file that includes this. */
#include "host.h"

int main(void)
{
    int *x = counted<int>(64), *y = unset<int>(64);
    shift<<<1, 64>>>(y, x);
    return end(at(y) < 0);
}
