/* The one include of a lab. */
#ifndef LAB_H
#define LAB_H

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuda_runtime.h>

#include "check.h"
#include "device.h"
#include "experiment.h"
#include "options.h"
#include "random.h"
#include "report.h"
#include "timing.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

#endif
