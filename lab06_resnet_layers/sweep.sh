# What common/figures/sweep.sh runs for this lab: its layers in float32 and in half precision, on a GPU in
# batches of 128 as well (without one the CPU alone), all in one CSV; the CPU on more threads; and a
# forward pass, by ./lab06_network, in results/lab06_network.csv beside it, unless make practice measures it.
# No figure and no table shows layers at other images than the largest: without a GPU these are left out.
# shellcheck shell=sh disable=SC2154 # scratch and csv are common/figures/sweep.sh's
sweep=''
for option; do # but for the sweep, runs are at the one size of the figures
    shift
    if [ "$option" = --sweep ]; then sweep=--sweep; else set -- "$@" "$option"; fi
done
images=32,64,128,224,512,1024 only=''
run "$scratch/2.csv" --dtype f16 "$@"
if grep -q '^# device: CPU device' "$scratch/2.csv"; then
    images=224,512,1024 only='--only cpu_openmp'
    run "$scratch/1.csv" "$@"
    run "$scratch/3.csv" --batch 128 --only cpu_openmp "$@"
else
    # shellcheck disable=SC2086 # none, or one word
    run "$scratch/1.csv" $sweep "$@"
    run "$scratch/3.csv" --batch 128 "$@"
    run "$scratch/4.csv" --batch 128 --dtype f16 "$@"
fi
cores "$@"
merged "$scratch"/[1-4].csv >"$scratch/all.csv"
if [ -z "${PRACTICE:-}" ]; then
    program=${program}_network
    # Without a GPU every version is checked at a small image; then the CPU alone has times that count.
    [ -z "$only" ] || run "$scratch/network1.csv" --image 64 "$@"
    # shellcheck disable=SC2086 # none, or two words
    run "$scratch/network2.csv" --image $images $only "$@"
    merged "$scratch"/network?.csv >"$scratch/network.csv"
    keep "$scratch/network.csv" "${csv%.csv}_network.csv"
fi
