#!/usr/bin/env bats
# common/doctor.sh on machines that we invent: stubs of nvcc and nvidia-smi that answer in the words
# of the real ones.
# shellcheck disable=SC2154 # helpers.bash sets root, bin, out and err

load helpers

setup() {
    scratch=$(mktemp -d)
    bare_path
    real_gxx
    stub make 'echo "GNU Make 4.3"'
}

teardown() {
    rm -rf "$scratch"
}

# nvidia_smi <CUDA Version> <name, compute capability>
nvidia_smi() {
    stub nvidia-smi "case \"\$*\" in
*--query-gpu*) echo '$2' ;;
*) echo '| NVIDIA-SMI 550.54.15   Driver Version: 550.54.15   CUDA Version: $1     |' ;;
esac"
}

# nvcc <release> <architectures...>: what it builds is a program that succeeds.
nvcc() {
    local release=$1
    shift
    stub nvcc "case \"\$*\" in
*--version*) echo 'Cuda compilation tools, release $release, V$release.88' ;;
*--list-gpu-arch*) for arch in $*; do echo compute_\$arch; done ;;
*) while [ \"\$1\" != -o ]; do shift; done; printf '#!/bin/sh\n' >\"\$2\"; chmod +x \"\$2\" ;;
esac"
}

doctor() {
    try env PATH="$bin" CUDA_HOME="$scratch/none" "$@" sh "$root/common/doctor.sh"
    check "no line is longer than 100 columns" shows_no '^.{101}'
    check "ok, note, MEND and what stands under them" \
        shows_no -v '^(ok  |note|MEND)  [^ ]|^ {16}(> |  )[^ ]|^$|^Labs run here|^No lab'
}

# The line of that kind and name, and what stands under it.
found() {
    grep -A 3 -E "^$1 +$2 " <<<"$out" | grep -q -F -e "$3"
}

@test "doctor: no GPU, no nvcc: a lab runs on the CPU device, nothing to mend" {
    doctor
    check "status 0" [ "$status" -eq 0 ]
    check "g++ ok" found ok "g\+\+" OpenMP
    check "nvcc is a note" found note nvcc "not here"
    check "driver is a note" found note driver nvidia-smi
    check "nothing to mend" lacks "$out" MEND
    check "the answer" contains "$out" "on the CPU device: make lab03"
}

@test "doctor: gnuplot missing is a note with the command that brings it" {
    doctor
    check "gnuplot" found note gnuplot ./setup.sh
}

@test "doctor: GPU and nvcc that fit: a kernel was run, labs run on the GPU" {
    nvidia_smi 13.0 "NVIDIA H200, 9.0"
    nvcc 13.0 75 80 90 120
    doctor
    check "status 0" [ "$status" -eq 0 ]
    check "GPU named" found ok GPU "NVIDIA H200, compute capability 9.0"
    check "kernel ran" found ok GPU sm_90
    check "nothing to mend" lacks "$out" MEND
    check "the answer" contains "$out" "on the GPU: make lab03"
}

@test "doctor: nvcc of a newer major than the driver: both ways out, the CPU device for now" {
    nvidia_smi 12.4 "NVIDIA H100, 9.0"
    nvcc 13.0 75 80 90 120
    doctor
    check "status 0" [ "$status" -eq 0 ]
    check "driver" found MEND driver "newer than the driver"
    check "which driver" found MEND driver 580
    check "which toolkit" contains "$out" "CUDA Toolkit 12.4"
    check "for now" contains "$out" "make lab03 DEVICE=cpu"
}

@test "doctor: nvcc of a newer minor, same major, is no complaint" {
    nvidia_smi 12.4 "NVIDIA A100, 8.0"
    nvcc 12.9 50 60 70 75 80 90
    doctor
    check "nothing to mend" lacks "$out" MEND
    check "the answer" contains "$out" "on the GPU"
}

@test "doctor: major versions are compared as numbers: nvcc 9 under driver 12" {
    nvidia_smi 12.4 "NVIDIA A100, 8.0"
    nvcc 9.2 30 80
    doctor
    check "nothing to mend" lacks "$out" MEND
}

@test "doctor: a GPU that this nvcc no longer builds for: the last toolkit that does" {
    nvidia_smi 13.0 "Tesla V100-SXM2-16GB, 7.0"
    nvcc 13.0 75 80 90 120
    doctor
    check "status 0" [ "$status" -eq 0 ]
    check "said" found MEND nvcc "no longer builds for this GPU: sm_70"
    check "which toolkit" found MEND nvcc 12.9
    check "for now" contains "$out" "make lab03 DEVICE=cpu"

    nvidia_smi 11.4 "Tesla K80, 3.7"
    nvcc 12.2 50 60 70 80 90
    doctor
    check "which toolkit for a K80" found MEND nvcc 11.8
}

@test "doctor: a GPU that this nvcc does not know yet: the first toolkit that does" {
    nvidia_smi 13.0 "NVIDIA GeForce RTX 5090, 12.0"
    nvcc 12.4 50 60 70 75 80 86 89 90
    doctor
    check "said" found MEND nvcc "does not know this GPU yet (sm_120)"
    check "which toolkit" found MEND nvcc 12.8
}

@test "doctor: nvcc without a GPU" {
    nvcc 13.0 75 80 90
    doctor
    check "status 0" [ "$status" -eq 0 ]
    check "said" found note GPU "nvcc but no GPU"
    check "the answer" contains "$out" "on the CPU device"
}

@test "doctor: a GPU without nvcc: which toolkit would fit" {
    nvidia_smi 12.4 "NVIDIA A100, 8.0"
    doctor
    check "status 0" [ "$status" -eq 0 ]
    check "said" found note nvcc "a GPU but no CUDA Toolkit"
    check "which toolkit" found note nvcc "12.4"
    check "the answer" contains "$out" "on the CPU device"
}

@test "doctor: nvcc that lies in CUDA_HOME but not on PATH" {
    mkdir -p "$scratch/cuda/bin"
    nvcc 13.0 90
    mv "$bin/nvcc" "$scratch/cuda/bin/nvcc"
    doctor CUDA_HOME="$scratch/cuda"
    check "how to see it" found note nvcc "export PATH=$scratch/cuda/bin"
}

@test "doctor: nvidia-smi that fails: its own words, and the CPU device" {
    stub nvidia-smi 'echo "NVIDIA-SMI has failed because it could not communicate with the driver"
exit 9'
    nvcc 13.0 90
    doctor
    check "status 0" [ "$status" -eq 0 ]
    check "its words" found MEND driver "could not communicate"
    check "the answer" contains "$out" "on the CPU device"
}

@test "doctor: a driver without a GPU, and a container without libcuda" {
    nvidia_smi N/A "No devices were found"
    doctor
    check "no libcuda" found MEND driver "no libcuda"
    check "no GPU" found MEND GPU "no GPU"
}

@test "doctor: g++ that nvcc refuses: the g++ that it takes" {
    nvidia_smi 12.4 "NVIDIA A100, 8.0"
    nvcc 12.4 80
    mv "$bin/nvcc" "$scratch/good_nvcc"
    stub nvcc "case \"\$*\" in *-c*)
echo 'host_config.h:143:2: error: #error -- unsupported GNU version!' \\
    'gcc versions later than 12 are not supported!'
exit 1 ;; esac
exec $scratch/good_nvcc \"\$@\""
    doctor
    check "said" found MEND nvcc "unsupported GNU version"
    check "what to install" contains "$out" g++-12
    check "what to set" contains "$out" "ccbin g++-12"
}

@test "doctor: a kernel that builds and does not run" {
    nvidia_smi 12.4 "NVIDIA A100, 8.0"
    nvcc 12.4 80
    mv "$bin/nvcc" "$scratch/good_nvcc"
    stub nvcc "$scratch/good_nvcc \"\$@\"
for file in \"\$@\"; do :; done
case \"\$*\" in *-arch=*)
    printf '#!/bin/sh\necho error: out of memory; exit 1\n' >\"\$file\" ;;
esac"
    doctor
    check "said" found MEND GPU "does not run: error: out of memory"
    check "for now" contains "$out" "DEVICE=cpu"
}

@test "doctor: no compiler: status 1 and the command that brings one" {
    rm "$bin/g++"
    doctor
    check "status 1" [ "$status" -eq 1 ]
    check "said" found MEND compilers ./setup.sh
    check "the answer" contains "$out" "No lab can run"
}

@test "doctor: no make: status 1" {
    rm "$bin/make"
    doctor
    check "status 1" [ "$status" -eq 1 ]
    check "said" found MEND make ./setup.sh
}

@test "doctor: g++ 9 is too old, alone it is status 1" {
    stub g++ 'echo \"9.4.0\"'
    doctor
    check "status 1" [ "$status" -eq 1 ]
    check "said" found note "g\+\+" "too old"
}

@test "doctor: a g++ without OpenMP does not serve" {
    real_gxx
    mv "$bin/g++" "$scratch/gxx"
    stub g++ "case \"\$*\" in *-fopenmp*)
    echo 'error: unsupported option -fopenmp' >&2
    exit 1 ;;
esac
exec $scratch/gxx \"\$@\""
    doctor
    check "status 1" [ "$status" -eq 1 ]
    check "said" found note "g\+\+" "unsupported option"
}

@test "doctor: colour on a terminal only, and not with NO_COLOR" {
    doctor
    check "no escapes in a file" lacks "$out" $'\033'
    needs_terminal
    try env -u NO_COLOR PATH="$bin:$PATH" script -qec "sh $root/common/doctor.sh" /dev/null
    check "escapes on a terminal" contains "$out" $'\033['
    try env NO_COLOR=1 PATH="$bin:$PATH" script -qec "sh $root/common/doctor.sh" /dev/null
    check "none with NO_COLOR" lacks "$out" $'\033['
}
