#!/usr/bin/env bats
# common/tools/doctor.sh on machines that we invent: stubs of nvcc and nvidia-smi that answer in the words
# of the real ones.
# shellcheck disable=SC2016,SC2154 # stubs have variables of their own; helpers.bash sets root, bin, out and err

load helpers

setup() {
    scratch=$(mktemp -d)
    mkdir -p "$scratch/common/tools" "$scratch/common/sass" "$scratch"/lab0{8_first,9_second}
    cp "$root/common/sass/tools.sh" "$scratch/common/sass"
    cp "$root"/common/tools/{doctor,scratch,jobs}.sh "$scratch/common/tools"
    # Nothing is built here, so what a small CUDA program would show stands in the file "complaint".
    printf '! cat %s/complaint 2>/dev/null\n' "$scratch" >"$scratch/common/tools/try.sh"
    bare_path
    quick_gxx
    stub make 'echo "GNU Make 4.3"'
    stub nproc 'echo 4'
    stub id 'echo 1000'
    machine
    disk 50000000
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

# The machine: 4 idle cores, 16 GB.
machine() {
    mkdir -p "$scratch/machine/proc/self" "$scratch/machine/sys/fs/cgroup"
    echo 'Linux version 6.1.0 (gcc 12.2.0)' >"$scratch/machine/proc/version"
    echo '0.20 0.10 0.05 1/200 4711' >"$scratch/machine/proc/loadavg"
    printf 'MemTotal: 20000000 kB\nMemAvailable: 16000000 kB\n' >"$scratch/machine/proc/meminfo"
}

# disk <kilobytes free>
disk() {
    stub df "echo Filesystem 1024-blocks Used Available; echo '/dev/x 90000000 0 $1 5% /'"
}

# A compiler that takes no time: what it builds says 4.
quick_gxx() {
    stub g++ "case \"\$*\" in
*-E*) echo '\"12.2.0\"' ;;
*) while [ \"\$1\" != -o ]; do shift; done; printf '#!/bin/sh\necho 4\n' >\"\$2\"; chmod +x \"\$2\" ;;
esac"
}

doctor() {
    try env -u OMP_NUM_THREADS DOCTOR_MACHINE="$scratch/machine" PATH="$bin" CUDA_HOME="$scratch/none" "$@" sh \
        "$scratch/common/tools/doctor.sh"
    check "no line is longer than 100 columns" shows_no '^.{101}'
    check "ok, note, FIX and what stands under them" \
        shows_no -v '^(ok  |note|FIX )  [^ ]|^ {16}(> |  )[^ ]|^$|^Labs run here|^Los labs se|^No lab'
}

# The line of that kind and name, and what stands under it.
found() {
    grep -A 3 -E "^$1 +$2 " <<<"$out" | grep -q -F -e "$3"
}

@test "doctor: no GPU, no nvcc: a lab runs on the CPU device, nothing to fix" {
    real_gxx
    gives 0 doctor
    check "g++ ok" found ok "g\+\+" OpenMP
    check "nvcc is a note" found note nvcc "not here"
    check "driver is a note" found note driver nvidia-smi
    check "nothing to fix" lacks "$out" FIX
    check "the answer" contains "$out" "on the CPU device: make lab08"
}

@test "doctor: a small CUDA program that does not build: what it lacks is named" {
    echo "fatal error: cuda_runtime.h: No such file or directory" >"$scratch/complaint"
    gives 1 doctor
    check "the header" found FIX "CPU device" cuda_runtime.h
    check "how to fix it" found FIX "CPU device" ./setup.sh
    check "the answer" contains "$out" "No lab can run here yet"
}

@test "doctor: gnuplot missing is a note with the command that brings it" {
    doctor
    check "gnuplot" found note gnuplot ./setup.sh
}

@test "doctor: GPU and nvcc that fit: a kernel was run, labs run on the GPU" {
    nvidia_smi 13.0 "NVIDIA H200, 9.0"
    nvcc 13.0 75 80 90 120
    gives 0 doctor
    check "GPU named" found ok GPU "NVIDIA H200, compute capability 9.0"
    check "kernel ran" found ok GPU sm_90
    check "nothing to fix" lacks "$out" FIX
    check "the answer" contains "$out" "on the GPU: make lab08"
}

@test "doctor: nvcc of a newer major than the driver: both ways out, the CPU device for now" {
    nvidia_smi 12.4 "NVIDIA H100, 9.0"
    nvcc 13.0 75 80 90 120
    gives 0 doctor
    check "driver" found FIX driver "newer than the driver"
    check "which driver" found FIX driver 580
    check "which toolkit" contains "$out" "CUDA Toolkit 12.4"
    check "for now" contains "$out" "make lab08 DEVICE=cpu"
}

@test "doctor: nvcc of a newer minor, same major, is no complaint" {
    nvidia_smi 12.4 "NVIDIA A100, 8.0"
    nvcc 12.9 50 60 70 75 80 90
    doctor
    check "nothing to fix" lacks "$out" FIX
    check "the answer" contains "$out" "on the GPU"
}

@test "doctor: an nvcc that builds no lab: 9 is older than 11.8, and than driver 12" {
    local release
    nvidia_smi 12.4 "NVIDIA A100, 8.0"
    for release in 9.2 10.2 11.7; do
        nvcc $release 30 80
        gives 0 doctor
        check "said" found FIX nvcc "nvcc $release does not build the labs, which need 11.8 or newer"
        check "which toolkit" found FIX nvcc "CUDA Toolkit 12.4"
        check "no more" [ "$(grep -c FIX <<<"$out")" -eq 1 ]
    done
    nvidia_smi 11.4 "NVIDIA A100, 8.0"
    doctor
    check "no toolkit that builds no lab either" found FIX nvcc "CUDA Toolkit 11.8"
    rm "$bin/nvcc"
    doctor
    check "nor where there is none yet" found note nvcc "CUDA Toolkit 11.8"
    nvidia_smi 12.4 "NVIDIA A100, 8.0"
    nvcc 11.8 35 80
    doctor
    check "nothing to fix" lacks "$out" FIX
}

@test "doctor: a GPU that this nvcc no longer builds for: the last toolkit that does" {
    nvidia_smi 13.0 "Tesla V100-SXM2-16GB, 7.0"
    nvcc 13.0 75 80 90 120
    gives 0 doctor
    check "said" found FIX nvcc "no longer builds for this GPU: sm_70"
    check "which toolkit" found FIX nvcc 12.9
    check "for now" contains "$out" "make lab08 DEVICE=cpu"

    nvidia_smi 11.4 "Tesla K80, 3.7"
    nvcc 12.2 50 60 70 80 90
    doctor
    check "which toolkit for a K80" found FIX nvcc 11.8
    nvidia_smi 11.4 "GeForce GTX 680, 3.0"
    doctor
    check "none for a GTX 680" found FIX nvcc "> make lab08 DEVICE=cpu"
}

@test "doctor: a GPU that this nvcc does not know yet: the first toolkit that does" {
    nvidia_smi 13.0 "NVIDIA GeForce RTX 5090, 12.0"
    nvcc 12.4 50 60 70 75 80 86 89 90
    doctor
    check "said" found FIX nvcc "does not know this GPU yet (sm_120)"
    check "which toolkit" found FIX nvcc 12.8
}

@test "doctor: nvcc without a GPU" {
    nvcc 13.0 75 80 90
    gives 0 doctor
    check "said" found note GPU "nvcc but no GPU"
    check "the answer" contains "$out" "on the CPU device"
}

@test "doctor: a GPU without nvcc: which toolkit would fit" {
    nvidia_smi 12.4 "NVIDIA A100, 8.0"
    gives 0 doctor
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
    gives 0 doctor
    check "its words" found FIX driver "could not communicate"
    check "the answer" contains "$out" "on the CPU device"
}

@test "doctor: a driver without a GPU, and a container without libcuda" {
    nvidia_smi N/A "No devices were found"
    doctor
    check "no libcuda" found FIX driver "no libcuda"
    check "no GPU" found FIX GPU "no GPU"
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
    check "said" found FIX nvcc "unsupported GNU version"
    check "what to install" contains "$out" g++-12
    check "what to set" contains "$out" "ccbin g++-12"
}

@test "doctor: a kernel that builds and does not run" {
    nvidia_smi 12.4 "NVIDIA A100, 8.0"
    nvcc 12.4 80
    mv "$bin/nvcc" "$scratch/good_nvcc"
    stub nvcc "$scratch/good_nvcc \"\$@\"
for file in \"\$@\"; do :; done
case \"\$*\" in *-gencode*)
    printf '#!/bin/sh\necho error: out of memory; exit 1\n' >\"\$file\" ;;
esac"
    doctor
    check "said" found FIX GPU "does not run: error: out of memory"
    check "for now" contains "$out" "DEVICE=cpu"
}

@test "doctor: no compiler: status 1 and the command that brings one" {
    rm "$bin/g++"
    gives 1 doctor
    check "said" found FIX compilers ./setup.sh
    check "the answer" contains "$out" "No lab can run"
}

@test "doctor: no make: status 1" {
    rm "$bin/make"
    gives 1 doctor
    check "said" found FIX make ./setup.sh
}

@test "doctor: g++ 9 is too old, alone it is status 1" {
    stub g++ 'echo \"9.4.0\"'
    gives 1 doctor
    check "said" found note "g\+\+" "too old"
}

@test "doctor: a g++ without OpenMP does not serve" {
    mv "$bin/g++" "$scratch/gxx"
    stub g++ "case \"\$*\" in *-fopenmp*)
    echo 'error: unsupported option -fopenmp' >&2
    exit 1 ;;
esac
exec $scratch/gxx \"\$@\""
    gives 1 doctor
    check "said" found note "g\+\+" "unsupported option"
}

# bats test_tags=slow
@test "doctor: colour on a terminal only, and not with NO_COLOR" {
    doctor
    check "no escapes in a file" lacks "$out" $'\033'
    needs_terminal
    try env -u NO_COLOR PATH="$bin:$PATH" script -qec "sh $root/common/tools/doctor.sh" /dev/null
    check "escapes on a terminal" contains "$out" $'\033['
    try env NO_COLOR=1 PATH="$bin:$PATH" script -qec "sh $root/common/tools/doctor.sh" /dev/null
    check "none with NO_COLOR" lacks "$out" $'\033['
}

# ---- QUICK_TEST=1 --------------------------------------------------------------------------

# made_by_make <body of a shell script>: what make makes of every program; the CSV's rows are those in "rows".
made_by_make() {
    printf '#!/bin/sh\necho "$0 $*" >>%s/calls\nfor csv; do :; done\n%s\n' "$scratch" "$1" >"$scratch/made"
    stub make "case \"\$*\" in *--version*) echo 'GNU Make 4.3' && exit ;; esac
for program; do :; done
mkdir -p \"\${program%/*}\" && cp $scratch/made \"\$program\" && chmod +x \"\$program\""
    cat >"$scratch/rows" <<'END'
lab,device,version,method,dtype,size,m,n,k,samples,median_ms,p05_ms,p95_ms,gflops,gbs,pct_ceiling,verdict
lab09,cpu,cpu_openmp,wall,float32,96,96,96,96,3,0.068008,0.06416,0.09596,26.0,1.6,,ok
lab09,x,gpu_v1,no_sync,float32,96,96,96,96,3,0.009417,0.009367,0.009748,187.9,11.7,,impossible
lab09,x,gpu_v1,sync,float32,96,96,96,96,3,0.74659,0.637525,0.841919,2.4,0.1,,ok
END
}

@test "doctor QUICK_TEST=1: a product on each device, with its milliseconds; the lab is found by its name" {
    mv "$scratch/lab09_second" "$scratch/lab09_matmul_naive"
    made_by_make "cp $scratch/rows \"\$csv\""
    cd "$scratch" || return
    gives 0 doctor QUICK_TEST=1
    check "the CPU device" found ok "CPU device" "gpu_v1 of lab09 is right: 0.747 ms; cpu_openmp 0.068 ms"
    check "that it builds" found note "CPU device" "builds lab09 for the quick test"
    check "no GPU" found note GPU "not tested"
    check "one run, a small one" \
        [ "$(sed 's/ [^ ]*$//' calls)" = "./build/cpu/lab09 --quick --only cpu_openmp,gpu_v1 --csv" ]
    rm calls
    nvidia_smi 13.0 "NVIDIA H200, 9.0"
    nvcc 13.0 75 80 90
    gives 0 doctor QUICK_TEST=1 BUILD=build/mine DEVICE=cpu REPORT_LANG=es
    check "Spanish" found ok GPU "gpu_v1 de lab09 es correcto: 0.747 ms"
    check "both" [ "$(sed 's/ .*//' calls)" = $'./build/mine/lab09\n./build/cuda/lab09' ]
    rm calls
    doctor
    check "none without being asked" [ ! -e calls ]
    check "the answer is the last line" contains "$(tail -n 1 <<<"$out")" "Labs run here"
}

# bats test_tags=slow
@test "doctor QUICK_TEST=1: what is wrong, ends badly, has no time or does not build is status 1, with a remedy" {
    cd "$scratch" || return
    made_by_make "echo 'gpu_v1       WRONG  C[3]: expected 7, got 6'; exit 1"
    gives 1 doctor QUICK_TEST=1
    check "what is wrong" found FIX "CPU device" "gpu_v1 of lab08 is WRONG: C[3]: expected 7, got 6"
    check "what to do" found FIX "CPU device" "> ./build/cpu/lab08 --quick   (shows more"
    check "its file" contains "$out" "> is gpu_v1 as the kit has it, in lab08_first/first.cu?"
    made_by_make "cp $scratch/rows \"\$csv\"; echo 'error: out of memory'; exit 4"
    gives 1 doctor QUICK_TEST=1
    check "its words" found FIX "CPU device" "lab08 fails with status 4: error: out of memory"
    made_by_make "grep -v 'gpu_v1,sync' $scratch/rows >\"\$csv\""
    gives 1 doctor QUICK_TEST=1
    check "no time" found FIX "CPU device" "no time that can be true"
    stub timeout 'case "$*" in *--quick*) exit 124 ;; esac; shift; exec "$@"'
    gives 1 doctor QUICK_TEST=1
    check "no end" found FIX "CPU device" "did not end within two minutes"
    stub make 'case "$*" in *--version*) echo "GNU Make 4.3" ;; *) echo "first.cu:3: error: expected ;"; exit 2 ;; esac'
    gives 1 doctor QUICK_TEST=1
    check "what the compiler says" found FIX "CPU device" "lab08 does not build: first.cu:3: error: expected ;"
    check "what to do" found FIX "CPU device" "> make lab08 DEVICE=cpu"
}

@test "doctor QUICK_TEST=1: nothing is tested where no lab can run; another value is refused" {
    made_by_make "cp $scratch/rows \"\$csv\""
    cd "$scratch" || return
    rm "$bin/g++"
    gives 1 doctor QUICK_TEST=1
    check "the answer is the last line" contains "$(tail -n 1 <<<"$out")" "No lab can run"
    for value in 2 yes 0; do
        gives 2 doctor QUICK_TEST=$value
        check "one line" [ "$out$err" = "make doctor: QUICK_TEST=$value: must be 1, or left out" ]
    done
    check "nothing was built" [ ! -e build ]
}

# bats test_tags=slow
@test "make doctor QUICK_TEST=1: lab 2 as it is handed out is right, with a wrong sign it is not" {
    local path
    path=$(path_without_cuda)
    cd "$root" || return
    kit_of "$scratch/kit" lab02
    cd "$scratch/kit" || return
    try env PATH="$path" make QUICK=1 doctor QUICK_TEST=1
    check "right" found ok "CPU device" "gpu_v1 of lab02 is right: "
    check "status 0" [ "$status" -eq 0 ]
    check "built already" shows_no "builds lab02"
    sed -i 's/sum += a\[i \* k + p\]/sum -= a[i * k + p]/' lab02_*/matmul_naive.cu
    try env PATH="$path" make QUICK=1 doctor QUICK_TEST=1
    check "WRONG" found FIX "CPU device" "gpu_v1 of lab02 is WRONG: "
    check "and its file" contains "$out" lab02_matmul_naive/matmul_naive.cu
    check "not status 0" [ "$status" -ne 0 ]
}

# ---- the machine itself --------------------------------------------------------------------

# good <what>: an ok line, and nothing else about it.
good() {
    shows "^ok +$1 " && shows_no "^(note|FIX) +$1 "
}

@test "doctor: an idle machine with memory and disk has nothing to say about them" {
    gives 0 doctor
    check "load" good load
    check "memory" found ok memory "16.4 GB free"
    check "no word about the disk, WSL, threads, counters" shows_no '^[a-zA-Z]+ +(disk|WSL|threads|counters|ncu) '
}

@test "doctor: a busy machine, fewer threads than cores" {
    echo '2.50 1 1 1/200 4711' >"$scratch/machine/proc/loadavg"
    doctor OMP_NUM_THREADS=1
    check "load" found note load "2.50 on 4 cores"
    check "what to do" found note load "> top"
    check "threads" found note threads "OMP_NUM_THREADS=1"
    check "what to do" found note threads "> unset OMP_NUM_THREADS"
    check "status 0" [ "$status" -eq 0 ]
    echo '1.90 1 1 1/200 4711' >"$scratch/machine/proc/loadavg"
    doctor OMP_NUM_THREADS=4
    check "half busy is good enough" good load
    check "all threads" shows_no threads:
}

# bats test_tags=slow
@test "doctor: short of memory, by itself or by the limit of a job" {
    echo 'MemAvailable: 900000 kB' >"$scratch/machine/proc/meminfo"
    doctor
    check "memory" found note memory "0.9 GB free"
    check "what to do" found note memory "> ./lab08 --sweep --size 2^22"
    machine
    echo 4000000000 >"$scratch/machine/sys/fs/cgroup/memory.max"
    echo 3000000000 >"$scratch/machine/sys/fs/cgroup/memory.current"
    doctor
    check "the job's" found note memory "1.0 GB free"
    echo max >"$scratch/machine/sys/fs/cgroup/memory.max"
    doctor
    check "no limit" found ok memory "16.4 GB free"
}

@test "doctor: a full disk" {
    disk 700000
    doctor
    check "disk" found note disk "0.7 GB free in"
    check "what to do" found note disk "> make clean"
    disk 50000
    doctor
    check "disk" found FIX disk "0.1 GB free in"
}

@test "doctor: pandoc missing is a note with the command that brings it" {
    doctor
    check "pandoc" found note pandoc "> ./setup.sh --tests"
    stub pandoc 'echo pandoc 3.1'
    doctor
    check "pandoc" found ok pandoc "pandoc 3.1"
}

# bats test_tags=slow
@test "doctor: WSL2 and WSL1; a Linux driver where Windows has its own" {
    echo 'Linux version 5.15.1-microsoft-standard-WSL2 (x)' >"$scratch/machine/proc/version"
    doctor
    check "WSL2" found ok WSL "version 2"
    check "driver" found note driver "> install NVIDIA's driver in Windows"
    mkdir -p "$scratch/machine/usr/lib/x86_64-linux-gnu"
    touch "$scratch/machine/usr/lib/x86_64-linux-gnu/libcuda.so.550.54.15"
    doctor
    check "the wrong driver" found FIX WSL "hides the one of Windows"
    check "what to do" found FIX WSL "> sudo apt-get purge"
    nvidia_smi 12.4 "NVIDIA H100, 9.0"
    nvcc 13.0 90
    doctor
    check "an old driver" found FIX driver "update the NVIDIA driver in Windows (to 580"
    check "counters" found note counters "NVIDIA Control Panel"
    echo 'Linux version 4.4.0-19041-Microsoft (x)' >"$scratch/machine/proc/version"
    doctor
    check "WSL1" found FIX WSL "> wsl --set-version Ubuntu 2"
}

# counters_said <RmProfilingAdminOnly> <user> <CapEff>
counters_said() {
    mkdir -p "$scratch/machine/proc/driver/nvidia"
    printf 'DmaRemapPeerMmio: 1\nRmProfilingAdminOnly: %s\n' "$1" >"$scratch/machine/proc/driver/nvidia/params"
    printf 'Name:\tcat\nCapEff:\t%s\n' "$3" >"$scratch/machine/proc/self/status"
    stub id "echo $2"
    doctor
}

# bats test_tags=slow
@test "doctor: who may read the profiler's counters" {
    nvidia_smi 13.0 "NVIDIA H200, 9.0"
    nvcc 13.0 90
    stub ncu 'echo Version 2025.3.0'
    counters_said 0 1000 0000000000000000
    check "open" found ok counters "open to all"
    check "ncu" found ok ncu "Version 2025.3.0"
    check "nsys" found note nsys "> https://developer.nvidia.com/nsight-systems"
    counters_said 1 1000 0000000000000000
    check "reserved" found note counters ERR_NVGPUCTRPERM
    check "once" found note counters "> sudo ncu"
    check "for good" found note counters "NVreg_RestrictProfilingToAdminUsers=0"
    counters_said 1 0 000001ffffffffff
    check "the administrator" good counters
    counters_said 1 0 000001ffffdfffff
    check "in a container" found note counters "cap-add=SYS_ADMIN"
    rm "$scratch/machine/proc/driver/nvidia/params"
    doctor
    check "unknown" found note counters "does not say"
    check "a GPU that works is the answer" contains "$out" "on the GPU: make lab08"
}

@test "doctor: a toolkit without cuBLAS, cuRAND or CUB; a GPU that others use" {
    nvidia_smi 13.0 "NVIDIA H200, 9.0"
    nvcc 13.0 90
    mv "$bin/nvcc" "$scratch/good_nvcc"
    stub nvcc "case \"\$*\" in *-lcublas*) echo 'libraries.cu:4:2: error: #error no cuRAND'; exit 1 ;; esac
exec $scratch/good_nvcc \"\$@\""
    doctor
    check "said" found FIX nvcc "no cuRAND"
    check "which toolkit" contains "$out" "CUDA Toolkit 13.0"
    check "for now" contains "$out" "DEVICE=cpu"
    nvcc 13.0 90
    mv "$bin/nvidia-smi" "$scratch/smi"
    stub nvidia-smi "case \"\$*\" in *compute-apps*) echo 4711; echo 4712 ;; *) exec $scratch/smi \"\$@\" ;; esac"
    doctor
    check "others" found note GPU "2 other programs compute on it"
    check "what to do" found note GPU "> nvidia-smi"
}

@test "doctor: two GPUs: alike, nothing to say; unlike, which one a lab takes, and nvcc builds for both" {
    nvcc 13.0 75 86 90
    mv "$bin/nvcc" "$scratch/good_nvcc"
    stub nvcc "echo \"\$*\" >>$scratch/calls; exec $scratch/good_nvcc \"\$@\""
    nvidia_smi 13.0 $'NVIDIA H200, 9.0, Disabled\nNVIDIA H200, 9.0, Disabled'
    doctor
    check "alike" lacks "$out" unlike
    check "no MIG" shows_no MIG
    nvidia_smi 13.0 $'NVIDIA T400, 7.5, [N/A]\nNVIDIA RTX A4000, 8.6, [N/A]'
    doctor
    check "unlike" found note GPU "CUDA's first, the fastest"
    check "the remedy" found note GPU "CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=0"
    check "nothing to fix" lacks "$out" FIX
    check "for both" grep -q 'compute_75,code=sm_75 -gencode arch=compute_86,code=sm_86 ' "$scratch/calls"
}

# suit <GPU, compute capability> <newest CUDA of the driver>: what doctor says of the wheels.
suit() {
    mkdir -p "$scratch/reference"
    cp "$root/reference/libraries.csv" "$scratch/reference"
    nvidia_smi "$2" "$1"
    doctor
}

# bats test_tags=slow
@test "doctor: which libraries' wheels suit the GPU and its driver, by reference/libraries.csv" {
    suit "NVIDIA H200, 9.0" 13.0
    check "all of them" found ok libraries "compute capability 9.0 and CUDA 13.0, as published on 20"
    check "CUDA 13's" [ "$(sed -n 's/^ *> pip install //p' <<<"$out" | head -n 4 | paste -s)" = \
        "'cupy-cuda13x[ctk]'	'numba-cuda[cu13]'	'jax[cuda13]'	torch" ]
    check "none is missing" shows_no '^note +libraries'
    suit "Tesla V100, 7.0" 13.0
    check "CUDA 13 has left it: CUDA 12's" \
        [ "$(grep -c -F -e 'cuda12x' -e '[cu12]' -e '[cuda12]' -e 'whl/cu126' <<<"$out")" -eq 4 ]
    suit "NVIDIA H100, 9.0" 12.4
    check "an older driver: no CUDA 13" shows_no '> pip install .*13'
    check "PyTorch's for CUDA 12" shows 'pip install torch --index-url https://download.pytorch.org/whl/cu126$'
    suit "NVIDIA GeForce RTX 5090, 12.0" 12.8
    check "a GPU newer than a wheel" \
        found note libraries "  PyTorch: no wheel known for compute capability 12.0 and CUDA 12.8"
    suit "NVIDIA GeForce GT 710, 3.5" 11.4
    check "no wheel at all" found note libraries "CuPy, Numba, JAX, PyTorch: no wheel"
    check "and so no ok" shows_no '^ok +libraries'
    sed -i 's/^\(CuPy,cupy-cuda12x.*,12\),5.0,/\1,,/; /^CuPy,cupy-cuda13x/d' "$scratch/reference/libraries.csv"
    nvidia_smi 13.0 "NVIDIA H200, 9.0"
    doctor
    check "what is unknown is no yes" found note libraries "CuPy: no wheel"
    rm "$bin/nvidia-smi"
    doctor
    check "nothing without a GPU" shows_no '^[a-zA-Z]+ +libraries'
}

@test "libraries.csv: every row has its columns, its day, its source; no library is missing" {
    cd "$root" || return
    local rows
    rows=$(grep -v '^#' reference/libraries.csv)
    check "columns" \
        [ "$(head -n 1 <<<"$rows")" = library,install,release,cuda,least_capability,most_capability,source,read ]
    local capability='([0-9]+\.[0-9])?' date='20[0-9]{2}-[0-9]{2}-[0-9]{2}'
    check "rows" [ -z "$(sed 1d <<<"$rows" |
        grep -v -E "^[A-Za-z]+,[^,]+,[0-9.]+,1[0-9](\.[0-9])?,$capability,$capability,[^,]{20,},$date\$")" ]
    check "libraries" [ "$(sed 1d <<<"$rows" | cut -d , -f 1 | uniq | paste -s -d ' ')" = "CuPy Numba JAX PyTorch" ]
    check "old to new, as doctor takes the last" \
        [ -z "$(awk -F, '/^#|^library/ { next } $1 == last && $4 <= cuda { print } { last = $1; cuda = $4 }' \
            reference/libraries.csv)" ]
    check "its table in the folder's map" grep -q '^`libraries.csv`' reference/README.md
}

# bats test_tags=slow
@test "doctor: MIG with a slice and without one; a Jetson" {
    nvcc 13.0 90
    nvidia_smi 13.0 "NVIDIA H100, 9.0, Enabled"
    doctor
    check "no slice" found FIX MIG "programs find no GPU"
    check "the way out" found FIX MIG "nvidia-smi -mig 0"
    mv "$bin/nvidia-smi" "$scratch/smi"
    stub nvidia-smi "case \"\$*\" in
    -L) echo 'GPU 0: NVIDIA H100 (UUID: GPU-1)'; echo '  MIG 1g.10gb     Device  0: (UUID: MIG-2)' ;;
*) exec $scratch/smi \"\$@\" ;; esac"
    doctor
    check "a slice" found note MIG "one slice"
    check "nothing to fix" lacks "$out" FIX
    mkdir -p "$scratch/machine/etc"
    touch "$scratch/machine/etc/nv_tegra_release"
    doctor
    check "Jetson" found note Jetson "not supported"
}

@test "doctor: every line that says FIX, and every note about what is missing, names a remedy" {
    rm "$bin/g++" "$bin/make"
    disk 50000
    echo 'Linux version 4.4.0-19041-Microsoft (x)' >"$scratch/machine/proc/version"
    gives 1 doctor
    check "four FIXes or more" [ "$(grep -c '^FIX' <<<"$out")" -ge 4 ]
    out=$(grep -A 3 '^FIX' <<<"$out" | awk '/^FIX/ { if (open) print last; open = 1; last = $0 } /^ *> / { open = 0 }
        END { if (open) print last }')
    check "each with a command under it" [ -z "$out" ]
}

# bats test_tags=slow
@test "doctor: what make sass and make traffic BY=nvcc need: the packages, of nvcc and nvdisasm or of nvdisasm alone" {
    doctor
    check "a note without nvcc" found note BY=nvcc "no nvcc for make sass and make traffic BY=nvcc"
    check "setup" shows '> ./setup.sh --tests   .0.3 GB'
    check "its packages" shows "'nvidia-cuda-nvcc==13.0..' 'nvidia-nvvm==13.0..'"
    check "and nvdisasm's" shows ' nvidia-cuda-nvdisasm$'
    nvcc 13.0 75 80
    doctor
    check "nvdisasm alone" found note BY=nvcc "pip install nvidia-cuda-nvdisasm"
    stub nvdisasm ''
    doctor
    check "all is there" found ok BY=nvcc "$bin/nvdisasm"
    rm "$bin/nvdisasm"
    mkdir -p "$scratch/.nvidia/nvidia/cu13/bin"
    printf '#!/bin/sh\n' >"$scratch/.nvidia/nvidia/cu13/bin/nvdisasm" &&
        chmod +x "$scratch/.nvidia/nvidia/cu13/bin/nvdisasm"
    doctor
    check "what setup has put there" found ok BY=nvcc "cu13/bin/nvdisasm"
}
