# For tests of what ptxas makes.
# shellcheck shell=bash disable=SC1091,SC2034,SC2154 # helpers.bash sets root; here is for tools.sh

# Skips a test, by name, where nvcc or nvdisasm is missing.
needs_nvdisasm() {
    local here=$root/common
    # shellcheck source=common/sass/tools.sh
    . "$root/common/sass/tools.sh"
    find_nvcc || skip "no nvcc: ./setup.sh --tests"
    find_nvdisasm || skip "no nvdisasm: ./setup.sh --tests, or pip install nvidia-cuda-nvdisasm"
}
