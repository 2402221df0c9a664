#!/bin/sh
# handouts/build.sh [--of TEXTS] FOLDER [sheet...] - every sheet (or lab01, errors, ...) as one HTML file,
# pictures included, and as a PDF on A4 where pandoc finds an engine for it: FOLDER/en/lab01.html, ... On
# paper hints and answers are at the end. `make handouts` calls it. TEXTS, a folder with en/ and es/, has
# other texts than the sheets, and may have a style.css that goes on after that of the sheets.
# status 0: written; 1: nothing new was; 2: bad usage
set -u
export LC_ALL=C.UTF-8
here=$(dirname "$0")

fail() {
    echo "handouts: $2" >&2
    exit "$1"
}

of=$here
if [ "${1:-}" = --of ]; then
    of=${2:-}
    if [ ! -d "$of/en" ] || [ ! -d "$of/es" ]; then fail 2 "--of '$of': must be a folder with en/ and es/"; fi
    shift 2
fi
[ $# -gt 0 ] || fail 2 "say where to: sh handouts/build.sh results/handouts"
out=$1
shift
for sheet; do
    [ -f "$of/en/$sheet.md" ] || fail 2 "'$sheet': there is no such sheet; lab01, for instance, is one"
done
command -v pandoc >/dev/null 2>&1 ||
    fail 1 "pandoc is not here; ./setup.sh --tests brings it. The sheets are handouts/en and es, as they stand"
mkdir -p "$out/en" "$out/es" 2>/dev/null || fail 1 "cannot write into '$out': name another folder"

. "$here/../common/tools/scratch.sh"
texts=$scratch/texts/here # pandoc writes into the folder where it runs, and finds the pictures from there
mkdir -p "$texts" "$scratch/handouts"
cp -r "$of/en" "$of/es" "$here/pictures" "$here/print.lua" "$texts"
cp -r "$here/pictures" "$scratch/handouts"
{ echo '<style>' && cat "$here/style.css" &&
    { [ "$of" = "$here" ] || [ ! -f "$of/style.css" ] || cat "$of/style.css"; } &&
    echo '</style>'; } >"$scratch/style.html"

# The first engine that is here. weasyprint prints the HTML, and is better: tables fit on the page.
engine=''
for candidate in weasyprint xelatex; do
    if [ -z "$engine" ] && command -v $candidate >/dev/null 2>&1; then engine=$candidate; fi
done

# What must not be broken at the end of a line: Spanish numbers, such as 16 777 216, whose spaces
# become no-break spaces, outside of fences (twice, because a match takes the digits around it); and in
# the narrow columns of a table units such as GB/s, by a word joiner.
keep_whole() {
    space=$(printf '\302\240') joiner=$(printf '\342\201\240')
    number="/^\`\`\`/,/^\`\`\`/!s/([0-9]) ([0-9]{3})/\\1$space\\2/g"
    [ "$language" = es ] || number=''
    sed -E -e "$number" -e "$number" -e "/^[|]/s#([BP])/s#\\1/${joiner}s#g"
}

# convert <sheet> <kind of file> <option...>: complete, or not at all.
convert() {
    sheet=$1 kind=$2
    shift 2
    if ! { (cd "$texts/$language" && # pictures are named from there
        sed "s/](\([a-z0-9_]*\)\.md)/](\1.$kind)/g" "$sheet.md" | keep_whole |
        pandoc -f gfm -s --wrap=none --self-contained -L ../print.lua -M lang="$language" \
            -M pagetitle="$title" "$@" -o "$scratch/$language.$kind") &&
        mv "$scratch/$language.$kind" "$out/$language/$sheet.$kind"; } 2>"$scratch/$language.log"; then
        fail 1 "$language/$sheet.md: pandoc: $(grep . "$scratch/$language.log" | tail -n 1)"
    fi
}

if [ $# -eq 0 ]; then
    for file in "$of"/en/*.md; do
        case $file in */report.md) ;; *) set -- "$@" "$(basename "$file" .md)" ;; esac
    done
fi
# make_all <sheet...>: those of $language.
make_all() {
    at=0
    for sheet; do
        at=$((at + 1))
        [ $language = en ] || counting "handouts: $at/$#"
        title=$(sed -n '1s/^# //p' "$of/$language/$sheet.md")
        convert "$sheet" html -t html5 -H "$scratch/style.html"
        case $engine in
        weasyprint) convert "$sheet" pdf -M print=yes -t html5 -H "$scratch/style.html" --pdf-engine=weasyprint ;;
        xelatex) convert "$sheet" pdf -M print=yes \
            --pdf-engine=xelatex -V papersize=a4 -V geometry:margin=18mm -V fontsize=10pt ;;
        esac
    done
    [ $language = en ] || counting ''
}

echo "handouts: writes into $out${engine:+; a PDF takes seconds each}"
(language=en && make_all "$@") &
english=$! status=0
trap 'kill $english 2>/dev/null; exit 1' HUP INT TERM
(language=es && make_all "$@") || status=1
wait $english && [ $status -eq 0 ] || exit 1
echo "handouts: $# sheets in two languages, in $out, as HTML${engine:+ and PDF (by $engine)}"
[ -n "$engine" ] || echo "no PDF: pandoc needs an engine for it, weasyprint or xelatex; a browser prints the HTML"
