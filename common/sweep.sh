#!/bin/sh
# common/sweep.sh PROGRAM CSV [options] - what the figures and the report of a lab need; as
#   sh common/sweep.sh ./lab03 results/lab03.csv --sweep
# The lab's table goes beside it, results/lab03.txt. Lab 6 takes several runs: its layers in float32
# and in half precision, on a GPU in batches of 128, too, all in one CSV; and a forward pass, in
# results/lab06_network.csv. A version that is WRONG has no rows, and the others are kept.
set -u
program=$1 csv=$2
shift 2
table=${csv%.csv}.txt
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

run() { # run <csv> <options>: status 1 is a version that is wrong
    out=$1
    shift
    "$program" "$@" --csv "$out" >>"$scratch/table" && return
    status=$?
    [ $status -eq 1 ] && [ -s "$out" ] || exit $status
}

keep() { # beside, then renamed
    cp "$1" "$2.part" && mv -f "$2.part" "$2" || exit 1
}

case $program in
*06)
    # Its sizes are images; the layers are drawn of one only, so they need no sweep.
    sizes=''
    for option; do
        shift
        [ "$option" = --sweep ] || set -- "$@" "$option"
    done
    run "$scratch/1.csv" "$@"
    run "$scratch/2.csv" --dtype f16 "$@"
    if grep -q '^# device: CPU device' "$scratch/1.csv"; then
        sizes='--image 64,128,224'
    else
        run "$scratch/3.csv" --batch 128 "$@"
        run "$scratch/4.csv" --batch 128 --dtype f16 "$@"
    fi
    # shellcheck disable=SC2086 # none, or an option and its value
    run "$scratch/network.csv" --network resnet18 $sizes "$@"
    awk 'FNR == 1 { file++ } file == 1 || !/^(#|lab,)/' "$scratch"/[1-4].csv >"$scratch/all.csv"
    keep "$scratch/network.csv" "${csv%.csv}_network.csv"
    ;;
*) run "$scratch/all.csv" "$@" ;;
esac
keep "$scratch/table" "$table"
keep "$scratch/all.csv" "$csv"
