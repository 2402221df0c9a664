#!/bin/sh
# handouts/pictures/draw.sh [--check] - every picture of the sheets, in English and in Spanish, from
# its source: source/grid.svg becomes grid_en.svg and grid_es.svg. `make handouts` calls it.
#   In a source {thread|hilo} is a word in both languages, and <look/> stands for source/look.svg:
#   the fonts, colours, line widths and the tip of an arrow (#tip) that all pictures share, in a line of each.
#   --check   change nothing; name the pictures that are out of date
# status 0: up to date (now); 1: --check found one that is not; 2: bad usage
set -u
export LC_ALL=C.UTF-8
here=$(dirname "$0")

check=no
case "$#:${1:-}" in
0:) ;;
1:--check) check=yes ;;
*) echo "draw: usage: sh handouts/pictures/draw.sh [--check]" >&2 && exit 2 ;;
esac

. "$here/../../common/tools/scratch.sh"

{ tr '\n' ' ' <"$here/source/look.svg" && echo; } >"$scratch/look"

# draw <en or es> <source>: takes the first word of {thread|hilo}, or the second.
draw() {
    case $1 in en) word='\1' ;; es) word='\2' ;; esac
    sed -E -e "s/\{([^{|}]*)\|([^{|}]*)\}/$word/g" \
        -e "/<look\/>/{r $scratch/look" -e 'd;}' "$2"
}

status=0
for source in "$here"/source/*.svg; do
    name=$(basename "$source" .svg)
    [ "$name" != look ] || continue
    for language in en es; do
        picture=$here/${name}_$language.svg
        draw $language "$source" >"$scratch/picture"
        if cmp -s "$scratch/picture" "$picture"; then continue; fi
        if [ $check = yes ]; then
            echo "$picture is out of date: make handouts"
            status=1
        else
            cat "$scratch/picture" >"$picture"
        fi
    done
done
exit $status
