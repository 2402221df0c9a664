# . tests/gpu/steps.sh - what tests/gpu_check.sh is made of: steps with a result and a time limit, which a
# later call does not repeat, and builds beside them. Before: $out, $began, $time_limit (seconds), $scratch.
# shellcheck shell=bash disable=SC2034,SC2154

steps=$out/steps.tsv # result, step, reason, seconds: a line for each that is done
logs=$out/logs.txt
log=$scratch/log
declare -A known # results by step
passed=0 failed=0 left_out=0 later=0 done_here=0 status=0

note() {
    echo "$*" | tee -a "$out/summary.txt"
}

seconds_left() {
    echo $((time_limit - SECONDS))
}

count() {
    case $1 in
    ok) passed=$((passed + 1)) ;;
    FAIL) failed=$((failed + 1)) ;;
    *) left_out=$((left_out + 1)) ;;
    esac
}

# What earlier calls have done.
read_steps() {
    local result step
    while IFS=$'\t' read -r result step _; do
        known[$step]=$result
        count "$result"
    done < <(grep -v '^#' "$steps")
}

# result <ok|FAIL|left out> <step> [why]
result() {
    local why=${3:-}
    known[$2]=$1
    done_here=$((done_here + 1))
    count "$1"
    printf '%s\t%s\t%s\t%s\n' "$1" "$2" "${why//[$'\t\n']/ }" $((SECONDS - ${step_began:-SECONDS})) >>"$steps"
    note "$(printf '%-8s  %s%s' "$1" "$2" "${3:+: $3}")"
}

not_here() { # not_here <step> <why>: what it needs
    [ -n "${known[$1]:-}" ] || result "left out" "$1" "$2"
}

postpone() { # postpone <step>: there is no time for it in this call
    later=$((later + 1))
    echo "$1" >>"$scratch/later"
}

# attempt <seconds> <step> <command...>: leaves $status and, in $log, what the command printed. False when
# an earlier call has done it, and when the time is over.
attempt() {
    local limit=$1 step=$2 left
    shift 2
    [ -z "${known[$step]:-}" ] || return 1
    left=$(seconds_left)
    [ "$left" -ge 2 ] || { postpone "$step" && return 1; }
    [ "$limit" -lt "$left" ] || limit=$left
    status=0 step_began=$SECONDS
    timeout -k 5 "$limit" "$@" >"$log" 2>&1 </dev/null &
    running=$!
    wait $running || status=$?
    running=''
    printf '==== %s: %s; status %s\n%s\n\n' "$step" "$*" $status "$(tail -c 60000 "$log")" >>"$logs"
    if [ $status -ge 124 ] && [ "$(seconds_left)" -lt 2 ]; then
        # What had nearly all the time of this call would have no more in the next one.
        if [ $done_here -eq 0 ] && [ "$limit" -gt $((time_limit * 3 / 4)) ]; then
            result "left out" "$step" "takes more than the $limit s that it had: AGAIN=1 with more MINUTES"
        else
            postpone "$step"
        fi
        return 1
    fi
}

complaint() {
    grep -m 1 -i -E 'error|wrong|no device' "$log" || tail -n 1 "$log"
}

# must <seconds> <step> <command...>: an attempt that has failed unless its status is 0. What says
# "name: skip: reason" is left out.
must() {
    if ! attempt "$@"; then
        [ "${known[$2]:-}" = ok ]
        return
    fi
    local skipped
    skipped=$(sed -n 's/^[a-z_]*: skip: //p' "$log" | head -n 1)
    case $status${skipped:+skipped} in
    0) result ok "$2" ;;
    [03]skipped) result "left out" "$2" "$skipped" ;;
    124 | 137) result FAIL "$2" "not done in $1 s" ;;
    *) result FAIL "$2" "status $status; $(complaint)" ;;
    esac
    [ $status -eq 0 ]
}

# ---- what is built beside the steps ------------------------------------------------

# In the order in which it is needed. The builder is a process group of its own, so that it can be stopped
# while something is timed.
start_builder() { # start_builder <function>: it calls stage
    mkdir -p "$scratch/built"
    set -m
    "$1" >/dev/null 2>&1 </dev/null &
    builder=$!
    set +m
}

stage() { # stage <name> <command...>: its status and what it printed are kept
    kill -0 $$ 2>/dev/null || exit
    local status=0
    "${@:2}" >"$scratch/built/$1.log" 2>&1 || status=$?
    echo $status >"$scratch/built/$1"
}

wait_for() { # wait_for <stage>
    while [ ! -s "$scratch/built/$1" ] && kill -0 "$builder" 2>/dev/null && [ "$(seconds_left)" -ge 2 ]; do
        sleep 0.2
    done
}

# built <stage> <step> [make's target]: waits for what the step needs. False when it failed, which is then the
# result of the step, when there is no time, and when an earlier call has done the step. Of a stage with
# several targets those that were made serve.
built() {
    [ -z "${known[$2]:-}" ] || return 1
    wait_for "$1"
    if [ ! -s "$scratch/built/$1" ]; then
        postpone "$2"
        return 1
    fi
    [ "$(cat "$scratch/built/$1")" -ne 0 ] || return 0
    [ -z "${3:-}" ] || ! "${cuda_make[@]}" -q "$3" >/dev/null 2>&1 || return 0
    cp "$scratch/built/$1.log" "$log"
    printf '==== build for %s\n%s\n\n' "$2" "$(tail -c 60000 "$log")" >>"$logs"
    result FAIL "$2" "it does not build; $(complaint)"
    return 1
}

quiet() { # while something is timed
    kill -STOP -- "-$builder" 2>/dev/null
}

busy() {
    kill -CONT -- "-$builder" 2>/dev/null
}

end_steps() { # of what runs
    [ -z "${running:-}" ] || kill "$running" 2>/dev/null
    [ -z "${builder:-}" ] || { busy; kill -TERM -- "-$builder" 2>/dev/null; }
}
