# What the journeys share. Each walks one person's way by the commands of README and sheets, in a copy of the kit,
# and looks at what the person would look at. With AS_TYPED=1 as typed; else with small work and what is built.
# shellcheck shell=bash disable=SC2016,SC2034,SC2154 # helpers.bash sets them

load ../shell/helpers

# A folder of its own; what a reader has set does not count. PATH has no GPU's tools: who has none, walks.
walk_setup() {
    scratch=$(mktemp -d) kit=$scratch/cuda-labs
    PATH=$(path_without_cuda)
    unset DEVICE BUILD CXX CC LABS SWEEP REFERENCE SEED STRICT CARD PICTURE ANEW PEERS BATCHES LAYERS PYTHON PEERS_OUT
    unset QUICK IMAGES IMAGE PRETEND_GPU MAKEFLAGS MAKELEVEL FILE HINT
    export PATH NO_COLOR=1 OMP_WAIT_POLICY=passive PYTHONDONTWRITEBYTECODE=1
    status=- out='' err='' sheets=(README.md handouts/en/*.md)
    brief='' sweep='--sweep --min-time 0.1' # options of a lab
    [ -n "${AS_TYPED:-}" ] || { export QUICK=1 && brief=--quick sweep='--quick --sizes 1000,30000'; }
    cd "$root" || return
}

setup() { # a way that has other sheets calls walk_setup first
    walk_setup
}

teardown() {
    cd / && rm -rf "$scratch"
}

# lay_out: the kit as git sees it, changes included, in $kit.
lay_out() {
    mkdir -p "$kit"
    (cd "$root" && git ls-files -z -c -o --exclude-standard --deduplicate | xargs -0 ls -d 2>/dev/null |
        tar -c -T -) | tar -x -C "$kit"
}

# as_built <targets>: these, built once for all in build/quick, are laid into $kit with what compiles, checks and
# counts, and are new there. As typed nothing is: what a person waits for is built.
as_built() {
    [ -z "${AS_TYPED:-}" ] || return 0
    local part found
    (
        cd "$root" || exit
        built "$@" || exit
        for part in check traffic; do
            quick BUILD=build/quick/$part CHECK=--$part OPTIMISE=-O1 \
                build/quick/$part/{rewrite,cpu_device.a,precompiled.h.gch} || exit
        done
        found=()
        for part in build/quick{,/check,/traffic}/{knobs,new,precompiled.*,rewrite,cpu_device*,symbols,common,grader} \
            build/quick/{report_tables,solutions,lab0[16]_*/,pretend/{names,device.a,*.o}}; do
            [ ! -e "$part" ] || found+=("$part")
        done
        tar -c "${found[@]}" | tar -x -C "$kit"
    ) || return
    ln -s quick/check "$kit/build" # make step asks for build/check, make check01 for that in build/quick
    date >"$scratch/now"
    find "$kit/build" -exec touch -h -r "$scratch/now" {} +
}

# types <command as in README or a sheet> [NAME=value ...]: the command is written in $sheets; it ends with 0, says
# something, and nothing of what make says of an error. A number that a sheet has may be another: STEP=3, plot01.
types() {
    local command
    command=$(sed -E 's/ [A-Z]+=.*//; s/([a-z])0[0-9]$/\1/' <<<"$1")
    check "$1: a sheet says so" grep -q -F -e "$command" "${sheets[@]}"
    # shellcheck disable=SC2086 # words
    try env "${@:2}" $1
    check "$1: status 0" [ "$status" -eq 0 ]
    check "$1: says something" [ -n "$out$err" ]
    check "$1: no error on the way" lacks "$out$err" '***'
    check "$1: nothing of gnuplot's" lacks "$out$err" 'uninitialized'
}

# state <version>: in the table of the lab that was run.
state() {
    awk -v version="$1" '$1 == version { print $2; exit }' <<<"$out"
}

# ---- figures --------------------------------------------------------------------------------------------

# points <svg> <name in its key>: how many marks, bars or stretches of a line are drawn of it, without the key's own.
points() {
    awk -v name="<title>$2</title>" '
        /<g id="gnuplot_plot_/ { inside = index($0, name) > 0 }
        inside { marks += gsub(/<use xlink:href/, ""); bars += gsub(/<polygon/, "") }
        inside && /<path stroke/ { stretches += gsub(/[ML][0-9.]+,/, "") - 1 }
        END { n = marks > bars ? marks : bars; if (n < 2) n = stretches; print (n > 1 ? n - 1 : 0) }' "$1"
}

# is_drawn <language> <svg>: it is a picture with axes, words in this language, and something drawn of a name, be it
# not the ring that marks a doubt or a ceiling.
is_drawn() {
    local names name drawn=()
    check "$2: there" [ -s "$2" ]
    check "$2: XML" xmllint --noout "$2"
    check "$2: and as PNG" [ "$(head -c 4 "${2%.svg}.png" | tail -c 3)" = PNG ]
    names=$(sed -n 's/.*<g id="gnuplot_plot_[^>]*><title>\(.*\)<\/title>.*/\1/p' "$2" | sort -u |
        grep -v -E '^(ring: |aro: |ceiling|techo)')
    check "$2: shows something" [ -n "$names" ]
    while read -r name; do
        [ "$(points "$2" "$name")" -eq 0 ] || drawn+=("$name")
    done <<<"$names"
    check "$2: has points, of some of: $names" [ ${#drawn[@]} -gt 0 ]
    sed -n '/<text>/ { s/<[^>]*>//g; s/^[[:space:]]*//; p; }' "$2" >"$scratch/words"
    check "$2: numbers at its axes" [ "$(grep -c -E '^[-0-9., ]+$|^10|^[0-9.]+ ?[KMG]?i?B?$' "$scratch/words")" -gt 2 ]
    in_language "$1" "$scratch/words" "$2"
}

# ---- pages and tables ------------------------------------------------------------------------------------

# in_language <en or es> <text> [its name]: of the words that only one of both has, none is of the other one.
in_language() {
    local others
    case $1 in
    en) others='el|los|las|una|del|con|para|por|según|está|tamaño|hilos|mediana|tiempo|lote|máquina|frente' ;;
    es) others='the|of|with|and|this|which|from|size|threads|time|against|machine|least|measured|image|faster' ;;
    esac
    out=$(sed -E -e 's/`[^`]*`//g; s/[^[:space:]]*[/][^[:space:]]*//g' \
        -e 's/&quot;[^&]*(&quot;|$)//g; s/\]\([^)]*\)//g; s/<[^>]*>//g; s/\*[^*]*\*//g' "$2" |
        grep -n -i -w -E "$others") || true
    check "${3:-$2}: nothing of another language" [ -z "$out" ]
}

# full_tables <Markdown> <how many at least>: each table has rows, each row a number, a state or a name.
full_tables() {
    out=$(awk '
        function ends() { if (at && !rows) print "no row: " heading; at = 0 }
        /^[|][-: |]+$/ { tables++; at = NR; rows = 0; heading = before; next }
        at && /^[|]/ { rows++; cells = $0; if (gsub(/[0-9A-Za-z]/, "", cells) < 2) print "empty: " $0; next }
        { ends(); before = $0 }
        { before = $0 }
        END { ends(); if (tables < least) print tables + 0 " tables, not " least }' least="$2" "$1")
    check "$1: no empty table" [ -z "$out" ]
}

# is_page <HTML or PDF>: it has text, or pages.
is_page() {
    check "$1: there" [ -s "$1" ]
    case $1 in
    *.pdf) check "$1: a PDF" [ "$(head -c 5 "$1")" = %PDF- ] && check "$1: ends" grep -q -a '^%%EOF' "$1" ;;
    *) check "$1: words" [ "$(sed 's/<[^>]*>//g' "$1" | wc -w)" -gt 100 ] ;;
    esac
}
