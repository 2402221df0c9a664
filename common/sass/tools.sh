# . common/sass/tools.sh - nvcc's tools: where nvdisasm is, and for which GPUs nvcc makes code. Before:
# $here, the folder common; NVCC and NVDISASM may name others.
# shellcheck shell=sh disable=SC2034,SC2154

# Sets nvdisasm: NVDISASM, beside nvcc, on PATH, what ./setup.sh --tests has put into .nvidia, or what
# python3 has from PyPI. Status 1: there is none.
find_nvdisasm() {
    at=$(command -v "${NVCC:-nvcc}") && at=$(readlink -f "$at" 2>/dev/null || echo "$at")
    for nvdisasm in "${NVDISASM:-}" "$(dirname "${at:-/nowhere/nvcc}")/nvdisasm" \
        "$(command -v nvdisasm)" "$here"/../.nvidia/nvidia/*/bin/nvdisasm; do
        [ ! -x "$nvdisasm" ] || [ -d "$nvdisasm" ] || return 0
    done
    for folder in $(python3 -c 'import nvidia; print("\n".join(nvidia.__path__))' 2>/dev/null); do
        for nvdisasm in "$folder"/*/bin/nvdisasm; do
            [ ! -x "$nvdisasm" ] || return 0
        done
    done
    nvdisasm=''
    return 1
}

# as_arch <sm_80, 8.0, compute_80 or 80>: prints 80.
as_arch() {
    printf '%s\n' "$1" | sed 's/^sm_//; s/^compute_//; s/^\([0-9][0-9]*\)\.\([0-9]\)$/\1\2/'
}

# known_archs: those that nvcc makes code for, as in "75 80 90"; nothing where it does not say.
known_archs() {
    "${NVCC:-nvcc}" --list-gpu-arch 2>/dev/null | sed -n 's/^compute_\([0-9]*\)$/\1/p' | sort -n | paste -s -d ' ' -
}
