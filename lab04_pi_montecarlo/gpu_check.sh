# What tests/gpu_check.sh does for this lab beside what it does for every one.
# shellcheck shell=bash
during sweeps must 120 "solution04, 1e12 samples" \
    ./solution04 --size 1e12 --samples 1 --min-time 0 --only gpu_ex42
