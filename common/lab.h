/* What every labNN.cu includes; it also makes run_before_main run before main (engine.h). */
#pragma once

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuda_runtime.h>

#include "common/engine/engine.h"

__attribute__((constructor(101))) static void before_main(int, char **argv, char **)
{
    run_before_main(argv);
}
