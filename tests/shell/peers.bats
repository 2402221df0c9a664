#!/usr/bin/env bats
# make peers: what it refuses, what it skips by name, its inputs, its check, its rows, that what is wrong
# gets no time; and a short run of it with NumPy and Numba. PYTHON names another interpreter than .peers has.
# shellcheck disable=SC2016,SC2030,SC2031,SC2154 # helpers.bash sets root, status, out and err, in each test anew

load helpers

setup() {
    in_root
    python=${PYTHON:-$root/.peers/bin/python}
    unset ANEW BATCHES LAYERS SHAPES
    export PYTHONDONTWRITEBYTECODE=1
}

needs_numpy() { # without importing them, which takes a second
    "$python" -c 'from importlib.util import find_spec as f; exit(not (f("numpy") and f("numba")))' 2>/dev/null ||
        { echo 'run ./setup.sh --tests' && return 1; }
}

# A folder in which peers/ can write its results, with what it reads of the kit.
copy() {
    mkdir "$scratch/kit"
    mkdir -p "$scratch/kit/common/tools"
    cp -a peers lab06_resnet_layers "$scratch/kit"
    cp common/tools/scratch.sh "$scratch/kit/common/tools"
    cd "$scratch/kit" || return
}

# library <Python> <labs>: runs a script with a library, NumPy under another name, and these lines.
library() {
    cat >peers/library.py <<END
import numpy as np, kit, work
kit.MIN_S, more = 0, {}
work.LABS["lab06"] = work.LABS["lab06"][:1]
work.LABS["lab01"][0].cases = lambda library: list(work.add_cases(library))[:2]
work.LABS["lab04"][0].cases = lambda library: list(work.pi_cases(library))[:3]
work.LABS["lab06"][0].cases = lambda library: list(work.layer_cases(library))[18:21]
def multiply(a, b):
    return lambda: a @ b
def pi(n):
    return lambda: round(n * 0.785398)
def add(a, b):
    return lambda: a + b
$1
work.run({"try": lambda: kit.Library("try", "Try 1.0", add=add, multiply=multiply, pi=pi, **more)})
END
    shift
    try "$python" peers/library.py try "$@"
}

@test "peers: how long a forward pass will take is guessed by network, image and batch" {
    needs_numpy
    cd peers || return
    exits 0 "$python" -c '
import types, kit, work
cases = {case.label: case for case in work.forward_cases(types.SimpleNamespace(forward=True))}
late = cases["resnet50, image 224, batch 8"]
kit.last_rate[late.lab, late.dtype] = kit.amount_of(late) / 60e3
for label in "resnet50, image 224, batch 1", "mobilenet_v2, image 224, batch 1", "resnet18, image 1024, batch 1":
    print(f"{label}: {kit.call_s(cases[label]):.1f}")
'
    check "seconds" [ "$out" = "resnet50, image 224, batch 1: 7.5
mobilenet_v2, image 224, batch 1: 0.5
resnet18, image 1024, batch 1: 68.8" ]
}

@test "peers: a library or a lab that is not there is refused in one line" {
    local words
    for words in "foo lab01|PEERS: there is no foo; there are numpy numba" \
        "numpy lab05|LABS: nothing to compare in lab05"; do
        # shellcheck disable=SC2086 # two words
        exits 2 env PYTHON=true sh peers/run.sh ${words%|*}
        check "one line" one_line "$err"
        check "$words" contains "$err" "${words#*|}"
    done
    exits 2 env PYTHON="$scratch/none" sh peers/run.sh numpy lab01
    check "and how to get it" contains "$err" "./setup.sh --peers"
    try env REPORT_LANG=es PYTHON="$scratch/none" sh peers/run.sh numpy lab01
    check "in Spanish" contains "$err" "no hay Python"
}

@test "peers: what is not installed is skipped by name" {
    printf '#!/bin/sh\ncase $2 in import*) exit 1 ;; esac\n' >"$scratch/python"
    chmod +x "$scratch/python"
    exits 3 env PYTHON="$scratch/python" sh peers/run.sh "" lab01
    check "and it says so" one_line "$err"
    check "in words" contains "$err" "nothing was measured"
    check "each" [ "$(grep -c ': skip: .* is not installed (' <<<"$out")" -eq 11 ]
    try env REPORT_LANG=es PYTHON="$scratch/python" sh peers/run.sh "" lab01
    check "each, in Spanish" [ "$(grep -c ': skip: .* no está instalado (' <<<"$out")" -eq 11 ]
    check "and in Spanish words" contains "$err" "no se midió nada"
    try env PRACTICE=1 PYTHON="$scratch/python" sh peers/run.sh torch lab06_network
    check "a practice has other rows: no complaint" [ "$status:$err" = 3: ]
    check "PyTorch, how" shows '^torch: skip: torch is not installed \(./setup.sh --peers=torch\)'
}

@test "peers: the inputs are those of the kit's generator" {
    needs_numpy
    try env PYTHONPATH=peers "$python" -c 'import kit; print(*["%.9g" % x for x in kit.uniform(3, 5, 2)])'
    cat >"$scratch/x.c" <<'END'
#include <stdio.h>
#include "common/engine/random.h"
int main(void)
{
    float x[3];
    for (int i = 0; i < 3; i++)
        x[i] = ((int)(random_bits(5, 2, i) >> 39) - (1 << 24)) * 0x1p-24f;
    printf("%.9g %.9g %.9g\n", x[0], x[1], x[2]);
}
END
    "${CC:-gcc}" -I. -D_GNU_SOURCE "$scratch/x.c" common/engine/random.c -lm -o "$scratch/x"
    check "to the bit" [ "$out" = "$("$scratch/x")" ]
}

# bats test_tags=slow
@test "peers: the 20 layers are those that lab 6 times, and they are of ResNet-50" {
    needs_numpy
    try env PYTHONPATH=peers "$python" -c 'import work
for layer in work.layers():
    print(*layer)'
    cat >"$scratch/x.c" <<'END'
#include <stdio.h>
#include "lab06_resnet_layers/shapes.h"
int main(void)
{
    for (const struct layer_shape *l = layers; l < layers + LAYERS; l++)
        printf("%d %d %d %d %s\n", l->m, l->n, l->k, l->count, l->name);
}
END
    "${CXX:-g++}" -x c++ -I. -Icommon/cpu_device/include "$scratch/x.c" -o "$scratch/x"
    check "Python reads what C does" [ "$out" = "$("$scratch/x")" ]
    check "20 shapes, 53 layers, 8.174 GFLOP" [ "20 53 8174272512" = \
        "$(awk '{ layers += $4; flops += 2 * $1 * $2 * $3 * $4 } END { printf "%d %d %.0f", NR, layers, flops }' \
        <<<"$out")" ]
    sed -i 's/l = layers; l < layers + LAYERS/l = unet_layers; l < unet_layers + UNET_LAYERS/' "$scratch/x.c"
    sed -i 's/l->n, l->k,/l->n ? l->n : l->m, l->k ? l->k : l->m,/' "$scratch/x.c"
    "${CXX:-g++}" -x c++ -I. -Icommon/cpu_device/include "$scratch/x.c" -o "$scratch/x"
    try env PYTHONPATH=peers "$python" -c 'import work
for layer in work.layers("unet"):
    print(*layer)'
    check "a U-Net, too" [ "$out" = "$("$scratch/x")" ]
    check "38 shapes, 376 products, 789.368 GFLOP" [ "38 376 789.368" = \
        "$(awk '{ layers += $4; flops += 2 * $1 * $2 * $3 * $4 } END { printf "%d %d %.3f", NR, layers, flops / 1e9 }' \
        <<<"$out")" ]
    check "which the report counts" grep -q '100 \* 789.368e9;' common/tools/report_tables.c
    copy
    sed -i '0,/{ \.m = 49,/s//{ .m = 7 * 7,/' lab06_resnet_layers/shapes.h
    exits 1 env PYTHONPATH=peers "$python" -c 'import work; work.layers()'
    check "and it says so" contains "$err" "reads 19 of the 20 layers"
}

# of_layers <rows or file> <version> <dtype>: which layers, batch 1, have a rate.
of_layers() {
    awk -F, -v version="$2" -v dtype="$3" \
        '$3 == version && $5 == dtype && $14 > 0 && $17 == "ok" && $22 == 1 { print $20 }' "$1" | xargs
}

@test "make peers LABS=06: NumPy and Numba measure, each row is kept, and the next call goes on" {
    needs_numpy
    export PYTHON=$python PEERS_OUT=$scratch/out
    local csv=$scratch/out/lab06.csv numpy=(make -s --no-print-directory peers LABS=06 PEERS=numpy BATCHES=1)
    exits 0 "${numpy[@]}" PEERS=numpy,numba LAYERS=2
    check "why Numba has no halves" shows 'lab06 float16: skip: Numba has no float16'
    check "which lab has no program" shows 'lab06_network: skip: numba has no program for it'
    cp "$csv" "$scratch/before"
    exits 0 "${numpy[@]}" LAYERS=2,5
    check "it goes on" shows 'lab06: 2 of 4 measured now, 2 were there .ANEW=1'
    check "two of float32" [ "$(of_layers "$csv" numpy float32)" = "2 5" ]
    check "two of float16" [ "$(of_layers "$csv" numpy float16)" = "2 5" ]
    check "one of Numba's" [ "$(of_layers "$csv" numba float32)" = 2 ]
    check "what was there stays" [ -z "$(grep ^lab06 "$scratch/before" | grep -v -x -F -f "$csv")" ]
    try awk -v check=lab06 -v where=verdict=ok -v numbers='size median_ms gflops' -f common/figures/rows.awk "$csv"
    check "a whole CSV" [ -z "$out" ]
    local figure
    for figure in all numpy; do
        try gnuplot -c lab06_resnet_layers/peers_${figure}_cpu.gp "$csv" "$scratch/$figure.svg"
        check "figure of $figure: status 0, nothing said" [ "$status$out$err" = 0 ]
    done
    check "the layers by their numbers" \
        [ "$(grep -o '<text>[0-9]*: conv' "$scratch/all.svg" | tr -c -d '0-9\n' | xargs)" = "2 5" ]
    check "Numba's" [ "$(grep -c -E '<text>numba<' "$scratch/all.svg")" -eq 1 ]
    check "both types" [ "$(grep -c -E '<text>numpy, f(16|32)<' "$scratch/numpy.svg")" -eq 2 ]
    exits 0 env ANEW=1 "${numpy[@]}" LAYERS=2
    check "anew" shows 'lab06: 2 of 2 measured now: '
    check "no old row of NumPy" [ "$(of_layers "$csv" numpy float32)" = 2 ]
    check "that of Numba stays" [ "$(of_layers "$csv" numba float32)" = 2 ]
    try "${numpy[@]}" LAYERS=2,21
    check "no such layer" [ "$status" -ne 0 ]
    check "named" contains "$err" "LAYERS: some of 1 to 20, not 2 21"
}

# bats test_tags=slow
@test "make peers LABS=06: both programs of Numba measure a large layer, and have a look each" {
    needs_numpy
    export PYTHON=$python PEERS_OUT=$scratch/out
    local of
    exits 0 make -s --no-print-directory peers LABS=06 PEERS=numba,numba_element BATCHES=1 LAYERS=20
    for of in numba numba_element; do
        check "$of: its row" [ "$(of_layers "$scratch/out/lab06.csv" $of float32)" = 20 ]
    done
    try gnuplot -c lab06_resnet_layers/peers_all_cpu.gp "$scratch/out/lab06.csv" "$scratch/all.svg"
    check "both are drawn" [ "$(grep -c -E '<text>numba(_element)?<' "$scratch/all.svg")" -eq 2 ]
}

# bats test_tags=slow
@test "make peers SHAPES=unet: its products lie in a CSV of their own, and what a picture takes is said" {
    needs_numpy
    export PYTHON=$python PEERS_OUT=$scratch/out
    exits 0 make -s --no-print-directory peers LABS=06 PEERS=numpy SHAPES=unet LAYERS=37
    check "one product in both types" [ "$(of_layers "$scratch/out/lab06_unet.csv" numpy 'float32')" = 37 ]
    check "nothing else" [ "$(ls "$scratch/out")" = lab06_unet.csv ]
    check "100 passes of a minute" [ "$(PYTHONPATH=peers "$python" -c 'import work; print(work.picture(6e4))')" = \
        "a picture, 100 passes of these products: 100 minutes" ]
    try make -s --no-print-directory peers LABS=06 PEERS=numpy SHAPES=vgg
    check "another" contains "$err" "make peers: SHAPES=vgg: must be resnet50 or unet"
    check "is refused" [ "$status" -ne 0 ]
}

@test "make peers: one that measures nothing does not end with 0" {
    needs_numpy
    try env PYTHON="$python" PEERS_OUT="$scratch/out" make -s --no-print-directory peers LABS=06 PEERS=cupy,torch
    check "not 0" [ "$status" -ne 0 ]
    check "said" contains "$err" "make peers: nothing was measured"
    check "no CSV" [ ! -e "$scratch/out" ]
}

# vectorized <Python>: the two smallest estimates of pi by numba_vectorize, after these lines.
vectorized() {
    cat >vectorized.py <<END
import runpy, sys
sys.path.insert(0, "peers")
import kit, numba.cuda, work
kit.MIN_S = 0
work.LABS["lab04"][0].cases = lambda library: list(work.pi_cases(library))[:2]
vectorize = numba.vectorize
$1
sys.argv = ["with_numba.py", "numba_vectorize", "lab04"]
runpy.run_path("peers/with_numba.py")
END
    try "$python" vectorized.py
}

# bats test_tags=slow
@test "peers: numba_vectorize estimates pi with one number for each point, on the CPU or a GPU" {
    needs_numpy
    copy
    gives 0 vectorized ""
    check "two rows" [ "$(grep -c '^lab04,cpu,numba_vectorize,wall,.*,cpu$' results/peers/lab04.csv)" -eq 2 ]
    # a GPU that only pretends: its functions run on the CPU
    vectorized 'class T4: name = b"pretend T4"
numba.cuda.is_available = lambda: True
numba.cuda.get_current_device = lambda: T4
numba.vectorize = lambda types, target: (print("target", target), vectorize(types))[1]'
    check "status 0" [ "$status" -eq 0 ]
    check "for the GPU" shows '^target cuda$'
    check "whose rows" [ "$(grep -c '^lab04,pretend T4,numba_vectorize,sync,.*,gpu$' results/peers/lab04.csv)" -eq 2 ]
    ANEW=1 vectorized 'numba.vectorize = lambda *_, **__: lambda is_hit: lambda x, y: x + y <= 1'
    check "half the points: WRONG" shows 'WRONG, so no time: .*standard errors off'
}

@test "peers: a run that is ended keeps its rows, and the next one goes on" {
    needs_numpy
    copy
    local slow='import time
def pi(n):
    return lambda: (time.sleep(30) if n > 4096 else 0, round(n * 0.785398))[1]'
    library "$slow" --help # writes the script
    "$python" peers/library.py try lab04 >"$scratch/said" 2>&1 &
    local running=$!
    for _ in $(seq 100); do
        ! grep -q '= 4096: .* ms' "$scratch/said" || break
        sleep 0.1
    done
    kill -TERM $running
    wait $running || true
    check "two rows" [ "$(grep -c ^lab04 results/peers/lab04.csv)" -eq 2 ]
    gives 0 library "" lab04
    check "the third alone" shows 'lab04: 1 of 3 measured now, 2 were there'
}

# bats test_tags=slow
@test "peers: the rows are those of a lab, and rows of other versions stay" {
    needs_numpy
    copy
    gives 0 library 'work.LABS["lab06"][0].parts = 2' lab04 lab06
    sed -i 's/"try"/"other"/g' peers/library.py
    try "$python" peers/library.py other lab04
    local csv
    for csv in lab04 lab06; do
        try awk -v check=$csv -v where=verdict=ok -v numbers='size median_ms' -f "$root/common/figures/rows.awk" \
            results/peers/$csv.csv
        check "$csv: no complaint" [ -z "$out" ]
    done
    try awk -v list=version -f "$root/common/figures/rows.awk" results/peers/lab04.csv
    check "both" [ "$out" = "try other" ]
    try awk -v list=library/backend -f "$root/common/figures/rows.awk" results/peers/lab04.csv
    check "who and where" [ "$out" = "Try_1.0/cpu" ]
    try awk -v comment=cpu -f "$root/common/figures/rows.awk" results/peers/lab04.csv
    check "its machine" [ -n "$out" ]
    check "the sum, each as often as it counts" awk -F , '$5 == "float32" { $20 ? sum += $21 * $11 : whole = $11 }
        END { exit !(sum > 0 && (whole - sum) ^ 2 < 1e-8 * sum ^ 2) }' results/peers/lab06.csv
    check "the rates" awk -F , '!/^#/ && $1 == "lab06" && $20 &&
        ($14 - 2e-6 * $7 * $8 * $9 / $11) ^ 2 > 1e-6 * $14 ^ 2 { exit 1 }' results/peers/lab06.csv
}

# wrong <what is said> <Python> <lab>: status 1, the words, and no row.
wrong() {
    gives 1 library "$2" "$3"
    check "$2: $1" shows "WRONG, so no time: .*$1"
    check "$2: no row" [ ! -e results/peers/"$3".csv ]
}

@test "peers: its columns, and its least samples for percentiles, are those of the labs" {
    built lab01
    try build/quick/lab01 --quick --samples 1 --only cpu_serial --csv "$scratch/lab.csv"
    local columns least
    columns=$(sed -n '/^COMMON = ($/,/^)$/ s/^ *"\(.*\)"$/\1/p' peers/kit.py | tr -d '\n')
    check "columns" [ "$columns" = "$(grep -v '^#' "$scratch/lab.csv" | head -n 1)" ]
    least=$(sed -n 's/^MIN_PERCENTILES = \([0-9]*\) .*/\1/p' peers/kit.py)
    check "samples" grep -q "^#define MIN_PERCENTILES $least " common/engine/timing.h
}

# bats test_tags=slow
@test "peers: a wrong answer has no time" {
    needs_numpy
    copy
    wrong 'c\[0\] is not a\[0\] \+ b\[0\]' 'add = lambda a, b: lambda: a - b' lab01
    wrong 'standard errors off' 'pi = lambda n: lambda: n // 2' lab04
    wrong 'is float64' 'multiply = lambda a, b: lambda: a.astype(float) @ b.astype(float)' lab06
    wrong 'C\[[0-9]+\]\[[0-9]+\] = .*expected' \
        'multiply = lambda a, b: lambda: (a.astype("f2").astype("f4") @ b).astype(a.dtype) * a.dtype.type(1.01)' lab06
    wrong 'C\[[0-9]+\]\[[0-9]+\] = nan' 'multiply = lambda a, b: lambda: a @ b * a.dtype.type(np.nan)' lab06
    # one element of many: rows are drawn, the sum sees all of them
    wrong '(C\[|the sum of all rows)' 'def multiply(a, b):
    def f():
        c = a @ b
        c[len(c) // 2, 3] += 10
        return c
    return f' lab06
    # the first result is right, later ones are not
    wrong 'c\[0\] is not' 'def add(a, b):
    calls = []
    return lambda: (calls.append(1), a + b if len(calls) < 2 else a)[1]' lab01
}

@test "peers: what takes too long, or is not there, is skipped by name" {
    needs_numpy
    copy
    library 'more = {"no_float16": "has no halves"}
kit.CELL_S = 1
import time
def pi(n):
    return lambda: (time.sleep(2) if n > 4096 else 0, round(n * 0.785398))[1]
work.LABS["lab06"][0].cases = lambda library: list(work.layer_cases(library))[20:21]' lab04 lab06
    check "status 0" [ "$status" -eq 0 ]
    check "the time" shows 'n = 16384: skip: took longer than 1 s'
    check "halves" shows 'float16: skip: has no halves'
    check "the others are there" grep -q ',try,wall,float32,4096,' results/peers/lab04.csv
    check "not these" [ ! -e results/peers/lab06.csv ]
}

# bats test_tags=slow
@test "peers: what takes long says how long, and a slow call is made twice: once to be checked, once to be timed" {
    needs_numpy
    copy
    library 'import atexit, time
now, calls = 0, []
time.perf_counter = lambda: now
atexit.register(lambda: print("calls:", len(calls)))
def multiply(a, b):
    def f():
        global now
        now += 2 * a.size * b.shape[1] / 8e6 # 26 s, 29, 13, 26, 13
        calls.append(1)
        return a @ b
    return f
work.LABS["lab06"][0].cases = lambda library: list(work.layer_cases(library))[15:20]' lab06
    check "status 0" [ "$status" -eq 0 ]
    check "as soon as it can be known" shows 'lab06 float32 batch 1: 4 to measure, about 3 minutes; Ctrl-C ends it'
    check "two each" shows '^calls: 10$'
    check "all have a row, of one sample" \
        [ "$(grep -c '^lab06,cpu,try,.*,1,[0-9.]*,,,.*,ok,only 1 samples,' results/peers/lab06.csv)" -eq 5 ]
}

# pretend_gpu: modules cupy, torch and jax, whose clock goes on only as they say: a launch takes 1 us, the add then
# 1 ms and the product 2 ms behind it, a copy 10 ms; what is not waited for is in no time.
pretend_gpu() {
    mkdir -p "$scratch/modules"/{cupy,cupyx,torch/utils,jax}
    cat >"$scratch/modules/pretend.py" <<'END'
import time
import numpy as np
import stopwatches
stopwatches.ELEMENTS, stopwatches.SIDE = 1000, 32
now, behind = 0, 0
def passes(ms):
    global now
    now += ms / 1e3
def launch(result, ms):
    global behind
    passes(0.001)
    behind += ms
    return result
def wait(*_):
    global behind
    passes(behind)
    behind = 0
def copy(x):
    wait()
    passes(10)
    return x
def add(a, b, out=None):
    return launch(np.add(a, b, out=out), 1)
def matmul(a, b, out=None):
    return launch(np.matmul(a, b, out=out), 2)
time.perf_counter = lambda: now
END
    cat >"$scratch/modules/cupy/__init__.py" <<'END'
from types import SimpleNamespace as Names
from numpy import empty, empty_like
from pretend import add, copy, matmul, wait
__version__, asarray, asnumpy = "14", copy, copy
cuda = Names(Device=lambda: Names(synchronize=wait), runtime=Names(
    getDeviceProperties=lambda _: {"name": b"pretend T4"}, CUDARuntimeError=OSError))
END
    cat >"$scratch/modules/cupyx/profiler.py" <<'END'
import numpy, time, pretend
class benchmark:
    def __init__(self, call, n_repeat, n_warmup):
        cpu, gpu = [], []
        for _ in range(n_warmup + n_repeat):
            start = time.perf_counter()
            call()
            cpu.append(time.perf_counter() - start)
            pretend.wait()
            gpu.append(time.perf_counter() - start)
        self.cpu_times, self.gpu_times = numpy.array(cpu[n_warmup:]), numpy.array([gpu[n_warmup:]])
END
    cat >"$scratch/modules/torch/__init__.py" <<'END'
from types import SimpleNamespace as Names
import numpy as np
from pretend import add, copy, matmul, wait
class Array(np.ndarray):
    to = lambda self, where: copy(self)
    cpu = copy
    numpy = lambda self: np.asarray(self)
__version__, float32 = "2", np.float32
set_float32_matmul_precision = set_grad_enabled = lambda _: None
backends = Names(cudnn=Names())
cuda = Names(is_available=lambda: True, synchronize=wait, get_device_name=lambda: "pretend T4")
device, get_num_threads = str, lambda: 2
from_numpy = lambda x: x.view(Array)
empty_like = np.empty_like
empty = lambda shape, dtype, device: np.empty(shape, dtype).view(Array)
END
    cat >"$scratch/modules/torch/utils/benchmark.py" <<'END'
import time, pretend
class Timer:
    def __init__(self, stmt, globals, num_threads=1):
        self.stmt, self.names, self.threads = stmt, globals, num_threads
    def blocked_autorange(self, min_run_time):
        pretend.wait()
        start = time.perf_counter()
        exec(self.stmt, self.names)
        pretend.wait()
        self.median = (time.perf_counter() - start) * 2 / self.threads
        return self
END
    cat >"$scratch/modules/jax/__init__.py" <<'END'
from types import SimpleNamespace as Names
from pretend import wait
__version__ = "0"
config = Names(update=lambda *_: None)
devices, default_backend = lambda: [0], lambda: "cpu"
block_until_ready = lambda x: (wait(), x)[1]
END
    cat >"$scratch/modules/jax/numpy.py" <<'END'
import numpy as np
from pretend import add, matmul
class Array(np.ndarray):
    __add__ = lambda a, b: add(np.asarray(a), np.asarray(b))
asarray = lambda x: x.view(Array)
END
}

# by_stopwatches <peers>: the table that make peers STOPWATCHES=1 prints with these modules.
by_stopwatches() {
    try env PYTHON="$python" PYTHONPATH="$scratch/modules:peers" STOPWATCHES=1 sh peers/run.sh "$1"
}

# bats test_tags=slow
@test "make peers STOPWATCHES=1: which stopwatch waits for the GPU, with and without copies" {
    needs_numpy
    pretend_gpu
    gives 0 by_stopwatches cupy,torch
    check "the table" \
        [ "$(printf '%s\n' "$out" | sed 's/   */|/g')" = "library|stopwatch|waits?|copies?|add, ms product, ms
cupy|clock + wait, ours|yes|no|1|2
cupy|timeit|no|no|0.001|0.001
cupy|timeit, with a wait in the call|yes|no|1|2
cupy|cupyx.profiler.benchmark, cpu_times|no|no|0.001|0.001
cupy|cupyx.profiler.benchmark, gpu_times|yes|no|1|2
cupy|clock + wait, ours|yes|yes|31|32
cupy|timeit|yes|yes|31|32
cupy|timeit, with a wait in the call|yes|yes|31|32
cupy|cupyx.profiler.benchmark, cpu_times|yes|yes|31|32
cupy|cupyx.profiler.benchmark, gpu_times|yes|yes|31|32
torch|clock + wait, ours|yes|no|1|2
torch|timeit|no|no|0.001|0.001
torch|timeit, with a wait in the call|yes|no|1|2
torch|torch.utils.benchmark.Timer|yes|no|1|2
torch|clock + wait, ours|yes|yes|31|32
torch|timeit|yes|yes|31|32
torch|timeit, with a wait in the call|yes|yes|31|32
torch|torch.utils.benchmark.Timer|yes|yes|31|32" ]
    check "within 100 columns" shows_no '^.{101}'
    sed -i 's/np.add(a, b, out=out)/np.subtract(a, b, out=out)/' "$scratch/modules/pretend.py"
    by_stopwatches cupy
    check "what is wrong has no time" [ "$status:$(grep -c ^cupy <<<"$out")" = 1:0 ]
    check "and is named" contains "$err" "cupy: WRONG, so no time: c[0] is not a[0] + b[0]"
}

# bats test_tags=slow
@test "make peers STOPWATCHES=1: NumPy by timeit, JAX which returns early on a CPU, too; others are skipped" {
    needs_numpy
    pretend_gpu
    # NumPy itself, of small arrays and by the true clock
    printf 'import stopwatches\nstopwatches.ELEMENTS, stopwatches.SIDE = 1000, 32\n' >"$scratch/modules/small.py"
    copy
    sed -i 's/^import work$/import work, small/' peers/with_numpy.py
    gives 0 by_stopwatches numpy,jax,numba_cuda
    check "NumPy" \
        [ "$(grep ^numpy <<<"$out" | sed 's/   */|/g' |
            grep -c -E '^numpy\|(clock \+ wait, ours|timeit)\|-\|no\|[0-9.e-]+\|[0-9.e-]+$')" -eq 2 ]
    check "JAX's launch alone" shows '^jax +timeit +no +no +0.001 +0.001$'
    check "JAX, waited for" [ "$(grep -c '^jax .* yes  *no .* 2$' <<<"$out")" -eq 2 ]
    check "no GPU" shows '^numba_cuda: skip: Numba finds no GPU'
    try env PYTHON=true STOPWATCHES=1 sh peers/run.sh torch_compile
    check "what has no stopwatch of its own is refused" contains "$err" "there is no torch_compile; there are numpy"
    exits 2 env PYTHON=true STOPWATCHES=yes sh peers/run.sh ""
    check "in one line" [ "$err" = "make peers: STOPWATCHES=yes: must be 1, or left out" ]
}

# bats test_tags=slow
@test "setup --peers takes CUDA 12's wheels where the driver or the GPU is too old for CUDA 13's" {
    local bin=$scratch/bin of
    mkdir "$bin"
    for of in 13.0,7.0,12 13.1,9.0,13 12.4,9.0,12 13.0,7.5,13; do
        IFS=, read -r cuda capability want <<<"$of"
        printf '#!/bin/sh\ncase $* in *compute_cap*) echo %s ;; *) echo "| CUDA Version: %s |" ;; esac\n' \
            "$capability" "$cuda" >"$bin/nvidia-smi"
        chmod +x "$bin/nvidia-smi"
        try env PATH="$bin:$PATH" sh setup.sh --peers --dry-run
        check "$of" shows "pip install numpy numba numba-cuda.cu$want. cupy-cuda${want}x jax.cuda$want."
    done
}

# bats test_tags=slow
@test "setup --peers=torch says how large it is, and what it would run" {
    try sh setup.sh --peers=torch --dry-run
    if grep -q '.venv has all' <<<"$out"; then skip "it is installed"; fi
    check "status 0" [ "$status" -eq 0 ]
    check "first" shows 'gigabytes'
    check "what" shows 'python3 -m venv .*pip install numpy numba jax.* torch torchvision'
    exits 2 sh setup.sh --peers=tensorflow
    check "names it" contains "$err" "--peers=tensorflow"
}
