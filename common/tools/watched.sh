# . common/tools/watched.sh - reads the command line of check.sh, traffic.sh, witness.sh or debug.sh and builds the
# program so that it is watched. Set before: $here, $mode (check, traffic or debug), $json_begins (how one of our
# reports begins), $name (the script's name, if it is not $mode). ONLY: a lab's versions (all); LAB_SEED: its seed (1).
# Sets $binary; $json and $sarif, absolute paths or ""; $again, the make witness for this program; "$@", its arguments.
# shellcheck shell=sh disable=SC1091,SC2034,SC2154
. "$here/tools/asked.sh"

usage() {
    options="[--json FILE] $([ "$mode" != check ] || echo '[--sarif FILE] ')my.cu"
    say "${name:=$mode}.sh: $1: common/$name.sh $options [arguments], or labNN or solutionNN" \
        "$name.sh: $1: common/$name.sh $options [argumentos], o labNN o solutionNN" >&2
    exit 2
}

json='' sarif=''
drop_empty() { # where it came to no report
    for report in "$json" "$sarif"; do
        [ -s "$report" ] || [ ! -f "$report" ] || rm -f "$report"
    done
}
trap drop_empty EXIT
if [ "$1" = --json ]; then
    empty_report --json "$2" "$json_begins" && json=$report
    shift 2
fi
if [ "$1" = --sarif ] && [ "$mode" = check ]; then
    empty_report --sarif "$2" '{"version":"2.1.0"' && sarif=$report
    [ "$sarif" != "$json" ] || usage "$(say "--sarif $2: is also the file of --json; give another name" \
        "--sarif $2: es también el archivo de --json; dé otro nombre")"
    shift 2
fi

in_kit=${BUILD:-build/$mode} # as make in the kit takes it
case $in_kit in /*) folder=$in_kit ;; *) folder=$here/../$in_kit ;; esac
# knob <name> <value...>: " NAME=value" as a shell takes it, or nothing.
knob() {
    knob=$1
    shift
    case "$*" in
    '') ;;
    *[!A-Za-z0-9_./,:=-]*) printf " %s='%s'" "$knob" "$(printf %s "$*" | sed "s/'/'\\\\''/g")" ;;
    *) printf ' %s=%s' "$knob" "$*" ;;
    esac
}

# build <target...>: builds with the kit's make, without the settings of a make that called this.
build() {
    (
        # Its lines are for people who wait: on descriptor $KIT_LINES of the caller, or on a terminal.
        if [ -n "${KIT_LINES:-}" ]; then exec >&"$KIT_LINES"; elif [ -t 2 ]; then exec >&2; else exec >/dev/null; fi
        unset MAKEFLAGS MFLAGS MAKELEVEL SANITIZE
        make -s --no-print-directory -C "$here/.." DEVICE=cpu CHECK="--$mode" OPTIMISE=-O1 BUILD="$in_kit" \
            ${CXX:+"CXX=$CXX"} "$@"
    ) || exit 1
}

runs_in=.
case $1 in
lab[0-9]* | solution[0-9]* | further[0-9]*)
    of_lab=$(folder_of "lab${1##*[a-z]}" "$here/..") ||
        usage "$(say "$1: there is no such lab" "$1: no existe ese lab")"
    only "$1" "$of_lab"
    binary=$folder/$1
    build "$in_kit/$1"
    again="make witness${1##*[a-z]}${ONLY:+ ONLY=$ONLY}${LAB_SEED:+ SEED=$LAB_SEED}"
    case $1 in solution*) again="$again SOLUTION=1" ;; esac
    set -- --quick --seed "${LAB_SEED:-1}" ${ONLY:+--only "$ONLY"}
    export LAB_CHECK=1
    ;;
*)
    sources_of "$@"
    binary=$folder/run/$(basename "${first%.*}")
    if [ -z "$first" ]; then
        shift "$count"
        case ${1-} in
        '' | --) usage "$(say 'which program?' '¿qué programa?')" ;;
        *) usage "$(say "$1: there is no such file or option" "$1: no existe ese archivo u opción")" ;;
        esac
    fi
    build "$in_kit/rewrite" "$in_kit/cpu_device.a"
    mkdir -p "$folder/run" || exit 1
    # For programs that need libraries.a: that of this build, not of a make that called.
    # shellcheck disable=SC2016,SC2089 # for eval
    CUCC_MAKE='unset MAKEFLAGS MFLAGS MAKELEVEL SANITIZE; make -s --no-print-directory -C "$here/../.." DEVICE=cpu \
        CHECK="$check" OPTIMISE=-O1 BUILD="$in_kit" ${CXX:+"CXX=$CXX"}'
    # shellcheck disable=SC2090
    export CUCC_IN_MAKE=1 BUILD="$folder" CUCC_IN_KIT="$in_kit" CUCC_MAKE
    # FLAGS and LIBS are words of the shell; the warnings are for somebody's own program, not for what others wrote.
    eval "\"\$here/cpu_device/cucc\" --$mode -O1 -Wall -Wextra -Wno-missing-field-initializers -Wno-unused-parameter \
        -Wno-sign-compare $FLAGS $sources $LIBS -o \"\$binary\"" || exit 1
    case $binary in /*) ;; *) binary=$PWD/$binary ;; esac
    runs_in=$(dirname "$first")
    shift "$count"
    [ "${1-}" != -- ] || shift
    again="make witness$(knob FILE "$files")$(knob DEFINES "$defines")$(knob FLAGS "${FLAGS:-}")"
    again="$again$(knob LIBS "${LIBS:-}")$(knob ARGS "$@")"
    ;;
esac

# run_watched <program> [arguments]: in the folder of its first file. Ctrl-C and a SIGTERM end it, and it reports.
# After: $status.
run_watched() {
    exec 3<&0 # a shell takes it from what runs in the background
    (export CPU_DEVICE_CALLED_IN="$PWD" && cd "$runs_in" && exec "$@") <&3 3<&- &
    program=$!
    trap 'kill -TERM $program 2>/dev/null' INT TERM HUP
    wait $program
    status=$?
    while kill -0 $program 2>/dev/null; do # a signal came, and it reports
        wait $program
        status=$?
    done
    [ $status -le 2 ] || {
        say "the program ended with status $status before the report" \
            "el programa terminó con estado $status antes del informe" >&2
        status=1
    }
}
