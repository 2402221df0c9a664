#!/bin/sh
# common/sweep.sh PROGRAM CSV [options] - what the figures and the report of a lab need, as in
#   sh common/sweep.sh ./lab03 results/lab03.csv --sweep
# Lab 6 takes several runs: its layers in float32 and in half precision, on a GPU in batches of 128,
# too, all in one CSV; and a forward pass, in results/lab06_network.csv beside it.
# status 0; 1: a version is WRONG, and the CSV has the others; any other: no CSV
set -u
program=$1 csv=$2 wrong=0
shift 2
. "$(dirname "$0")/scratch.sh"
trap 'exit 130' HUP INT TERM

run() { # run <csv> <options>
    out=$1
    shift
    status=0
    "$program" "$@" --csv "$out" || status=$?
    [ $status -le 1 ] || exit $status
    [ -s "$out" ] || exit 3
    [ $status -eq 0 ] || wrong=1
}

keep() { # beside, then renamed
    cp "$1" "$2.part" && mv -f "$2.part" "$2" || exit 3
}

case $program in
*06)
    run "$scratch/1.csv" "$@"
    for option; do # the others at the one size of the figures
        shift
        [ "$option" = --sweep ] || set -- "$@" "$option"
    done
    images=32,64,128,224,512,1024
    run "$scratch/2.csv" --dtype f16 "$@"
    if grep -q '^# device: CPU device' "$scratch/1.csv"; then
        images=64,224,512,1024
    else
        run "$scratch/3.csv" --batch 128 "$@"
        run "$scratch/4.csv" --batch 128 --dtype f16 "$@"
    fi
    run "$scratch/network.csv" --network resnet18 --image $images "$@"
    awk -v rows="$(cat "$scratch"/[1-4].csv | grep -c -v -E '^(#|lab,)')" '
        FNR == 1 { file++ }
        /^# rows: / { $0 = "# rows: " rows }
        file == 1 || !/^(#|lab,)/' "$scratch"/[1-4].csv >"$scratch/all.csv"
    keep "$scratch/network.csv" "${csv%.csv}_network.csv"
    ;;
*) run "$scratch/all.csv" "$@" ;;
esac
keep "$scratch/all.csv" "$csv"
exit $wrong
