/* expects: gpu_ex52 WRONG n = 1023, .*chunks = 7 */
/* only the CPU device can tell */
/* Works out the length of a chunk only when n is another than in the call before: with the same n
 * and other chunks it is the old one. "works in `chunks` pieces" */
static int plan(int n, int chunks)
{
    static int planned, each;

    if (planned != n) {
        planned = n;
        each = n / chunks + (n % chunks > 0);
    }
    return each;
}

#define EACH plan(n, chunks)
#include "chunks.h"
