#!/usr/bin/env bats
# make peers LABS=06 whole, with NumPy and Numba: all 20 layers, both batches; and every figure of the CPU.
# It takes half an hour on two cores.
# shellcheck disable=SC2016,SC2154 # awk has $1; helpers.bash sets root, status and out

load ../shell/helpers

# layers <version> <dtype> <batch>: how many have a row.
layers() {
    awk -F, -v version="$1" -v dtype="$2" -v batch="$3" \
        '$3 == version && $5 == dtype && $22 == batch && $20 > 0 && $14 > 0 && $17 == "ok"' \
        "$scratch/out/lab06.csv" | wc -l
}

@test "make peers LABS=06: all layers in NumPy and Numba, batch 1 and 128, and their figures" {
    .peers/bin/python -c 'import numpy, numba' || { echo 'run ./setup.sh --tests' && return 1; }
    try env PYTHON="$root/.peers/bin/python" PEERS_OUT="$scratch/out" ANEW='' BATCHES='' LAYERS='' \
        make -s --no-print-directory peers LABS=06 PEERS=numpy,numba,numba_element
    check "status 0" [ "$status" -eq 0 ]
    local version batch figure
    for batch in 1 128; do
        for version in numpy numba; do
            check "$version, batch $batch: all layers" [ "$(layers $version float32 $batch)" -eq 20 ]
        done
    done
    check "numba_element" [ "$(layers numba_element float32 1)" -eq 20 ]
    check "halves in NumPy" [ "$(layers numpy float16 1)" -eq 20 ]
    # the rest of what takes minutes in one cell has a reason
    check "a row or a reason each" \
        [ $(($(layers numpy float16 128) + $(grep -c 'float16 batch 128, layer [0-9]*: skip: ' <<<"$out"))) -eq 20 ]
    for figure in all_cpu all_cpu128 numpy_cpu; do
        try gnuplot -c lab06_resnet_layers/peers_$figure.gp "$scratch/out/lab06.csv" "$scratch/$figure.png"
        check "$figure: status 0, nothing said" [ "$status$out$err" = 0 ]
    done
}
