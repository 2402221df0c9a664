/* expects: gpu_ex53 ok */
/* No piece is wrong: so it is the piece that the others define. */
#include "all_but_ex53.h"
#include "whole.h"
