/* What every labNN.cu includes; it also makes run_before_main run before main (engine.h). */
#pragma once

#include <float.h>
#include "common/engine/engine.h"

__attribute__((constructor(101))) static void before_main(int, char **argv, char **)
{
    run_before_main(argv);
}
