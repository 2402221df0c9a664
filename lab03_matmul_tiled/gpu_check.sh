# What tests/gpu_check.sh does for this lab beside what it does for every one.
# shellcheck shell=bash
during sanitizer finds racecheck "finds the race of exercise 3.3" ./lab03 --quick --only gpu_ex33
