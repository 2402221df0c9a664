/* Launches hand_over() of the file that includes this: one block for another. */
#include "host.h"

int main(void)
{
    int *d = zeros<int>(3);
    hand_over<<<2, 32>>>(d, d + 1, d + 2);
    return end(at(d, 2) != 42);
}
