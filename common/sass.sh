#!/bin/sh
# What nvcc makes of a program's kernels: registers, occupancy, waves, loops; no GPU is needed.
#
#   common/sass.sh [options] labNN|solutionNN            the lab's kernels
#   common/sass.sh [options] [-DNAME=VALUE...] my.cu [more.cu...] [[--] arguments...]  any program's
#     --json FILE  the same numbers for programs
#
# ARCH is the GPU that nvcc compiles for (75, sm_75, 7.5; several: 75,80,90, then a table side by side), CARD
# a name in reference/cards.csv. One of them gives the other; without both: t4. ONLY=ex31,ex32: versions of a
# lab. ARGS: more options of the lab, as --batch 128. The program runs on the CPU device without its kernels, to learn
# grids and blocks; LAUNCHES=no leaves that out. BUILD is the folder for what is built (build/cpu).
# Status: 0; 1 it does not compile; 2 bad usage, or there is no nvcc or nvdisasm.
here=$(dirname "$0")
name=sass
. "$here/sass/tools.sh"
. "$here/tools/asked.sh"

usage() {
    refuse "$1: common/sass.sh [--json FILE] labNN, solutionNN, or my.cu [arguments]" \
        "$1: common/sass.sh [--json FILE] labNN, solutionNN o my.cu [argumentos]"
}

json=''
while [ $# -gt 0 ]; do
    case $1 in
    --json) [ -n "${2-}" ] || usage "$(say '--json needs a file' '--json necesita un archivo')"
        json=$2 && shift ;;
    -h | --help) sed -n '2,/^# Status/s/^# \{0,1\}//p' "$0" && exit ;;
    --*) usage "$(say "$1: there is no such option" "$1: no existe esa opción")" ;;
    *) break ;;
    esac
    shift
done
[ $# -gt 0 ] || usage "$(say 'which program?' '¿qué programa?')"
from_pypi() { # from_pypi <tool> <packages>
    refuse "there is no $1; from PyPI: pip install $2, or ./setup.sh --tests" \
        "falta $1; en PyPI: pip install $2, o ./setup.sh --tests"
}
find_nvcc || from_pypi "${NVCC:-nvcc}" "$nvcc_packages $nvdisasm_packages"
find_nvdisasm || from_pypi "${NVDISASM:-nvdisasm}" "$nvdisasm_packages"
export NVCC

# ---- for which GPUs --------------------------------------------------------------

cards=$here/../reference/cards.csv
# card <NAME> <column>: of cards.csv; without a column the names of those of that capability, or of all.
card() {
    awk -F, -v name="$1" -v column="${2-}" '/^#/ { next }
        !n { for (i = 1; i <= NF; i++) at[$i] = i; n = 1; next }
        { capability = $at["capability"]; sub(/[.]/, "", capability) }
        column == "" && (name == "" || name == capability) { printf "%s%s", blank, $1; blank = " " }
        column != "" && $1 == name { print column == "capability" ? capability : $at[column] }' "$cards" 2>/dev/null
}
known=$(known_archs)
[ -z "${CARD:-}" ] || [ -n "$(card "$CARD" name)" ] ||
    refuse "CARD=$CARD: there is no such card; there are $(card '')" \
    "CARD=$CARD: no existe tal tarjeta; existen $(card '')"
if [ -z "${ARCH:-}" ]; then
    CARD=${CARD:-t4}
    ARCH=$(card "$CARD" capability)
    ARCH=${ARCH:-75} # no list of cards
fi
groups=''
for arch in $(echo "$ARCH" | tr ',' ' '); do
    arch=$(as_arch "$arch")
    case " ${known:-$arch} " in *" $arch "*) ;;
    *) refuse "ARCH=$arch: this nvcc makes code for $known" "ARCH=$arch: este nvcc compila para $known" ;; esac
    fits=$(card "$arch")
    if [ -n "${CARD:-}" ]; then
        of_card=$(card "$CARD" capability)
        # A card runs the code of its own generation, 8.x, up to its own.
        if [ "${of_card%?}" != "${arch%?}" ] || [ "$of_card" -lt "$arch" ]; then
            refuse "ARCH=$arch CARD=$CARD: that card runs code for $of_card${fits:+; cards for $arch: $fits}" \
                "ARCH=$arch CARD=$CARD: esa tarjeta ejecuta código para $of_card${fits:+; tarjetas para $arch: $fits}"
        fi
        fits=$CARD
    fi
    groups="$groups $arch:${fits%% *}"
done

[ -z "$json" ] || { empty_report --json "$json" '{"compiled":[' && json=$report; }

find_build
first_arch=${groups%%:*} first_arch=${first_arch# }
build() { build_for "$first_arch" "$@"; } # build <target...>

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"; [ -z "$json" ] || [ -s "$json" ] || rm -f "$json"' EXIT
trap 'exit 1' HUP INT TERM

# ---- what is compiled ------------------------------------------------------------

flags='-std=c++17 -lineinfo -DBUILT_FOR_GPU' sources='' lab='' # sources: quoted for eval, relative to here
case $1 in
lab[0-9]* | solution[0-9]* | further[0-9]*)
    [ $# -eq 1 ] || usage "$(say "$2: one lab at a time" "$2: un solo lab cada vez")"
    lab=$1 number=${1##*[a-z]}
    kit=$(cd "$here/.." && pwd)
    at=$(cd "$kit" && folder_of "lab$number") || usage "$(say "$lab: there is no such lab" "$lab: no existe ese lab")"
    op=${at#*_}
    case $lab in lab*) file=$at/$op.cu ;; further*) file=solutions/further/$op.cu ;; *) file=solutions/$op.cu ;; esac
    [ -f "$kit/$file" ] || usage "$(say "$lab: there is no $file" "$lab: no existe $file")"
    only "$lab" "$kit/$at"
    flags="$flags -I$at -I."
    sources="\"$file\""
    ;;
*)
    kit=$PWD
    sources_of "$@"
    [ -n "$first" ] || usage "$(say "$1: there is no such file" "$1: no existe ese archivo")"
    flags="$flags $defines"
    ;;
esac

# compile <arch> <folder>: what nvdisasm prints of each source, and what ptxas says.
compile() {
    (
        number=0 to=$2 arch=$1
        cd "$kit" || exit 1
        eval "set -- $quoted"
        for word; do
            case $word in -D* | *.c | *.cpp | *.o) continue ;; esac
            number=$((number + 1))
            # shellcheck disable=SC2086 # words
            "$NVCC" -cubin $flags -arch="sm_$arch" -Xptxas -v -o "$to/$number.cubin" "$word" >"$to/$number.log" 2>&1 ||
                {
                grep -v '^ptxas info\|^    [0-9]* bytes stack' "$to/$number.log" >&2
                exit 1
            }
            "$NVDISASM" -gi -c "$to/$number.cubin" >"$to/$number.sass" || exit 1
        done
    )
}
# The words of $sources, so that another shell function can have them: each in quotes.
quoted=''
eval "for word in $sources; do quoted=\"\$quoted '\$(printf %s \"\$word\" | sed \"s/'/'\\\\\\\\''/g\")'\"; done"
build "$in_kit/sass_report" || exit 1
set_of=''
echo "sass: nvcc compiles it for$(for group in $groups; do
    printf ' sm_%s' "${group%%:*}"; done), then it runs once on the CPU device" >&2
for group in $groups; do
    arch=${group%%:*} card=${group#*:}
    mkdir "$work/$arch" && compile "$arch" "$work/$arch" || exit 1
    set_of="$set_of $arch ${card:--} $work/$arch"
done

# ---- what launches it ------------------------------------------------------------

# Status 1: it is not known, and a line says why.
launches() {
    [ "${LAUNCHES:-}" != no ] || return 1
    export SASS_LAUNCHES="$work/launches"
    if [ -n "$lab" ]; then
        build "$in_kit/launches$first_arch/$lab" || return 1
        # shellcheck disable=SC2086 # words
        (cd "$kit" && LAB_CHECK=1 LAB_LAUNCHES="$SASS_LAUNCHES" "$folder/launches$first_arch/$lab" \
            --seed 1 ${ONLY:+--only "$ONLY"} ${ARGS:-}) \
            >"$work/out" 2>&1 </dev/null
        status=$?
        [ $status -ne 2 ] || { cat "$work/out" >&2 && exit 2; }
        return 0
    fi
    build "$in_kit/rewrite" "$in_kit/cpu_device.a" "$in_kit/launches.a" || return 1
    (
        export CUCC_IN_MAKE=1 BUILD="$folder" CUCC_PTX_RUN=launches.a ARCH="$first_arch"
        eval "\"\$here/cpu_device/cucc\" --nvcc-ptx -w -O1 $sources -o \"\$work/program\"" >"$work/out" 2>&1
    ) || { echo "the program was not run: it does not build for the CPU device" && return 1; }
    shift "$count"
    [ "${1-}" != -- ] || shift
    limit=$(command -v timeout) # without it, for as long as it takes
    ${limit:+"$limit" 60} "$work/program" "$@" >"$work/out" 2>&1 </dev/null
    [ -s "$work/launches" ] || echo "the program launched no kernel when it was run for its launches"
}
launches "$@" >&2 || :
[ -e "$work/launches" ] || SASS_LAUNCHES=-

compiler="nvcc $("$NVCC" --version | sed -n 's/.*release.*, V//p')"
# shellcheck disable=SC2086 # words
"$folder/sass_report" ${ONLY:+--launched} ${json:+--json "$json"} "$compiler" "$cards" "${SASS_LAUNCHES:--}" $set_of
