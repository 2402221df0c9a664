#!/bin/sh
# .github/annotate.sh labNN - what the workflow runs for a lab: `make progress` and `make checkNN`; it turns what they
# say into GitHub's workflow commands beside the lines: errors (does not build, wrong, a bug found), warnings
# (a warning of the bug finder, a goal missed), notices (still to do). GitHub shows ten of each in a step, so the worst
# come first; the log has all. It gives no marks. results/checkNN.sarif is left for code scanning.
# status 0: nothing is wrong; 1: something is; 2: bad usage
set -u
export LC_ALL=C REPORT_LANG=en
case ${1-} in lab[0-9][0-9]) ;; *) echo "annotate.sh: ${1-}: must be a lab, as lab03" >&2 && exit 2 ;; esac
. common/tools/scratch.sh
. common/tools/folder_of.sh
folder=$(folder_of "$1") || { echo "annotate.sh: $1: there is no such lab" >&2 && exit 2; }
source=$folder/${folder#*_}.cu
tab=$(printf '\t')
: >"$scratch/notes" # weight, command, file, line, title, message; apart by tabs

# What a program prints must not be taken for a command: nothing is, until the token comes again.
token=$(od -A n -N 16 -t x1 /dev/urandom | tr -d ' \n')
logged() { # logged <command...>: its output goes to the log, and to $scratch/said
    echo "::stop-commands::$token"
    "$@" >"$scratch/said" 2>&1
    status=$?
    cat "$scratch/said"
    echo "::$token::"
    return $status
}

# ---- what is said --------------------------------------------------------------------------------------
# From the compiler "matmul_tiled.cu:41:7: error: ..."; the linker's messages have no line.
compile_errors() {
    sed -n -E 's/^([^ :]+):([0-9]+):([0-9]+:)? (fatal )?error: (.*)/0\terror\t\1\t\2\tdoes not build\t\5/p' \
        "$scratch/said" |
        sort -u
}

# From `make progress` a line per exercise, which ends with its state; below it, indented, why.
exercises() {
    awk -v OFS='\t' -v lab="$1" -v source="$source" -v folder="$folder" '
        function place(pattern,    text, n, at) { # the first line of the source with it
            while ((getline text <source) > 0)
                if (++n && !at && text ~ pattern)
                    at = n
            close(source)
            return at ? at : 1
        }
        function tell(    file, at, parts, launcher) {
            file = source
            launcher = "_ex" substr(number, 1, 1) substr(number, 3) "[(]"
            if (state == "wrong")
                print 1, "error", file, place("^void .*" launcher), number " is wrong", why
            else if (state == "right") {
                at = place("^void .*" launcher)
                if (match(why, /line: [^ ;:]+:[0-9]+/)) {
                    split(substr(why, RSTART + 6, RLENGTH - 6), parts, ":")
                    file = index(parts[1], "/") ? parts[1] : folder "/" parts[1]
                    at = parts[2]
                }
                print 4, "warning", file, at, number " is right, its goal is missed", why
            } else if (state == "todo")
                print 5, "notice", file, place("// TODO[(]" number "[)]"),
                    number " is still to do", why == "" ? title : why
            state = ""
        }
        $1 == lab && $2 ~ /^[0-9][.][0-9]$/ {
            tell()
            number = $2
            why = ""
            state = / right [(]goal not counted[)]$/ ? "uncounted" : $NF
            title = $0
            sub(/^[^ ]+ +[^ ]+ +/, "", title)
            sub(/ +[^ ]+$/, "", title)
            next
        }
        /^ +[^ ]/ { sub(/^ +/, ""); why = why (why == "" ? "" : " ") $0; next }
        { tell() }
        END { tell() }' "$scratch/said"
}

# Of the bug finder's JSON. GitHub's machines have Python.
findings() {
    [ -s "$scratch/check.json" ] || return 0
    python3 - "$scratch/check.json" <<'END'
import json, sys

for f in json.load(open(sys.argv[1]))["findings"]:
    place = f["places"][0]
    cells = [f["severity"], place["file"], place["line"], f["kind"] + " (make check)", f["message"]]
    print(2 if f["severity"] == "error" else 3, *(str(c).translate({9: " ", 10: " "}) for c in cells), sep="\t")
END
}

# ---- as commands --------------------------------------------------------------------------------------
# A value has no line break and no %; a property no : and no , besides.
commands() {
    sort -s -n -k 1,1 "$scratch/notes" | awk -F '\t' '
        function value(text) { gsub(/%/, "%25", text); gsub(/\r/, "%0D", text); return text }
        function property(text) { text = value(text); gsub(/:/, "%3A", text); gsub(/,/, "%2C", text); return text }
        ++count[$2] <= 10 { print "::" $2 " file=" property($3) ",line=" $4 ",title=" property($5) "::" value($6) }
        END {
            for (kind in count)
                if (count[kind] > 10)
                    print count[kind] - 10 " more " kind "s: GitHub shows ten of a step; the log above has all"
        }'
}

if logged make -s "$1"; then
    logged make -s progress "LABS=${1#lab}"
    exercises "$1" >>"$scratch/notes"
    summary=${GITHUB_STEP_SUMMARY:-/dev/null}
    { echo '```' && cat "$scratch/said" && echo '```'; } >>"$summary"
    mkdir -p results
    logged make -s "check${1#lab}" JSON="$scratch/check.json" SARIF="results/check${1#lab}.sarif"
    findings >>"$scratch/notes"
else
    compile_errors >>"$scratch/notes"
    [ -s "$scratch/notes" ] || # the linker's words have no line
        printf '0\terror\t%s\t1\tdoes not build\t%s\n' "$source" \
            "$(grep -m 1 -E 'error|undefined|multiple' "$scratch/said" | tr '\t' ' ')" >>"$scratch/notes"
fi
commands
! grep -q "^[0-9]${tab}error" "$scratch/notes"
