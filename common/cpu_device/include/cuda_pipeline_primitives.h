#include "cuda_pipeline.h" /* CPU device: part of it here */
