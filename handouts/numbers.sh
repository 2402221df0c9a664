#!/bin/sh
# handouts/numbers.sh [--check] - brings the numbers in the sheets up to date with reference/: all that
# stands between <!-- reference labNN --> and <!-- end of reference --> comes from what was measured,
# reference/*/labNN.csv; after <!-- reference cards --> from the limits of cards, reference/cards.csv.
# `make handouts` calls it.
#   --check   change nothing; name the sheets that are out of date
# status 0: up to date (now); 1: --check found one that is not, or a file is no CSV of a lab; 2: bad usage
set -u
export LC_ALL=C.UTF-8
here=$(dirname "$0")
reference=$here/../reference

check=no
case "$#:${1:-}" in
0:) ;;
1:--check) check=yes ;;
*) echo "numbers: usage: sh handouts/numbers.sh [--check]" >&2 && exit 2 ;;
esac

. "$here/../common/tools/scratch.sh"

# numbers <en or es> <lab>: what stands between the markers.
numbers() {
    found=no
    for file in "$reference"/*/"$2".csv; do
        [ -f "$file" ] || continue
        [ $found = no ] || echo
        found=yes
        complaint=$(awk -v check="$2" -f "$here/../common/figures/rows.awk" "$file")
        [ -z "$complaint" ] || { echo "numbers: $file: $complaint" >&2 && return 1; }
        if grep -q '^# device: pretend ' "$file"; then
            echo "numbers: $file: must come from a real GPU, not from the pretend one of the tests" >&2
            return 1
        fi
        if ! awk -F , -v es="$([ "$1" = en ] || echo 1)" \
            -f "$here/number.awk" -f "$here/numbers.awk" "$file" \
            >"$scratch/table"; then
            echo "numbers: $file: no measurements of a GPU by ./solution${2#lab} --sweep --csv" >&2
            return 1
        fi
        while IFS= read -r line; do
            case $line in
            '|'*) echo "$line" ;;
            *) echo "$line" | fold -s -w 100 | sed 's/ *$//' ;;
            esac
        done <"$scratch/table"
    done
    case $found:$1 in
    no:en) echo "No reference measurements are in this kit yet." ;;
    no:es) echo "Este kit todavía no contiene mediciones de referencia." ;;
    esac
}

# bounds <en or es>: a line per card, from its published limits.
bounds() {
    awk -F , -v es="$([ "$1" = en ] || echo 1)" -f "$here/number.awk" \
        -f "$here/bounds.awk" "$reference/cards.csv" && return
    echo "numbers: $reference/cards.csv: must have the columns card, bus_gbs, memory_gbs" >&2
    return 1
}

# shellcheck disable=SC2013 # names of labs have no blanks
# fill <en or es> <sheet>: the sheet with the numbers of today.
fill() {
    for lab in $(sed -n -E 's/^<!-- reference (lab[0-9]*|cards) -->$/\1/p' "$2"); do
        case $lab in
        cards) bounds "$1" ;;
        *) numbers "$1" "$lab" ;;
        esac >"$scratch/$lab" || return
    done
    awk -v folder="$scratch" '
        !inside { print }
        /^<!-- reference (lab[0-9]+|cards) -->$/ { inside = 1
            print ""
            while ((getline line < (folder "/" $3)) > 0) print line
            print "" }
        /^<!-- end of reference -->$/ && inside { inside = 0; print }
        END { exit inside }' "$2" || {
        echo "numbers: $2: <!-- reference ... --> without <!-- end of reference -->" >&2
        return 1
    }
}

status=0
for language in en es; do
    for sheet in "$here/$language"/*.md; do
        # A kit without the list of cards keeps the bounds that it has.
        [ -f "$reference/cards.csv" ] || ! grep -q '^<!-- reference cards' "$sheet" || continue
        fill $language "$sheet" >"$scratch/sheet" || exit 1
        if cmp -s "$scratch/sheet" "$sheet"; then continue; fi
        if [ $check = yes ]; then
            echo "$sheet is out of date: make handouts"
            status=1
        else
            cat "$scratch/sheet" >"$sheet"
            echo "numbers: $sheet brought up to date with reference/"
        fi
    done
done
exit $status
