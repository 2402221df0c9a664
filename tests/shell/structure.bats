#!/usr/bin/env bats
# The order of the house: maps that say what is there, arrows that run one way, short functions, short call
# chains, a small interface. tests/maps.py and tests/measures.py look; what they must find is planted here.
# shellcheck disable=SC2016,SC2030,SC2031,SC2034,SC2154 # helpers.bash sets root, status, out and err

load helpers

setup() {
    in_root
    command -v python3 >/dev/null || skip "no python3: ./setup.sh --tests"
}

maps() {
    try python3 "$root/tests/maps.py" "$@"
}

measures() {
    try python3 "$root/tests/measures.py" "$@"
}

# says <status> <lines on stdout>: no less and no more.
says() {
    check "status $1" [ "$status" -eq "$1" ]
    check "it says: $2" [ "$out" = "$2" ]
}

every_source() {
    find common lab[0-9][0-9]_*/ solutions -name '*.c' -o -name '*.h' -o -name '*.cu' -o -name '*.cpp' -o -name '*.hpp'
}

# ---- maps ----------------------------------------------------------------------------------------

# A small folder with a map: order uses once, both use check.
house() {
    mkdir -p "$scratch/part/inner" "$scratch/part/words"
    cd "$scratch" || return
    cat >part/README.md <<'MAP'
# part/

| file | does |
|---|---|
| `order.c`, `inner/once.{c,h}` | the order of a run |
| `inner/check.*` | right or wrong |
| `words/` | lists |

```text
arrows:
order.c -> once            # and so check
inner/once -> check.c
labNN.cu -> order.c
```
MAP
    printf '#include "inner/once.h"\nint main(void) { return once(); }\n' >part/order.c
    printf '#include "check.h"\nint once(void);\n' >part/inner/once.h
    printf '#include "once.h"\nint once(void) { return check(); }\n' >part/inner/once.c
    echo 'int check(void);' >part/inner/check.h
    echo 'int check(void) { return 0; }' >part/inner/check.c
    touch part/words/a.txt part/words/b.txt
}

# bats test_tags=slow
@test "a map: what it names and what is there is the same" {
    house
    maps files part
    says 0 ''
    touch part/inner/late.c part/.hidden
    rm part/order.c part/words/*
    maps files part
    says 1 'part/README.md: does not name part/inner/late.c
part/README.md: names order.c, and there is no such file
part/README.md: names words/, and there is no such file'
    echo '# nothing' >part/README.md
    maps files part
    check "no table" shows -x 'part/README.md: names no file at all'
    gives 2 maps files inner # no map
}

@test "a map: arrows are those of the code, and none runs back" {
    house
    maps arrows part build
    says 0 ''
    echo 'int once(void); int check(void) { return once(); }' >part/inner/check.c # without an #include
    maps arrows part build
    says 1 'check.c -> inner/once is not in the map: part/inner/check.c uses part/inner/once.c (once)
a circle: part/inner/check.c, part/inner/once.c'

    house
    printf 'int here, once(void);\nint main(void) { return once(); }\n' >part/order.c
    printf '#include "once.h"\nextern int here;\nint once(void) { return check() + here; }\n' >part/inner/once.c
    maps arrows part build
    says 1 'inner/once -> order.c is not in the map: part/inner/once.c uses part/order.c (here)' # and no circle

    house
    sed -i 's/^inner.once -> .*/& order/' part/README.md
    maps arrows part build
    says 1 'inner/once -> order is in the map and not in the code
the map goes in a circle: inner/once
the map goes in a circle: order'
}

@test "a map: arrows of every file, and of none that is gone" {
    house
    printf '#include "inner/check.h"\n' >part/late.h
    gives 1 maps arrows part build
    check "a file that no arrow names" shows -x 'part/late.h: stands in no line of arrows'
    house
    rm part/late.h part/order.c
    gives 1 maps arrows part build
    check "a name without a file" shows -x 'arrows: order.c is no file, and no file.s folder'
    sed -i '/^arrows:/d' part/README.md
    maps arrows part build
    says 1 'part/README.md: has no block of arrows'
}

@test "a map: a whole folder, and a folder elsewhere, are names for arrows" {
    house
    mkdir other
    echo 'int other(void);' >other/other.h
    sed -i 's/^int main/#include "other\/other.h"\n&/' part/order.c
    maps arrows part build
    says 1 'order.c -> other/other is not in the map: part/order.c uses other/other.h (#include)'
    sed -i 's/^order.c -> once/& other\//; s/^inner.once -> .*/inner\//; s/-> once/-> inner\//' part/README.md
    maps arrows part build
    says 0 ''
}

# A small kit of scripts: make calls a tool, a lab's figure loads a shared part, one module imports another.
kit() {
    rm -rf "$scratch/kit" && mkdir -p "$scratch"/kit/{common/tools,common/figures,lab01_a,peers,tests}
    cd "$scratch/kit" || return
    printf '%s\n' 'calls:' 'Makefile -> common/tools/' 'common/tools/ -> common/figures/' 'lab*/ -> common/figures/' \
        'peers/with_*.py -> peers/kit.py' 'setup.sh' >common/README.md
    printf 'all:\n\tsh common/tools/a.sh\n' >Makefile
    printf 'here=.\n. "$here/b.sh" # as peers/kit.py does\nawk -f "$here/../figures/rows.awk"\n' >common/tools/a.sh
    echo 'echo "b.sh: ./setup.sh installs it"' >common/tools/b.sh
    echo '{ print }' | tee common/figures/rows.awk >tests/rows.mk
    echo 'load "common/figures/style.gp"' >lab01_a/all.gp
    echo 'set grid' >common/figures/style.gp
    echo 'import kit' >peers/with_a.py
    echo '"""What with_a.py imports."""' >peers/kit.py
    : >setup.sh
}

@test "a map of calls: what scripts name is as it says; a call back and a circle are found" {
    kit
    maps calls common/README.md
    says 0 ''
    echo 'sh lab01_a/sweep.sh; include tests/rows.mk' >>common/tools/b.sh
    echo 'sh common/tools/a.sh' >lab01_a/sweep.sh
    gives 1 maps calls common/README.md
    check "a call of a lab" \
        shows -x 'common/tools/ -> lab\*/ is not in the map: common/tools/b.sh uses lab01_a/sweep.sh .*'
    check "of a test" shows -x 'common/tools/ -> tests/rows is not in the map: .*'
    check "and the circle" shows -x 'a circle: common/tools/a.sh, common/tools/b.sh, lab01_a/sweep.sh'
    kit
    echo 'from with_a import f' >>peers/kit.py
    echo '#include "../tests/rows.mk"' >lab01_a/a.cu
    maps calls common/README.md
    says 1 'lab*/ -> tests/rows is not in the map: lab01_a/a.cu uses tests/rows.mk (by its name)
peers/kit.py -> peers/with_*.py is not in the map: peers/kit.py uses peers/with_a.py (by its name)
a circle: peers/kit.py, peers/with_a.py'
}

@test "arrows.sh draws what the map allows in black and what it does not in red" {
    house
    mkdir tests && cp "$root"/tests/arrows.sh "$root"/tests/maps.py tests
    exits 2 sh tests/arrows.sh part out.png # only SVG
    exits 1 env PATH="$(bare_path && echo "$bin")" sh tests/arrows.sh part out.svg
    check "one line" [ "$err" = "arrows: needs graphviz's dot: ./setup.sh --tests" ]
    command -v dot >/dev/null || skip "no graphviz: ./setup.sh --tests"
    exits 0 sh tests/arrows.sh part out.svg # drawn
    check "two arrows; the third follows from them" [ "$(grep -c 'class="edge"' out.svg)" -eq 2 ]
    check "none is red" [ "$(grep -c red out.svg)" -eq 0 ]
    printf '#include "../order.c"\n' >>part/inner/check.h
    try sh tests/arrows.sh part out.svg
    check "the one back is red" [ "$(grep -c 'polygon.*"red"' out.svg)" -eq 1 ]
}

# ---- the kit's own maps ---------------------------------------------------------------------------

builds='build/quick build/quick/check build/quick/traffic' # as make tested leaves them

@test "every file stands in its folder's map, and every name there is a file" {
    local readme
    for readme in common common/cpu_device solutions/grader tests; do
        check "$readme: a map" [ -f $readme/README.md ]
    done
    for readme in common/README.md common/*/README.md solutions/grader/README.md tests/README.md; do
        maps files "${readme%/*}"
        says 0 ''
    done
}

# built_apart: each file of common/ as an object of its own.
built_apart() {
    quick objects
    quick BUILD=build/quick/check CHECK=--check OPTIMISE=-O1 objects
    quick BUILD=build/quick/traffic CHECK=--traffic OPTIMISE=-O1 objects
}

# bats test_tags=slow
@test "common/: who uses whom is as its maps say" {
    local folder
    built_apart
    for folder in common common/cpu_device common/libraries; do
        # shellcheck disable=SC2086 # words
        maps arrows $folder $builds
        says 0 ''
    done
}

# calls_against <order> <folder of objects>: each use of a symbol that a later file of <order> defines. The
# runtime may call a hook, which is a function in cpu_device::check or one of libc that the finder takes over.
calls_against() {
    (cd "$2" && for object in $1; do [ ! -e "$object.o" ] || nm -A -g "$object.o"; done) | awk -v order="$1" '
        BEGIN { n = split(order, file); for (i = 1; i <= n; i++) place[file[i]] = i }
        {
            object = $1
            sub(/\.o:.*/, "", object)
            if ($(NF - 1) ~ /^[TBDRS]$/) by[$NF] = object
            else if ($(NF - 1) ~ /^[Uvw]$/) uses[++count] = object " " $NF
        }
        END {
            for (i = 1; i <= count; i++) {
                split(uses[i], use)
                other = by[use[2]]
                hook = use[1] ~ /^run/ && other !~ /^run/ && use[2] ~ /^_ZN10cpu_device5check/ ||
                    use[2] ~ /^((own_)?pthread_|free$)/
                if (other != "" && place[other] > place[use[1]] && !hook) print use[1] " uses " use[2] " of " other
            }
        }'
}

# mapped <folder>: the files that its section of the map lists, in its order.
mapped() {
    sed -n "/^## $1\//,/^## /p" common/cpu_device/README.md | sed -nE "s,^\| \`([a-z_]+)\.cpp\`.*,$1/\1,p"
}

# bats test_tags=slow
@test "the runtime's files call each other in one direction, as the map lists them" {
    local order mode
    order="$(mapped run | xargs) $(mapped check | xargs) $(mapped traffic | xargs)"
    check "each file is listed once" [ "$(tr ' ' '\n' <<<"$order" | sort)" = \
        "$(cd common/cpu_device && printf '%s\n' run/*.cpp check/*.cpp traffic/*.cpp | sed 's/\.cpp$//' | sort)" ]
    for mode in check traffic; do
        check "$mode: no name twice in cpu_device.a" \
            [ -z "$(tr ' ' '\n' <<<"$order" | grep -E "^(run|$mode)/" | sed 's,.*/,,' | sort | uniq -d)" ]
    done
    built_apart
    for mode in . check traffic; do
        try calls_against "$order" build/quick/$mode/cpu_device
        check "$mode: no call against the order" [ -z "$out$err" ]
    done
    try calls_against "$(tr ' ' '\n' <<<"$order" | tac | xargs)" build/quick/cpu_device
    check "the test can fail" [ -n "$out" ]
}

# bats test_tags=slow
@test "common/ptx, common/sass: who uses whom is as their maps say" {
    local folder
    for folder in common/ptx common/sass; do
        maps arrows $folder "$scratch"
        says 0 ''
    done
    cp -r common "$scratch/" # and a circle is seen
    cd "$scratch" || return
    echo 'const void *circle(void) { return (const void *)decode; }' >>common/ptx/text.c
    gives 1 maps arrows common/ptx .
    check "the circle" shows '^a circle: .*common/ptx/decode.c.*common/ptx/text.c'
}

@test "scripts of the kit: who calls whom is as its maps say" {
    maps calls common/README.md solutions/README.md
    says 0 ''
}

# bats test_tags=slow
@test "the grader: who uses whom is as its map says" {
    local source objects=()
    printf '#include <jansson.h>\n#include <seccomp.h>\n#include <openssl/hmac.h>\n' | cc -E -x c - >/dev/null 2>&1 ||
        skip "no jansson, libseccomp or libcrypto: ./setup.sh --grader"
    for source in solutions/grader/*.c solutions/grader/*/*.c solutions/grader/*/*.cu; do
        objects+=("build/quick/${source%.*}.o")
    done
    quick "${objects[@]}"
    maps arrows solutions/grader build/quick
    says 0 ''
}

@test "a lab knows neither another lab nor the CPU device; a student's file knows its contract alone" {
    local lab op
    for lab in $labs; do
        out=$(grep -n -E '#include "(common/cpu_device|lab[0-9][0-9]_)' "$lab"_*/*.* "$lab"_*/*/*.* || true)
        check "$lab" [ -z "$out" ]
        op=$(basename "$(dirname "$lab"_*/"$lab".cu)") op=${op#"$lab"_}
        out=$(grep -h '#include "' "$lab"_*/"$op".cu solutions/"$op".cu | grep -v -x "#include \"$op.h\"" || true)
        check "$op.cu, and its answer" [ -z "$out" ]
    done
}

# ---- measures --------------------------------------------------------------------------------------

# Without the word each file that includes it defines it for the linker: g++ 16 does, older ones do not show it.
@test "a specialised variable of a header is inline" {
    out=$(grep -rnE '^ *template <> *(static )?(constexpr|const) ' common/*/include common/*/*.h handouts/steps/check ||
        true)
    check "none is without: $out" [ -z "$out" ]
    check "there are some" grep -q -r '^template <> inline constexpr ' common/cpu_device/include
}

@test "no function has more than 60 lines" {
    # shellcheck disable=SC2046 # words
    measures functions 60 $(every_source)
    says 0 ''
}

@test "a long function is found, whatever its braces look like" {
    cat >"$scratch/a.cu" <<'C'
#define TWO(name) \
    static int name(void) {
struct point { int x; int (*f)(int); };
static const int list[] = { (1), 2 };
MADE(short_one)

/* } */
static int
long_one(const char *text)
{
    if (*text == '}') { return strlen("}"); }
    return 0;
}
namespace here { struct type { int method(int a) const { return
    a; } }; }
C
    cd "$scratch" || exit 1
    measures functions 5 a.cu
    says 1 'a.cu:8: long_one has 6 lines, more than 5'
    measures functions 1 a.cu
    says 1 'a.cu:8: long_one has 6 lines, more than 1
a.cu:14: method has 2 lines, more than 1'
    : >"$scratch/empty.c"
    gives 2 measures functions 5 empty.c # nothing to measure is no success
}

every_text() { # what people write and read; hidden folders, what is built and what is measured aside
    find . -path './.*' -prune -o -path ./build -prune -o -path ./results -prune -o -type f \( -name Makefile \
        -o -name '*.mk' -o -name '*.sh' -o -name '*.bash' -o -name '*.bats' -o -name '*.py' -o -name '*.awk' \
        -o -name '*.js' -o -name '*.lua' -o -name '*.gp' -o -name '*.c' -o -name '*.h' -o -name '*.cu' \
        -o -name '*.cpp' -o -name '*.hpp' \) -print
}

@test "no line has more than 120 characters" {
    # shellcheck disable=SC2046 # words
    measures lines 120 $(every_text)
    says 0 ''
}

@test "a long line is found; letters of two bytes count as one" {
    cd "$scratch" || exit 1
    printf '// expects: more than ten\nint ñandú;\nint ñandúes;\n' >a.cu
    measures lines 10 a.cu
    says 1 "a.cu:3: 12 characters, more than 10"
}

@test "struct experiment has at most 16 members, and no struct in it more than 8" {
    measures members 16 8
    says 0 ''
}

@test "a member too many is counted, also of a struct that is a member" {
    mkdir -p "$scratch/common/engine"
    cd "$scratch" || exit 1
    cat >common/engine/engine.h <<'C'
struct shapes { int a, b = 0, (*c)(int, int); /* d; e */ };
struct run { int many, many_more, and_more, still_more; };
struct experiment {
    const struct shapes *shapes = NULL;
    int list[3] = { 1, 2, 3 };
    struct run *(*callback)(struct run *run, int n) = NULL;
};
C
    measures members 3 3
    says 0 ''
    measures members 2 2
    says 1 'struct experiment has 3 members, more than 2
struct shapes has 3 members, more than 2'
    rm common/engine/engine.h
    gives 2 measures members 2 2 # nothing to measure is no success
}

# bats test_tags=slow
@test "no function of common/ has one lab as its only user" {
    # shellcheck disable=SC2086 # words
    built $labs lab06_network
    # shellcheck disable=SC2046 # each file by itself: calls within a unit are none of its symbols
    quick $(find common/engine common/gemm -name '*.cu' | sed 's|.*|build/quick/&|; s|\.cu$|.o|')
    measures users build/quick
    says 0 ''
}

@test "a function that one lab alone uses is found" {
    local file
    cd "$scratch" || exit 1
    mkdir -p common/engine lab01_a lab02_b/more
    echo 'int both(void) { return 1; } int one(void) { return 2; } int none(void) { return 3; }' >common/engine/a.c
    echo 'int own(void) { return 4; } int other(void) { return own(); }' >common/engine/b.c
    echo 'int old(void) { return 5; }' >common/engine/gone.c
    echo 'int f(void) { return both() + one() + other() + own() + old(); }' >lab01_a/a.c
    echo 'int f(void) { return both() + other(); }' >lab02_b/more/b.c
    for file in common/engine/*.c lab*/*.c lab*/*/*.c; do
        mkdir -p "build/${file%/*}" && cc -c -w "$file" -o "build/${file%.c}.o"
    done
    rm common/engine/gone.c # what was built of it may be there
    measures users build
    says 1 'common/engine/a: one is used by lab01 alone'
    gives 2 measures users nowhere # nothing to measure is no success
}

# ---- call chains -------------------------------------------------------------------------------------

# In a build without optimisation each function has its frame.
@test "a chain too long is found, on either path" {
    printf '#%s\n' '0  launcher (n=...) at a.cu:1' '1  0x00 in operator() (p=...) at lab.cu:2' \
        '2  0x00 in _FUN () at lab.cu:2' '3  check (v=...)' '4  main (argc=...)' \
        '0  launcher (n=...)' '1  in lab' '2  stop_it (v=...)' '3  sample (v=...)' '4  main (argc=...)' >"$scratch/gdb"
    measures chains 2 launcher "$scratch/gdb" stop_it
    says 1 'timed: main -> sample -> stop_it -> in lab -> launcher: 3 functions between, more than 2'
    measures chains 1 launcher "$scratch/gdb" stop_it
    check "the lambda is one function" shows '^checked: main -> check -> lambda -> launcher: 2 functions between'
    gives 2 measures chains 4 launcher "$scratch/gdb" another # without a timed one it is no success
}

needs_debugger() {
    command -v gdb >/dev/null || skip "no gdb: ./setup.sh --tests"
    [[ $(gdb -q -batch -ex run --args true 2>&1) == *'exited normally'* ]] || skip "gdb may not trace here (ptrace)"
}

# bats test_tags=slow
@test "at most 4 functions stand between main and a launcher" {
    needs_debugger
    local lab launcher
    quick BUILD=build/chains OPTIMISE=-O0 build/chains/lab01 build/chains/lab03
    for lab in lab01 lab03; do
        launcher=$(echo "$lab"_*/"$lab".cu)
        launcher=$(basename "${launcher%/*}")_v1 launcher=${launcher#"$lab"_}
        printf '%s\n' 'set width 0' "break $launcher" commands silent backtrace continue end run >"$scratch/script"
        LAB_ALONE=1 gdb -q -batch -x "$scratch/script" \
            --args build/chains/$lab --quick --only gpu_v1 >"$scratch/gdb" 2>&1 || true
        # shellcheck disable=SC2046 # the lab's stopwatches, as words
        measures chains 4 "$launcher" "$scratch/gdb" \
            $(sed -n 's/.*stopwatches = { \(.*\) },/\1/p' "$lab"_*/$lab.cu | tr -d ,)
        says 0 ''
    done
}

@test "under a debugger a lab is one process, and stops at a breakpoint" {
    needs_debugger
    built lab03
    try timeout 120 gdb -q -batch -ex 'break matmul_tiled_v1' -ex run -ex backtrace -ex kill \
        --args build/quick/lab03 --quick --only gpu_v1
    check "it stops there" shows '^#0 .*matmul_tiled_v1'
    check "main is on the stack" shows '^#[0-9]+ .*main '
}
