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
# Status: that of gdb; 2 bad usage, 4 no gdb. Without it lldb stops in the first thread of the first kernel, and has
# none of these.
# BUILD, CXX, FLAGS and LIBS as in check.sh.
here=$(dirname "$0")
mode=debug

. "$here/tools/asked.sh"

# ---- what is asked for ------------------------------------------------------------------------------

index='[0-9]{1,9}(, ?[0-9]{1,9}){0,2}'
index="($index|\($index\))"
[ -z "${THREAD:-}" ] || matches "$THREAD" "$index( of $index)?" ||
    refuse "THREAD=$THREAD: must be a thread, as \"(3,2)\", or \"(3,2) of (0,1)\" for that block" \
        "THREAD=$THREAD: debe ser un hilo, como \"(3,2)\", o \"(3,2) of (0,1)\" si es de ese bloque"
[ -z "${ELEMENT:-}" ] || matches "$ELEMENT" '[0-9]{1,9}' ||
    refuse "ELEMENT=$ELEMENT: must be the number of an element of the output, from 0 on" \
        "ELEMENT=$ELEMENT: debe ser el número de un elemento de la salida, desde 0"
[ -z "${ELEMENT:-}" ] || [ -z "${THREAD:-}" ] ||
    refuse "THREAD and ELEMENT: give one of them" "THREAD y ELEMENT: dé uno de los dos"
[ -z "${COMMANDS:-}" ] || [ -f "$COMMANDS" ] ||
    refuse "COMMANDS=$COMMANDS: there is no such file" "COMMANDS=$COMMANDS: no existe ese archivo"

case ${1-} in
lab[0-9]* | solution[0-9]*)
    number=${1##*[a-z]}
    source=$(folder_of "lab$number" "$here/..")/lab$number.cu
    [ -f "$source" ] || refuse "$1: there is no such lab" "$1: no existe ese lab"
    versions=$(sed -n 's|.*\.name = [^"]*"gpu_\([^"]*\)".*|\1|p' "$source")
    ONLY=${ONLY#gpu_}
    has=$(echo "$versions" | paste -s -d , - | sed 's/,/, /g')
    printf '%s\n' "$versions" | grep -q -x -F -e "${ONLY:-?}" ||
        refuse "ONLY=${ONLY:-}: must be one version of lab $number: $has" \
            "ONLY=${ONLY:-}: debe ser una versión del lab $number: $has"
    export ONLY
    size "$1"
    export LAB_DEBUG="${SIZE:-}"
    ;;
*)
    [ -z "${ELEMENT:-}${ONLY:-}${SIZE:-}" ] ||
        refuse 'ELEMENT, ONLY and SIZE: are for a lab, as in make debug03 ONLY=ex31' \
            'ELEMENT, ONLY y SIZE: son para un lab, como en make debug03 ONLY=ex31'
    ;;
esac
if command -v gdb >/dev/null 2>&1; then
    gdb -nx -batch -ex 'python pass' 2>&1 | grep -q . &&
        refuse 'this gdb has no Python; one that has: sudo apt install gdb' \
            'este gdb no tiene Python; uno que lo tiene: sudo apt install gdb' 4
elif ! command -v lldb >/dev/null 2>&1; then
    refuse 'there is no gdb here: sudo apt install gdb' 'aquí no hay gdb: sudo apt install gdb' 4
elif [ -n "${THREAD:-}${ELEMENT:-}${COMMANDS:-}" ]; then
    refuse 'THREAD, ELEMENT and COMMANDS: need gdb, and here is only lldb: sudo apt install gdb' \
        'THREAD, ELEMENT y COMMANDS: necesitan gdb, y aquí solo hay lldb: sudo apt install gdb' 4
fi

# ---- the session ------------------------------------------------------------------------------------

. "$here/tools/watched.sh"
here=$(cd "$here" && pwd)
case ${COMMANDS:-/} in /*) ;; *) COMMANDS=$PWD/$COMMANDS ;; esac
export OMP_NUM_THREADS=1 CPU_DEVICE_PATIENCE=1000000
cd "$runs_in" || exit 1
if ! command -v gdb >/dev/null 2>&1; then
    files=${first:-$(find "$(dirname "$source")" -maxdepth 1 -name '*.cu' ! -name "${source##*/}")}
    files=$(for file in $files; do printf ' --file %s' "${file##*/}"; done)
    there='breakpoint set --one-shot true --name' # then at the student's function that begins next: the kernel
    exec lldb -o "$there main" -o run -o 'expression cpu_device::debug::wanted.any = true' \
        -o "$there cpu_device::debug::thread_is_here" -o continue \
        -o "breakpoint set --one-shot true --func-regex .$files" -o continue -o 'frame variable' -- "$binary" "$@"
fi
export DEBUG_THREAD="${THREAD:-}" DEBUG_ELEMENT="${ELEMENT:-}"
set -- -x "$here/debug/cuda.py" -ex 'cuda start' ${COMMANDS:+-batch -x "$COMMANDS"} --args "$binary" "$@"
exec gdb -q "$@"
