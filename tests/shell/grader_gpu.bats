#!/usr/bin/env bats
# bats file_tags=slow
# The grader on a GPU, as far as none is needed: what else its runners may do, where they find their
# libraries, what is printed when the GPU does not serve. Devices and libraries are stand-ins.
# shellcheck disable=SC2016,SC2030,SC2031,SC2154 # helpers.bash sets root, scratch, status, out and err

load helpers
load grader

setup() {
    sandbox_setup
    built solutions/grader/gpu_probe
    cp build/quick/solutions/grader/gpu_probe "$scratch"
    chmod a+rx "$scratch/gpu_probe"
}

# library <file> <answer>: a shared library whose answer() gives that.
library() {
    mkdir -p "$(dirname "$1")"
    echo "int answer(void) { return $2; }" | cc -x c - -shared -fPIC -Wl,-soname,"$(basename "$1")" -o "$1"
}

# user_of_library <file of library> <program> [options of the linker]: ends with the library's answer, if a file
# of memory can grow.
user_of_library() {
    cat >"$scratch/user.c" <<'END'
#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>
int answer(void);
int main(void) { return ftruncate(memfd_create("x", 0), 4096) ? 1 : answer(); }
END
    cc "$scratch/user.c" "$1" -o "$2" "${@:3}"
    chmod -R a+rX "$scratch"
}

doctor() {
    TMPDIR=$scratch/folder HOME=/nonexistent try ordinary "$scratch/grade_doctor" --gpu solutions "$@"
}

@test "the doctor on a GPU: no more harm than elsewhere, and all that the driver needs" {
    each_level
    for level in "${levels[@]}"; do
        gives 0 doctor "$level"
        check "no harm" shows "^$level: 0 of 17 kinds of harm are possible; without it 17 are$"
        for need in "fill a file of memory" "listen at a socket of its own" "start four threads" \
            "give a thread a name" "add two vectors on the GPU"; do
            check "$level: $need" shows "^$need +can +can$"
        done
        check "what is not here is said" shows "^load the toolkit's libcublas +not here +-$"
    done
}

@test "the doctor: libraries and devices that a runner must reach" {
    each_level
    [ "$(id -u)" -eq 0 ] && unshare --mount true 2>/dev/null || skip "only root can make devices"
    library "$scratch/toolkit/lib64/libcublas.so.99" 42
    library "$scratch/driver/libcuda.so.1" 1
    user_of_library "$scratch/toolkit/lib64/libcublas.so.99" "$scratch/gpu_probe"
    # Devices like NVIDIA's, all of them /dev/null; the second of MIG's is for root alone.
    cat >"$scratch/devices.sh" <<'END'
mkdir "$1/dev" && mount -t tmpfs none "$1/dev" && cd "$1/dev" && mkdir shm nvidia-caps
for device in null:3 zero:5 random:8 urandom:9 full:7 nvidia0:3 nvidiactl:3 nvidia-uvm:3 \
    nvidia-caps/nvidia-cap2:3 nvidia-caps/nvidia-cap1:3; do
    mknod -m 666 "${device%:*}" c 1 "${device#*:}"
done
mknod -m 666 tty c 5 0
mkdir pts && mount --rbind /dev/pts pts
chmod 444 nvidia-caps/nvidia-cap2 && chmod 400 nvidia-caps/nvidia-cap1
mount --move "$1/dev" /dev && cd "$2" && shift 2 && exec "$@"
END
    for level in "${levels[@]}"; do
        rm -rf "${scratch:?}/dev"
        TMPDIR=$scratch/folder HOME=/nonexistent LD_LIBRARY_PATH=$scratch/toolkit/lib64:$scratch/driver \
            try unshare --mount sh "$scratch/devices.sh" "$scratch" "$root" setpriv --reuid="$ordinary_user" \
            --regid="$ordinary_user" --clear-groups --inh-caps=-all "$scratch/grade_doctor" --gpu solutions "$level"
        check "status 0" [ "$status" -eq 0 ]
        check "no harm" shows "^$level: 0 of 17 kinds of harm"
        for need in "load the driver's libcuda.so.1" "load the toolkit's libcublas" "open the GPU's devices" \
            "open what MIG needs" "add two vectors on the GPU"; do
            check "$level: $need" shows "^$need +can +can$"
        done
    done
}

@test "a toolkit outside /usr: found by a module's variable, by rpath, through a link; nothing else is shown" {
    each_level
    library "$scratch/toolkit/lib64/libcublas.so.99" 7
    library "$scratch/elsewhere/libother.so" 8
    library "$scratch/store/1234/libcuda.so.1" 9
    mkdir "$scratch/driver" && ln -s ../store/1234/libcuda.so.1 "$scratch/driver/libcuda.so.1"
    ln -s toolkit "$scratch/cuda"
    user_of_library "$scratch/toolkit/lib64/libcublas.so.99" "$scratch/user"
    user_of_library "$scratch/toolkit/lib64/libcublas.so.99" "$scratch/user_rpath" -Wl,-rpath,"$scratch/cuda/lib64"
    export LD_LIBRARY_PATH=$scratch/elsewhere:$scratch/cuda/lib64/:$scratch/driver
    for level in "${levels[@]}"; do
        sandbox "$level" gpu=1 "libraries=$scratch/user" -- "$scratch/user"
        check "$level: by the variable" shows '^ended status=7 '
        sandbox "$level" gpu=1 fork=1 \
            "libraries=$scratch/user" -- /bin/sh -c 'cat "$0/elsewhere/libother.so"; echo "$LD_LIBRARY_PATH"' "$scratch"
        check "a folder that is not needed is no part of it" shows -x "$scratch/toolkit/lib64:$scratch/driver"
        check "nor can it be read" shows 'cannot|No such file|Permission denied'
        sandbox "$level" gpu=1 "libraries=$scratch/user" "read=$scratch/canary" -- "$scratch/canary" load libcuda.so.1
        check "$level: the driver, through a link" shows '^ended status=42 '
        sandbox "$level" gpu=1 -- "$scratch/user"
        check "$level: without them it does not start" shows '^ended status=127 '
        LD_LIBRARY_PATH='' sandbox "$level" gpu=1 "libraries=$scratch/user_rpath" -- "$scratch/user_rpath"
        check "$level: by rpath" shows '^ended status=7 '
        LD_LIBRARY_PATH='' sandbox "$level" gpu=1 "libraries=$scratch/user" -- "$scratch/user"
        check "what is missing is said" contains "$err" 'libcublas.so.99: not found; load the toolkit'
    done
}

@test "a library beside answers is refused: whoever reads its folder reads them, too" {
    each_level
    library "$scratch/kit/libcublas.so.99" 7
    mkdir "$scratch/kit/solutions"
    ln -s kit "$scratch/link"
    user_of_library "$scratch/kit/libcublas.so.99" "$scratch/user"
    for folder in kit link kit/solutions/..; do
        LD_LIBRARY_PATH=$scratch/$folder sandbox "${levels[0]}" gpu=1 "secret=$scratch/kit/solutions" \
            "libraries=$scratch/user" -- "$scratch/user"
        check "$folder" contains "$status$err" "1$scratch/$folder/libcublas.so.99: to load it"
        check "what would be shown" contains "$err" "where $scratch/kit/solutions lies, too"
    done
    cd "$scratch/kit"
    LD_LIBRARY_PATH=: sandbox "${levels[0]}" gpu=1 "secret=$scratch/kit/solutions" "libraries=$scratch/user" -- \
        "$scratch/user"
    check "an empty entry is this folder" contains "$status$err" '1./libcublas.so.99: to load it'
}

@test "memory: files without a descriptor, and what is let go, count; another's memory is not its fault" {
    each_level
    for level in "${levels[@]}"; do
        for attack in kept dropped shared; do # tests that run meanwhile take and free 300 MB at once
            attack "$level" "gpu=1 memory=768" "out of memory" $attack
        done
        attack "$level" "memory=128" "out of memory" private
        attack "$level" "gpu=1 memory=128" "made 0 files" fill /tmp
        attack "$level" "gpu=1 memory=128" "made 0 files" fill /dev/shm
    done
    (
        until pgrep -f "^$scratch/adversary stop" >/dev/null; do sleep 0.05; done
        head -c 2G /dev/zero >/dev/shm/grader_gpu.$$
    ) &
    sandbox "${levels[0]}" gpu=1 memory=768 seconds=20 -- "$scratch/adversary" stop
    rm -f /dev/shm/grader_gpu.$$
    wait
    check "it is told" contains "$status$err" "1other programs took"
}

# ---- the judge ------------------------------------------------------------------------------

judge_setup() {
    printf '#include <jansson.h>\n#include <seccomp.h>\n#include <openssl/hmac.h>\n' | cc -E -x c - >/dev/null 2>&1 ||
        skip "no jansson, libseccomp or libcrypto: ./setup.sh --grader"
    each_level
    built grader/judge01 grader/answer01 grader/lab01.sh
    cp build/quick/grader/{judge01,answer01} "$scratch"
    chmod -R a+rX "$scratch"
}

# runner <name> <what ex11's launcher does first>: a runner of lab 1.
runner() {
    mkdir -p "$scratch/$1"
    {
        echo '#include <time.h>'
        echo '#include <unistd.h>'
        echo '#include <sys/mman.h>'
        echo \
            'inline void work(int ms) { clock_t end = clock() + ms * (CLOCKS_PER_SEC / 1000); while (clock() < end) ; }'
        sed "/^void vector_add_ex11(/,/^{/s/^{/{ $2/" solutions/vector_add.cu
    } >"$scratch/$1/vector_add.cu"
    (cd "$scratch/$1" && sh "$root/solutions/grader/judge/compile.sh" "$root/build/quick/grader/lab01.sh" strict)
    chmod -R a+rX "$scratch"
}

# judge <judge> <runner> <answer> <gpu> <speed> [PRETEND_GPU of the runners]: its answer is $out.
judge() {
    cat >"$scratch/job.json" <<END
{ "level": $([ "${levels[0]}" = bubblewrap ]; echo $?), "secret": "s", "id": "ana", "lab": "lab01",
  "runner": "$scratch/$2", "answer": "$scratch/$3",
  "seconds": 60, "gpu": $4, "readable": [], "environment": ["PRETEND_GPU=$6"],
  "exercises": [{ "exercise": "ex11", "cases": 19, "speed": $5 }] }
END
    try ordinary timeout 600 sh -c '"$0" <"$1"' "$scratch/$1" "$scratch/job.json"
}

passed() {
    [ "$status" -eq 0 ] && [ "$(grep -c '"verdict": "PASS"' <<<"$out")" -eq 20 ] # 19 cases, and all of them
}

@test "a GPU that does not serve is the grader's fault, a runner that ends early the student's" {
    judge_setup
    printf '#!/bin/sh\necho "no device: out of order" >&2\nexit 4\n' | tee "$scratch/dead" >"$scratch/lying"
    chmod a+rx "$scratch/dead" "$scratch/lying"
    gives 2 judge judge01 lying dead true false
    check "who" contains "$err" "judge: the GPU does not serve: even the answer is NO_RESULT"
    gives 0 judge judge01 lying answer01 true false # the student's
    check "whatever it prints" contains "$out" '"verdict": "NO_RESULT"'
}

@test "speed: the clock begins when the first launch has ended; launches that do nothing have none" {
    judge_setup
    runner slow_start 'static int first; if (!first++) usleep(getpid() % 2 * 1500000);'
    judge judge01 slow_start/runner answer01 false true
    check "right" passed
    out=$(sed -n 's/.*"ratio": //p' <<<"$out")
    check "about the answer's speed: $out" awk -v ratio="${out%,}" 'BEGIN { exit !(ratio > 0.25 && ratio < 4) }'
    # After 50 calls of one size, more than the contract takes: every call, or every second one.
    for skipped in 1 'times % 2'; do
        runner lazy \
            "static int last, times; times = n == last ? times + 1 : 0; last = n; if (times > 50 \&\& $skipped) return;"
        judge judge01 lazy/runner answer01 false true
        check "right once" passed
        check "no speed: $skipped" contains "$out" '"ratio": 0.0'
        check "and a flag" contains "$out" 'wrong after many launches'
    done
}

@test "a launcher that works itself is flagged, one whose first call takes long is not" {
    judge_setup
    runner loads 'static int last; if (n != last) work(40); last = n;'
    judge judge01 loads/runner answer01 false false
    check "right" passed
    check "no flag" [ "$(grep -c host_ms <<<"$out")" -eq 0 ]
    runner works 'work(40);'
    judge judge01 works/runner answer01 false false
    check "right" passed
    check "flagged" contains "$out" '"host_ms": '
}

@test "a runner on a GPU may make files of memory, as the driver does; elsewhere it may not" {
    judge_setup
    runner driver 'if (ftruncate(memfd_create("x", 0), 4096)) _exit(9);'
    judge judge01 driver/runner answer01 true false
    check "on a GPU" passed
    judge judge01 driver/runner answer01 false false
    check "elsewhere" [ "$(grep -c '"verdict": "PASS"' <<<"$out")" -eq 0 ]
}

@test "on a pretend GPU: right whatever its streams do and its first launch takes; also where only the runner has it" {
    judge_setup
    built pretend/grader/judge01 pretend/grader/answer01
    mkdir "$scratch/pretend"
    cp build/quick/pretend/grader/{judge01,answer01} "$scratch/pretend"
    chmod -R a+rX "$scratch"
    for knobs in t4,slow_first=200 laptop,in_order; do
        judge pretend/judge01 pretend/answer01 pretend/answer01 true false "$knobs"
        check "$knobs: right" passed
        check "no flag" [ "$(grep -c host_ms <<<"$out")" -eq 0 ]
    done
    # Somebody else has the device, which the judge must not want; the runner is the CPU device's.
    TMPDIR=$scratch/folder PRETEND_GPU=exclusive ordinary flock "$scratch/folder/pretend_gpu_$(ordinary id -u)" \
        "$scratch/pretend/judge01" <"$scratch/job.json" >"$scratch/taken.json" 2>"$scratch/taken.err" || true
    out=$(cat "$scratch/taken.json" "$scratch/taken.err") status=0
    check "the judge opens none" passed
}

@test "the judge of nvcc's build opens no device: it judges where there is none, and says the same" {
    command -v nvcc >/dev/null || skip "no nvcc here"
    judge_setup
    make -s --no-print-directory -j2 DEVICE=cuda CUDA_ARCH=80 OPTIMISE=-O1 BUILD=build/nvcc80 \
        build/nvcc80/grader/judge01
    cp build/nvcc80/grader/judge01 "$scratch/judge01.nvcc"
    chmod a+rx "$scratch/judge01.nvcc"
    judge judge01 answer01 answer01 false false
    grep -v seconds <<<"$out" >"$scratch/expected"
    judge judge01.nvcc answer01 answer01 false false
    check "right" passed
    check "the same" diff "$scratch/expected" <(grep -v seconds <<<"$out")
}
