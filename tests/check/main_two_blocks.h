/* Launches count() of the file that includes this: two blocks, one lock. */
#include "host.h"

int main(void)
{
    int *d = zeros<int>(2);
    count<<<2, 32>>>(d, d + 1);
    return end(at(d) != 3);
}
