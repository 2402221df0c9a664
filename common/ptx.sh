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
# ONLY=ex31,ex32 versions of a lab. `make traffic03 BY=nvcc` calls this.
# Status: 0; 1 something is wrong: a program's result, or memory read that was never written; 2 bad
# usage, or there is no nvcc or nvdisasm; 3 an instruction is not known: that is no verdict.
here=$(dirname "$0")
name=ptx
. "$here/sass/tools.sh"
. "$here/tools/asked.sh"
usage() {
    words='common/ptx.sh [--traffic] [--sass] [--json FILE] labNN|solutionNN|wrong/labNN/NAME...'
    refuse "$1: $words, or my.cu [arguments]" "$1: $words, o my.cu [argumentos]"
}

json='' traffic='' sass=''
while [ $# -gt 0 ]; do
    case $1 in
    --traffic) traffic=1 ;;
    --sass) traffic=1 sass=1 ;;
    --json) [ -n "${2-}" ] || usage "$(say '--json needs a file' '--json necesita un archivo')"
        json=$2 && shift ;;
    -h | --help) sed -n '2,/^# usage, or/s/^# \{0,1\}//p' "$0" && exit ;;
    --*) usage "$(say "$1: there is no such option" "$1: no existe esa opción")" ;;
    *) break ;;
    esac
    shift
done
[ $# -gt 0 ] || usage "$(say 'which program?' '¿qué programa?')"
[ -z "$json" ] || [ -n "$traffic" ] || usage "$(say '--json is for --traffic' '--json es para --traffic')"
find_nvcc || refuse "there is no ${NVCC:-nvcc}, which makes the PTX: make doctor says where it comes from" \
    "falta ${NVCC:-nvcc}, que genera el PTX: make doctor dice de dónde sacarlo"
[ -z "$sass" ] || find_nvdisasm ||
    refuse "there is no ${NVDISASM:-nvdisasm}, which shows what ptxas makes: make doctor says where it comes from" \
        "falta ${NVDISASM:-nvdisasm}, que muestra lo que genera ptxas: make doctor dice de dónde sacarlo"
export NVCC
ARCH=$(as_arch "${ARCH:-75}") archs=$(known_archs)
export ARCH
case " ${archs:-$ARCH} " in *" $ARCH "*) ;;
*) refuse "ARCH=$ARCH: this nvcc makes code for $archs" "ARCH=$ARCH: este nvcc compila para $archs" ;; esac
[ -z "$json" ] || { empty_report --json "$json" '{"kernels":[' && json=$report; }

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
    sources_of "$@"
    [ -n "$first" ] || usage "$(shift $count && say "${1:-$count definitions}: there is no such file" \
        "${1:-$count definiciones}: no existe ese archivo")"
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
    for program; do
        case $program in
        lab[0-9]* | solution[0-9]* | further[0-9]*)
            number=${program%%_*} number=${number##*[a-z]} further=${program#*[0-9]_}
            [ "$further" != "$program" ] || further=''
            ls -d "$here/../lab$number"_*/${further:+"$further/"} >/dev/null 2>&1 ||
                usage "$(say "$program: there is no such lab" "$program: no existe ese lab")"
            ;;
        wrong/* | right/*) [ -f "$here/../tests/$program.cu" ] ||
            usage "$(say "$program: there is no tests/$program.cu" "$program: no existe tests/$program.cu")" ;;
        *) usage "$(say "$program: there is no such file or lab" "$program: no existe ese archivo o lab")" ;;
        esac
        targets="$targets $in_kit/$by_arch/$program"
    done
    # shellcheck disable=SC2086 # words
    build $targets ${sass:+"$in_kit/sass_traffic"} || exit 1
    export LAB_CHECK=1
    for program; do
        # shellcheck disable=SC2086 # words
        run "$folder/$by_arch/$program" --quick --seed 1 ${ONLY:+--only "$ONLY"}
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
