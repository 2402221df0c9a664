#!/usr/bin/env bash
# tests/gpu_check.sh - all that needs a real GPU, in one go; `make gpu-check` calls it.
#   OUT=folder       where results go (default results/gpu): a CSV per lab, summary.txt, logs.txt
#   GPU_CHECK_TIME   seconds after which it stops and says what it left out (default 450)
# status 0: nothing failed; 1: something did; 4: no nvcc or no GPU here.
set -u
cd "$(dirname "$0")/.." || exit 1

OUT=${OUT:-results/gpu}
time_limit=${GPU_CHECK_TIME:-450}

nothing_checked() {
    echo "gpu-check: $1: nothing was checked; make doctor says more" >&2
    exit 4
}
command -v nvcc >/dev/null || nothing_checked "no nvcc on PATH"
gpu=$(timeout 60 nvidia-smi --query-gpu=name,compute_cap,driver_version --format=csv,noheader \
    2>/dev/null | head -n 1)
[[ $gpu =~ ,\ *([0-9]+)\.([0-9]+), ]] || nothing_checked "no GPU answers to nvidia-smi"
arch=sm_${BASH_REMATCH[1]}${BASH_REMATCH[2]}

mkdir -p "$OUT" 2>/dev/null
[ -w "$OUT" ] || nothing_checked "OUT=$OUT: cannot be written"
summary=$OUT/summary.txt logs=$OUT/logs.txt
rm -f "$OUT"/lab*.csv "$summary" "$logs"
. common/tools/scratch.sh
log=$scratch/log status=0

# ---- steps and their results -----------------------------------------------------

passed=0 failed=0 left_out=0

note() {
    echo "$*" | tee -a "$summary"
}

# result <ok|FAIL|left out> <what> [why]
result() {
    case $1 in
    ok) passed=$((passed + 1)) ;;
    FAIL) failed=$((failed + 1)) ;;
    *) left_out=$((left_out + 1)) ;;
    esac
    note "$(printf '%-8s  %s%s' "$1" "$2" "${3:+: $3}")"
}

seconds_left() {
    echo $((time_limit - SECONDS))
}

# attempt <seconds> <what> <command...>: leaves $status and, in $log, what the command printed.
# False when the time for all of gpu-check is over: then it has said "left out".
attempt() {
    local limit=$1 what=$2 left
    shift 2
    left=$(seconds_left)
    if [ "$left" -lt 2 ]; then
        result "left out" "$what" "the $time_limit s are over"
        return 1
    fi
    [ "$limit" -lt "$left" ] || limit=$left
    status=0
    timeout -k 5 "$limit" "$@" >"$log" 2>&1 </dev/null || status=$?
    printf '==== %s: %s; status %s\n%s\n\n' "$what" "$*" $status "$(tail -c 60000 "$log")" >>"$logs"
    if [ "$status" -eq 124 ] && [ "$(seconds_left)" -lt 2 ]; then
        result "left out" "$what" "the $time_limit s were over before it ended"
        return 1
    fi
}

complaint() {
    grep -m 1 -i -E 'error|wrong|no device' "$log" || tail -n 1 "$log"
}

# must <seconds> <what> <command...>: an attempt that has failed unless its status is 0.
must() {
    attempt "$@" || return
    case $status in
    0) result ok "$2" ;;
    124 | 137) result FAIL "$2" "not done in $1 s" ;;
    *) result FAIL "$2" "status $status; $(complaint)" ;;
    esac
    [ "$status" -eq 0 ]
}

note "gpu-check $(date -u +%Y-%m-%dT%H:%MZ), commit $(git rev-parse --short HEAD 2>/dev/null)"
note "$gpu; $(nvcc --version | grep release); built for $arch"

# ---- every lab and every answer --------------------------------------------------

cuda_make=(make -k -j"$(nproc)" DEVICE=cuda CUDA_ARCH="${arch#sm_}")
labs=$(for folder in lab[0-9]*_*/; do echo "${folder:3:2}"; done)
targets=()
for n in $labs; do targets+=("lab$n" "solution$n"); done
must 240 "build the labs and the answers" "${cuda_make[@]}" "${targets[@]}"

# A GPU that nvidia-smi shows and CUDA cannot use: a driver that is too old, for instance.
attempt 60 "first run" "./lab${labs:0:2}" --quick
[ "$status" -ne 4 ] || nothing_checked "$(complaint)"

for n in $labs; do
    must 60 "lab$n" "./lab$n" --csv "$scratch/lab$n.csv"
    must 200 "solution$n, with its sweep" sh common/figures/sweep.sh "./solution$n" "$OUT/lab$n.csv" --sweep
done

# ---- every wrong kernel ----------------------------------------------------------

# Without a supervisor, and without a second start of the program (GOMP_SPINCOUNT): the sanitizer looks
# at the process that it starts.
sanitizer=(env LAB_ALONE=1 GOMP_SPINCOUNT=30000 compute-sanitizer --error-exitcode 86)

# On a GPU a race may give the right numbers by luck: then racecheck must find it.
wrong() {
    local file=$1 program=build/cuda/${1#tests/} words version state expression said size=--quick
    program=${program%.cu}
    read -r -a words < <(sed -n '1s|^/\* .*expects: \(.*\) \*/$|\1|p' "$file")
    ! grep -q '^/\* at the default size \*/$' "$file" || size=--samples=1
    if grep -q '^/\* only the CPU device can tell \*/$' "$file"; then
        result "left out" "$file" "only the CPU device can tell"
        return
    fi
    version=${words[0]} state=${words[1]} expression=${words[*]:2}
    if [ ! -x "$program" ]; then
        result FAIL "$file" "it was not built"
        return
    fi
    attempt 60 "$file" "$program" $size --only "$version" || return
    said=$(grep -A 2 -E "^$version " "$log" | tr '\n' ' ')
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

must 240 "build the wrong kernels" "${cuda_make[@]}" wrong
for file in tests/wrong/lab*/*.cu; do
    wrong "$file"
done

# ---- compute-sanitizer -----------------------------------------------------------

# finds <tool> <what> <command...>: the tool must report something; a tool that never does checks
# nothing.
finds() {
    local tool=$1 what=$2
    shift 2
    if ! command -v compute-sanitizer >/dev/null; then return; fi
    attempt 60 "$tool: $what" "${sanitizer[@]}" --tool "$tool" "$@" || return
    if [ "$status" -eq 86 ]; then
        result ok "$tool: $what"
    else
        result FAIL "$tool: $what" "it found nothing, status $status"
    fi
}

if command -v compute-sanitizer >/dev/null; then
    for n in $labs; do
        for version in $(timeout 5 "./solution$n" --help | grep -o 'gpu_[a-z0-9]\+' | sort -u); do
            for tool in memcheck racecheck; do
                must 60 "$tool: solution$n $version" \
                    "${sanitizer[@]}" --tool $tool "./solution$n" --quick --only "$version"
            done
        done
    done
else
    result "left out" "memcheck and racecheck" "no compute-sanitizer on PATH"
fi

# ---- the traffic counters against the profiler's -------------------------------------

# The numbers of `make traffic` on the kernels of its tests, by kernel and by line.
traffic_against_ncu() {
    local what="traffic counters against ncu" op metrics=''
    command -v ncu >/dev/null || { result "left out" "$what" "no ncu on PATH" && return; }
    for op in ld st; do
        metrics+=l1tex__t_sectors_pipe_lsu_mem_global_op_$op.sum,l1tex__t_requests_pipe_lsu_mem_global_op_$op.sum,
    done
    metrics+=memory_l2_theoretical_sectors_global,memory_l2_theoretical_sectors_global_ideal
    metrics+=,memory_l1_wavefronts_shared,memory_l1_wavefronts_shared_ideal
    must 60 "$what: build" nvcc -lineinfo -arch="$arch" tests/traffic/kernels.cu -o "$scratch/kernels" || return
    must 120 "$what: count" common/traffic.sh --json "$scratch/traffic.json" tests/traffic/kernels.cu || return
    attempt 120 "$what: profile" ncu -f -o "$scratch/profile" --metrics "$metrics" "$scratch/kernels" || return
    if grep -q ERR_NVGPUCTRPERM "$log"; then
        result "left out" "$what" "no permission for the GPU's counters (ERR_NVGPUCTRPERM)"
        return
    fi
    ncu -i "$scratch/profile.ncu-rep" --csv --page raw >"$scratch/ncu.csv" 2>>"$logs"
    ncu -i "$scratch/profile.ncu-rep" --csv --page source --print-source cuda >"$scratch/source.csv" 2>>"$logs"
    must 10 "$what" sh tests/traffic/ncu.sh "$scratch/traffic.json" "$scratch/ncu.csv" "$scratch/source.csv"
}
traffic_against_ncu

# ---- what one lab wants beside that ----------------------------------------------

for own in lab[0-9]*_*/gpu_check.sh; do # calls must and finds
    # shellcheck source=/dev/null
    [ ! -f "$own" ] || . "$own"
done

# ---- the programs that try the CPU device ----------------------------------------

# Any that does not build is missed when it is to run.
printf '%s\n' tests/programs/*.cu >"$scratch/programs"
attempt 240 "build the programs" xargs -a "$scratch/programs" -P "$(nproc)" -I {} \
    sh -c "nvcc -std=c++17 -arch=$arch {} -o $scratch/\$(basename {} .cu)"
for file in tests/programs/*.cu; do
    must 30 "$file" "$scratch/$(basename "$file" .cu)"
done

note "$passed passed, $failed failed, $left_out left out; $SECONDS s; results in $OUT"
[ $failed -eq 0 ]
