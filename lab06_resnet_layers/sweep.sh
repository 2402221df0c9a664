# What common/figures/sweep.sh runs for this lab: its layers in float32 and in half precision, on a GPU in
# batches of 128, too (without one the CPU alone), all in one CSV; the CPU on more threads; and a
# forward pass, by ./lab06_network, in results/lab06_network.csv beside it.
# shellcheck shell=sh disable=SC2154 # scratch and csv are common/figures/sweep.sh's
run "$scratch/1.csv" "$@"
for option; do # the others at the one size of the figures
    shift
    [ "$option" = --sweep ] || set -- "$@" "$option"
done
images=32,64,128,224,512,1024
run "$scratch/2.csv" --dtype f16 "$@"
if grep -q '^# device: CPU device' "$scratch/1.csv"; then
    images=64,224,512,1024
    run "$scratch/3.csv" --batch 128 --only cpu_openmp "$@"
else
    run "$scratch/3.csv" --batch 128 "$@"
    run "$scratch/4.csv" --batch 128 --dtype f16 "$@"
fi
cores "$@"
program=${program}_network
run "$scratch/network.csv" --image $images "$@"
merged "$scratch"/[1-4].csv >"$scratch/all.csv"
keep "$scratch/network.csv" "${csv%.csv}_network.csv"
