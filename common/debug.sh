#!/bin/sh
# Stops in one thread of a kernel, under gdb: a lab's version, checked at one small shape, or any program.
#
#   common/debug.sh [-DNAME=VALUE...] my.cu [more.cu...] [[--] its arguments...]
#   common/debug.sh labNN            or solutionNN, with ONLY=ex31
#
# The CPU device runs all blocks on one CPU thread, compiled with -O0. debug/cuda.py has the commands. `make debug03`
# and `make debug FILE=my.cu` call this. THREAD="(3,2) of (0,1)" is where to stop (the first one); ELEMENT=5: where
# that element of a lab's output is written. SIZE=33 or, of matrices, SIZE=33,31,147 (the first shape that the lab
# tries). COMMANDS=FILE has gdb's commands, in place of a terminal.
# Status: that of gdb; 2 bad usage, 4 no gdb; without it lldb stops in the kernel's first thread and prints that.
# BUILD, CXX, FLAGS and LIBS as in check.sh.
here=$(dirname "$0")
mode=debug

refuse() {
    echo "debug.sh: $1" >&2
    exit "${2:-2}"
}

# matches <text> <extended regular expression>
matches() {
    printf '%s\n' "$1" | grep -q -x -E "$2"
}

# ---- what is asked for ------------------------------------------------------------------------------

index='[0-9]{1,9}(, ?[0-9]{1,9}){0,2}'
index="($index|\($index\))"
[ -z "${THREAD:-}" ] || matches "$THREAD" "$index( of $index)?" ||
    refuse "THREAD=$THREAD: must be a thread, as \"(3,2)\", or \"(3,2) of (0,1)\" for that block"
[ -z "${ELEMENT:-}" ] || matches "$ELEMENT" '[0-9]{1,9}' ||
    refuse "ELEMENT=$ELEMENT: must be the number of an element of the output, from 0 on"
[ -z "${ELEMENT:-}" ] || [ -z "${THREAD:-}" ] || refuse "THREAD and ELEMENT: give one of them"
[ -z "${COMMANDS:-}" ] || [ -f "$COMMANDS" ] ||
    refuse "COMMANDS=$COMMANDS: there is no such file"

# sizes_are <highest> <expression> <words>: refuses a SIZE that is not.
sizes_are() {
    matches "$SIZE" "$2" || refuse "SIZE=$SIZE: must be $3"
    for number in $(echo "$SIZE" | tr , ' '); do
        { [ "$number" -ge 1 ] && [ "$number" -le "$1" ]; } || refuse "SIZE=$SIZE: must be $3"
    done
}

case ${1-} in
lab[0-9]* | solution[0-9]*)
    number=${1##*[a-z]}
    source=$(ls "$here/../lab${number}"_*/"lab$number.cu" 2>/dev/null) || refuse "$1: there is no such lab"
    versions=$(sed -n 's|.*\.name = [^"]*"gpu_\([^"]*\)".*|\1|p' "$source")
    ONLY=${ONLY#gpu_}
    printf '%s\n' "$versions" | grep -q -x -F -e "${ONLY:-?}" ||
        refuse "ONLY=${ONLY:-}: must be one version of lab $number: $(echo "$versions" | paste -s -d , - | sed 's/,/, /g')"
    export ONLY
    if [ -z "${SIZE:-}" ]; then
        :
    elif grep -q '"common/gemm/gemm.h"' "$source"; then
        sizes_are 512 '[0-9]{1,9}(,[0-9]{1,9},[0-9]{1,9})?' "a whole number from 1 to 512, or three, M,N,K"
    else
        sizes_are 100000 '[0-9]{1,9}' "a whole number from 1 to 100000"
    fi
    export LAB_DEBUG="${SIZE:-}"
    ;;
*)
    [ -z "${ELEMENT:-}${ONLY:-}${SIZE:-}" ] || refuse 'ELEMENT, ONLY and SIZE: are for a lab, as in make debug03 ONLY=ex31'
    ;;
esac
if command -v gdb >/dev/null 2>&1; then
    gdb -nx -batch -ex 'python pass' 2>&1 | grep -q . && refuse 'this gdb has no Python; one that has: sudo apt install gdb' 4
elif ! command -v lldb >/dev/null 2>&1; then
    refuse 'there is no gdb here: sudo apt install gdb' 4
fi

# ---- the session ------------------------------------------------------------------------------------

. "$here/tools/watched.sh"
here=$(cd "$here" && pwd)
case ${COMMANDS:-/} in /*) ;; *) COMMANDS=$PWD/$COMMANDS ;; esac
export OMP_NUM_THREADS=1 CPU_DEVICE_PATIENCE=1000000
cd "$runs_in" || exit 1
if ! command -v gdb >/dev/null 2>&1; then
    exec lldb --batch -o 'breakpoint set --name cpu_device::debug::thread_is_here' -o run -o 'thread backtrace' \
        -- "$binary" "$@"
fi
export DEBUG_THREAD="${THREAD:-}" DEBUG_ELEMENT="${ELEMENT:-}"
set -- -x "$here/debug/cuda.py" -ex 'cuda start' ${COMMANDS:+-batch -x "$COMMANDS"} --args "$binary" "$@"
exec gdb -q "$@"
