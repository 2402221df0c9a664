// expects: part_of_a_lab\.cu:2:[0-9]+: (fatal )?error: this is part of a lab, which is built whole: make lab01
#include "common/cuda_check.h"
int main() {}
// nvcc: common/cuda_check.h: No such file or directory
