#!/bin/sh
# tests/goals_table.sh - the table of the goals in Markdown: exercise, what is counted, v1, answer, threshold,
# margin, by each compiler of CXX_LIST, and beside it what nvcc's kernels ask, where that is a goal's count.
#   CXX_LIST   compilers, with spaces between (those of g++-12 g++-14 clang++-14 clang++-19 that are there)
#   LABS       as in the Makefile, 01,02 (all)
# Builds in build/goals/COMPILER; `tests/right/*/v1_again.cu` stands for v1. Status: 1 where an answer misses
# a goal. stderr also says where v1 meets all of an exercise.
set -u
cd "$(dirname "$0")/.." || exit 2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C
unset REPORT_LANG LAB_GOALS ONLY

if [ -z "${CXX_LIST:-}" ]; then
    CXX_LIST=''
    for cxx in g++-12 g++-14 clang++-14 clang++-19; do
        command -v "$cxx" >/dev/null && CXX_LIST="$CXX_LIST $cxx"
    done
fi
labs=${LABS:-$(printf '%s\n' lab[0-9]*_*/ | sed 's/^lab//; s/_.*//' | paste -s -d ,)}

# count <compiler> <program> <versions> <file>: what make traffic counts for the goals.
count() {
    make -s DEVICE=cpu CXX="$1" QUICK=1 CHECK=--traffic OPTIMISE=-O1 BUILD="build/goals/$1" "build/goals/$1/$2" >&2 ||
        exit 2
    LAB_CHECK=1 LAB_TRAFFIC=1 LAB_GOALS=$4 "build/goals/$1/$2" --quick --seed 1 --only "$3" >"$scratch/out" 2>&1
    [ "$(tail -n 1 "$4" 2>/dev/null)" = end ] ||
        { echo "goals_table.sh: $2, $1: $(tail -n 1 "$scratch/out")" >&2 && exit 2; }
    sed -i '$d' "$4"
}

versions_in() { # <file>: those that have goals in it, with commas
    grep -v '^#include' "$1" | cpp -P -w | grep -o '\.version = "gpu_ex[0-9]*", \.counts' | cut -d '"' -f 2 | sort -u |
        paste -s -d ,
}

# by_nvcc <lab> <versions> <file>: bytes and sectors per FLOP as nvcc's PTX asks; empty where there is no nvcc.
by_nvcc() {
    : >"$3"
    command -v "${NVCC:-nvcc}" >/dev/null || return 0
    LAB_TRAFFIC=$scratch/csv ONLY=$2 common/ptx.sh --traffic "solution$1" >"$scratch/out" 2>&1 ||
        echo "goals_table.sh: BY=nvcc, lab $1: $(tail -n 1 "$scratch/out")" >&2
    sed -n 's/^\(gpu_ex[0-9]*\) /\1 /p' "$scratch/out" |
        awk '/\|/ { print $1 "\t" $2 " B/FLOP, " $8 " sectors/request" }' >"$3"
}

failed=0
first=''
for cxx in $CXX_LIST; do
    for lab in $(echo "$labs" | tr , ' '); do
        versions=$(versions_in "$(ls lab"$lab"_*/goals.h)")
        count "$cxx" "solution$lab" "$versions" "$scratch/answer.$cxx.$lab"
        again=''
        [ ! -f "tests/right/lab$lab/v1_again.cu" ] ||
            again=$(sed -n '2s|^/\* goals: \(.*\) \*/$|\1|p' "tests/right/lab$lab/v1_again.cu" |
            grep -o 'gpu_ex[0-9]*' | paste -s -d ,)
        : >"$scratch/v1.$cxx.$lab"
        [ -z "$again" ] || count "$cxx" "right/lab$lab/v1_again" "$again" "$scratch/v1.$cxx.$lab"
        [ -n "$first" ] || [ "${NVCC-x}" = '' ] || by_nvcc "$lab" "$versions" "$scratch/nvcc.$lab"
    done
    first=${first:-$cxx}
done

printf '| exercise | counted | v1 |%s at most | margin | nvcc, the whole run |\n' \
    "$(for cxx in $CXX_LIST; do printf ' answer, %s |' "$cxx"; done)"
printf '|---|---|---|%s---|---|---|\n' "$(for cxx in $CXX_LIST; do printf -- '---|'; done)"
for lab in $(echo "$labs" | tr , ' '); do
    i=0
    while read -r line; do
        i=$((i + 1))
        version=$(echo "$line" | cut -f 1) most=$(echo "$line" | cut -f 4) says=$(echo "$line" | cut -f 5)
        v1=$(awk -F '\t' -v v="$version" -v s="$says" '$1 == v && index($5, s) == 1 { print $3; exit }' \
            "$scratch/v1.$first.$lab")
        printf '| %s | %s | %s |' "$(echo "$version" | sed 's/gpu_ex\(.\)/\1./')" "$says" "${v1:--}"
        for cxx in $CXX_LIST; do
            row=$(sed -n "${i}p" "$scratch/answer.$cxx.$lab")
            printf ' %s |' "$(echo "$row" | cut -f 3)"
            [ "$(echo "$row" | cut -f 2)" = met ] || { failed=1 && echo "goals_table.sh: $cxx: $row" >&2; }
        done
        value=$(echo "$line" | cut -f 3)
        printf ' %s | %s | %s |\n' "$most" \
            "$(awk -v a="$value" -v m="$most" \
            'BEGIN { if (m > 0) printf "%.0f %%", 100 * (1 - a / m); else print "-" }')" \
            "$(grep -s "^$version	" "$scratch/nvcc.$lab" | cut -f 2)"
    done <"$scratch/answer.$first.$lab"
    cut -f 1 "$scratch/v1.$first.$lab" | sort -u | while read -r version; do
        grep -q "^$version	missed" "$scratch/v1.$first.$lab" || echo "goals_table.sh: v1 meets all of $version" >&2
    done
done
exit $failed
