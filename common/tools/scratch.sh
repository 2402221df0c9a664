# . common/tools/scratch.sh - what other scripts share: $scratch is a folder of their own that goes when they
# end; $green, $red and $plain are colours on a terminal, else empty; counting says how far a command is; limited
# and tried run one, merged joins CSVs of a lab; $language is the reader's, and `say` speaks it. So set LC_ALL
# after this.
# shellcheck shell=sh disable=SC2034 # others use the colours
case ${REPORT_LANG:-${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}} in es*) language=es ;; *) language=en ;; esac

say() { # say <English> <Spanish>
    if [ $language = es ]; then echo "$2"; else echo "$1"; fi
}

scratch=$(mktemp -d 2>/dev/null) || {
    say "${0##*/}: TMPDIR=${TMPDIR:-/tmp}: no folder can be made there; give one that is there and is yours" \
        "${0##*/}: TMPDIR=${TMPDIR:-/tmp}: ahí no se puede crear una carpeta; dé una que exista y sea suya" >&2
    exit 2
}
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

green='' red='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then
    green=$(printf '\033[32m') red=$(printf '\033[31m') plain=$(printf '\033[0m')
fi

counting() { # counting <words>: on a terminal, how far it is; the next ones take their place, '' wipes them out
    [ ! -t 2 ] || printf '\r\033[K%s' "$1" >&2
}

limited() { # limited <seconds> <command>: status 124 when they are over
    if command -v timeout >/dev/null 2>&1; then timeout "$@"; else shift && "$@"; fi
}

merged() { # merged <csv...>: one CSV of all their rows, what it says of itself as in the first
    awk -v rows="$(cat "$@" | grep -c -v -E '^(#|lab,)')" '
        FNR == 1 { file++ }
        /^# rows: / { $0 = "# rows: " rows }
        file == 1 || !/^(#|lab,)/' "$@"
}

tried() { # tried <command>: one line that says why, where it fails; all that it said is in $scratch/log
    "$@" >"$scratch/log" 2>&1 </dev/null && return
    set -- "$1" $?
    grep -m 1 -i -E 'error|cannot|not found|\*\*\*|^!' "$scratch/log" || grep . "$scratch/log" | tail -n 1 | grep . ||
        say "${1##*/} ended with status $2 and said nothing" "${1##*/} terminó con estado $2 y no dijo nada"
    return 1
}
