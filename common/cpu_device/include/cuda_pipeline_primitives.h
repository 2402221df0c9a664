/* CPU device: part of cuda_pipeline.h here. */
#include "cuda_pipeline.h"
