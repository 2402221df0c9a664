#!/bin/sh
# common/tools/doctor.sh - what this machine has for the kit, what it lacks, and the command that fixes
# it. `make doctor` runs it. A line starts with ok, note (nothing to do, but good to know) or FIX.
# status 0: a lab can run here, on one device at least; 1: on none; 2: bad usage.
#   QUICK_TEST=1     then checks and times one product on each device; status 1: it is wrong or fails on one
#   BUILD, DEVICE    where the lab is built for DEVICE (default: build/cpu, build/cuda)
#   DOCTOR_MACHINE   a folder with a machine's /proc, /sys and /usr, for the tests (default: this one)
set -u
machine=${DOCTOR_MACHINE:-} kit=$(dirname "$0")
labs=$(cd "$kit/../.." && echo lab*_*/)
lab=${labs%%_*} # the first one
. "$kit/scratch.sh"
export LC_ALL=C
case ${QUICK_TEST:-} in '' | 1) ;; *)
    say "make doctor: QUICK_TEST=$QUICK_TEST: must be 1, or left out" \
        "make doctor: QUICK_TEST=$QUICK_TEST: debe ser 1, o no darse" >&2
    exit 2 ;;
esac

# line <ok|note|FIX> <what> <finding> [remedy...]: a long finding goes on underneath.
line() {
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
    here "$1" || { line note "$1" "$(say "not here" "no está aquí")" && return; }
    full=$(echo __VERSION__ | "$1" -E -P -x c++ - 2>/dev/null | tr -d '"')
    major=$(echo "$full" | sed -n 's/[^0-9]*\([0-9]*\).*/\1/p')
    least=$2
    case $1:$full in g++*:*lang* | g++*:*LLVM*) least=14 ;; esac # a Mac's g++ is clang
    if [ "$major" -lt "$least" ] 2>/dev/null; then
        line note "$1" "$(say "$full is too old: the kit needs g++ 11 or newer, or clang++ 14 or newer" \
            "$full es demasiado antiguo: hace falta g++ 11 o posterior, o clang++ 14 o posterior")"
    elif complaint=$(tried "$1" -fopenmp "$scratch/openmp.cpp" -o "$scratch/openmp"); then
        line ok "$1" "$(say "$full, with OpenMP" "$full, con OpenMP")"
        serving="$serving $1"
    else
        line note "$1" "$(say "$full, but no program with OpenMP builds: $complaint" \
            "$full, pero ningún programa con OpenMP se compila: $complaint")"
    fi
}
case ${CXX:-g++} in g++ | clang++) ;; *) compiler "$CXX" 11 ;; esac
compiler g++ 11
compiler clang++ 14
[ -n "$serving" ] || line FIX compilers "$(say "no C++ compiler that builds for the CPU device" \
            "ningún compilador de C++ sirve para el dispositivo CPU")" ./setup.sh

# What counts: the first of them that builds a small CUDA program as the labs are built, and runs it.
cpu_compiler=''
for candidate in $serving; do
    if complaint=$(sh "$kit/try.sh" "$candidate"); then
        cpu_compiler=$candidate
        line ok "CPU device" "$(say "built a kernel with $candidate and ran it" \
            "compiló un kernel con $candidate y lo ejecutó")"
        break
    fi
    line FIX "CPU device" "$(say "a small CUDA program does not build with $candidate: $complaint" \
            "un programa CUDA pequeño no se compila con $candidate: $complaint")" ./setup.sh
done

# tool <command> <what it is for> <how needed: FIX or note> <where to get it>
tool() {
    if here "$1"; then
        line ok "$1" "$(limited 60 "$1" --version 2>/dev/null | grep -m 1 '[0-9]\.[0-9]')"
    else
        line "$3" "$1" "$(say "not on PATH: $2" "no está en PATH: $2")" "$4"
    fi
}
tool make "$(say "builds everything" "lo compila todo")" FIX ./setup.sh
tool gnuplot "$(say "draws the graphs; the labs run without it" \
            "dibuja las figuras; los labs funcionan sin él")" note ./setup.sh
tool pandoc "$(say "make handouts and make report write HTML with it" \
            "make handouts y make report escriben HTML con él")" note "./setup.sh --tests"

printf '#include <cblas.h>\nint main() { return openblas_get_num_threads() < 1; }\n' >"$scratch/blas.cpp"
if tried "${cpu_compiler:-false}" -I/usr/include/openblas "$scratch/blas.cpp" -o "$scratch/blas" -lopenblas \
    >/dev/null; then
    line ok OpenBLAS "$(say "found: the labs show a cpu_blas row" \
            "está: los labs muestran una fila cpu_blas")"
else
    line note OpenBLAS "$(say "not found: the labs leave out the cpu_blas row" \
            "no está: los labs omiten la fila cpu_blas")" "./setup.sh --tests"
fi

printf '#include <%s>\n' stdio.h jpeglib.h png.h libexif/exif-data.h >"$scratch/photos.cpp"
echo 'int main() { return !jpeg_std_error || !png_sig_cmp || !exif_data_new; }' >>"$scratch/photos.cpp"
if tried "${cpu_compiler:-false}" "$scratch/photos.cpp" -o "$scratch/photos" -ljpeg -lpng -lexif >/dev/null; then
    line ok photos "$(say "JPEG and PNG are read: libjpeg, libpng and libexif are there" \
            "se leen JPEG y PNG: están libjpeg, libpng y libexif")"
else
    line note photos "$(say "libjpeg, libpng or libexif is missing: the network reads no JPEG and no PNG, but PPM" \
            "falta libjpeg, libpng o libexif: la red no lee JPEG ni PNG, pero sí PPM")" "./setup.sh --photos"
fi

# ---- the machine: WSL, cores, memory, disk -----------------------------------------

wsl=no
case $(cat "$machine/proc/version" 2>/dev/null) in
*[Mm]icrosoft*[Ww][Ss][Ll]2* | *microsoft-standard*)
    wsl=2
    line ok WSL "$(say "version 2" "versión 2")"
    ! ls "$machine"/usr/lib/x86_64-linux-gnu/libcuda.so.* >/dev/null 2>&1 ||
        line FIX WSL "$(say "a Linux driver is installed, which hides the one of Windows" \
            "hay un controlador de Linux instalado, que oculta el de Windows")" \
            "sudo apt-get purge 'nvidia-driver-*' 'libnvidia-*'"
    ;;
*Microsoft*)
    wsl=1
    line FIX WSL "$(say "version 1, which shows no GPU to Linux and is slow with files" \
            "versión 1, que no muestra la GPU a Linux y es lenta con los archivos")" \
        "$(say "wsl --set-version Ubuntu 2   (in PowerShell; wsl --list names what is installed)" \
            "wsl --set-version Ubuntu 2   (en PowerShell; wsl --list dice qué hay instalado)")"
    ;;
esac
case $wsl:$PWD in [12]:/mnt/[a-z]/*)
    line note WSL "$(say "the kit lies on a Windows disk, where building takes long" \
            "el kit está en un disco de Windows, donde compilar tarda mucho")" "cp -r . ~/kit && cd ~/kit" ;;
esac

# Times are worth little when others use the cores, or when some of the cores are left out.
cores=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
load=$(cut -d ' ' -f 1 "$machine/proc/loadavg" 2>/dev/null ||
    uptime | sed 's/.*load average[s]*: *\([0-9.]*\).*/\1/')
if awk "BEGIN { exit !(${load:-0} > 0.5 * $cores) }"; then
    line note load "$(say "$load on $cores cores: other programs run, which spoils times, or a build has just ended" \
            "$load con $cores núcleos: hay otros programas, que estropean los tiempos, o acaba de compilarse algo")" \
        "$(say "top   (shows which; end them, or measure later)" \
            "top   (muestra cuáles; ciérrelos, o mida más tarde)")"
else
    line ok load "$(say "${load:-unknown} on $cores cores" "${load:-?} con $cores núcleos")"
fi
! [ "${OMP_NUM_THREADS:-$cores}" -lt "$cores" ] 2>/dev/null ||
    line note threads "$(say "OMP_NUM_THREADS=$OMP_NUM_THREADS: 'all cores' means that many, not $cores" \
            "OMP_NUM_THREADS=$OMP_NUM_THREADS: 'todos los núcleos' son esos, no $cores")" "unset OMP_NUM_THREADS"

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
    line note memory "$(say "$(gb "$free") free: sweeps take up to 2.2 GB" \
            "$(gb "$free") libres: los barridos ocupan hasta 2.2 GB")" \
        "$(say "./$lab --sweep --size 2^22   (smaller sizes; or close other programs)" \
            "./$lab --sweep --size 2^22   (tamaños menores; o cierre otros programas)")"
elif [ -n "$free" ]; then
    line ok memory "$(say "$(gb "$free") free" "$(gb "$free") libres")"
fi

for folder in "$PWD" "${TMPDIR:-/tmp}"; do # a line only where it is short
    left=$(df -Pk "$folder" 2>/dev/null | awk 'NR == 2 { print $4 }')
    [ "${left:-1000000}" -lt 1000000 ] || continue
    kind=note
    [ "$left" -ge 100000 ] || kind=FIX
    line $kind disk "$(say "$(gb "$left") free in $folder; the kit, built and tested, takes 0.5 GB" \
            "$(gb "$left") libres en $folder; el kit, compilado y probado, ocupa 0.5 GB")" \
        "$(say "make clean   (removes what was built); df -h $folder" \
            "make clean   (borra lo compilado); df -h $folder")"
done
[ -w . ] || line FIX folder "$(say "$PWD cannot be written, so nothing can be built in it" \
            "no se puede escribir en $PWD, así que ahí no se puede compilar nada")" 'cp -r . ~/kit && cd ~/kit'

# ---- driver and GPU --------------------------------------------------------------

driver_cuda='' # the newest CUDA that the driver runs, as nvidia-smi says
gpu_count=0
gpu_arch='' # of the first GPU: 90 for compute capability 9.0
for_gpus='' # what nvcc is told: each kind of GPU once, as make tells it
[ ! -e "$machine/etc/nv_tegra_release" ] ||
    line note Jetson \
    "$(say "not supported: its GPU shares the CPU's memory, so that copies and limits mean something else" \
            "no se admite: su GPU comparte la memoria de la CPU, y copias y límites significan otra cosa")"
smi=$(command -v nvidia-smi || ls /usr/lib/wsl/lib/nvidia-smi 2>/dev/null)
if [ -z "$smi" ] && [ $wsl = 2 ]; then
    line note driver "$(say "no nvidia-smi: no NVIDIA GPU, or no driver in Windows; none belongs into Linux" \
            "sin nvidia-smi: no hay GPU de NVIDIA, o falta el controlador en Windows; en Linux no va ninguno")" \
        "$(say "install NVIDIA's driver in Windows: https://www.nvidia.com/drivers" \
            "instale el controlador de NVIDIA en Windows: https://www.nvidia.com/drivers")"
elif [ -z "$smi" ]; then
    line note driver "$(say "no nvidia-smi: no NVIDIA GPU, or no driver; the CPU device needs neither" \
            "sin nvidia-smi: no hay GPU de NVIDIA, o no hay controlador; el dispositivo CPU no los necesita")"
elif ! complaint=$(tried limited 60 "$smi"); then
    line FIX driver "$(say "nvidia-smi fails: $complaint" "nvidia-smi falla: $complaint")" \
        "$(say "reboot if the driver was just installed or updated; else install it again:" \
            "reinicie si acaba de instalar o actualizar el controlador; si no, instálelo otra vez:")" \
        "https://www.nvidia.com/drivers"
else
    driver_cuda=$(sed -n 's/.*CUDA[ A-Z]*Version: *\([0-9][0-9.]*\).*/\1/p' "$scratch/log")
    driver=$(sed -n 's/.*Driver Version: *\([0-9][0-9.]*\).*/\1/p' "$scratch/log")
    if [ -n "$driver_cuda" ]; then
        line ok driver "$(say "${driver:-version unknown}, runs CUDA up to $driver_cuda" \
            "${driver:-versión desconocida}, ejecuta CUDA hasta $driver_cuda")"
    else
        line FIX driver "$(say "${driver:-version unknown}, but no libcuda: a container without it?" \
            "${driver:-versión desconocida}, pero sin libcuda: ¿un contenedor sin ella?")" \
            "docker run --gpus all -e NVIDIA_DRIVER_CAPABILITIES=compute,utility ..."
    fi
    limited 60 "$smi" --query-gpu=name,compute_cap,mig.mode.current --format=csv,noheader 2>/dev/null |
        grep '[0-9]\.[0-9]' >"$scratch/gpus"
    mig=''
    while IFS=, read -r name capability mode; do
        line ok GPU "$(say "$name, compute capability$capability" "$name, capacidad de cómputo$capability")"
        gpu_count=$((gpu_count + 1))
        arch=$(echo "$capability" | tr -d ' .')
        gpu_arch=${gpu_arch:-$arch}
        case $for_gpus in *"sm_$arch "*) ;; *) for_gpus="$for_gpus-gencode arch=compute_$arch,code=sm_$arch " ;; esac
        case $mode in *Enabled*) mig=on ;; esac
    done <"$scratch/gpus"
    [ "$(cut -d , -f 1,2 "$scratch/gpus" | sort -u | wc -l)" -le 1 ] ||
        line note GPU \
        "$(say "unlike GPUs: a lab uses only CUDA's first, the fastest, which need not be the first above" \
          "GPU distintas: un lab usa solo la primera de CUDA, la más rápida, que puede no ser la primera de arriba")" \
            "$(say "export CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=0   (the first)" \
            "export CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=0   (la primera)")" \
            "$(say "make $lab CUDA_ARCH=$gpu_arch   (if nvcc cannot build for all of them)" \
            "make $lab CUDA_ARCH=$gpu_arch   (si nvcc no puede compilar para todas)")"
    if [ "$mig" = on ] && limited 60 "$smi" -L 2>/dev/null | grep -q '^ *MIG '; then
        line note MIG "$(say "a lab runs on one slice of the GPU, with the slice's SMs and memory" \
            "un lab se ejecuta en una parte de la GPU, con los SM y la memoria de esa parte")" \
            "$(say "export CUDA_VISIBLE_DEVICES=MIG-...   (another one; nvidia-smi -L lists them)" \
            "export CUDA_VISIBLE_DEVICES=MIG-...   (otra; nvidia-smi -L las muestra)")"
    elif [ "$mig" = on ]; then
        line FIX MIG "$(say "is on, but the GPU has not been divided: programs find no GPU" \
            "está activado, pero la GPU no se ha dividido: los programas no encuentran ninguna GPU")" \
            "$(say "sudo nvidia-smi mig -cgi 0 -C   (one slice, the whole GPU)" \
            "sudo nvidia-smi mig -cgi 0 -C   (una parte, la GPU entera)")" \
            "$(say "sudo nvidia-smi -mig 0   (turns MIG off)" \
            "sudo nvidia-smi -mig 0   (desactiva MIG)")"
    fi
    [ $gpu_count -gt 0 ] ||
        line FIX GPU "$(say "the driver answers but shows no GPU whose compute capability it can tell" \
            "el controlador responde, pero no muestra ninguna GPU con capacidad de cómputo conocida")" \
            "$(say "nvidia-smi -L   (on a cluster: srun --gres=gpu:1 --pty bash, then again)" \
            "nvidia-smi -L   (en un clúster: srun --gres=gpu:1 --pty bash, y otra vez)")"
    others=$(limited 60 "$smi" --query-compute-apps=pid --format=csv,noheader 2>/dev/null | grep -c '^[0-9]')
    [ "$others" -eq 0 ] ||
        line note GPU "$(say "$others other programs compute on it, and will spoil the times" \
            "$others programas más calculan en ella, y estropearán los tiempos")" "$(say "nvidia-smi   (shows which)" \
            "nvidia-smi   (muestra cuáles)")"
fi

# ---- nvcc, and whether it fits the driver and the GPU ----------------------------

archive="https://developer.nvidia.com/cuda-toolkit-archive: CUDA Toolkit"
toolkit=${CUDA_HOME:-${CUDA_PATH:-/usr/local/cuda}}
small_program=$kit/try.cu
printf '#if !__has_include(<%s>)\n#error no %s\n#endif\n' cublas_v2.h cuBLAS curand_kernel.h cuRAND \
    cub/cub.cuh CUB >"$scratch/libraries.cu" # as the labs use
gpu_works=no
builds_no_lab() { # builds_no_lab <release of CUDA>: before 11.8
    case $1 in [1-9].* | 10.* | 11.[0-7]*) ;; *) false ;; esac
}
newest=${driver_cuda:-12.9} # of the toolkits that build the labs the newest that the driver runs; all 11 run alike
! builds_no_lab "$newest" || newest=11.8
nvcc=$(command -v nvcc)
if [ -n "$nvcc" ]; then
    release=$("$nvcc" --version | sed -n 's/.*release \([0-9.]*\),.*/\1/p')
    line ok nvcc "$(say "${release:-of unknown release}, $nvcc" \
            "${release:-versión desconocida}, $nvcc")"
    known=$("$nvcc" --list-gpu-arch 2>/dev/null | sed -n 's/^compute_\([0-9]*\)$/\1/p' | sort -n)
    oldest=$(echo "$known" | head -n 1)
fi
# shellcheck disable=SC2086 # words
if [ -z "$nvcc" ] && [ -x "$toolkit/bin/nvcc" ]; then
    line note nvcc "$(say "$toolkit/bin/nvcc is there, but not on PATH: make does not see it" \
            "$toolkit/bin/nvcc está, pero no en PATH: make no lo ve")" \
        "export PATH=$toolkit/bin:\$PATH"
elif [ -z "$nvcc" ] && [ $gpu_count -gt 0 ]; then
    line note nvcc "$(say "a GPU but no CUDA Toolkit: the labs run on the CPU device" \
            "hay GPU pero no CUDA Toolkit: los labs se ejecutan en el dispositivo CPU")" "$archive $newest"
elif [ -z "$nvcc" ]; then
    line note nvcc "$(say "not here: the labs run on the CPU device" \
            "no está aquí: los labs se ejecutan en el dispositivo CPU")"
elif ! complaint=$(tried limited 60 "$nvcc" -c "$small_program" -o "$scratch/probe.o"); then
    newest_gcc=$(echo "$complaint" | sed -n 's/.*gcc versions later than \([0-9]*\).*/\1/p')
    set -- "$(say "$nvcc -c my.cu shows all of it; install the toolkit again if it is incomplete" \
            "$nvcc -c my.cu lo muestra todo; instale otra vez el toolkit si está incompleto")"
    [ -z "$newest_gcc" ] || set -- "sudo apt-get install g++-$newest_gcc" \
        "export NVCC_PREPEND_FLAGS='-ccbin g++-$newest_gcc'"
    line FIX nvcc "$(say "does not compile an empty kernel: $complaint" \
            "no compila un kernel vacío: $complaint")" "$@"
elif builds_no_lab "${release:-}"; then
    line FIX nvcc "$(say "nvcc $release does not build the labs, which need 11.8 or newer" \
            "nvcc $release no compila los labs, que necesitan la 11.8 o posterior")" "$archive $newest"
elif [ $gpu_count -eq 0 ]; then
    line note GPU "$(say "nvcc but no GPU: DEVICE=cuda builds and cannot run; labs use the CPU device" \
            "hay nvcc pero no GPU: DEVICE=cuda compila y no puede ejecutar; los labs usan el dispositivo CPU")"
elif [ "$gpu_arch" -lt "${oldest:-0}" ]; then
    case $gpu_arch in
    [12]? | 3[0-4]) set -- "make $lab DEVICE=cpu" ;; # its last toolkit, 10.2, does not build the labs
    [34]?) set -- "$archive 11.8" ;;
    *) set -- "$archive 12.9" ;;
    esac
    line FIX nvcc "$(say "nvcc $release no longer builds for this GPU: sm_$gpu_arch" \
            "nvcc $release ya no compila para esta GPU: sm_$gpu_arch")" "$@"
elif [ -n "$driver_cuda" ] && [ "${release%%.*}" -gt "${driver_cuda%%.*}" ]; then
    # The least driver of a toolkit, from the toolkits' release notes.
    case ${release%%.*} in 11) least=450 ;; 12) least=525 ;; *) least=580 ;; esac
    remedy="$(say "install driver $least or newer: https://www.nvidia.com/drivers" \
            "instale el controlador $least o posterior: https://www.nvidia.com/drivers")"
    [ $wsl = no ] || remedy="$(say "update the NVIDIA driver in Windows (to $least or newer); WSL2 uses that one" \
            "actualice el controlador de NVIDIA en Windows (al $least o posterior); WSL2 usa ese")"
    line FIX driver "$(say "nvcc $release is newer than the driver, which runs CUDA up to $driver_cuda" \
            "nvcc $release es más nuevo que el controlador, que ejecuta CUDA hasta $driver_cuda")" \
        "$remedy" "$(say or o) $archive $newest"
elif [ -n "$oldest" ] && ! echo "$known" | grep -q -x "$gpu_arch"; then
    case $gpu_arch in 80) first=11.0 ;; 8? | 90) first=11.8 ;; 1[02]0 | 101) first=12.8 ;; *) first=13.0 ;; esac
    line FIX nvcc "$(say "nvcc $release does not know this GPU yet (sm_$gpu_arch)" \
            "nvcc $release aún no conoce esta GPU (sm_$gpu_arch)")" "$archive $first"
elif ! complaint=$(tried limited 60 "$nvcc" $for_gpus "$small_program" "$scratch/libraries.cu" -lcublas \
    -o "$scratch/gpu"); then
    line FIX nvcc "$(say "the toolkit is not complete, the labs do not build: $complaint" \
            "el toolkit no está completo, los labs no se compilan: $complaint")" "$archive $release"
elif ! complaint=$(tried limited 60 "$scratch/gpu"); then
    line FIX GPU "$(say "a kernel built for sm_$gpu_arch does not run: $complaint" \
            "un kernel compilado para sm_$gpu_arch no se ejecuta: $complaint")" \
        "$(say "nvidia-smi shows whether the GPU is free and in compute mode Default" \
            "nvidia-smi muestra si la GPU está libre y en el modo de cómputo Default")"
else
    gpu_works=yes
    line ok GPU "$(say "built a kernel for sm_$gpu_arch and ran it" \
            "compiló un kernel para sm_$gpu_arch y lo ejecutó")"
fi

# ---- the libraries of make peers: which wheels suit the GPU and the driver ------------------

# A library's last row that suits counts: the newest CUDA. An empty cell is unknown, and no "yes".
capability=$(echo "$gpu_arch" | sed 's/.$/.&/')
wheels=$kit/../../reference/libraries.csv
if [ -n "$gpu_arch" ] && [ -n "$driver_cuda" ] && [ -f "$wheels" ]; then
    awk -F, -v has="$capability" -v cuda="${driver_cuda%%.*}" '
        /^#/ || $1 == "library" { next }
        !($1 in wheel) { order[++count] = $1; wheel[$1] = "" }
        $5 != "" && has + 0 >= $5 + 0 && ($6 == "" || has + 0 <= $6 + 0) && cuda + 0 >= int($4) {
            wheel[$1] = $2 ~ /\[/ ? "\047" $2 "\047" : $2; day = $8 }
        END { print day; for (i = 1; i <= count; i++) print order[i] "," wheel[order[i]] }' "$wheels" >"$scratch/wheels"
    day=$(head -n 1 "$scratch/wheels")
    none=$(sed -n '1d; s/,$//p' "$scratch/wheels" | paste -s -d ' ' - | sed 's/ /, /g')
    set --
    while IFS=, read -r _ wheel; do
        [ -z "$wheel" ] || set -- "$@" "pip install $wheel"
    done <"$scratch/wheels"
    [ $# -eq 0 ] || line ok libraries "$(say \
        "wheels for compute capability $capability and CUDA $driver_cuda, as published on $day:" \
        "paquetes para la capacidad de cómputo $capability y CUDA $driver_cuda, según lo publicado el $day:")" "$@"
    [ -z "$none" ] || line note libraries "$(say \
        "$none: no wheel known for compute capability $capability and CUDA $driver_cuda" \
        "$none: ningún paquete conocido para la capacidad $capability y CUDA $driver_cuda")" \
        "$(say "less reference/libraries.csv   (what is known, by which source)" \
            "less reference/libraries.csv   (lo que se sabe, y por qué fuente)")"
fi

# ---- nvcc without a GPU: make sass03, make traffic03 BY=nvcc ------------------------------

here=$(cd "$kit/.." && pwd)
# shellcheck source=common/sass/tools.sh
. "$here/sass/tools.sh"
if ! find_nvcc; then
    line note BY=nvcc \
        "$(say "no nvcc for make sass and make traffic BY=nvcc, which need no GPU; from PyPI, without a toolkit:" \
            "sin nvcc para make sass y make traffic BY=nvcc, que no necesitan GPU; de PyPI, sin toolkit:")" \
        "$(say "./setup.sh --tests   (0.3 GB, into the kit), or with pip install:" \
            "./setup.sh --tests   (0.3 GB, en el kit), o con pip install:")" \
        "$(echo "$nvcc_packages $nvdisasm_packages" | sed "s/[^ ]*==[^ ]*/'&'/g" | fold -s -w 74 |
        sed '1!s/^/                  /; s/ *$//')"
elif ! find_nvdisasm; then
    line note BY=nvcc "$(say "no nvdisasm for make sass and make traffic BY=nvcc" \
            "sin nvdisasm para make sass y make traffic BY=nvcc")" "$(say "./setup.sh --tests   (5 MB, into the kit)" \
            "./setup.sh --tests   (5 MB, en el kit)")" \
        "pip install $nvdisasm_packages"
else
    line ok BY=nvcc "$(say "make sass, and traffic as nvcc builds it, with ${NVDISASM#"$here/../"}" \
            "make sass, y el tráfico como lo compila nvcc, con ${NVDISASM#"$here/../"}")"
fi

# ---- the profilers, and who may read the GPU's performance counters ------------------------

restricted=$(sed -n 's/^RmProfilingAdminOnly: *//p' "$machine/proc/driver/nvidia/params" 2>/dev/null)
rights=$(sed -n 's/^CapEff:[^0-9a-f]*//p' "$machine/proc/self/status" 2>/dev/null)
if [ $gpu_count -gt 0 ]; then
    tool ncu "$(say "needed only to profile" "solo hace falta para perfilar")" note \
        https://developer.nvidia.com/nsight-compute
    tool nsys "$(say "needed only to profile" "solo hace falta para perfilar")" note \
        https://developer.nvidia.com/nsight-systems
fi
if [ $gpu_count -eq 0 ]; then
    : # nothing to count
elif [ "${restricted:-1}" = 0 ]; then
    line ok counters "$(say "open to all: ncu works" "abiertos a todos: ncu funciona")"
elif [ $wsl = 2 ]; then
    line note counters "$(say "Windows decides whether ncu may read them" \
            "Windows decide si ncu puede leerlos")" \
        "$(say "NVIDIA Control Panel in Windows: Developer, Manage GPU Performance Counters" \
            "Panel de control de NVIDIA en Windows: Developer, Manage GPU Performance Counters")"
elif [ -z "$restricted" ]; then
    line note counters "$(say "the driver does not say who may read them; ncu will" \
            "el controlador no dice quién puede leerlos; ncu lo dirá")"
elif [ "$(id -u)" -ne 0 ]; then
    line note counters "$(say "reserved for the administrator: ncu says ERR_NVGPUCTRPERM; nsys works" \
            "reservados al administrador: ncu dice ERR_NVGPUCTRPERM; nsys funciona")" \
        "$(say "sudo ncu ...   (this once), or for good, and then reboot:" \
            "sudo ncu ...   (solo esta vez), o para siempre, y después reinicie:")" \
        "echo options nvidia NVreg_RestrictProfilingToAdminUsers=0 |" \
        "sudo tee /etc/modprobe.d/ncu.conf; sudo update-initramfs -u"
elif [ $((0x${rights:-ffffffff} >> 21 & 1)) -eq 0 ]; then # CAP_SYS_ADMIN
    line note counters "$(say "this container may not read them: ncu says ERR_NVGPUCTRPERM; nsys works" \
            "este contenedor no puede leerlos: ncu dice ERR_NVGPUCTRPERM; nsys funciona")" \
        "docker run --gpus all --cap-add=SYS_ADMIN ..."
else
    line ok counters "$(say "you are the administrator: ncu works" \
            "usted es el administrador: ncu funciona")"
fi

# ---- the answer ------------------------------------------------------------------

echo
knobs=''
case $cpu_compiler in '' | g++) ;; *) knobs="CXX=$cpu_compiler " ;; esac
if ! here make || [ ! -w . ] || [ "$gpu_works$cpu_compiler" = no ]; then
    say "No lab can run here yet: fix what is marked FIX, then make doctor again." \
        "Aquí todavía no se puede ejecutar ningún lab: arregle lo marcado con FIX y repita make doctor."
    exit 1
elif [ $gpu_works = yes ]; then
    say "Labs run here, on the GPU: make $lab && ./$lab" \
        "Los labs se ejecutan aquí, en la GPU: make $lab && ./$lab"
elif [ $gpu_count -gt 0 ] && [ -n "$nvcc" ]; then
    say "Labs run here, for now on the CPU device only: make ${knobs}$lab DEVICE=cpu && ./$lab" \
        "Los labs se ejecutan aquí, por ahora solo en el dispositivo CPU: make ${knobs}$lab DEVICE=cpu && ./$lab"
else
    say "Labs run here, on the CPU device: make ${knobs}$lab && ./$lab" \
        "Los labs se ejecutan aquí, en el dispositivo CPU: make ${knobs}$lab && ./$lab"
fi
[ -n "${QUICK_TEST:-}" ] || exit 0

# ---- one product on each device --------------------------------------------------

its=${labs%% *} # the folder of the lab of a matrix product, where there is one; else the first one
for folder in $labs; do
    case $folder in *_matmul*) its=$folder && break ;; esac
done
product=${its%%_*} its=${its%/}
file=$its/${its#*_}.cu # the student's
status=0

failed() { # failed <device> <finding> <remedy...>
    status=1
    line FIX "$@"
}

# measured <version> <method>: the milliseconds in $scratch/quick.csv, or nothing
measured() {
    awk -F, -v version="$1" -v method="$2" '
        $3 == version && $4 == method && $17 == "ok" { printf "%.3g\n", $11; exit }' "$scratch/quick.csv" 2>/dev/null
}

# quick_test <cpu|cuda> <name>: is the worked version right there, and how long does it take?
quick_test() {
    folder=build/$1
    [ "${DEVICE:-}" != "$1" ] || folder=${BUILD:-$folder}
    program=$folder/$product
    [ -x "$program" ] || line note "$2" "$(say "builds $product for the quick test: a minute, once" \
        "compila $product para la prueba rápida: un minuto, una sola vez")"
    # shellcheck disable=SC2086 # none, or one word
    complaint=$(tried make -s -j"$(sh "$kit/jobs.sh")" $knobs DEVICE="$1" BUILD="$folder" "$program") || {
        failed "$2" "$(say "$product does not build: $complaint" "$product no se compila: $complaint")" \
            "$(say "make ${knobs}$product DEVICE=$1   (shows all of it)" \
                "make ${knobs}$product DEVICE=$1   (lo muestra todo)")"
        return
    }
    case $program in /*) ;; *) program=./$program ;; esac
    rm -f "$scratch/quick.csv"
    limited 120 env REPORT_LANG="$language" "$program" --quick --only cpu_openmp,gpu_v1 \
        --csv "$scratch/quick.csv" >"$scratch/log" 2>&1 </dev/null
    ended=$?
    complaint=$(tail -n 1 "$scratch/log")
    wrong=$(sed -n 's/^gpu_v1  *WRONG *//p' "$scratch/log")
    set -- "$2" "$(say "$program --quick   (shows more)" "$program --quick   (muestra más)")" \
        "$(say "is gpu_v1 as the kit has it, in $file?" "¿está gpu_v1 como en el kit, en $file?")"
    if [ -n "$wrong" ]; then
        failed "$1" "$(say "gpu_v1 of $product is WRONG: $wrong" "gpu_v1 de $product es WRONG: $wrong")" "$2" "$3"
    elif [ $ended -eq 124 ]; then
        failed "$1" "$(say "$product did not end within two minutes" \
            "$product no ha terminado en dos minutos")" "$2" "$3"
    elif [ $ended -ne 0 ]; then
        failed "$1" "$(say "$product fails with status $ended: $complaint" \
            "$product falla con estado $ended: $complaint")" "$2" "$3"
    elif [ -z "$(measured gpu_v1 sync)" ]; then
        failed "$1" "$(say "gpu_v1 of $product has no time that can be true" \
            "gpu_v1 de $product no tiene ningún tiempo posible")" "$2" "$3"
    else
        times="$(measured gpu_v1 sync) ms; cpu_openmp $(measured cpu_openmp wall) ms"
        line ok "$1" "$(say "gpu_v1 of $product is right: $times" "gpu_v1 de $product es correcto: $times")"
    fi
}

echo
[ -z "$cpu_compiler" ] || quick_test cpu "CPU device"
if [ $gpu_works = yes ]; then
    quick_test cuda GPU
else
    line note GPU "$(say "not tested: no GPU that works was found" \
            "sin probar: no se encontró ninguna GPU que funcione")"
fi
exit $status
