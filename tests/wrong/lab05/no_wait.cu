/* expects: gpu_ex51 WRONG n = 1023, .*y\[0\] came after the launcher had returned: it must wait */
/* Queues everything and waits for nothing. */
#include "all_but_ex51.h"
#define AT_THE_END
#include "whole.h"
