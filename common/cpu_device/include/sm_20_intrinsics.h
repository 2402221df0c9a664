#include "cuda_runtime.h" /* CPU device: part of it here */
