# . common/sass/tools.sh - finds nvcc and nvdisasm, says which GPUs nvcc makes code for, and builds with the kit's make.
# Set before: $here, the folder common; NVCC and NVDISASM may name other programs.
# shellcheck shell=sh disable=SC2034,SC2154

# The packages of pip that bring them without a toolkit. nvcc's parts must be of one release; nvdisasm reads older ones.
nvcc_packages='nvidia-cuda-nvcc==13.0.* nvidia-nvvm==13.0.* nvidia-cuda-crt==13.0.*'
nvcc_packages="$nvcc_packages nvidia-cuda-runtime==13.0.* nvidia-cuda-cccl==13.0.*"
nvdisasm_packages=nvidia-cuda-nvdisasm

# find_tool <name>: sets tool: on PATH, what ./setup.sh --tests has put into .nvidia, or what python3 has
# from PyPI. Status 1: there is none.
find_tool() {
    tool=$(command -v "$1") && return
    for tool in "$here"/../.nvidia/nvidia/*/bin/"$1"; do
        [ ! -x "$tool" ] || return 0
    done
    for folder in $(python3 -c 'import nvidia; print("\n".join(nvidia.__path__))' 2>/dev/null); do
        for tool in "$folder"/*/bin/"$1"; do
            [ ! -x "$tool" ] || return 0
        done
    done
    tool=''
    return 1
}

# Sets NVCC.
find_nvcc() {
    if [ -n "${NVCC:-}" ]; then command -v "$NVCC" >/dev/null; else find_tool nvcc && NVCC=$tool; fi
}

# Sets NVDISASM: that beside nvcc, or another.
find_nvdisasm() {
    if [ -n "${NVDISASM:-}" ]; then
        command -v "$NVDISASM" >/dev/null
        return
    fi
    beside=$(command -v "${NVCC:-nvcc}") && beside=$(readlink -f "$beside" 2>/dev/null || echo "$beside")
    beside=$(dirname "${beside:-/nowhere/nvcc}")/nvdisasm
    if [ -x "$beside" ]; then NVDISASM=$beside; else find_tool nvdisasm && NVDISASM=$tool; fi
}

# as_arch <sm_80, 8.0, compute_80 or 80>: prints 80.
as_arch() {
    printf '%s\n' "$1" | sed 's/^sm_//; s/^compute_//; s/^\([0-9][0-9]*\)\.\([0-9]\)$/\1\2/'
}

# known_archs: those that nvcc makes code for, as in "75 80 90"; nothing where it does not say.
known_archs() {
    "${NVCC:-nvcc}" --list-gpu-arch 2>/dev/null | sed -n 's/^compute_\([0-9]*\)$/\1/p' | sort -n | paste -s -d ' ' -
}

# Where the kit builds: sets in_kit, as its make takes it, and folder, its path.
find_build() {
    in_kit=${BUILD:-build/cpu}
    case $in_kit in /*) folder=$in_kit ;; *) folder=$(cd "$here/.." && pwd)/$in_kit ;; esac
}

# build_for <arch> <target...>: builds with the kit's make, without the settings of a make that called this.
build_for() (
    unset MAKEFLAGS MFLAGS MAKELEVEL SANITIZE
    arch=$1
    shift
    make -s --no-print-directory -C "$here/.." DEVICE=cpu BUILD="$in_kit" \
        "ARCH=$arch" ${CXX:+"CXX=$CXX"} "$@" >/dev/null
)
