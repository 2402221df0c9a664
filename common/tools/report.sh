#!/bin/sh
# common/tools/report.sh labNN... - fills results/report.md from results/labNN.csv and draws what it shows;
# `make report` calls it. Also results/report.html and .pdf, where pandoc can.
#   REPORT_LANG=en|es   its language (handouts/LANG/report.md is the template)
#   TABLES=program      common/tools/report_tables.c, built; default: that of DEVICE=cpu
#   REFERENCE=folder    of reference/, or with a / any folder, such as a classmate's results: shown
#                       beside this machine's; default: the first in reference/, where there is no GPU
# Where results/report.md is in the other language, this one's is beside it: results/report_LANG.md.
# What the student has written stays. status 0; 1: a part could not be renewed; 2: bad usage.
# shellcheck disable=SC2317 # "tried" calls functions
set -u
export LC_ALL=C
lang=${REPORT_LANG:-en}
template=handouts/$lang/report.md report=results/report
tables=${TABLES:-build/cpu/report_tables}
. "$(dirname "$0")/scratch.sh"
. "$(dirname "$0")/folder_of.sh"
parts=$scratch/parts words=$scratch/words

refuse() {
    echo "make report: $1" >&2
    exit 2
}

said() { # said <key> <csv>
    awk -v comment="$1" -f common/figures/rows.awk "$2" | head -n 1
}

whole() { # whole <lab> <csv>: refuses one that is damaged, or does not say what it holds
    complaint=$(awk -v check="$1" -f common/figures/rows.awk "$2")
    [ -n "$complaint$(said rate "$2")" ] ||
        complaint="has no line \"# rate: ...\": it is of an older kit; measure anew"
    [ -z "$complaint" ] || refuse "$2: $complaint"
}

# shown <lab>: its tables, a line csv|rows|base|by|only|size|heading each; without a report.txt, one of all.
shown() {
    [ "$1" != practice ] || set -- "$with_practice" ' practice'
    sed -n "s/^$lang${2-}|//p" "$(folder_of "$1")"/report.txt 2>/dev/null | grep . || echo "$1||||||"
}

without_gpu() { # without_gpu <lab>
    grep -q -E '^(# device: CPU device|[^#]*,cpu_device,)' "results/$1.csv"
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
    # A folder that is there may have none of this lab.
    [ -d "$folder" ] && [ ! -f "$folder/$1.csv" ] || echo "$folder/$1.csv"
}

# shown_from <lab>: the same where the report shows it: instead of a GPU, or because it was asked for.
shown_from() {
    if [ -n "${REFERENCE:-}" ] || without_gpu "$1"; then reference_of "$1"; fi
}

# gpu_of <lab>: the CSV that stands in for a GPU, if there is one in it.
gpu_of() {
    csv=$(reference_of "$1")
    [ -z "$csv" ] || grep -q '^# device: CPU device' "$csv" || echo "$csv"
}

case $lang in *[!a-z]*) template='' ;; esac
[ -f "$template" ] || refuse "REPORT_LANG=$lang: must be en or es, or there is no handouts/$lang/report.md"
theirs=$(sed -n 's/^<!-- make report: language \([a-z]*\) -->.*/\1/p' $report.md 2>/dev/null)
{ [ "${theirs:-$lang}" = "$lang" ] && [ ! -f "${report}_$lang.md" ]; } || report=${report}_$lang
pages=$report report=$report.md
[ ! -d "$report" ] || refuse "$report is a folder"
[ -x "$tables" ] || refuse "$tables: is not built; make report builds it"
[ -z "${CARD:-}" ] || grep -q "^$CARD," reference/cards.csv || refuse "CARD=$CARD: is not in reference/cards.csv"
with_practice=$(grep -l "^$lang practice|" lab[0-9]*_*/report.txt 2>/dev/null | sed -n '1s/_.*//p')
for lab; do
    [ -f "results/$lab.csv" ] || refuse "there is no results/$lab.csv; ./$lab --sweep --csv writes it"
    [ -f "handouts/$lang/$lab.md" ] || refuse "there is no handouts/$lang/$lab.md"
    for name in "$lab" $(shown "$lab" | cut -d '|' -f 1); do
        [ ! -f "results/$name.csv" ] || whole "${name##*/}" "results/$name.csv"
    done
    csv=$(reference_of "$lab")
    [ -z "$csv" ] || [ -f "$csv" ] || refuse "REFERENCE=$REFERENCE: there is no $csv"
    [ -z "$csv" ] || whole "$lab" "$csv"
done

sed -n '/^<!-- words$/,/^-->$/ { /^<!--/d; /^-->/d; p; }' "$template" >"$words"
word() { # word <name>: in the report's language
    sed -n "s/^$1 = //p" "$words"
}

# ---- the parts --------------------------------------------------------------------------------------

# machine_part <labs...>: where this was measured, and at the top whether there was a GPU.
machine_part() {
    no_gpu='' no_figures=''
    for lab; do
        without_gpu "$lab" || continue
        no_gpu=yes
        csv=$(gpu_of "$lab")
        [ -n "$csv" ] || no_figures="$no_figures $lab"
        [ -z "$csv" ] || printf '%s, %.10s\n' "$(said device "$csv")" "$(said date "$csv")"
    done >"$scratch/stand_in"
    if [ -n "$no_gpu" ]; then
        printf '\n> **%s**\n> %s\n' "$(word option_b)" "$(word option_b_more)"
        sort -u "$scratch/stand_in" | paste -s -d ';' - |
            sed "/./!d; s/;/; /g; s/.*/> $(word from_reference) **&**./"
        [ -z "$no_figures" ] || printf '> %s%s.\n' "$(word no_reference)" "$no_figures"
    fi
    printf '\n| %s | |\n|---|---|\n' "$(word machine)"
    for lab; do
        csv=results/$lab.csv
        gpu=$(said device "$csv")
        ! without_gpu "$lab" || gpu=$(word none)
        printf '| %s | %s, %s %s |\n' "$(word cpu)" "$(said cpu "$csv")" "$(said threads "$csv")" "$(word threads)"
        printf '| %s | %s |\n' "$(word gpu)" "$gpu"
        printf '| %s | %s |\n' "$(word toolkit)" "$(said 'driver and toolkit' "$csv")" \
            "$(word flags)" "$(said flags "$csv")" | grep -v -e '| none |$' -e '|  |$'
    done | awk '!seen[$0]++' # labs of one machine say the same
    for lab; do
        csv=results/$lab.csv
        printf '| %s | %s, %.16s, %s %s |\n' "$(word measured)" "$lab" "$(said date "$csv" | tr T ' ')" \
            "$(word load)" "$(said 'load average' "$csv")"
    done
    printf '\n: **Table 0.** Where and when this was measured.\n\n'
}

# tables <lab> <folder>: of the CSVs in that folder, in which a stanza may have no rows.
tables() {
    shown "$1" | while IFS='|' read -r name of; do
        heading=${of##*|}
        csv=$2/$name.csv
        [ -f "$csv" ] || continue
        "$tables" "$words" "$csv" "$of" >"$scratch/table" || continue
        [ -z "$heading" ] || printf '#### %s\n\n' "$heading"
        cat "$scratch/table"
    done
}

# published <lab>: what others have published about a GPU, in a separate table under their names.
published() {
    [ -f reference/published.csv ] || return 0
    awk -v lab="$1" -v heading="$(word published)" -v columns="$(word published_columns)" -v read="$(word read)" '
        function cells(line, to, n, cell) { # a cell in quotes may hold commas
            for (n = 0; line != ""; n++) {
                if (match(line, /^"[^"]*"/)) cell = substr(line, 2, RLENGTH - 2)
                else { match(line, /^[^,]*/); cell = substr(line, 1, RLENGTH) }
                to[n + 1] = cell
                line = substr(line, RLENGTH + 2)
            }
            return n
        }
        function grouped(digits) {
            return length(digits) < 4 ? digits : \
                grouped(substr(digits, 1, length(digits) - 3)) " " substr(digits, length(digits) - 2)
        }
        /^#/ { next }
        cells($0, c) && c[1] == lab {
            if (!any++) printf "**%s**\n\n| %s |\n|---|---|---|--:|\n", heading, columns
            printf "| %s | %s | %s | %s %s |\n", c[2], c[3], c[4], grouped(sprintf("%.0f", c[5])), c[6]
            source = c[9] " (" c[7] "); " c[8] "; " read " " c[11]
            if (!seen[source]++) sources = sources "- " source "\n"
        }
        END { if (any) printf "\n%s\n", sources }' reference/published.csv
}

# results_part <lab>: its tables, those of a GPU elsewhere apart from them, and its figures.
results_part() {
    echo
    tables "$1" results
    [ "$1" != practice ] || return 0
    from=$(shown_from "$1")
    if [ -n "$from" ]; then
        machine=$(said device "$from")
        [ "$machine" != 'CPU device' ] || machine=$(said cpu "$from")
        printf '**%s %s, %.10s; %s, %s %s**\n\n' "$(word elsewhere)" "$machine" \
            "$(said date "$from")" "$(said cpu "$from")" "$(said threads "$from")" "$(word threads)"
        tables "$1" "$(dirname "$from")"
    fi
    ! without_gpu "$1" || published "$1"
    for figure in "$(folder_of "$1")"/*.gp; do
        name=$1_$(basename "$figure" .gp)
        [ ! -s "results/$name.svg" ] ||
            printf '![@Figure@ %s.](%s.svg)\n\n' "$(sed -n "s/^# $lang: //p" "$figure")" "$name"
    done
}

# The practice is beside the labs: its tables are of lab 6's network, its sheet is network.md.
sheet_of() {
    [ "$1" != practice ] || set -- network
    echo "handouts/$lang/$1.md"
}

number_of() {
    [ "$1" != practice ] || set -- P
    echo "${1#lab0}"
}

# numbered <lab>: captions, as Table 3.1, and in the report's language what a CSV says in English.
numbered() {
    awk -v number="$(number_of "$1")" '{
        while (match($0, /@(Table|Figure)@/)) {
            kind = substr($0, RSTART + 1, RLENGTH - 2)
            sub("@" kind "@", "**" kind " " number "." ++count[kind] ".**")
        }
        print
    }' | in_language
}

in_language() {
    if [ -f "common/tools/report_$lang.sed" ]; then sed -E -f "common/tools/report_$lang.sed"; else cat; fi
}

# questions <lab>: of its sheet, each with room for the answer.
questions() {
    awk -v heading="$(word questions)" -v question="$(word question)" -v number="$(number_of "$1")" \
        -v answer="$(word answer)" '
        /^## / { inside = index($0, heading) > 0; next }
        inside && /^[0-9]+\. / {
            if (open) print "\n" answer "\n"
            open = sub(/^[0-9]+\. /, "**" question " " number "." $1 "** ")
            sub(/\.\*\*/, "**")
        }
        inside && NF { sub(/^  +/, ""); print }
        END { if (open) print "\n" answer "\n" }' "$(sheet_of "$1")"
}

mkdir -p "$parts"
machine_part "$@" | in_language >"$parts/machine"
for lab; do
    from=$(shown_from "$lab")
    REFERENCE=${from:+$(dirname "$from")} sh common/figures/plot.sh "$lab" >"$scratch/log" || exit
    [ "$lab" = "$with_practice" ] || continue
    passes=$(shown practice | cut -d '|' -f 1).csv
    ! grep -q ',mobilenet_v2,' "results/$passes" 2>/dev/null || {
        set -- "$@" practice
        export STAND_IN="${from:+$(dirname "$from")/$passes}"
    }
done
for lab; do
    results_part "$lab" | numbered "$lab" >"$parts/results $lab"
    # What a lab that is new to the report brings: a heading, the part, room for what is seen in it.
    title=$(sed -n '1s/^# //p' "$(sheet_of "$lab")")
    printf '### %s\n\n<!-- make report: begin results %s -->\n<!-- make report: end results %s, 0 -->\n\n%s\n\n' \
        "$title" "$lab" "$lab" "$(word answer)" >"$parts/results $lab text"
    { printf '### %s\n\n' "$title" && questions "$lab"; } >"$parts/questions $lab text"
done

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
"$tables" merge "$parts" "## $(word kept)" "$scratch/before" "$@" >"$scratch/after" || status=$?
[ "$status" -le 1 ] || refuse "$report cannot be renewed"
{ cp "$scratch/after" "$report.part" && mv -f "$report.part" "$report"; } || refuse "$report cannot be written"
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

pdf() { # pdf <engine>: those of LaTeX take the Markdown, the others its HTML; not every one reads our SVG
    # and a unit such as GB/s must not be broken: a word joiner
    sed -e 's/\(([a-z0-9_]*\)\.svg)/\1.png)/' -e '/^| /s|/s |/\xe2\x81\xa0s |g' "$report" >"$scratch/png.md"
    case $1 in
    w*) page "$scratch/png.md" --to html5 -o "$scratch/png.html" && "$1" "$scratch/png.html" "$scratch/made.pdf" ;;
    *) page "$scratch/png.md" --pdf-engine="$1" --variable geometry:margin=2cm -o "$scratch/made.pdf" ;;
    esac
}

made() { # made <html|pdf> <command>: which writes $scratch/made.html; renamed when complete. Else why not
    out=$pages.$1
    rm -f "$out"
    complaint=$(shift && tried "$@") && cp "$scratch/made.$1" "$out.part" && mv -f "$out.part" "$out" && echo "$out"
}

made html page "$report" --to html5 -o "$scratch/made.html" || {
    echo "make report: $pages.html: pandoc failed: $complaint" >&2
    status=1
}
rm -f "$pages.pdf"
for engine in xelatex lualatex tectonic weasyprint wkhtmltopdf; do
    command -v $engine >/dev/null || continue
    ! made pdf pdf $engine || exit $status
    echo "$engine made no PDF: $complaint"
done
engines='xelatex, lualatex, tectonic, weasyprint'
say "no PDF: it needs $engines or wkhtmltopdf, as in apt-get install weasyprint; or print $pages.html from a browser" \
    "sin PDF: necesita $engines o wkhtmltopdf, como con apt-get install weasyprint; o imprima $pages.html"
exit $status
