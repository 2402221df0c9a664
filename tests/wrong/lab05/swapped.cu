/* expects: gpu_v1 WRONG n = 1023, .*changed its input x: .*, is -1\.69[0-9]*e\+38 */
/* Source and destination exchanged: the device sends what it happens to hold. */
#include "all_but_v1.h"
#define THERE cudaMemcpyAsync((float *)x, d_x, bytes, cudaMemcpyDeviceToHost, 0)
#include "whole.h"
