#!/usr/bin/env bash
# tests/gpu_check.sh - all that needs a real GPU, what is worth most first; `make gpu-check` calls it.
#   MINUTES=9     ends in time, and the next call goes on where this one ended (default: no limit)
#   AGAIN=1       begins anew (as it does when the kit, the GPU or the driver is another, or all was done)
#   SECTIONS=...  some of: labs sanitizer ncu sweeps stopwatches network peers programs wrong
#   LABS=05,06    of some labs alone
#   SWEEP=...     how the sweeps measure (default --sweep), as "--sweep --min-time 0.05"
#   OUT=folder    where results go (default results/gpu); gpu/archive.sh says what lies there
# The programs are built beside the checks, but not while something is timed: times are those of the sweeps
# and of what follows them up to the other libraries.
# status 0: nothing failed; 1: something did; 2: bad usage; 4: no nvcc or no GPU here
set -u
cd "$(dirname "$0")/.." || exit 1
unset MAKEFLAGS MFLAGS MAKELEVEL # those of the make that calls this

say_and_exit() {
    echo "gpu-check: $2" >&2
    exit "$1"
}
nothing_checked() {
    say_and_exit 4 "$1: nothing was checked; make doctor says more"
}

out=${OUT:-results/gpu}
time_limit=$(awk -v minutes="${MINUTES:-1e6}" 'BEGIN {
    if (minutes ~ /^[0-9]*[.]?[0-9]+(e6)?$/ && minutes > 0) print int(60 * minutes) }')
[ -n "$time_limit" ] || say_and_exit 2 "MINUTES=$MINUTES: must be a number of minutes, as 9"
time_limit=$((time_limit - (time_limit < 150 ? time_limit / 10 : 15))) # the rest is for the archive

all_sections='labs sanitizer ncu sweeps stopwatches network peers programs wrong'
sections=$(tr ',' ' ' <<<"${SECTIONS:-$all_sections}")
for section in $sections; do
    case " $all_sections " in
    *" $section "*) ;;
    *) say_and_exit 2 "SECTIONS: there is no $section; there are $all_sections" ;;
    esac
done
chosen() {
    case " $sections " in *" $1 "*) ;; *) false ;; esac
}

# ---- the GPU ---------------------------------------------------------------------------

nvcc=${NVCC:-nvcc}
command -v "$nvcc" >/dev/null || nothing_checked "no nvcc on PATH"
export CUDA_DEVICE_ORDER=PCI_BUS_ID # CUDA's first GPU is then nvidia-smi's first
smi=(timeout 60 nvidia-smi)
case ${CUDA_VISIBLE_DEVICES:-MIG} in MIG*) ;; *) smi+=(-i "${CUDA_VISIBLE_DEVICES%%,*}") ;; esac
gpus=$("${smi[@]}" --query-gpu=name,compute_cap,driver_version --format=csv,noheader 2>/dev/null)
gpu=$(head -n 1 <<<"$gpus")
[[ $gpu =~ ,\ *([0-9]+)\.([0-9]+), ]] || nothing_checked "no GPU answers to nvidia-smi"
arch=${BASH_REMATCH[1]}${BASH_REMATCH[2]}

mkdir -p "$out" 2>/dev/null
[ -w "$out" ] || nothing_checked "OUT=$out: cannot be written"
. common/tools/scratch.sh
. tests/gpu/steps.sh
. tests/gpu/archive.sh
trap 'end_steps; rm -rf "$scratch"' EXIT
trap 'note "interrupted: what is done is kept; make gpu-check goes on"; end_steps; make_archive; exit 130' HUP INT TERM
begin_or_go_on
[ "$(sort -u <<<"$gpus" | wc -l)" -eq 1 ] ||
    note "unlike GPUs: only the first is checked; CUDA_VISIBLE_DEVICES=1 make gpu-check takes the second"

# ---- builds, in the order in which they are needed -----------------------------------------

labs=$(for folder in lab[0-9]*_*/; do echo "${folder:3:2}"; done)
if [ -n "${LABS:-}" ]; then
    chosen_labs=$(tr ',' '\n' <<<"${LABS// /,}" | sed 's/^lab//')
    for n in $chosen_labs; do
        grep -q -x -e "$n" <<<"$labs" || say_and_exit 2 "LABS: there is no $n; labs are ${labs//$'\n'/ }"
    done
    labs=$chosen_labs
fi
for_gpu=build/cuda/gpu_check # what has no rule in the Makefile
mkdir -p "$for_gpu"
cuda_make=(make -k -s -j"$(nproc)" DEVICE=cuda BUILD=build/cuda CUDA_ARCH="$arch")
cuda_compile=("$nvcc" -std=c++17 -lineinfo "-arch=sm_$arch")

# A drawn order: where time is short, each call tries others.
mapfile -t wrong_kernels < <(grep -L -x -e '/\* only the CPU device can tell \*/' -e '/\* .*refused: .*' \
    tests/wrong/lab*/*.cu tests/right/lab*/*.cu 2>/dev/null |
    while read -r file; do [ -n "${known[$file]:-}" ] || echo "$file"; done | shuf)

build_all() {
    local n batch targets
    renice -n 10 $BASHPID
    for n in $labs; do
        # shellcheck disable=SC2046 # words
        stage "lab$n" "${cuda_make[@]}" "lab$n" "solution$n" \
            $(cat "lab$n"_*/gpu_check.sh 2>/dev/null | grep -o 'build/cuda/wrong/[a-z0-9_/]*')
    done
    if chosen ncu; then
        stage kernels "${cuda_compile[@]}" tests/traffic/kernels.cu -o "$for_gpu/kernels"
        stage traffic common/traffic.sh --json "$scratch/traffic.json" tests/traffic/kernels.cu
    fi
    ! chosen stopwatches ||
        stage launchers "${cuda_compile[@]}" -shared -Xcompiler -fPIC -I. -Ilab01_vector_add -Ilab03_matmul_tiled \
        tests/gpu/launchers.cu solutions/vector_add.cu solutions/matmul_tiled.cu -o "$for_gpu/launchers.so"
    printf '%s\n' tests/programs/*.cu >"$scratch/programs"
    ! chosen programs ||
        stage programs xargs -a "$scratch/programs" -P "$(nproc)" -I {} sh -c "p=$for_gpu/\$(basename {} .cu)
        [ \$p -nt {} ] || nice ${cuda_compile[*]} {} -lcublas -lcurand -o \$p || { rm -f \$p; false; }"
    chosen wrong || return
    for ((batch = 0; batch < ${#wrong_kernels[@]}; batch += 8)); do
        targets=("${wrong_kernels[@]:batch:8}")
        targets=("${targets[@]#tests/}")
        targets=("${targets[@]/#/build/cuda/}")
        stage "wrong$((batch / 8))" "${cuda_make[@]}" "${targets[@]%.cu}"
    done
}
start_builder build_all

# ---- sections --------------------------------------------------------------------------

# during <section> <command...>: lines of a lab's gpu_check.sh, which is read once in each section.
during() {
    [ "$section" != "$1" ] || "${@:2}"
}

begin() { # begin <section>
    local n own
    section=$1
    for n in $labs; do
        for own in "lab$n"_*/gpu_check.sh; do
            # shellcheck source=/dev/null
            [ ! -f "$own" ] || . "$own"
        done
    done
}

first_run() {
    # A GPU that nvidia-smi shows and CUDA cannot use: a driver that is too old, for instance.
    wait_for "lab${labs:0:2}"
    attempt 60 "first run" "./lab${labs:0:2}" --quick
    [ "$status" -ne 4 ] || nothing_checked "$(complaint)"
}

each_lab() {
    local n
    for n in $labs; do # the times of these do not count
        built "lab$n" "lab$n" "lab$n" && must 120 "lab$n" "./lab$n" --csv "$scratch/lab$n.csv"
    done
    for n in $labs; do
        built "lab$n" "solution$n" "solution$n" && must 120 "solution$n" "./solution$n"
    done
    begin labs
}

# With LAB_CHECK a lab makes small arrays without guards, so that memcheck sees their bounds, and neither
# times nor tries the contract, which asks whether a launcher returns at once: the sanitizer may make it
# wait. It is one process and does not start itself again (GOMP_SPINCOUNT): the sanitizer looks at the
# process that it starts.
sanitizer=(env LAB_CHECK=1 GOMP_SPINCOUNT=30000 compute-sanitizer --error-exitcode 86)

# finds <tool> <what> <command...>: the tool must report something; one that never does checks nothing.
finds() {
    local tool=$1 step="$1: $2"
    attempt 60 "$step" "${sanitizer[@]}" --tool "$tool" "${@:3}" || return
    if [ "$status" -eq 86 ]; then
        result ok "$step"
    else
        result FAIL "$step" "it found nothing, status $status"
    fi
}

memory_and_races() {
    local n version tool
    if ! command -v compute-sanitizer >/dev/null; then
        not_here "memcheck and racecheck" "no compute-sanitizer on PATH"
        return
    fi
    for n in $labs; do
        for version in $(timeout 5 "./solution$n" --help | grep -o 'gpu_[a-z0-9]\+' | sort -u); do
            for tool in memcheck racecheck; do
                must 60 "$tool: solution$n $version" \
                    "${sanitizer[@]}" --tool $tool "./solution$n" --quick --only "$version"
            done
        done
    done
    begin sanitizer
}

# The numbers of `make traffic` on the kernels of its tests, by kernel and by line.
traffic_against_ncu() {
    local step="traffic counters against ncu" op metrics=''
    [ -z "${known[$step]:-}" ] || return
    command -v ncu >/dev/null || { not_here "$step" "no ncu on PATH" && return; }
    built kernels "$step" && built traffic "$step" || return
    for op in ld st; do
        metrics+=l1tex__t_sectors_pipe_lsu_mem_global_op_$op.sum,l1tex__t_requests_pipe_lsu_mem_global_op_$op.sum,
    done
    metrics+=memory_l2_theoretical_sectors_global,memory_l2_theoretical_sectors_global_ideal
    metrics+=,memory_l1_wavefronts_shared,memory_l1_wavefronts_shared_ideal
    attempt 120 "$step" ncu --clock-control none -f -o "$scratch/profile" --metrics "$metrics" "$for_gpu/kernels" ||
        return
    if grep -q ERR_NVGPUCTRPERM "$log"; then
        not_here "$step" "no permission for the GPU's counters (ERR_NVGPUCTRPERM)"
        return
    fi
    ncu -i "$scratch/profile.ncu-rep" --csv --page raw >"$scratch/ncu.csv" 2>>"$logs"
    ncu -i "$scratch/profile.ncu-rep" --csv --page source --print-source cuda >"$scratch/source.csv" 2>>"$logs"
    must 10 "$step" sh tests/traffic/ncu.sh "$scratch/traffic.json" "$scratch/ncu.csv" "$scratch/source.csv"
}

# timed <seconds> <step> <command...>: nothing is built meanwhile; the clocks before and after are kept.
timed() {
    if [ -n "${known[$2]:-}" ] || [ "$(seconds_left)" -lt 2 ]; then
        must "$@"
        return
    fi
    quiet
    clocks before "$2"
    must "$@"
    status=$?
    clocks after "$2"
    busy
    return $status
}

# The answers over all sizes, with their tables and the single times.
sweeps() {
    local n
    for n in $labs; do
        wait_for "lab$n"
        # shellcheck disable=SC2086 # SWEEP is options
        timed 400 "sweep of solution$n" env LAB_SAMPLES="$scratch/samples" \
            sh common/figures/sweep.sh "./solution$n" "$out/lab$n.csv" ${SWEEP:---sweep} &&
            cp "$scratch/samples" "$out/lab${n}_samples.csv" && cp "$log" "$out/lab$n.txt"
        rm -f "$scratch/samples"
    done
    begin sweeps
}

# What other stopwatches show for the launchers of labs 1 and 3.
stopwatches() {
    local n size step which library
    for which in 01:2^26 03:2048; do
        n=${which%:*} size=${which#*:}
        [ -e "solution$n" ] || { not_here "other stopwatches" "they time labs 1 and 3: no solution$n here" && return; }
        timed 120 "solution$n for other stopwatches" "./solution$n" --size "$size" --only gpu_v1 \
            --csv "$out/lab${n}_stopwatch.csv"
    done
    for library in cupy triton; do
        step="our times against those of $library"
        [ -z "${known[$step]:-}" ] || continue
        if ! "$python" -c "import $library" 2>/dev/null; then
            not_here "$step" "$library is not installed"
        elif built launchers "$step"; then
            timed 120 "$step" "$python" tests/gpu/stopwatches.py $library "$for_gpu/launchers.so" \
                "$out/lab01_stopwatch.csv" "$out/lab03_stopwatch.csv" "$out/stopwatches_$library.csv"
            tail -n 4 "$log"
        fi
    done
}

peers() {
    local peer n
    for peer in numpy numba numba_element numba_vectorize numba_cuda numba_cuda_element \
        cupy jax jax_jit torch torch_compile; do
        if ! "$python" -c "import ${peer%%_*}" 2>/dev/null; then
            not_here "peers: $peer" "${peer%%_*} is not installed"
            continue
        fi
        for n in $labs; do
            # transfers: the libraries have no work of their own there; *_element has products alone, *_vectorize pi
            case $peer:$n in *:05 | *_element:0[14] | *_vectorize:0[1236]) continue ;; esac
            timed 400 "peers: $peer, lab$n" env PEERS_OUT="$out/peers" sh peers/run.sh "$peer" "lab$n"
        done
    done
}

# Any that does not build is missed when it is to run.
programs() {
    local file
    for file in tests/programs/*.cu; do
        [ -z "${known[$file]:-}" ] || continue
        wait_for programs
        must 30 "$file" "$for_gpu/$(basename "$file" .cu)"
    done
}

# On a GPU a race may give the right numbers by luck: then racecheck must find it.
wrong() {
    local file=$1 program=build/cuda/${1#tests/} words version state expression said size=--quick
    program=${program%.cu}
    read -r -a words < <(sed -n '1s|^/\* .*expects: \(.*\) \*/$|\1|p' "$file")
    ! grep -q -E '^/\* (on a GPU )?at the default size \*/$' "$file" || size=--samples=1
    version=${words[0]} state=${words[1]} expression=${words[*]:2}
    # What CUDA up to 12 calls an invalid configuration is an invalid argument to CUDA 13.0.
    expression=$(sed -E 's/invalid configuration( argument)?/invalid (configuration )?argument/' <<<"$expression")
    attempt 60 "$file" env LAB_PATIENCE=20 "$program" $size --only "$version" || return
    said=$(grep -A 2 -E "^$version +$state" "$log" | tr '\n' ' ')
    if grep -q -E "^$version +$state .*$expression" <<<"$said"; then
        result ok "$file" "$state"
    elif [ "$status" -eq 0 ] && [ "$state" = WRONG ]; then
        attempt 60 "$file" \
            "${sanitizer[@]}" --tool racecheck "$program" $size --only "$version" || return
        if grep -q 'RACECHECK SUMMARY: [1-9]' "$log"; then
            result ok "$file" "its numbers are right by luck; racecheck finds the race"
        else
            result FAIL "$file" "was taken for right, and racecheck finds nothing"
        fi
    else
        result FAIL "$file" "expected $version $state $expression; said: ${said:-nothing}"
    fi
}

every_wrong_kernel() {
    local i file
    for i in "${!wrong_kernels[@]}"; do
        file=${wrong_kernels[i]#tests/}
        built "wrong$((i / 8))" "tests/$file" "build/cuda/${file%.cu}" && wrong "tests/$file"
    done
}

python=${PYTHON:-.venv/bin/python}
[ -n "${PYTHON:-}" ] || [ -x "$python" ] || python=python3
first_run
! chosen labs || each_lab
! chosen sanitizer || memory_and_races
! chosen ncu || traffic_against_ncu
! chosen sweeps || sweeps
! chosen stopwatches || stopwatches
! chosen network || begin network
! chosen peers || peers
! chosen programs || programs
! chosen wrong || every_wrong_kernel
finished=yes
end_steps
mapfile -t swept < <(find "$out" -maxdepth 1 -name 'lab[0-9][0-9].csv' | sort)
if [ ${#swept[@]} -gt 0 ]; then
    note "What the sheets say, on this GPU:"
    while read -r line; do note "$line"; done < <(awk -f tests/gpu/claims.awk "${swept[@]}")
fi
make_archive
[ "$failed" -eq 0 ]
