#!/bin/sh
# Runs programs with their kernels as nvcc makes them, without a GPU: nvcc's PTX, by the interpreter in
# common/ptx. A lab does one run of each version, as under common/check.sh.
#
#   common/ptx.sh [options] labNN|solutionNN|wrong/labNN/NAME...   the labs, with these student's files
#   common/ptx.sh [options] my.cu [more.cu...] [[--] arguments...]  any program
#     --traffic    also prints what the kernels ask the memory for, as PTX asks
#     --json FILE  what was found, or with --traffic the same numbers in the form of common/traffic.sh
#
# ARCH is the GPU that nvcc makes PTX for (75; 80, 90), BUILD the folder for what is built (build/cpu),
# LAB_ARGUMENTS what labs are called with (--quick --seed 1).
# Status: 0; 1 something is wrong: a program's result, or memory read that was never written; 2 bad
# usage, or there is no nvcc; 3 an instruction is not known: that is no verdict.
here=$(dirname "$0")
usage() {
    echo "ptx.sh: $1: common/ptx.sh [--traffic] [--json FILE] labNN|solutionNN|wrong/labNN/NAME..., or my.cu [arguments]" >&2
    exit 2
}

json='' traffic=''
while [ $# -gt 0 ]; do
    case $1 in
    --traffic) traffic=1 ;;
    --json) [ -n "${2-}" ] || usage '--json needs a file'
        json=$2 && shift ;;
    -h | --help) sed -n '2,/^# usage, or/s/^# \{0,1\}//p' "$0" && exit ;;
    --*) usage "$1: there is no such option" ;;
    *) break ;;
    esac
    shift
done
[ $# -gt 0 ] || usage 'which program?'
[ -z "$json" ] || { true >"$json"; } 2>/dev/null || usage "--json $json: cannot be written"
case $json in '' | /*) ;; *) json=$PWD/$json ;; esac
command -v "${NVCC:-nvcc}" >/dev/null 2>&1 || {
    echo "ptx.sh: there is no ${NVCC:-nvcc}, which makes the PTX: ./setup.sh --tests" >&2
    exit 2
}

in_kit=${BUILD:-build/cpu} # as make in the kit takes it
case $in_kit in /*) folder=$in_kit ;; *) folder=$(cd "$here/.." && pwd)/$in_kit ;; esac
by_arch=ptx${ARCH:-75}
build() { # build <target...>
    (
        unset MAKEFLAGS MFLAGS MAKELEVEL SANITIZE
        make -s --no-print-directory -j"$(nproc 2>/dev/null || echo 2)" -C "$here/.." DEVICE=cpu BUILD="$in_kit" \
            ${ARCH:+"ARCH=$ARCH"} ${CXX:+"CXX=$CXX"} "$@" >/dev/null
    )
}

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
export PTX_REPORT="$work/report"
: >"$PTX_REPORT"
[ -z "$traffic" ] || export PTX_TRAFFIC=1 LAB_TRAFFIC="${LAB_TRAFFIC:-1}" PTX_TRAFFIC_JSON="$json"
worst=0
# run <program> [arguments]: the worst status of all.
run() {
    "$@"
    status=$?
    [ $status -le 2 ] || [ $status -eq 4 ] || status=1
    [ $status -le $worst ] || worst=$status
}

case $1 in
*.cu | *.cpp | *.c | *.o)
    sources='' count=0
    for word; do
        case $word in -D*) ;; *.cu | *.cpp | *.c | *.o) [ -f "$word" ] || break ;; *) break ;; esac
        count=$((count + 1)) sources="$sources \"\${$count}\""
    done
    [ -f "$1" ] || usage "$1: there is no such file"
    build "$in_kit/rewrite" "$in_kit/cpu_device.a" "$in_kit/interpreter.a" || exit 1
    CUCC_IN_MAKE=1 BUILD="$folder"
    export CUCC_IN_MAKE BUILD
    eval "\"\$here/cpu_device/cucc\" --nvcc-ptx -O1 $sources -o \"\$work/program\"" || exit 1
    shift $count
    [ "${1-}" != -- ] || shift
    run "$work/program" "$@"
    ;;
*)
    targets=''
    for name; do
        case $name in
        lab[0-9]* | solution[0-9]*)
            number=${name%%_*} number=${number##*[a-z]} further=${name#*[0-9]_}
            [ "$further" != "$name" ] || further=''
            ls -d "$here/../lab$number"_*/${further:+"$further/"} >/dev/null 2>&1 || usage "$name: there is no such lab"
            ;;
        wrong/* | right/*) [ -f "$here/../tests/$name.cu" ] || usage "$name: there is no tests/$name.cu" ;;
        *) usage "$name: there is no such file or lab" ;;
        esac
        targets="$targets $in_kit/$by_arch/$name"
    done
    # shellcheck disable=SC2086 # words
    build $targets || exit 1
    export LAB_CHECK=1
    for name; do
        # shellcheck disable=SC2086 # words
        run "$folder/$by_arch/$name" ${LAB_ARGUMENTS:---quick --seed 1}
    done
    ;;
esac

if grep -qE '^(unknown|broken)' "$PTX_REPORT"; then
    worst=3
elif grep -q '^unwritten' "$PTX_REPORT" && [ $worst -eq 0 ]; then
    worst=1
fi
[ -z "$json" ] || [ -n "$traffic" ] || awk -F '\t' '
    BEGIN { printf "{\"findings\":[" }
    { gsub(/["\\]/, "\\\\&", $2); printf "%s\n{\"kind\":\"%s\",\"text\":\"%s\"}", comma, $1, $2; comma = "," }
    END { print "\n]}" }' "$PTX_REPORT" >"$json"
exit $worst
