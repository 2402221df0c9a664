#!/bin/sh
# common/report.sh lab01 lab03 ... - fills results/report.md from results/labNN.csv and draws what it
# shows; `make report` calls it. Also results/report.html and .pdf, where pandoc can.
#   REPORT_LANG=en|es   its language (handouts/LANG/report.md is the template)
#   REFERENCE=folder    of reference/: whose GPU stands in where there is none; default: the first
# What the student has written stays. status 0; 1: a part could not be renewed; 2: bad usage.
# shellcheck disable=SC2013,SC2046,SC2086,SC2317 # one_file is one or two options; "to" calls functions
set -u
export LC_ALL=C
lang=${REPORT_LANG:-en}
template=handouts/$lang/report.md report=results/report.md

refuse() {
    echo "make report: $1" >&2
    exit 2
}
said() { # said <key> <csv>
    awk -v comment="$1" -f common/rows.awk "$2" | head -n 1
}
whole() { # whole <lab> <csv>: refuses one that is damaged, or does not say what it holds
    complaint=$(awk -v check="$1" -f common/rows.awk "$2")
    [ -n "$complaint" ] || [ -n "$(said rate "$2")" ] ||
        complaint="has no line \"# rate: ...\": it is of an older kit; measure anew"
    [ -z "$complaint" ] || refuse "$2: $complaint"
}
# shown <lab>: a line per stanza of the lab's report.txt, csv|rows|base|by|only|size|heading; without
# that file one for all rows.
shown() {
    set -- "$1"_*/report.txt
    [ -f "$1" ] || { echo '||||||' && return; }
    awk -v lang="$lang" 'BEGIN { RS = ""; FS = "\n"; OFS = "|" }
        {
            split("", value)
            for (i = 1; i <= NF; i++)
                if ((at = index($i, ": ")) && $i !~ /^#/)
                    value[substr($i, 1, at - 1)] = substr($i, at + 2)
        }
        lang in value {
            print value["csv"], value["rows"], value["base"], value["by"], value["only"],
                value["size " lang], value[lang]
        }' "$1"
}

case $lang in
*[!a-z]* | '') refuse "REPORT_LANG=$lang: must be en or es" ;;
esac
[ -f "$template" ] || refuse "REPORT_LANG=$lang: must be en or es (there is no $template)"
for lab in "$@"; do
    [ -f "results/$lab.csv" ] || refuse "there is no results/$lab.csv; ./$lab --sweep --csv writes it"
    [ -f "handouts/$lang/$lab.md" ] || refuse "there is no handouts/$lang/$lab.md"
    for csv in "results/$lab.csv" $(shown "$lab" | sed -n "s|^\([^|][^|]*\)[|].*|results/${lab}_\1.csv|p"); do
        [ ! -f "$csv" ] || whole "$lab" "$csv"
    done
done
[ ! -d $report ] || refuse "$report is a folder"

. "$(dirname "$0")/scratch.sh"
parts=$scratch/parts words=$scratch/words
mkdir -p "$parts"
sed -n '/^<!-- words$/,/^-->$/ { /^<!--/d; /^-->/d; p; }' "$template" >"$words"
word() { # word <name>: in the report's language
    sed -n "s/^$1 = //p" "$words"
}

# A report in another language is not overwritten.
if [ -f $report ]; then
    theirs=$(sed -n 's/^<!-- make report: language \([a-z]*\) -->.*/\1/p' $report)
    [ "${theirs:-$lang}" = "$lang" ] || refuse \
        "$report is in another language (REPORT_LANG=$theirs); move it away first, or stay with that"
fi

# ---- whose GPU --------------------------------------------------------------------------------------

without_gpu() { # without_gpu <csv>
    grep -q -E '^(# device: CPU device|[^#]*,cpu_device,)' "$1"
}
reference_of() { # reference_of <lab>: its file, or nothing
    case ${REFERENCE:-} in
    '')
        for csv in reference/*/"$1.csv"; do
            [ ! -f "$csv" ] || { echo "$csv" && break; }
        done
        ;;
    */*) echo "$REFERENCE/$1.csv" ;;
    *) echo "reference/$REFERENCE/$1.csv" ;;
    esac
}
for lab in "$@"; do
    csv=$(reference_of "$lab")
    [ -z "$csv" ] || [ -f "$csv" ] || refuse "REFERENCE=$REFERENCE: there is no $csv"
    [ -z "$csv" ] || whole "$lab" "$csv"
done

# ---- the parts --------------------------------------------------------------------------------------

# machine_part <labs...>: where this was measured, and at the top whether there was a GPU.
machine_part() {
    no_gpu='' no_figures='' whose=''
    for lab in "$@"; do
        if without_gpu "results/$lab.csv"; then
            no_gpu="$no_gpu $lab"
            csv=$(reference_of "$lab")
            if [ -n "$csv" ]; then
                from="$(said device "$csv"), $(said date "$csv" | cut -c 1-10)"
                case $whose in *"$from"*) ;; *) whose=$whose${whose:+; }$from ;; esac
            else
                no_figures="$no_figures $lab"
            fi
        fi
    done
    if [ -n "$no_gpu" ]; then
        printf '\n> **%s**\n> %s\n' "$(word option_b)" "$(word option_b_more)"
        [ -z "$whose" ] || printf '> %s **%s**.\n' "$(word from_reference)" "$whose"
        [ -z "$no_figures" ] || printf '> %s%s.\n' "$(word no_reference)" "$no_figures"
    fi
    printf '\n| %s | |\n|---|---|\n' "$(word machine)"
    for lab in "$@"; do
        csv=results/$lab.csv
        gpu=$(said device "$csv")
        ! without_gpu "$csv" || gpu=$(word none)
        printf '| %s | %s, %s %s |\n' "$(word cpu)" "$(said cpu "$csv")" "$(said threads "$csv")" "$(word threads)"
        printf '| %s | %s |\n' "$(word gpu)" "$gpu"
        printf '| %s | %s |\n' "$(word toolkit)" "$(said 'driver and toolkit' "$csv")"
        printf '| %s | %s |\n' "$(word flags)" "$(said flags "$csv")"
    done | awk '!seen[$0]++' # labs of one machine say the same
    for lab in "$@"; do
        printf '| %s | %s, %s, %s %s |\n' "$(word measured)" "$lab" \
            "$(said date "results/$lab.csv" | cut -c 1-16 | tr T ' ')" "$(word load)" \
            "$(said 'load average' "results/$lab.csv")"
    done
    echo
}

# tables <lab> <folder>: of the CSVs in that folder, in which a stanza may have no rows.
tables() {
    shown "$1" | while IFS='|' read -r kind rows base by only size heading; do
        csv=$2/$1${kind:+_$kind}.csv
        [ -f "$csv" ] || continue
        awk -v csv="$csv" -v where="$rows" -v base="$base" -v by="$by" -v only="$only" \
            -v size_word="$size" -f common/number.awk -f common/report.awk "$words" "$csv" \
            >"$scratch/table" || continue
        [ -z "$heading" ] || printf '**%s**\n\n' "$heading"
        cat "$scratch/table"
    done
}

# results_part <lab>: its tables, those of a GPU elsewhere apart from them, and its figures.
results_part() {
    echo
    tables "$1" results
    from=$(reference_of "$1")
    if [ -n "$from" ] && without_gpu "results/$1.csv"; then
        printf '**%s %s, %s; %s, %s %s**\n\n' "$(word elsewhere)" "$(said device "$from")" \
            "$(said date "$from" | cut -c 1-10)" "$(said cpu "$from")" "$(said threads "$from")" \
            "$(word threads)"
        tables "$1" "$(dirname "$from")"
    fi
    for figure in "$1"_*/*.gp; do
        name=$1_$(basename "$figure" .gp)
        [ -s "results/$name.svg" ] || continue
        printf '![%s](%s.svg)\n\n' "$(sed -n "s/^# $lang: //p" "$figure")" "$name"
    done
}

# The text of a lab when it comes into the report: a heading, the part, room for what is seen in it.
title_of() {
    sed -n '1s/^# //p' "handouts/$lang/$1.md"
}
results_text() {
    printf '### %s\n\n@part@\n\n%s\n\n' "$(title_of "$1")" "$(word answer)"
}
questions_text() {
    printf '### %s\n\n' "$(title_of "$1")"
    awk -v heading="$(word questions)" -v question="$(word question)" -v number="${1#lab0}" \
        -v answer="$(word answer)" '
        /^## / { inside = index($0, heading) > 0; next }
        inside && /^[0-9]+\. / {
            if (open) print "\n" answer "\n"
            open = sub(/^[0-9]+\. /, "**" question " " number "." $1 "** ")
            sub(/\.\*\*/, "**")
        }
        inside && NF { sub(/^  +/, ""); print }
        END { if (open) print "\n" answer "\n" }' "handouts/$lang/$1.md"
}

for lab in "$@"; do
    from=''
    ! without_gpu "results/$lab.csv" || from=$(reference_of "$lab")
    REFERENCE=${from:+$(dirname "$from")} sh common/plot.sh "$lab" >"$scratch/log" || exit
    results_part "$lab" >"$parts/results_$lab"
    results_text "$lab" >"$parts/results_${lab}_text"
    questions_text "$lab" >"$parts/questions_${lab}_text"
done
machine_part "$@" >"$parts/machine"

# ---- the report -------------------------------------------------------------------------------------

before=''
if [ -f $report ]; then
    before=', renewed'
    cp $report "$scratch/before"
else
    { # the template without its words
        printf '<!-- make report: language %s -->\n<!-- make report: holds -->\n' "$lang"
        sed '/^<!-- words$/,/^-->$/d' "$template"
    } >"$scratch/before"
fi
newline=1
[ -z "$(tail -c 1 "$scratch/before")" ] || newline=0
status=0
awk -v parts="$parts" -v labs="$*" -v newline=$newline -f common/report_merge.awk \
    "$scratch/before" >"$scratch/after" || status=1
{ cp "$scratch/after" $report.part && mv -f $report.part $report; } ||
    refuse "$report cannot be written"
echo "results/report.md${before:-: yours to fill in; make report keeps what you write}"

# ---- HTML and PDF -----------------------------------------------------------------------------------

if ! command -v pandoc >/dev/null; then
    echo "no HTML, no PDF: they need pandoc (./setup.sh --tests brings it, or apt-get install pandoc)"
    exit $status
fi
printf 'pagetitle: "%s"\nlang: %s\n' "$(word title)" "$lang" >"$scratch/title.yaml"
one_file='--embed-resources --standalone'
pandoc --help | grep -q -e --embed-resources || one_file=--self-contained

# to <out> <command that makes $made>: renamed when complete.
to() {
    out=$1
    shift
    if "$@" >"$scratch/log" 2>&1 && cp "$made" "$out.part" && mv -f "$out.part" "$out"; then
        echo "$out"
    else
        rm -f "$out"
        return 1
    fi
}

complaint() {
    grep -m 1 -E '^!|[Ee]rror' "$scratch/log" || tail -n 1 "$scratch/log"
}

# convert <in> <options of pandoc>: ^ and ~ are themselves, as in 2^20.
convert() {
    in=$1
    shift
    pandoc --from markdown-superscript-subscript --resource-path=results --css common/report.css \
        --metadata-file "$scratch/title.yaml" "$@" "$in" -o "$made"
}

made=$scratch/made.html
to results/report.html convert $report --to html5 $one_file || {
    echo "make report: results/report.html: pandoc failed: $(complaint)" >&2
    status=1
}

sed 's/\(([a-z0-9_]*\)\.svg)/\1.png)/' $report >"$scratch/png.md" # not every engine reads our SVG
by_way_of_html() {
    made=$scratch/png.html
    convert "$scratch/png.md" --to html5 $one_file &&
        made=$scratch/made.pdf && "$1" "$scratch/png.html" "$made"
}
made=$scratch/made.pdf
for engine in xelatex lualatex tectonic weasyprint wkhtmltopdf none; do
    case $engine in
    none)
        rm -f results/report.pdf
        echo "no PDF: it needs xelatex, lualatex, tectonic, weasyprint or wkhtmltopdf, as in" \
            "apt-get install weasyprint; or print results/report.html from a browser"
        break
        ;;
    weasyprint | wkhtmltopdf) set -- by_way_of_html "$engine" ;;
    *) set -- convert "$scratch/png.md" --pdf-engine="$engine" --variable geometry:margin=2cm ;;
    esac
    command -v "$engine" >/dev/null || continue
    ! to results/report.pdf "$@" || break
    echo "$engine made no PDF: $(complaint)"
done
exit $status
