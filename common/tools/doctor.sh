#!/bin/sh
# common/tools/doctor.sh - what this machine has for the kit, what it lacks, and the command that fixes
# it. `make doctor` runs it. A line starts with ok, note (nothing to do, but good to know) or FIX.
# status 0: a lab can run here, on one device at least; 1: on none.
#   DOCTOR_MACHINE   a folder with a machine's /proc, /sys and /usr, for the tests (default: this one)
set -u
export LC_ALL=C
machine=${DOCTOR_MACHINE:-} kit=$(dirname "$0")
labs=$(cd "$kit/../.." && echo lab*_*/)
lab=${labs%%_*} # the first one
. "$kit/scratch.sh"

# say <ok|note|FIX> <what> <finding> [remedy...]: a long finding goes on underneath.
say() {
    case $1 in ok) colour=$green ;; FIX) colour=$red ;; *) colour='' ;; esac
    printf '%s%-4s%s  %-10s  ' "$colour" "$1" "${colour:+$plain}" "$2"
    printf '%s\n' "$3" | fold -s -w 82 | sed 's/ *$//; 1!s/^/                  /'
    shift 3
    for remedy; do printf '%16s> %s\n' '' "$remedy"; done
}

here() {
    command -v "$1" >/dev/null 2>&1
}

# ---- compilers and tools ---------------------------------------------------------

printf '#include <omp.h>\nint main() { return omp_get_max_threads() < 1; }\n' >"$scratch/openmp.cpp"
serving=''

# compiler <command> <least major version>: reports it; those that should serve are $serving.
compiler() {
    here "$1" || { say note "$1" "not here" && return; }
    full=$(echo __VERSION__ | "$1" -E -P -x c++ - 2>/dev/null | tr -d '"')
    major=$(echo "$full" | sed -n 's/[^0-9]*\([0-9]*\).*/\1/p')
    least=$2
    case $1:$full in g++*:*lang* | g++*:*LLVM*) least=14 ;; esac # a Mac's g++ is clang
    if [ "$major" -lt "$least" ] 2>/dev/null; then
        say note "$1" "$full is too old: the kit needs g++ 11 or newer, or clang++ 14 or newer"
    elif complaint=$(tried "$1" -fopenmp "$scratch/openmp.cpp" -o "$scratch/openmp" && tried "$scratch/openmp"); then
        say ok "$1" "$full, with OpenMP"
        serving="$serving $1"
    else
        say note "$1" "$full, but no program with OpenMP builds and runs: $complaint"
    fi
}
case ${CXX:-g++} in g++ | clang++) ;; *) compiler "$CXX" 11 ;; esac
compiler g++ 11
compiler clang++ 14
[ -n "$serving" ] || say FIX compilers "no C++ compiler that builds for the CPU device" ./setup.sh

# The truth: the first of them that builds a small CUDA program as the labs are built, and runs it.
cpu_compiler=''
for candidate in $serving; do
    if complaint=$(sh "$kit/try.sh" "$candidate"); then
        cpu_compiler=$candidate
        say ok "CPU device" "built a kernel with $candidate and ran it"
        break
    fi
    say FIX "CPU device" "a small CUDA program does not build with $candidate: $complaint" ./setup.sh
done

# tool <command> <what it is for> <how needed: FIX or note> <where it is to be had>
tool() {
    if here "$1"; then
        say ok "$1" "$(limited 60 "$1" --version 2>/dev/null | grep -m 1 '[0-9]\.[0-9]')"
    else
        say "$3" "$1" "not on PATH: $2" "$4"
    fi
}
tool make "builds everything" FIX ./setup.sh
tool gnuplot "draws the graphs; the labs run without it" note ./setup.sh
tool pandoc "make handouts and make report write HTML with it" note "./setup.sh --tests"

printf '#include <cblas.h>\nint main() { return openblas_get_num_threads() < 1; }\n' >"$scratch/blas.cpp"
if tried "${cpu_compiler:-false}" -I/usr/include/openblas "$scratch/blas.cpp" -o "$scratch/blas" -lopenblas >/dev/null; then
    say ok OpenBLAS "found: the labs show a cpu_blas row"
else
    say note OpenBLAS "not found: the labs leave out the cpu_blas row" "./setup.sh --tests"
fi

printf '#include <stdio.h>\n#include <jpeglib.h>\n#include <png.h>\n#include <libexif/exif-data.h>\nint main() { return !jpeg_std_error || !png_sig_cmp || !exif_data_new; }\n' >"$scratch/photos.cpp"
if tried "${cpu_compiler:-false}" "$scratch/photos.cpp" -o "$scratch/photos" -ljpeg -lpng -lexif >/dev/null; then
    say ok photos "JPEG and PNG are read: libjpeg, libpng and libexif are there"
else
    say note photos "libjpeg, libpng or libexif is missing: the network reads no JPEG and no PNG, but PPM" "./setup.sh --photos"
fi

# ---- the machine: WSL, cores, memory, disk -----------------------------------------

wsl=no
case $(cat "$machine/proc/version" 2>/dev/null) in
*[Mm]icrosoft*[Ww][Ss][Ll]2* | *microsoft-standard*)
    wsl=2
    say ok WSL "version 2"
    ! ls "$machine"/usr/lib/x86_64-linux-gnu/libcuda.so.* >/dev/null 2>&1 ||
        say FIX WSL "a Linux driver is installed, which hides the one of Windows" \
            "sudo apt-get purge 'nvidia-driver-*' 'libnvidia-*'"
    ;;
*Microsoft*)
    wsl=1
    say FIX WSL "version 1, which shows no GPU to Linux and is slow with files" \
        "wsl --set-version Ubuntu 2   (in PowerShell; wsl --list names what is installed)"
    ;;
esac
case $wsl:$PWD in [12]:/mnt/[a-z]/*)
    say note WSL "the kit lies on a Windows disk, where building takes long" "cp -r . ~/kit && cd ~/kit" ;;
esac

# Times are worth little when others use the cores, or when some of the cores are left out.
cores=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
load=$(cut -d ' ' -f 1 "$machine/proc/loadavg" 2>/dev/null ||
    uptime | sed 's/.*load average[s]*: *\([0-9.]*\).*/\1/')
if awk "BEGIN { exit !(${load:-0} > 0.5 * $cores) }"; then
    say note load "$load on $cores cores: other programs run, and will spoil the times" \
        "top   (shows which; end them, or measure later)"
else
    say ok load "${load:-unknown} on $cores cores"
fi
! [ "${OMP_NUM_THREADS:-$cores}" -lt "$cores" ] 2>/dev/null ||
    say note threads "OMP_NUM_THREADS=$OMP_NUM_THREADS: 'all cores' means so many, not $cores" "unset OMP_NUM_THREADS"

gb() { # gb <kilobytes>: 7.8 GB
    awk "BEGIN { printf \"%.1f GB\", $1 / 1e6 * 1.024 }"
}

# A job or a container may get less than the machine has.
free=$(sed -n 's/^MemAvailable: *\([0-9]*\) kB/\1/p' "$machine/proc/meminfo" 2>/dev/null)
used=$(cat "$machine/sys/fs/cgroup/memory.current" 2>/dev/null)
most=$(grep -x '[0-9]*' "$machine/sys/fs/cgroup/memory.max" 2>/dev/null) &&
    allowed=$(((most - ${used:-0}) / 1024)) &&
    [ "$allowed" -lt "${free:-$allowed}" ] && free=$allowed
if [ "${free:-2200000}" -lt 2200000 ]; then
    say note memory "$(gb "$free") free: sweeps take up to 2.2 GB" \
        "./$lab --sweep --size 2^22   (smaller sizes; or close other programs)"
elif [ -n "$free" ]; then
    say ok memory "$(gb "$free") free"
fi

for folder in "$PWD" "${TMPDIR:-/tmp}"; do # a line only where it is short
    left=$(df -Pk "$folder" 2>/dev/null | awk 'NR == 2 { print $4 }')
    [ "${left:-1000000}" -lt 1000000 ] || continue
    kind=note
    [ "$left" -ge 100000 ] || kind=FIX
    say $kind disk "$(gb "$left") free in $folder; the kit, built and tested, takes 0.5 GB" \
        "make clean   (removes what was built); df -h $folder"
done
[ -w . ] || say FIX folder "$PWD cannot be written, so nothing can be built in it" 'cp -r . ~/kit && cd ~/kit'

# ---- driver and GPU --------------------------------------------------------------

driver_cuda='' # the newest CUDA that the driver runs, as nvidia-smi says
gpu_count=0
gpu_arch='' # of the first GPU: 90 for compute capability 9.0
for_gpus='' # what nvcc is told: each kind of GPU once, as make tells it
[ ! -e "$machine/etc/nv_tegra_release" ] ||
    say note Jetson "not supported: its GPU shares the CPU's memory, so that copies and limits mean something else"
smi=$(command -v nvidia-smi || ls /usr/lib/wsl/lib/nvidia-smi 2>/dev/null)
if [ -z "$smi" ] && [ $wsl = 2 ]; then
    say note driver "no nvidia-smi: no NVIDIA GPU, or no driver in Windows; none belongs into Linux" \
        "install NVIDIA's driver in Windows: https://www.nvidia.com/drivers"
elif [ -z "$smi" ]; then
    say note driver "no nvidia-smi: no NVIDIA GPU, or no driver; the CPU device needs neither"
elif ! complaint=$(tried limited 60 "$smi"); then
    say FIX driver "nvidia-smi fails: $complaint" \
        "reboot if the driver was just installed or updated; else install it again:" \
        "https://www.nvidia.com/drivers"
else
    driver_cuda=$(sed -n 's/.*CUDA[ A-Z]*Version: *\([0-9][0-9.]*\).*/\1/p' "$scratch/log")
    driver=$(sed -n 's/.*Driver Version: *\([0-9][0-9.]*\).*/\1/p' "$scratch/log")
    if [ -n "$driver_cuda" ]; then
        say ok driver "${driver:-version unknown}, runs CUDA up to $driver_cuda"
    else
        say FIX driver "${driver:-version unknown}, but no libcuda: a container without it?" \
            "docker run --gpus all -e NVIDIA_DRIVER_CAPABILITIES=compute,utility ..."
    fi
    limited 60 "$smi" --query-gpu=name,compute_cap,mig.mode.current --format=csv,noheader 2>/dev/null |
        grep '[0-9]\.[0-9]' >"$scratch/gpus"
    mig=''
    while IFS=, read -r name capability mode; do
        say ok GPU "$name, compute capability$capability"
        gpu_count=$((gpu_count + 1))
        arch=$(echo "$capability" | tr -d ' .')
        gpu_arch=${gpu_arch:-$arch}
        case $for_gpus in *"sm_$arch "*) ;; *) for_gpus="$for_gpus-gencode arch=compute_$arch,code=sm_$arch " ;; esac
        case $mode in *Enabled*) mig=on ;; esac
    done <"$scratch/gpus"
    [ "$(cut -d , -f 1,2 "$scratch/gpus" | sort -u | wc -l)" -le 1 ] ||
        say note GPU "unlike GPUs: a lab uses only CUDA's first, the fastest, which need not be the first above" \
            "export CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=0   (the first)" \
            "make $lab CUDA_ARCH=$gpu_arch   (if nvcc cannot build for all of them)"
    if [ "$mig" = on ] && limited 60 "$smi" -L 2>/dev/null | grep -q '^ *MIG '; then
        say note MIG "a lab runs on one slice of the GPU, with the slice's SMs and memory" \
            "export CUDA_VISIBLE_DEVICES=MIG-...   (another one; nvidia-smi -L lists them)"
    elif [ "$mig" = on ]; then
        say FIX MIG "is on, but the GPU has not been divided: programs find no GPU" \
            "sudo nvidia-smi mig -cgi 0 -C   (one slice, the whole GPU)" \
            "sudo nvidia-smi -mig 0   (turns MIG off)"
    fi
    [ $gpu_count -gt 0 ] ||
        say FIX GPU "the driver answers but shows no GPU whose compute capability it can tell" \
            "nvidia-smi -L   (on a cluster: srun --gres=gpu:1 --pty bash, then again)"
    others=$(limited 60 "$smi" --query-compute-apps=pid --format=csv,noheader 2>/dev/null | grep -c '^[0-9]')
    [ "$others" -eq 0 ] ||
        say note GPU "$others other programs compute on it, and will spoil the times" "nvidia-smi   (shows which)"
fi

# ---- nvcc, and whether it fits the driver and the GPU ----------------------------

archive="https://developer.nvidia.com/cuda-toolkit-archive: CUDA Toolkit"
toolkit=${CUDA_HOME:-${CUDA_PATH:-/usr/local/cuda}}
small_program=$kit/try.cu
printf '#if !__has_include(<%s>)\n#error no %s\n#endif\n' cublas_v2.h cuBLAS curand_kernel.h cuRAND \
    cub/cub.cuh CUB >"$scratch/libraries.cu" # as the labs use
gpu_works=no
nvcc=$(command -v nvcc)
if [ -n "$nvcc" ]; then
    release=$("$nvcc" --version | sed -n 's/.*release \([0-9.]*\),.*/\1/p')
    say ok nvcc "${release:-of unknown release}, $nvcc"
    known=$("$nvcc" --list-gpu-arch 2>/dev/null | sed -n 's/^compute_\([0-9]*\)$/\1/p' | sort -n)
    oldest=$(echo "$known" | head -n 1)
fi
# shellcheck disable=SC2086 # words
if [ -z "$nvcc" ] && [ -x "$toolkit/bin/nvcc" ]; then
    say note nvcc "$toolkit/bin/nvcc is there, but not on PATH: make does not see it" \
        "export PATH=$toolkit/bin:\$PATH"
elif [ -z "$nvcc" ] && [ $gpu_count -gt 0 ]; then
    say note nvcc "a GPU but no CUDA Toolkit: the labs run on the CPU device" "$archive ${driver_cuda:-12.9}"
elif [ -z "$nvcc" ]; then
    say note nvcc "not here: the labs run on the CPU device"
elif ! complaint=$(tried limited 60 "$nvcc" -c "$small_program" -o "$scratch/probe.o"); then
    newest_gcc=$(echo "$complaint" | sed -n 's/.*gcc versions later than \([0-9]*\).*/\1/p')
    set -- "$nvcc -c my.cu shows all of it; install the toolkit again if it is incomplete"
    [ -z "$newest_gcc" ] || set -- "sudo apt-get install g++-$newest_gcc" \
        "export NVCC_PREPEND_FLAGS='-ccbin g++-$newest_gcc'"
    say FIX nvcc "does not compile an empty kernel: $complaint" "$@"
elif [ $gpu_count -eq 0 ]; then
    say note GPU "nvcc but no GPU: DEVICE=cuda builds and cannot run; labs use the CPU device"
elif [ "$gpu_arch" -lt "${oldest:-0}" ]; then
    case $gpu_arch in [12]? | 3[0-4]) last=10.2 ;; [34]?) last=11.8 ;; *) last=12.9 ;; esac
    say FIX nvcc "nvcc $release no longer builds for this GPU: sm_$gpu_arch" "$archive $last"
elif [ -n "$driver_cuda" ] && [ "${release%%.*}" -gt "${driver_cuda%%.*}" ]; then
    # The least driver of a toolkit, from the toolkits' release notes.
    case ${release%%.*} in 10) least=440 ;; 11) least=450 ;; 12) least=525 ;; *) least=580 ;; esac
    remedy="install driver $least or newer: https://www.nvidia.com/drivers"
    [ $wsl = no ] || remedy="update the NVIDIA driver in Windows (to $least or newer); WSL2 uses that one"
    say FIX driver "nvcc $release is newer than the driver, which runs CUDA up to $driver_cuda" \
        "$remedy" "or $archive $driver_cuda"
elif [ -n "$oldest" ] && ! echo "$known" | grep -q -x "$gpu_arch"; then
    case $gpu_arch in 80) first=11.0 ;; 8? | 90) first=11.8 ;; 1[02]0 | 101) first=12.8 ;; *) first=13.0 ;; esac
    say FIX nvcc "nvcc $release does not know this GPU yet (sm_$gpu_arch)" "$archive $first"
elif ! complaint=$(tried limited 60 "$nvcc" $for_gpus "$small_program" "$scratch/libraries.cu" -lcublas \
    -o "$scratch/gpu"); then
    say FIX nvcc "the toolkit is not complete, the labs do not build: $complaint" "$archive $release"
elif ! complaint=$(tried limited 60 "$scratch/gpu"); then
    say FIX GPU "a kernel built for sm_$gpu_arch does not run: $complaint" \
        "nvidia-smi shows whether the GPU is free and in compute mode Default"
else
    gpu_works=yes
    say ok GPU "built a kernel for sm_$gpu_arch and ran it"
fi

# ---- nvcc without a GPU: make sass03, make traffic03 BY=nvcc ------------------------------

here=$kit/..
. "$kit/../sass/tools.sh"
if ! find_nvcc; then
    say note BY=nvcc "no nvcc for make sass and make traffic BY=nvcc, which need no GPU; from PyPI, without a toolkit:" \
        "./setup.sh --tests   (0.3 GB, into the kit), or with pip install:" \
        "$(echo "$nvcc_packages $nvdisasm_packages" | sed "s/[^ ]*==[^ ]*/'&'/g" | fold -s -w 74 | sed '1!s/^/                  /; s/ *$//')"
elif ! find_nvdisasm; then
    say note BY=nvcc "no nvdisasm for make sass and make traffic BY=nvcc" "./setup.sh --tests   (5 MB, into the kit)" \
        "pip install $nvdisasm_packages"
else
    say ok BY=nvcc "make sass, and traffic as nvcc builds it, with $NVDISASM"
fi

# ---- the profilers, and who may read the GPU's performance counters ------------------------

restricted=$(sed -n 's/^RmProfilingAdminOnly: *//p' "$machine/proc/driver/nvidia/params" 2>/dev/null)
rights=$(sed -n 's/^CapEff:[^0-9a-f]*//p' "$machine/proc/self/status" 2>/dev/null)
if [ $gpu_count -gt 0 ]; then
    tool ncu "needed only to profile" note https://developer.nvidia.com/nsight-compute
    tool nsys "needed only to profile" note https://developer.nvidia.com/nsight-systems
fi
if [ $gpu_count -eq 0 ]; then
    : # nothing to count
elif [ "${restricted:-1}" = 0 ]; then
    say ok counters "open to all: ncu works"
elif [ $wsl = 2 ]; then
    say note counters "Windows decides whether ncu may read them" \
        "NVIDIA Control Panel in Windows: Developer, Manage GPU Performance Counters"
elif [ -z "$restricted" ]; then
    say note counters "the driver does not say who may read them; ncu will"
elif [ "$(id -u)" -ne 0 ]; then
    say note counters "reserved for the administrator: ncu says ERR_NVGPUCTRPERM; nsys works" \
        "sudo ncu ...   (this once), or for good, and then reboot:" \
        "echo options nvidia NVreg_RestrictProfilingToAdminUsers=0 |" \
        "sudo tee /etc/modprobe.d/ncu.conf; sudo update-initramfs -u"
elif [ $((0x${rights:-ffffffff} >> 21 & 1)) -eq 0 ]; then # CAP_SYS_ADMIN
    say note counters "this container may not read them: ncu says ERR_NVGPUCTRPERM; nsys works" \
        "docker run --gpus all --cap-add=SYS_ADMIN ..."
else
    say ok counters "you are the administrator: ncu works"
fi

# ---- the answer ------------------------------------------------------------------

echo
knobs=''
case $cpu_compiler in '' | g++) ;; *) knobs="CXX=$cpu_compiler " ;; esac
if ! here make || [ ! -w . ] || [ "$gpu_works$cpu_compiler" = no ]; then
    echo "No lab can run here yet: fix what is marked FIX, then make doctor again."
    exit 1
elif [ $gpu_works = yes ]; then
    echo "Labs run here, on the GPU: make $lab && ./$lab"
elif [ $gpu_count -gt 0 ] && [ -n "$nvcc" ]; then
    echo "Labs run here, for now on the CPU device only: make ${knobs}$lab DEVICE=cpu && ./$lab"
else
    echo "Labs run here, on the CPU device: make ${knobs}$lab && ./$lab"
fi
