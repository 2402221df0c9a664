# What common/figures/sweep.sh runs for this lab: the sizes, and the CPU on more and more threads, in
# results/lab04_cores.csv beside it.
# shellcheck shell=sh disable=SC2154 # scratch and csv are common/figures/sweep.sh's
run "$scratch/all.csv" "$@"
cores "$@"
