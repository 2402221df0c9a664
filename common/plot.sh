#!/bin/sh
# common/plot.sh lab03 - draws every figure of a lab from results/lab03.csv: results/lab03_*.svg, .png;
# `make plot03` calls it. A figure for which the CSV has no right row is left out, and says so.
set -u
lab=$1 drawn=0

command -v gnuplot >/dev/null || {
    echo "make plot${lab#lab}: needs gnuplot; ./setup.sh installs it" >&2
    exit 2
}
for figure in "$lab"_*/*.gp; do
    # the CSV that its line of usage names: a lab may have two
    csv=$(sed -n 's/^#   gnuplot -c [^ ]* \(results[^ ]*\) .*/\1/p' "$figure")
    name=results/${lab}_$(basename "$figure" .gp)
    rm -f "$name.svg" "$name.png"
    for out in "$name.svg" "$name.png"; do
        said=$(gnuplot -c "$figure" "$csv" "$out" 2>&1)
        case $? in
        0) drawn=$((drawn + 1)) ;;
        2) # "figure.gp: results/lab03.csv: has no right row to draw ..."
            printf '%-7s %s: %s\n' 'none' "$name" "${said#*: }" >&2
            continue 2
            ;;
        *) echo "$said" >&2 && exit 1 ;;
        esac
    done
    printf '%-7s %s\n' PLOT "$name.svg, .png"
done
# Without a GPU a lab whose figures are all about one has none, and nothing is wrong.
[ $drawn -gt 0 ] || grep -q '^# device: CPU device' "results/$lab.csv" || exit 2
date=$(awk -v comment=date -f common/rows.awk "results/$lab.csv" | cut -c 1-16)
[ $drawn -eq 0 ] || echo "drawn from results/$lab.csv of $date; delete that to measure anew"
