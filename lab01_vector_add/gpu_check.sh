# What tests/gpu_check.sh does for this lab beside what it does for every one.
# shellcheck shell=bash
during sanitizer finds memcheck "finds the null pointer" build/cuda/wrong/lab01/null_pointer --quick
