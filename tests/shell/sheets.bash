# What the bats files read in the sheets of handouts/, and the decks of slides.
# Backticks are what stands in a sheet; helpers.bash and the tests set variables.
# shellcheck shell=bash disable=SC2016,SC2154

# The lines inside the fences of one kind: blocks <kind> <sheet>.
blocks() {
    awk -v kind="$1" '
        /^```/ { inside = inside ? "" : substr($0, 4); next }
        inside == kind' "$2"
}

# The text, but of what is printed in it, which is in the reader's language, the numbers alone, one a line.
printed_as_numbers() {
    awk '/^```/ { printed = !printed && /text/; print; next }
        !printed { print; next }
        { for (; match($0, /[0-9]+([.][0-9]+)?/); $0 = substr($0, RSTART + RLENGTH))
            print substr($0, RSTART, RLENGTH) }' "$1"
}

# What stands between backticks, outside of fences.
code_words() {
    awk '/^```/ { fenced = !fenced; next } !fenced' "$1" | tr -s '\n ' ' ' | grep -o '`[^`]*`' | tr -d '`'
}

# What a Spanish sheet quotes of a lab, as the lab says it in English: tests/words/printed.txt has both. "% máx." is
# "% copy" as well as "% peak", which count as one.
as_in_english() {
    awk -v list="$root/tests/words/printed.txt" '
        BEGIN {
            while ((getline line <list) > 0) {
                at = index(line, " => ")
                english[substr(line, at + 4)] = substr(line, 1, at - 1)
            }
        }
        { print $0 == "% copy" ? "% peak" : $0 in english ? english[$0] : $0 }'
}

# Every command of a sheet: the lines of the sh blocks, and make ... or ./... in the text. (In a table
# stands what the lab prints.)
commands() {
    { blocks sh "$1"; code_words <(grep -v "^|" "$1") | grep -E '^(make [a-zA-Z_-]{2,}|\./)'; } |
        sed 's/ && /\n/g' | sort -u
}

commands_of_the_sheets() {
    local sheet
    for sheet in handouts/en/*.md; do
        case $sheet in */report.md) ;; *) commands "$sheet" ;; esac
    done | sort -u
}

# prose <en or es> <sheet>: what a reader reads, line for line: without fences, comments, tags, targets of
# links, words in backticks; in Spanish without the titles of
# English works, which stand between asterisks.
prose() {
    awk '/^```/ { fenced = !fenced; print ""; next }
        /^(lang|title|subtitle): / { sub(/^[a-z]*: */, ""); if (length < 3) $0 = "" } # of a deck
        /^<!-- (end of )?reference/ { measured = !/end of/ } measured { print ""; next } # a script wrote it
        /<!--/ { comment = 1 } { print fenced || comment ? "" : $0 } /-->/ { comment = 0 }' "$2" |
        tr '\n' '\f' |
        sed -E 's/`[^`]*`/ /g; s/\]\([^)]*\)(\{[^}]*\})?//g; s/<[^>]*>|\{\{reference\}\}/ /g; s/\*\*//g' |
        if [ "$1" = es ]; then sed -E 's/\*[^*]*\*/ /g'; else cat; fi | tr '\f' '\n'
}

# ---- does a command exist? -------------------------------------------------------------------

# known <program> <option...>: the options of programs that are not here. Where they are, we ask them.
known() {
    local program=$1 option options
    shift
    case $program in
    ncu) options='-k -s -c -o --set --metrics' ;;
    nsys) options='--stats -o' ;;
    sbatch) options='--job-name --gres --cpus-per-task --time --output' ;;
    squeue) options='--me' ;;
    compute-sanitizer) options='--tool' ;;
    wsl) options='--install -d' ;;
    git | module | %cd | '#!/bin/bash') options='' ;;
    *) check "$program is a program that we know" false || return ;;
    esac
    if command -v "$program" >/dev/null; then
        [ "$program" != nsys ] || set -- profile "$@"
        options="$options $("$program" "${1/profile/}" --help 2>/dev/null || true)"
    fi
    for option; do
        case $option in -*) check "$program has $option" contains " $options " " ${option%%=*} " || return ;; esac
    done
}

# of_lab <./labNN> <its options...>
of_lab() {
    local lab=${1#./} option
    shift
    try "$programs/$lab" --help
    for option; do
        case $option in
        --*) check "./$lab knows $option" shows -e "^ +$option " || return ;;
        gpu_*) check "./$lab knows $option" shows -e " $option( |\$)" || return ;;
        esac
    done
}

# elsewhere_holds <a command for another machine>: its programs and options exist, as far as can be
# seen from here.
elsewhere_holds() {
    local words i
    read -r -a words <<<"$1"
    case ${words[0]} in
    '#SBATCH') known sbatch "${words[@]:1}" && return ;;
    make) try make -n DEVICE=cpu "${words[@]:1}" && check "$1" [ "$status" -eq 0 ] && return ;;
    ./setup.sh) try sh "${words[@]}" --help && check "$1" [ "$status" -eq 0 ] && return ;;
    esac
    for ((i = 0; i < ${#words[@]}; i++)); do
        case ${words[i]} in
        ./lab* | ./solution*) of_lab "${words[@]:i}" && break || return ;;
        regex:*) check "a kernel ${words[i]}" grep -q "${words[i]#regex:}_kernel(" lab[0-9][0-9]_*/*.cu || return ;;
        esac
    done
    [ $i -eq 0 ] || known "${words[@]:0:i}"
}
