#!/bin/sh
# common/doctor.sh - what this machine has for the kit, what it lacks, and the command that mends
# it. `make doctor` runs it. A line starts with ok, note (nothing to do, but good to know) or MEND.
# status 0: a lab can run here, on one device at least; 1: on none.
#   DOCTOR_MACHINE   a folder with a machine's /proc, /sys and /usr, for the tests (default: this one)
set -u
export LC_ALL=C

green='' red='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then
    green=$(printf '\033[32m') red=$(printf '\033[31m') plain=$(printf '\033[0m')
fi

# ---- how it says things ----------------------------------------------------------

# say <ok|note|MEND> <what> <finding>: one line; a long finding goes on underneath.
say() {
    case $1 in ok) colour=$green ;; MEND) colour=$red ;; *) colour='' ;; esac
    printf '%s\n' "$3" | fold -s -w 82 | sed 's/ *$//' | {
        read -r first
        printf '%s%-4s%s  %-10s  %s\n' "$colour" "$1" "$plain" "$2" "$first"
        while read -r rest; do printf '%18s%s\n' '' "$rest"; done
    }
}

# mend <command or sentence>: what to do about the line above.
mend() {
    printf '%16s> %s\n' '' "$1"
}

machine=${DOCTOR_MACHINE:-}
. "$(dirname "$0")/scratch.sh"

# A broken driver can make its own tools hang.
patiently() {
    if command -v timeout >/dev/null 2>&1; then timeout 60 "$@"; else "$@"; fi
}

# ---- compilers and tools ---------------------------------------------------------

cat >"$scratch/openmp.cpp" <<'END'
#include <omp.h>
#include <cstdio>
int main()
{
    int threads = 0;
#pragma omp parallel reduction(+ : threads)
    threads++;
    printf("%d\n", threads);
}
END

serving=''

# compiler <command> <least major version>: reports it; those that should serve are $serving.
compiler() {
    if ! command -v "$1" >/dev/null 2>&1; then
        absent="$absent${absent:+, }$1"
        return
    fi
    full=$(echo __VERSION__ | "$1" -E -P -x c++ - 2>/dev/null | tr -d '"')
    version=$(echo "$full" | sed -n 's/[^0-9]*\([0-9][0-9.]*\).*/\1/p')
    least=$2
    case $1:$full in g++*:*lang* | g++*:*LLVM*) least=14 ;; esac # a Mac's g++ is clang
    if [ "${version%%.*}" -lt "$least" ] 2>/dev/null; then
        say note "$1" "$full is too old: the kit needs g++ 11 or newer, or clang++ 14 or newer"
    elif ! "$1" -fopenmp "$scratch/openmp.cpp" -o "$scratch/openmp" 2>"$scratch/log"; then
        say note "$1" "$full, but OpenMP does not build: $(grep -m 1 error "$scratch/log")"
    elif ! threads=$("$scratch/openmp"); then
        say note "$1" "$full, but a program with OpenMP does not run"
    else
        say ok "$1" "$full, OpenMP with $threads threads"
        serving="$serving $1"
    fi
}

absent=''
case ${CXX:-g++} in g++ | clang++) ;; *) compiler "$CXX" 11 ;; esac
compiler g++ 11
compiler clang++ 14
[ -z "$absent" ] || say note compilers "not here: $absent"

# The truth: the first of them that builds a small CUDA program as the labs are built, and runs it.
cpu_compiler=''
for candidate in $serving; do
    if complaint=$(sh "$(dirname "$0")/try.sh" "$candidate"); then
        cpu_compiler=$candidate
        say ok "CPU device" "built a kernel with $candidate and ran it"
        break
    fi
    say MEND "CPU device" "a small CUDA program does not build with $candidate: $complaint"
    mend ./setup.sh
done
if [ -z "$serving" ]; then
    say MEND compilers "no C++ compiler that builds for the CPU device"
    mend ./setup.sh
fi

# tool <command> <what it is for> <how needed: MEND or note> [option of setup.sh that brings it]
tool() {
    if command -v "$1" >/dev/null 2>&1; then
        say ok "$1" "$("$1" --version 2>/dev/null | head -n 1)"
    else
        say "$3" "$1" "not here: $2"
        mend "./setup.sh${4:+ $4}"
    fi
}
tool make "builds everything" MEND
tool gnuplot "draws the graphs; the labs run without it" note
tool pandoc "make handouts and make report write HTML with it" note --tests

echo '#include <cblas.h>
int main() { float x = 1; return cblas_sdot(1, &x, 1, &x, 1) != 1; }' >"$scratch/blas.cpp"
if [ -n "$cpu_compiler" ]; then
    if "$cpu_compiler" -I/usr/include/openblas "$scratch/blas.cpp" -o "$scratch/blas" -lopenblas \
        2>"$scratch/log" && "$scratch/blas" >/dev/null; then
        say ok OpenBLAS "found: the labs show a cpu_blas row"
    else
        say note OpenBLAS "not here: the labs leave out the cpu_blas row"
        mend "./setup.sh --tests"
    fi
fi

# ---- the machine: WSL, cores, memory, disk -----------------------------------------

wsl=no
case $(cat "$machine/proc/version" 2>/dev/null) in
*[Mm]icrosoft*[Ww][Ss][Ll]2* | *microsoft-standard*) wsl=2 ;;
*Microsoft*) wsl=1 ;;
esac
if [ $wsl = 1 ]; then
    say MEND WSL "version 1, which shows no GPU to Linux and is slow with files"
    mend "wsl --set-version Ubuntu 2   (in PowerShell; wsl --list names what is installed)"
elif [ $wsl = 2 ]; then
    say ok WSL "version 2"
    for library in "$machine"/usr/lib/x86_64-linux-gnu/libcuda.so.*; do
        if [ -e "$library" ]; then
            say MEND WSL "a Linux driver is installed, which hides the one of Windows"
            mend "sudo apt-get purge 'nvidia-driver-*' 'libnvidia-*'"
            break
        fi
    done
fi
case $wsl:$PWD in
[12]:/mnt/[a-z]/*)
    say note WSL "the kit lies on a Windows disk, where building takes long"
    mend "cp -r . ~/kit && cd ~/kit"
    ;;
esac

# Times are worth little when others use the cores, or when some of the cores are left out.
cores=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
load=$(cut -d ' ' -f 1 "$machine/proc/loadavg" 2>/dev/null ||
    uptime | sed 's/.*load average[s]*: *\([0-9.]*\).*/\1/')
if awk "BEGIN { exit !(${load:-0} > 0.5 * $cores) }"; then
    say note load "$load on $cores cores: other programs run, and will spoil the times"
    mend "top   (shows which; end them, or measure later)"
else
    say ok load "${load:-unknown} on $cores cores"
fi
if [ "${OMP_NUM_THREADS:-$cores}" -lt "$cores" ] 2>/dev/null; then
    say note threads "OMP_NUM_THREADS=$OMP_NUM_THREADS: 'all cores' means so many, not $cores"
    mend "unset OMP_NUM_THREADS"
fi

# gb <kilobytes>: 7.8 GB
gb() {
    awk "BEGIN { printf \"%.1f GB\", $1 / 1e6 * 1.024 }"
}

# A job or a container may get less than the machine has.
free=$(sed -n 's/^MemAvailable: *\([0-9]*\) kB/\1/p' "$machine/proc/meminfo" 2>/dev/null)
most=$(cat "$machine/sys/fs/cgroup/memory.max" 2>/dev/null)
used=$(cat "$machine/sys/fs/cgroup/memory.current" 2>/dev/null)
case $most in
'' | *[!0-9]*) ;;
*)
    allowed=$(((most - ${used:-0}) / 1024))
    if [ "$allowed" -lt "${free:-$allowed}" ]; then free=$allowed; fi
    ;;
esac
if [ -n "$free" ] && [ "$free" -lt 2200000 ]; then
    say note memory "$(gb "$free") free: sweeps take up to 2.2 GB"
    mend "./lab01 --sweep --size 2^22   (smaller sizes; or close other programs)"
elif [ -n "$free" ]; then
    say ok memory "$(gb "$free") free"
fi

# room <folder>: a line only where it is short.
room() {
    left=$(df -Pk "$1" 2>/dev/null | awk 'NR == 2 { print $4 }')
    if [ -z "$left" ] || [ "$left" -gt 1000000 ]; then return; fi
    if [ "$left" -lt 100000 ]; then kind=MEND; else kind=note; fi
    say $kind disk "$(gb "$left") free in $1; the kit, built and tested, takes 0.5 GB"
    mend "make clean   (removes what was built); df -h $1"
}
room "$PWD"
[ "${TMPDIR:-/tmp}" = "$PWD" ] || room "${TMPDIR:-/tmp}"

writable=yes
if [ ! -w . ]; then
    writable=no
    say MEND folder "$PWD cannot be written, so nothing can be built in it"
    mend 'cp -r . ~/kit && cd ~/kit'
fi

# ---- driver and GPU --------------------------------------------------------------

driver_cuda='' # the newest CUDA that the driver runs, as nvidia-smi says
gpu_count=0
gpu_arch='' # of the first GPU: 90 for compute capability 9.0
smi=$(command -v nvidia-smi || ls /usr/lib/wsl/lib/nvidia-smi 2>/dev/null)
if [ -z "$smi" ] && [ $wsl = 2 ]; then
    say note driver "no nvidia-smi: no NVIDIA GPU, or no driver in Windows; none belongs into Linux"
    mend "install NVIDIA's driver in Windows: https://www.nvidia.com/drivers"
elif [ -z "$smi" ]; then
    say note driver "no nvidia-smi: no NVIDIA GPU, or no driver; the CPU device needs neither"
elif ! patiently "$smi" >"$scratch/smi" 2>&1; then
    say MEND driver "nvidia-smi fails: $(grep -m 1 . "$scratch/smi")"
    mend "reboot if the driver was just installed or updated; else install it again:"
    mend "https://www.nvidia.com/drivers"
else
    driver_cuda=$(sed -n 's/.*CUDA[ A-Z]*Version: *\([0-9][0-9.]*\).*/\1/p' "$scratch/smi")
    driver=$(sed -n 's/.*Driver Version: *\([0-9][0-9.]*\).*/\1/p' "$scratch/smi")
    if [ -n "$driver_cuda" ]; then
        say ok driver "${driver:-version unknown}, runs CUDA up to $driver_cuda"
    else
        say MEND driver "${driver:-version unknown}, but no libcuda: a container without it?"
        mend "docker run --gpus all -e NVIDIA_DRIVER_CAPABILITIES=compute,utility ..."
    fi
    patiently "$smi" --query-gpu=name,compute_cap --format=csv,noheader >"$scratch/gpus" 2>/dev/null
    grep '[0-9]\.[0-9]' "$scratch/gpus" >"$scratch/known"
    while IFS=, read -r name capability; do
        say ok GPU "$name, compute capability$capability"
        gpu_count=$((gpu_count + 1))
        [ -n "$gpu_arch" ] || gpu_arch=$(echo "$capability" | tr -d ' .')
    done <"$scratch/known"
    if [ $gpu_count -eq 0 ]; then
        say MEND GPU "the driver answers but shows no GPU whose compute capability it can tell"
        mend "nvidia-smi -L   (on a cluster: srun --gres=gpu:1 --pty bash, then again)"
    fi
    others=$(patiently "$smi" --query-compute-apps=pid --format=csv,noheader 2>/dev/null |
        grep -c '^[0-9]')
    if [ "$others" -gt 0 ]; then
        say note GPU "$others other programs compute on it, and will spoil the times"
        mend "nvidia-smi   (shows which)"
    fi
fi

# ---- nvcc, and whether it fits the driver and the GPU ----------------------------

# Toolkits that still build for an old GPU, and the least one that knows a new GPU.
last_toolkit_for() {
    if [ "$1" -lt 35 ]; then echo 10.2; elif [ "$1" -lt 50 ]; then echo 11.8; else echo 12.9; fi
}
first_toolkit_for() {
    if [ "$1" -le 80 ]; then echo 11.0
    elif [ "$1" -le 90 ]; then echo 11.8
    elif [ "$1" -le 101 ] || [ "$1" -eq 120 ]; then echo 12.8
    elif [ "$1" -eq 103 ] || [ "$1" -eq 121 ]; then echo 12.9
    else echo 13.0; fi
}
# The least driver of a toolkit, from the toolkits' release notes.
driver_for() {
    case ${1%%.*} in 10) echo 440 ;; 11) echo 450 ;; 12) echo 525 ;; *) echo 580 ;; esac
}
install_toolkit() {
    if command -v apt-get >/dev/null 2>&1; then
        mend "sudo apt-get install cuda-toolkit-$(echo "$1" | tr . -)   (from NVIDIA's repository)"
    fi
    mend "https://developer.nvidia.com/cuda-toolkit-archive has CUDA Toolkit $1"
}
install_driver() {
    if [ $wsl = 2 ]; then
        mend "update the NVIDIA driver in Windows (to $1 or newer); WSL2 uses that one"
    elif command -v ubuntu-drivers >/dev/null 2>&1; then
        mend "sudo ubuntu-drivers install   (a driver of version $1 or newer)"
    else
        mend "install driver $1 or newer: https://www.nvidia.com/drivers"
    fi
}

# The truth: a kernel that writes 42. Says the first complaint, or nothing when it works.
cat >"$scratch/probe.cu" <<'END'
#include <cstdio>
__global__ void answer(int *x)
{
    *x = 42;
}
int main()
{
    int *d_x = NULL, x = 0;
    cudaMalloc(&d_x, sizeof x);
    answer<<<1, 1>>>(d_x);
    cudaError_t error = cudaMemcpy(&x, d_x, sizeof x, cudaMemcpyDeviceToHost);
    if (x != 42)
        printf("error: %s\n", cudaGetErrorString(error));
    return x != 42;
}
END
# The libraries that the labs compare with.
cat >"$scratch/libraries.cu" <<'END'
#if !__has_include(<cublas_v2.h>)
#error no cuBLAS
#elif !__has_include(<curand_kernel.h>)
#error no cuRAND
#elif !__has_include(<cub/cub.cuh>)
#error no CUB
#endif
int main()
{
    return 0;
}
END
complaint_of() {
    patiently "$@" >"$scratch/log" 2>&1 && return
    grep -m 1 -i error "$scratch/log" || echo "status $? of $1, which says nothing more"
}

gpu_works=no
toolkit=${CUDA_HOME:-${CUDA_PATH:-/usr/local/cuda}}
nvcc=$(command -v nvcc)
if [ -z "$nvcc" ] && [ -x "$toolkit/bin/nvcc" ]; then
    say note nvcc "$toolkit/bin/nvcc is there, but not on PATH: make does not see it"
    mend "export PATH=$toolkit/bin:\$PATH"
elif [ -z "$nvcc" ] && [ $gpu_count -gt 0 ]; then
    say note nvcc "a GPU but no CUDA Toolkit: the labs run on the CPU device"
    install_toolkit "${driver_cuda:-12.9}"
elif [ -z "$nvcc" ]; then
    say note nvcc "not here: the labs run on the CPU device"
else
    release=$("$nvcc" --version | sed -n 's/.*release \([0-9.]*\),.*/\1/p')
    say ok nvcc "${release:-of unknown release}, $nvcc"
    complaint=$(complaint_of "$nvcc" -c "$scratch/probe.cu" -o "$scratch/probe.o")
    known=$("$nvcc" --list-gpu-arch 2>/dev/null | sed -n 's/^compute_\([0-9]*\)$/\1/p' | sort -n)
    oldest=$(echo "$known" | head -n 1)
    if [ -n "$complaint" ]; then
        say MEND nvcc "does not compile an empty kernel: $complaint"
        newest_gcc=$(echo "$complaint" | sed -n 's/.*gcc versions later than \([0-9]*\).*/\1/p')
        if [ -n "$newest_gcc" ]; then
            mend "sudo apt-get install g++-$newest_gcc"
            mend "export NVCC_PREPEND_FLAGS='-ccbin g++-$newest_gcc'"
        else
            mend "$nvcc -c my.cu shows all of it; install the toolkit again if it is incomplete"
        fi
    elif [ $gpu_count -eq 0 ]; then
        say note GPU "nvcc but no GPU: DEVICE=cuda builds and cannot run; labs use the CPU device"
    elif [ "$gpu_arch" -lt "${oldest:-0}" ]; then
        say MEND nvcc "nvcc $release no longer builds for this GPU: sm_$gpu_arch"
        install_toolkit "$(last_toolkit_for "$gpu_arch")"
    elif [ -n "$driver_cuda" ] && [ "${release%%.*}" -gt "${driver_cuda%%.*}" ]; then
        say MEND driver "nvcc $release is newer than the driver, which runs CUDA up to $driver_cuda"
        install_driver "$(driver_for "$release")"
        mend "or an older toolkit, which fits this driver:"
        install_toolkit "$driver_cuda"
    elif [ -n "$oldest" ] && ! echo "$known" | grep -q -x "$gpu_arch"; then
        say MEND nvcc "nvcc $release does not know this GPU yet (sm_$gpu_arch)"
        install_toolkit "$(first_toolkit_for "$gpu_arch")"
    else
        complaint=$(complaint_of "$nvcc" -arch="sm_$gpu_arch" "$scratch/probe.cu" -o "$scratch/gpu")
        [ -n "$complaint" ] || complaint=$(complaint_of "$scratch/gpu")
        libraries=$(complaint_of "$nvcc" "$scratch/libraries.cu" -lcublas -o "$scratch/libraries")
        if [ -z "$complaint$libraries" ]; then
            gpu_works=yes
            say ok GPU "built a kernel for sm_$gpu_arch and ran it"
        elif [ -z "$complaint" ]; then
            say MEND nvcc "the toolkit is not complete, the labs do not build: $libraries"
            install_toolkit "$release"
        else
            say MEND GPU "a kernel built for sm_$gpu_arch does not run: $complaint"
            mend "nvidia-smi shows whether the GPU is free and in compute mode Default"
        fi
    fi
fi

# ---- the profilers, where there is a GPU -----------------------------------------------

# Sets counters to open, or says who may read the GPU's performance counters.
who_may_count() {
    restricted=$(sed -n 's/^RmProfilingAdminOnly: *//p' "$machine/proc/driver/nvidia/params" \
        2>/dev/null)
    rights=$(sed -n 's/^CapEff:[^0-9a-f]*//p' "$machine/proc/self/status" 2>/dev/null)
    if [ "${restricted:-1}" = 0 ]; then
        say ok counters "open to all: ncu works"
    elif [ $wsl = 2 ]; then
        say note counters "Windows decides whether ncu may read them"
        mend "NVIDIA Control Panel in Windows: Developer, Manage GPU Performance Counters"
    elif [ -z "$restricted" ]; then
        say note counters "the driver does not say who may read them; ncu will"
    elif [ "$(id -u)" -ne 0 ]; then
        say note counters "reserved for the administrator: ncu says ERR_NVGPUCTRPERM; nsys works"
        mend "sudo ncu ...   (this once), or for good, and then reboot:"
        mend "echo options nvidia NVreg_RestrictProfilingToAdminUsers=0 |"
        printf '%18s%s\n' '' "sudo tee /etc/modprobe.d/ncu.conf; sudo update-initramfs -u"
    elif [ -n "$rights" ] && [ $((0x$rights >> 21 & 1)) -eq 0 ]; then # CAP_SYS_ADMIN
        say note counters "this container may not read them: ncu says ERR_NVGPUCTRPERM; nsys works"
        mend "docker run --gpus all --cap-add=SYS_ADMIN ..."
    else
        say ok counters "you are the administrator: ncu works"
    fi
}

if [ $gpu_count -gt 0 ]; then
    for profiler in ncu nsys; do
        if command -v $profiler >/dev/null 2>&1; then
            say ok $profiler "$(patiently $profiler --version 2>/dev/null | grep -i -m 1 version)"
        else
            say note $profiler "not on PATH: needed only to profile"
            if [ -x "$toolkit/bin/$profiler" ]; then
                mend "export PATH=$toolkit/bin:\$PATH"
            elif [ $profiler = ncu ]; then
                mend "https://developer.nvidia.com/nsight-compute"
            else
                mend "https://developer.nvidia.com/nsight-systems"
            fi
        fi
    done
    who_may_count
fi

# ---- the answer ------------------------------------------------------------------

echo
knobs=''
case $cpu_compiler in '' | g++) ;; *) knobs="CXX=$cpu_compiler " ;; esac
if ! command -v make >/dev/null 2>&1 || [ $writable = no ] ||
    { [ $gpu_works = no ] && [ -z "$cpu_compiler" ]; }; then
    echo "No lab can run here yet: mend what is marked MEND, then make doctor again."
    exit 1
elif [ $gpu_works = yes ]; then
    echo "Labs run here, on the GPU: make lab03 && ./lab03"
elif [ $gpu_count -gt 0 ] && [ -n "$nvcc" ]; then
    echo "Labs run here, for now on the CPU device only: make ${knobs}lab03 DEVICE=cpu && ./lab03"
else
    echo "Labs run here, on the CPU device: make ${knobs}lab03 && ./lab03"
fi
