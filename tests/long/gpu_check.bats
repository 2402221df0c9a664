#!/usr/bin/env bats
# tests/gpu_check.sh with everything that nvcc builds built by nvcc, on a machine without a GPU: nvidia-smi,
# compute-sanitizer and ncu are stubs, and what nvcc has linked is then replaced by the same program for the
# CPU device.
# shellcheck disable=SC2016,SC2154 # stubs are scripts; helpers.bash sets root, out, ...

load ../shell/helpers

setup() {
    needs_nvcc
    bin=$scratch/bin kit=$scratch/kit
    mkdir -p "$bin"
    kit_of "$kit" lab01
    cp -a solutions peers tests "$kit"
    rm -rf "$kit"/{solutions/grader,tests/wrong/lab*/*,tests/right/lab*,tests/programs/*}
    cp tests/programs/scan.cu "$kit/tests/programs"
    cp tests/wrong/lab01/{{null_pointer,lost_tail,one_element}.cu,*.h} "$kit/tests/wrong/lab01"
    quick -C "$kit" build/quick/{lab,solution}01 build/quick/wrong/lab01/{null_pointer,lost_tail,one_element}
    stub nvidia-smi 'case "$*" in
        *clocks*) echo "2026/11/23, P0, 1980 MHz" ;;
        *name*) echo "NVIDIA H200, 9.0, 580.65" ;;
        *) echo 9.0 ;; esac'
    stub ncu 'echo ERR_NVGPUCTRPERM; exit 1'
    stub compute-sanitizer '[ "$*" = "${*#*null_pointer}" ] || exit 86
shift 4; exec "$@"'
    # new/NUMBER/build+cuda+lab01.4711 is build/cuda/lab01
    stub nvcc "$(command -v nvcc) \"\$@\" || exit
case \" \$* \" in *' -c '*|*version*) exit ;; esac
while [ \"\$1\" != -o ]; do shift; done
twin=\$(basename \"\$2\" | sed -n 's/^build+cuda+/build+quick+/; s/[.][0-9]*\$//; s|+|/|gp')
echo \"\$2\" >>$scratch/linked
if [ -f \"$kit/\$twin\" ]; then cp \"$kit/\$twin\" \"\$2\"; else printf '#!/bin/sh\\n' >\"\$2\"; fi"
}

@test "gpu-check: with real builds, in pieces of three minutes until it is complete" {
    cd "$kit"
    for call in 1 2 3 4 5 6 7 8 9; do
        began=$SECONDS
        try env -u QUICK -u MAKELEVEL PATH="$bin:$PATH" PYTHON=/none make -s gpu-check MINUTES=3
        echo "# call $call: $(tail -n 1 <<<"$out")" >&3
        check "nothing failed" [ "$status" -eq 0 ]
        check "in time" [ $((SECONDS - began)) -le 185 ]
        archive=$(echo results/gpu/*.tar.gz)
        tar -x -z -O -f "$archive" --wildcards '*/manifest.txt' >"$scratch/manifest"
        if grep -q -x 'complete: yes' "$scratch/manifest"; then break; fi
    done
    check "complete" grep -q -x 'complete: yes' "$scratch/manifest"
    check "no GPU was timed" shows_no 'impossible'
    for step in lab01 'memcheck: solution01 gpu_ex12' tests/wrong/lab01/null_pointer.cu; do
        check "$step" grep -q "^ok	$step	" results/gpu/steps.tsv
    done
    check "each kernel was linked once" [ "$(sed 's/[.][0-9]*$//' "$scratch/linked" | sort | uniq -d | wc -l)" = 0 ]
    check "for the GPU that is said to be here" grep -q -a sm_90 build/cuda/solutions/vector_add.o
    grep -q '^left out	sweep' results/gpu/steps.tsv || # a slow machine
        check "single times" grep -q '^gpu_ex12,sync,' results/gpu/lab01_samples.csv
}
