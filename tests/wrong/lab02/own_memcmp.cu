/* in the long tests, refused: memcmp */
/* Everything is equal to everything: so nobody sees that B has changed. */
#include <string.h>
#include "all_but_ex22.h"

extern "C" int memcmp(const void *, const void *, size_t) noexcept
{
    return 0;
}

#define THEN b[n * k - 1] += 1
#include "../then.h"
