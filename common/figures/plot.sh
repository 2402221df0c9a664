#!/bin/sh
# common/figures/plot.sh labNN - draws every figure of a lab from results/labNN.csv: results/labNN_*.svg, .png;
# `make plotNN` calls it. A figure for which the CSV has no right row is left out, and says so.
#   REFERENCE  a folder of reference/, or any with a / in its name, is laid over; "none" lays none. Without it and
#              without a GPU it is the first in reference/ that has this lab
set -u
lab=$1 drawn='' without=''
# shellcheck source=common/tools/scratch.sh
. common/tools/scratch.sh
. common/tools/folder_of.sh
refuse() { # refuse <English> <Spanish>
    say "make plot${lab#lab}: $1" "make plot${lab#lab}: $2" >&2
    exit 2
}
command -v gnuplot >/dev/null ||
    refuse "needs gnuplot; ./setup.sh installs it" "hace falta gnuplot; ./setup.sh lo instala"
if [ -z "${REFERENCE:-}" ] && grep -q '^# device: CPU device' "results/$lab.csv"; then
    set -- reference/*/"$lab.csv"
    [ ! -f "$1" ] || REFERENCE=$(basename "${1%/*}")
fi
[ "${REFERENCE:-}" != none ] || REFERENCE=''
export REFERENCE
case ${REFERENCE:-} in
'') theirs='' ;;
*/*) theirs=$REFERENCE ;;
*) theirs=reference/$REFERENCE ;;
esac
[ -z "$theirs" ] || [ -d "$theirs" ] || {
    there=$(find reference -mindepth 1 -maxdepth 1 -type d 2>/dev/null | sed 's|.*/||' | sort | xargs)
    refuse "REFERENCE=$REFERENCE: there is no folder $theirs; in reference/ there is: $there" \
        "REFERENCE=$REFERENCE: no existe la carpeta $theirs; en reference/ hay: $there"
}
for figure in "$(folder_of "$lab")"/*.gp; do
    # the CSV that its line of usage names: a lab may have two
    csv=$(sed -n 's/^#   gnuplot -c [^ ]* \(results[^ ]*\) .*/\1/p' "$figure")
    name=results/${lab}_$(basename "$figure" .gp)
    rm -f "$name.svg" "$name.png"
    case $csv in
    *_traffic.csv) # which needs a build of its own
        [ -f "$csv" ] || {
            printf '%-7s %s\n' none "$(say "$name: make traffic${lab#lab} writes $csv" \
                "$name: make traffic${lab#lab} escribe $csv")" && continue
        } ;;
    */peers/*) [ -f "$csv" ] || { without="$csv" && continue; } ;; # of other libraries: not everybody's
    esac
    said=$(gnuplot -c "$figure" "$csv" "$name.svg" 2>&1 && gnuplot -c "$figure" "$csv" "$name.png" 2>&1)
    case $? in
    0) drawn=yes && printf '%-7s %s\n' PLOT "$name.svg, .png" ;;
    2) case $csv in */peers/*) continue ;; esac # what nobody measured with these libraries
        printf '%-7s %s: %s\n' none "$name" "${said#*: }" >&2 ;; # "figure.gp: results/labNN.csv: has no right row ..."
    *) echo "$said" >&2 && exit 1 ;;
    esac
done
[ -z "$theirs" ] || [ -f "$theirs/$lab.csv" ] ||
    say "REFERENCE=$REFERENCE: has no $lab.csv; drawn without" \
        "REFERENCE=$REFERENCE: no tiene $lab.csv; se dibuja sin él"
[ -z "$without" ] ||
    say "no figures beside other libraries: no $without; make peers LABS=${lab#lab} measures it" \
        "sin figuras junto a otras bibliotecas: falta $without; make peers LABS=${lab#lab} lo mide"
date=$(awk -v comment=date -f common/figures/rows.awk "results/$lab.csv" | cut -c 1-16)
[ -z "$drawn" ] ||
    say "drawn from results/$lab.csv of $date; delete that to measure anew" \
        "dibujado con results/$lab.csv de $date; bórrelo para medir de nuevo"
# Without a GPU a lab may have no figure to draw, and that is no error.
[ -n "$drawn" ] || grep -q '^# device: CPU device' "results/$lab.csv" || exit 2
