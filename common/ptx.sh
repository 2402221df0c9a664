#!/bin/sh
# Runs programs with their kernels as nvcc makes them, without a GPU: nvcc's PTX, by the interpreter in
# common/ptx. A lab does one run of each version, as under common/check.sh.
#
#   common/ptx.sh [options] labNN|solutionNN|wrong/labNN/NAME...   the labs, with these student's files
#   common/ptx.sh [options] my.cu [more.cu...] [[--] arguments...]  any program
#     --traffic    also prints what the kernels ask the memory for, as PTX asks
#     --sass       and what they ask shared memory for as ptxas makes them; needs nvdisasm
#     --json FILE  with --traffic the same numbers in the form of common/traffic.sh
#
# ARCH is the GPU that nvcc makes PTX for (75; 80, 90), BUILD the folder for what is built (build/cpu),
# LAB_ARGUMENTS what labs are called with (--quick --seed 1), ONLY=ex31,ex32 versions of a lab. `make traffic03 BY=nvcc` calls this.
# Status: 0; 1 something is wrong: a program's result, or memory read that was never written; 2 bad
# usage, or there is no nvcc or nvdisasm; 3 an instruction is not known: that is no verdict.
here=$(dirname "$0")
. "$here/sass/tools.sh"
usage() {
    echo "ptx.sh: $1: common/ptx.sh [--traffic] [--sass] [--json FILE] labNN|solutionNN|wrong/labNN/NAME..., or my.cu [arguments]" >&2
    exit 2
}

refuse() {
    echo "ptx.sh: $1" >&2
    exit 2
}

json='' traffic='' sass=''
while [ $# -gt 0 ]; do
    case $1 in
    --traffic) traffic=1 ;;
    --sass) traffic=1 sass=1 ;;
    --json) [ -n "${2-}" ] || usage '--json needs a file'
        json=$2 && shift ;;
    -h | --help) sed -n '2,/^# usage, or/s/^# \{0,1\}//p' "$0" && exit ;;
    --*) usage "$1: there is no such option" ;;
    *) break ;;
    esac
    shift
done
[ $# -gt 0 ] || usage 'which program?'
[ -z "$json" ] || [ -n "$traffic" ] || usage '--json is for --traffic'
find_nvcc || refuse "there is no ${NVCC:-nvcc}, which makes the PTX: make doctor says where it comes from"
[ -z "$sass" ] || find_nvdisasm ||
    refuse "there is no ${NVDISASM:-nvdisasm}, which shows what ptxas makes: make doctor says where it comes from"
export NVCC
ARCH=$(as_arch "${ARCH:-75}") archs=$(known_archs)
export ARCH
case " ${archs:-$ARCH} " in *" $ARCH "*) ;; *) refuse "ARCH=$ARCH: this nvcc makes code for $archs" ;; esac
[ -z "$json" ] || new_report "$json" '{"kernels":['
case $json in '' | /*) ;; *) json=$PWD/$json ;; esac

find_build
by_arch=ptx$ARCH
build() { build_for "$ARCH" "$@"; } # build <target...>

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
export PTX_REPORT="$work/report"
: >"$PTX_REPORT"
[ -z "$traffic" ] || export PTX_TRAFFIC=1 LAB_TRAFFIC="${LAB_TRAFFIC:-1}" PTX_TRAFFIC_JSON="$json"
[ -z "$sass" ] || export PTX_COUNTS="$work/counted"
worst=0
# run <program> [arguments]: the worst status of all.
run() {
    [ -z "$sass" ] || { rm -rf "$PTX_COUNTS" && mkdir "$PTX_COUNTS"; }
    "$@"
    status=$?
    [ $status -le 2 ] || [ $status -eq 4 ] || status=1
    [ ! -f "$work/counted/counts" ] || as_sass || status=1
    [ $status -le $worst ] || worst=$status
}

# as_sass: what ptxas makes of the PTX that has just run; nvdisasm -gp names the line of PTX that an
# instruction comes from, and where it does not know this option nothing is matched with addresses.
as_sass() {
    for ptx in "$PTX_COUNTS"/*.ptx; do
        "$NVCC" -cubin -lineinfo -arch="sm_$ARCH" -o "${ptx%.ptx}.cubin" "$ptx" || return 1
        "$NVDISASM" -gi -gp -c "${ptx%.ptx}.cubin" >"${ptx%.ptx}.sass" 2>/dev/null ||
            "$NVDISASM" -gi -c "${ptx%.ptx}.cubin" >"${ptx%.ptx}.sass" || return 1
    done
    "$folder/sass_traffic" "$PTX_COUNTS" "nvcc $("$NVCC" --version | sed -n 's/.*release.*, V//p')" \
        ${json:+"$json"}
}

case $1 in
-D* | *.cu | *.cpp | *.c | *.o)
    sources='' count=0 files=0 first=''
    for word; do
        case $word in
        -D*) ;;
        *.cu | *.cpp | *.c | *.o) [ -f "$word" ] || break
            first=${first:-$word}
            files=$((files + 1)) ;;
        *) break ;;
        esac
        count=$((count + 1)) sources="$sources \"\${$count}\""
    done
    [ $files -gt 0 ] || usage "$(shift $count && echo "${1:-$count definitions}"): there is no such file"
    build "$in_kit/rewrite" "$in_kit/cpu_device.a" "$in_kit/interpreter.a" ${sass:+"$in_kit/sass_traffic"} || exit 1
    CUCC_IN_MAKE=1 BUILD="$folder"
    export CUCC_IN_MAKE BUILD
    eval "\"\$here/cpu_device/cucc\" --nvcc-ptx -O1 $FLAGS $sources $LIBS -o \"\$work/program\"" || exit 1
    shift $count
    [ "${1-}" != -- ] || shift
    # shellcheck disable=SC2317 # run calls it
    in_its_folder() { (export CPU_DEVICE_CALLED_IN="$PWD" && cd "$(dirname "$first")" && exec "$work/program" "$@"); }
    run in_its_folder "$@"
    ;;
*)
    targets=''
    for name; do
        case $name in
        lab[0-9]* | solution[0-9]* | further[0-9]*)
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
    build $targets ${sass:+"$in_kit/sass_traffic"} || exit 1
    export LAB_CHECK=1
    for name; do
        # shellcheck disable=SC2086 # words
        run "$folder/$by_arch/$name" ${LAB_ARGUMENTS:---quick --seed 1} ${ONLY:+--only "$ONLY"}
    done
    ;;
esac

if grep -qE '^(unknown|broken)' "$PTX_REPORT"; then
    worst=3
elif grep -q '^unwritten' "$PTX_REPORT" && [ $worst -eq 0 ]; then
    worst=1
elif [ -n "$traffic" ] && ! grep -q '^counted' "$PTX_REPORT" && [ $worst -eq 0 ]; then
    echo "the program launched no kernel" >&2
    worst=2
fi
[ -z "$json" ] || [ -s "$json" ] || rm -f "$json" # where it came to no report
exit $worst
