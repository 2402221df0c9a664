#include "mode.h"

#include <stdlib.h>

static bool is_kept;
static enum mode kept;

enum mode lab_mode(void)
{
    if (is_kept)
        return kept;
    if (!getenv("LAB_CHECK"))
        return MODE_PLAIN;
    if (getenv("LAB_TRAFFIC"))
        return getenv("LAB_GOALS") ? MODE_GOALS : MODE_TRAFFIC;
    if (getenv("LAB_LAUNCHES"))
        return MODE_LAUNCHES;
    return getenv("LAB_DEBUG") ? MODE_DEBUG : MODE_CHECK;
}

void keep_mode(void)
{
    kept = lab_mode();
    is_kept = true;
    unsetenv("LAB_CHECK");
}
