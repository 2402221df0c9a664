#!/bin/sh
# solutions/slides/slides.sh FOLDER [deck...] - every deck (or lab00, lab01, ...) as one HTML page, pictures, style and
# keys included, and as a PDF of that page where weasyprint is: FOLDER/en/lab01.html, ... `make slides` calls it.
#   REFERENCE=folder   of reference/, or with a / any folder: the GPU's numbers that take the place of {{reference}}
# status 0: written; 1: nothing new was; 2: bad usage
# shellcheck disable=SC2016 # backticks are Markdown's
set -u
export LC_ALL=C.UTF-8
here=$(cd "$(dirname "$0")" && pwd)
kit=$here/../..

fail() {
    echo "slides: $2" >&2
    exit "$1"
}

[ $# -gt 0 ] || fail 2 "say where to: sh solutions/slides/slides.sh results/slides"
out=$1
shift
for deck; do
    [ -f "$here/en/$deck.md" ] ||
        fail 2 "'$deck': there is no such deck; there are: $(cd "$here/en" && echo *.md | sed 's/\.md//g')"
done

# ---- the lecturer's numbers ------------------------------------------------------------------------------

case ${REFERENCE:-} in
'') theirs='' ;;
*/*) theirs=$REFERENCE ;;
*) theirs=$kit/reference/$REFERENCE ;;
esac
if [ -n "$theirs" ]; then
    [ -d "$theirs" ] ||
        fail 2 "REFERENCE=$REFERENCE: there is no such folder in reference/; with a / in it, it is a folder's path"
    ls "$theirs"/lab[0-9][0-9].csv >/dev/null 2>&1 ||
        fail 2 \
        "REFERENCE=$REFERENCE: has no lab01.csv or the like, as ./solution01 --sweep --csv lab01.csv writes it on a GPU"
fi

# measured <deck>: its CSV, or nothing. Without REFERENCE the first of reference/, as in a report.
measured() {
    if [ -n "$theirs" ]; then set -- "$theirs/$1.csv"; else set -- "$kit"/reference/*/"$1.csv"; fi
    [ ! -f "$1" ] || echo "$1"
}

# whole: 16 777 216 is not broken at the end of a line; what stands in fences, and the crop of a picture, stays.
whole() {
    number="s/([0-9]) ([0-9]{3})/\\1$(printf '\302\240')\\2/g" # twice, because a match takes the digits around it
    sed -E -e '/^```/,/^```/b' -e '/^!\[/b' -e "$number" -e "$number"
}

# numbers <en or es> <deck>: what stands in the place of {{reference}}: the sheets' columns, without spread and limit.
numbers() {
    csv=$(measured "$2")
    case ${csv:+found}:$1 in
    :en) echo 'No GPU has been measured for this lab. `make slides REFERENCE=folder` puts your own numbers here.' ;;
    :es) echo 'No se ha medido ninguna GPU en este lab. `make slides REFERENCE=carpeta` pone aquí sus números.' ;;
    *)
        complaint=$(awk -v check="$2" -f "$kit/common/figures/rows.awk" "$csv")
        [ -z "$complaint" ] || fail 2 "$csv: $complaint"
        ! grep -q '^# device: pretend ' "$csv" ||
            fail 2 "$csv: must come from a real GPU, not from the pretend one of the tests"
        awk -F , -v es="$([ "$1" = en ] || echo 1)" -f "$kit/handouts/number.awk" -f "$kit/handouts/numbers.awk" \
            "$csv" >"$scratch/table" ||
            fail 2 "$csv: no measurements of a GPU by ./solution${2#lab} --sweep --csv"
        echo '::: reference'
        whole <"$scratch/table" | sed -E '/^\|/s/^(\|[^|]*\|[^|]*)\|[^|]*(\|[^|]*)\|[^|]*/\1\2/'
        printf '\n:::\n'
        ;;
    esac
}

# ---- pages -----------------------------------------------------------------------------------------------

command -v pandoc >/dev/null 2>&1 ||
    fail 1 "pandoc is not here; ./setup.sh --tests brings it. The decks are solutions/slides/en and es, as they stand"
. "$kit/common/tools/scratch.sh"
mkdir -p "$scratch/kit/handouts" "$scratch/kit/solutions" "$scratch/out/en" "$scratch/out/es"
cp -r "$kit/handouts/pictures" "$scratch/kit/handouts"
cp -r "$here" "$scratch/kit/solutions" # pandoc writes into the folder where it runs
{ echo '<style>' && cat "$here/slides.css" && echo '</style>'; } >"$scratch/style.html"
{ echo '<script>' && cat "$here/slides.js" && echo '</script>'; } >"$scratch/script.html"
engine=''
command -v weasyprint >/dev/null 2>&1 && engine=weasyprint

# filled <en or es> <deck>: the deck with its numbers.
filled() {
    sed -E -e "/^\{\{reference\}\}\$/{r $scratch/numbers" -e 'd;}' "$here/$1/$2.md" |
        if [ "$1" = es ]; then whole; else cat; fi
}

# No writing of quotes, powers or formulas of its own: what stands in a deck is what is shown.
markdown='markdown-implicit_figures-smart-superscript-subscript-tex_math_dollars-citations'

# page <en or es> <deck>: into $scratch/out, with its PDF.
page() {
    numbers "$1" "$2" >"$scratch/numbers" || exit
    { (cd "$scratch/kit/solutions/slides/$1" && # pictures are named from there
        filled "$1" "$2" |
            pandoc -f $markdown -t html5 --wrap=none --self-contained --template="$here/template.html" -M lang="$1" \
            --lua-filter="$here/slides.lua" --highlight-style=monochrome \
            -H "$scratch/style.html" -A "$scratch/script.html" \
            -o "$scratch/out/$1/$2.html") &&
        { [ -z "$engine" ] || weasyprint -q "$scratch/out/$1/$2.html" "$scratch/out/$1/$2.pdf"; }; } 2>"$scratch/log" ||
        fail 1 "$1/$2.md: $(sed -n 's/.*slides[.]lua:[0-9]*: //p' "$scratch/log" | grep -m 1 . ||
        grep . "$scratch/log" | tail -n 1)"
}

if [ $# -eq 0 ]; then
    for file in "$here"/en/*.md; do set -- "$@" "$(basename "$file" .md)"; done
fi
echo "slides: writes into $out${engine:+; a PDF takes seconds each}"
at=0
for language in en es; do
    for deck; do
        at=$((at + 1))
        counting "slides: $at/$((2 * $#))"
        [ ! -f "$here/$language/$deck.md" ] || page $language "$deck"
    done
done
counting ''
{ mkdir -p "$out" && cp -r "$scratch/out/." "$out"; } 2>/dev/null ||
    fail 1 "cannot write into '$out': name another folder"
echo "slides: $# decks, in $out, as HTML${engine:+ and PDF}; keys: arrows, n (notes), w (notes in a window), Home, End"
[ -n "$engine" ] || echo "no PDF: it needs weasyprint; a browser prints the page"
