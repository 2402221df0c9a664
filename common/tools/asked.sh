# . common/tools/asked.sh - what is asked of check.sh, traffic.sh, witness.sh and debug.sh, and how they refuse it:
# one line in the reader's language. Before: $here; $name or $mode, by which the script calls itself.
# shellcheck shell=sh disable=SC2154
# shellcheck source=common/tools/folder_of.sh
. "$here/tools/folder_of.sh"
case ${REPORT_LANG:-${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}} in es*) language=es ;; *) language=en ;; esac

say() { # say <English> <Spanish>
    if [ $language = es ]; then echo "$2"; else echo "$1"; fi
}

refuse() { # refuse <English> <Spanish> [status]
    say "${name:-$mode}.sh: $1" "${name:-$mode}.sh: $2" >&2
    exit "${3:-2}"
}

# matches <text> <extended regular expression>
matches() {
    printf '%s\n' "$1" | grep -q -x -E "$2"
}

# number <name> <value> <least> <most>: refuses any other value; an empty one is fine.
number() {
    [ -n "$2" ] || return 0
    { matches "$2" '[0-9]{1,9}' && [ "$2" -ge "$3" ] && [ "$2" -le "$4" ]; } ||
        refuse "$1=$2: must be a whole number from $3 to $4" "$1=$2: debe ser un número entero de $3 a $4"
}

# size <labNN or solutionNN>: refuses a SIZE that this lab does not have.
size() {
    [ -n "${SIZE:-}" ] || return 0
    if ! grep -q '"common/gemm/gemm.h"' "$(folder_of "lab${1##*[a-z]}" "$here/..")/lab${1##*[a-z]}.cu"; then
        number SIZE "$SIZE" 1 100000
        return
    fi
    fits=$(printf '%s\n' "$SIZE" | grep -x -E '[0-9]{1,9}(,[0-9]{1,9},[0-9]{1,9})?' | tr , '\n' |
        awk '$1 < 1 || $1 > 512 { bad = 1 } END { if (NR && !bad) print "yes" }')
    [ "$fits" ] || refuse "SIZE=$SIZE: must be a whole number from 1 to 512, or three, M,N,K" \
        "SIZE=$SIZE: debe ser un número entero de 1 a 512, o tres, M,N,K"
}
