#!/bin/sh
# common/tools/report.sh labNN... - fills results/report.md from results/labNN.csv and draws what it shows;
# `make report` calls it. Also results/report.html and .pdf, where pandoc can.
#   REPORT_LANG=en|es   its language, else that of the locale (handouts/LANG/report.md is the template)
#   TABLES=program      common/tools/report_parts.c, built; default: that of DEVICE=cpu
#   REFERENCE=folder    of reference/, or with a / any folder, such as a classmate's results: shown
#                       beside this machine's; default: the first in reference/, where there is no GPU
# If results/report.md is in the other language, this one is written beside it: results/report_LANG.md.
# What the student has written stays. status 0; 1: a part could not be renewed; 2: bad usage.
# shellcheck disable=SC2317 # "tried" calls functions
set -u
. "$(dirname "$0")/scratch.sh"
export LC_ALL=C REPORT_LANG="${REPORT_LANG:-$language}"
lang=$REPORT_LANG
template=handouts/$lang/report.md report=results/report
tables=${TABLES:-build/cpu/report_tables}
. "$(dirname "$0")/folder_of.sh"
parts=$scratch/parts

refuse() { # refuse <English> <Spanish>
    say "make report: $1" "make report: $2" >&2
    exit 2
}

whole() { # whole <lab> <csv>: refuses one that is damaged, or does not say what it holds
    complaint=$(awk -v check="$1" -f common/figures/rows.awk "$2")
    [ -n "$complaint$(awk -v comment=rate -f common/figures/rows.awk "$2")" ] ||
        complaint=$(say 'has no line "# rate: ...": it is of an older kit; measure anew' \
            'no tiene la línea "# rate: ...": es de un kit anterior; mida de nuevo')
    [ -z "$complaint" ] || refuse "$2: $complaint" "$2: $complaint"
}

shown() { # shown <lab> [practice]: a line gpu or cpu, where it was measured, and the CSVs of its tables
    "$tables" shown "${2:-$1}" "$(folder_of "$1")" | cut -d '|' -f 1
}

reference_of() { # reference_of <lab>: the CSV that stands in for a GPU, or nothing
    case ${REFERENCE:-} in
    '')
        for csv in reference/*/"$1.csv"; do [ ! -f "$csv" ] || { echo "$csv" && break; }; done
        return
        ;;
    */*) folder=$REFERENCE ;;
    *) folder=reference/$REFERENCE ;;
    esac
    # A folder that exists may lack this lab's CSV.
    [ -d "$folder" ] && [ ! -f "$folder/$1.csv" ] || echo "$folder/$1.csv"
}

case $lang in *[!a-z]*) template='' ;; esac
[ -f "$template" ] || refuse "REPORT_LANG=$lang: must be en or es, or there is no handouts/$lang/report.md" \
    "REPORT_LANG=$lang: debe ser en o es, o falta handouts/$lang/report.md"
theirs=$(sed -n 's/^<!-- make report: language \([a-z]*\) -->.*/\1/p' $report.md 2>/dev/null)
{ [ "${theirs:-$lang}" = "$lang" ] && [ ! -f "${report}_$lang.md" ]; } || report=${report}_$lang
pages=$report report=$report.md
[ ! -d "$report" ] || refuse "$report is a folder" "$report es una carpeta"
[ -x "$tables" ] || refuse "$tables: is not built; make report builds it" \
    "$tables: no está compilado; lo compila make report"
[ -z "${CARD:-}" ] || grep -q "^$CARD," reference/cards.csv ||
    refuse "CARD=$CARD: is not in reference/cards.csv" "CARD=$CARD: no está en reference/cards.csv"
for lab; do
    [ -f "results/$lab.csv" ] || refuse "there is no results/$lab.csv; ./$lab --sweep --csv writes it" \
        "falta results/$lab.csv; lo escribe ./$lab --sweep --csv"
    [ -f "handouts/$lang/$lab.md" ] || refuse "there is no handouts/$lang/$lab.md" "falta handouts/$lang/$lab.md"
    for name in "$lab" $(shown "$lab" | sed 1d); do
        [ ! -f "results/$name.csv" ] || whole "${name##*/}" "results/$name.csv"
    done
    csv=$(reference_of "$lab")
    [ -z "$csv" ] || [ -f "$csv" ] || refuse "REFERENCE=$REFERENCE: there is no $csv" \
        "REFERENCE=$REFERENCE: no existe $csv"
    [ -z "$csv" ] || whole "$lab" "$csv"
done

word() { # word <name>: in the report's language
    sed -n "s/^$1 = //p" "$template"
}

labs=$* practice=''
set --
for lab in $labs; do
    from=$(reference_of "$lab") # shown instead of a GPU, or because it was asked for
    [ -n "${REFERENCE:-}" ] || [ "$(shown "$lab" | head -n 1)" = cpu ] || from=''
    REFERENCE=${from:+$(dirname "$from")} sh common/figures/plot.sh "$lab" >"$scratch/log" || exit
    set -- "$@" "$lab" "$(folder_of "$lab")" "$from"
    passes=$(shown "$lab" practice | sed 1d).csv
    ! grep -q ',mobilenet_v2,' "results/$passes" 2>/dev/null || {
        practice=$(folder_of "$lab")
        export STAND_IN="${from:+$(dirname "$from")/$passes}"
    }
done
[ -z "$practice" ] || { set -- "$@" practice "$practice" '' && labs="$labs practice"; }
mkdir -p "$parts"
"$tables" parts "$parts" "$@" || refuse "$report cannot be renewed" "$report no se puede renovar"

# ---- the report -------------------------------------------------------------------------------------

if [ -f "$report" ]; then
    before=$(say ', renewed' ', renovado')
    cp "$report" "$scratch/before" || exit
else
    before=$(say ': yours to fill in; make report keeps what you write' \
        ': complételo; make report conserva lo que usted escriba')
    printf '<!-- make report: language %s -->\n<!-- make report: holds -->\n' "$lang" >"$scratch/before"
    sed '/^<!-- words$/,/^-->$/d' "$template" >>"$scratch/before"
fi
status=0
# shellcheck disable=SC2086 # words
"$tables" merge "$parts" "## $(word kept)" "$scratch/before" $labs >"$scratch/after" || status=$?
[ "$status" -le 1 ] || refuse "$report cannot be renewed" "$report no se puede renovar"
{ cp "$scratch/after" "$report.part" && mv -f "$report.part" "$report"; } ||
    refuse "$report cannot be written" "$report no se puede escribir"
echo "$report$before"

# ---- HTML and PDF -----------------------------------------------------------------------------------

if ! command -v pandoc >/dev/null; then
    say "no HTML, no PDF: they need pandoc (./setup.sh --tests brings it, or apt-get install pandoc)" \
        "sin HTML ni PDF: necesitan pandoc (lo trae ./setup.sh --tests, o apt-get install pandoc)"
    exit $status
fi
printf 'pagetitle: "%s"\nlang: %s\n' "$(word title)" "$lang" >"$scratch/title.yaml"
one_file=--embed-resources
pandoc --help | grep -q -e $one_file || one_file=--self-contained

page() { # page <options of pandoc>: ^ and ~ are themselves, as in 2^20
    pandoc --from markdown-superscript-subscript --resource-path=results --columns=9999 \
        --css handouts/style.css --css common/tools/report.css --metadata-file "$scratch/title.yaml" \
        --standalone "$one_file" "$@"
}

pdf() { # pdf <engine>: LaTeX engines take the Markdown, the others its HTML. Not all of them read our SVG, so they
    # get PNG. A word joiner keeps a unit such as GB/s on one line.
    sed -e 's/\(([a-z0-9_]*\)\.svg)/\1.png)/' -e '/^| /s|/s |/\xe2\x81\xa0s |g' "$report" >"$scratch/png.md"
    case $1 in
    w*) page "$scratch/png.md" --to html5 -o "$scratch/png.html" && "$1" "$scratch/png.html" "$scratch/made.pdf" ;;
    *) page "$scratch/png.md" --pdf-engine="$1" --variable geometry:margin=2cm -o "$scratch/made.pdf" ;;
    esac
}

made() { # made <html|pdf> <command that writes $scratch/made.html>: renames it when complete, or sets complaint
    out=$pages.$1
    rm -f "$out"
    complaint=$(shift && tried "$@") && cp "$scratch/made.$1" "$out.part" && mv -f "$out.part" "$out" && echo "$out"
}

made html page "$report" --to html5 -o "$scratch/made.html" || {
    say "make report: $pages.html: pandoc failed: $complaint" "make report: $pages.html: pandoc falló: $complaint" >&2
    status=1
}
rm -f "$pages.pdf"
for engine in xelatex lualatex tectonic weasyprint wkhtmltopdf; do
    command -v $engine >/dev/null || continue
    ! made pdf pdf $engine || exit $status
    say "$engine made no PDF: $complaint" "$engine no hizo el PDF: $complaint"
done
engines='xelatex, lualatex, tectonic, weasyprint'
say "no PDF: it needs $engines or wkhtmltopdf, as in apt-get install weasyprint; or print $pages.html from a browser" \
    "sin PDF: necesita $engines o wkhtmltopdf, como con apt-get install weasyprint; o imprima $pages.html"
exit $status
