# . common/tools/asked.sh - checks what the scripts in common/ are asked for, and refuses it in one line in the
# reader's language. Set before: $here; $name or $mode, the script's own name.
# shellcheck shell=sh disable=SC2034,SC2154
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

# only <labNN or the like> <its folder>: refuses an ONLY that names no version of this lab.
only() {
    versions=$(sed -n 's|.*\.name = [^"]*"\([^"]*\)".*|\1|p' "$2/lab${1##*[a-z]}.cu")
    for word in $(echo "${ONLY:-}" | tr , ' '); do
        echo "$versions" | grep -q -x -e "$word" -e "gpu_$word" && continue
        has=$(echo "$versions" | sed -n 's/^gpu_//p' | paste -s -d , - | sed 's/,/, /g')
        refuse "ONLY=$word: $1 has no such version; it has $has" "ONLY=$word: $1 no tiene esa versión; tiene $has"
    done
}

# sources_of <words>: takes source files and -DNAME up to the first other word. Sets sources, all of them quoted for
# eval; count, their number; files and defines, separated by blanks; first, the first file or "".
sources_of() {
    sources='' count=0 first='' files='' defines=''
    for word; do
        case $word in
        -D*) defines="$defines${defines:+ }$word" ;;
        *.cu | *.cpp | *.c | *.o)
            [ -f "$word" ] || break
            first=${first:-$word} files="$files${files:+ }$word"
            ;;
        *) break ;;
        esac
        count=$((count + 1)) sources="$sources \"\${$count}\""
    done
}

# empty_report <option> <file> <how a report begins>: empties the file and sets `report`, its absolute path, because
# the program may change its folder. Refuses by `usage`.
empty_report() {
    [ -n "$2" ] || usage "$(say "$1 needs a file" "$1 necesita un archivo")"
    # Any other file that is there might be somebody's exercise.
    [ ! -f "$2" ] || [ ! -s "$2" ] || [ "$(head -c ${#3} "$2" 2>/dev/null)" = "$3" ] ||
        usage "$(say "$1 $2: is there and is no report; give another name" \
            "$1 $2: existe y no es un informe; dé otro nombre")"
    { true >"$2"; } 2>/dev/null || usage "$(say "$1 $2: cannot be written" "$1 $2: no se puede escribir")"
    case $2 in /*) report=$2 ;; *) report=$PWD/$2 ;; esac
}
