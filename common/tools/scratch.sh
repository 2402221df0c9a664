# . common/tools/scratch.sh - what many scripts share: $scratch, a folder that is removed when they end; $green, $red
# and $plain, colours on a terminal, else empty; counting shows progress; limited and tried run a command; merged joins
# CSVs; `say` prints in the reader's $language, by REPORT_LANG or the locale. So set LC_ALL only after this.
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

counting() { # counting <words>: shows progress on a terminal; each call overwrites the last, '' clears the line
    [ ! -t 2 ] || printf '\r\033[K%s' "$1" >&2
}

limited() { # limited <seconds> <command>: status 124 when they are over
    if command -v timeout >/dev/null 2>&1; then timeout "$@"; else shift && "$@"; fi
}

merged() { # merged <csv...>: one CSV with all their rows and the first one's comment lines
    awk -v rows="$(cat "$@" | grep -c -v -E '^(#|lab,)')" '
        FNR == 1 { file++ }
        /^# rows: / { $0 = "# rows: " rows }
        file == 1 || !/^(#|lab,)/' "$@"
}

tried() { # tried <command>: if it fails, prints one line that says why; its whole output is in $scratch/log
    "$@" >"$scratch/log" 2>&1 </dev/null && return
    set -- "$1" $?
    grep -m 1 -i -E 'error|multiple definition|undefined reference|cannot|not found|\*\*\*|^!' "$scratch/log" ||
        grep . "$scratch/log" | tail -n 1 | grep . ||
        say "${1##*/} ended with status $2 and said nothing" "${1##*/} terminó con estado $2 y no dijo nada"
    return 1
}
