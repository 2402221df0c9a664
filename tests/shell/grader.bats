#!/usr/bin/env bats
# make grade: a few of the students that long/grader.bats has by the dozen.
# shellcheck disable=SC2016,SC2034,SC2154 # helpers.bash sets root, status, out, err

load helpers
load grader
load grader_kit

setup() {
    status=- out='' err=''
    grader_kit
}

# bats test_tags=slow
@test "right, wrong, unwritten, missing and forging files get what they deserve; a second run changes nothing" {
    zoo honest,unwritten,off_by_one,answers_for_itself,constructor_that_ends,a_function_missing
    mkdir -p "$scratch/class/nothing" "$scratch/class/zipped" "$scratch/class/linked" "$scratch/class/a;\$(id) -x"
    echo PK >"$scratch/class/zipped/all.zip"
    ln -s /etc/passwd "$scratch/class/linked/vector_add.cu"
    cp "$scratch/class/honest/vector_add.cu" "$scratch/class/a;\$(id) -x/"
    belongs_to_user "$scratch/class"
    gives 0 grade LABS=lab01
    check_zoo
    check "the other exercise of the file counts" [ "$(verdict off_by_one ex12)" = PASS ]
    check "no file" [ "$(verdict nothing ex11)" = MISSING_FILE ]
    check "an archive" [ "$(verdict zipped ex11)" = UNSUPPORTED_ARCHIVE ]
    check "a link" [ "$(verdict linked ex11)" = BAD_SUBMISSION ]
    check "a hostile name" [ "$(verdict "a;\$(id) -x" ex11)" = PASS ]
    check "a row each" [ "$(wc -l <"$scratch/out/grades.csv")" -eq 11 ]
    check "nothing is left over" [ ! -e "$scratch/out/running" ]
    cp "$scratch/out/grades.csv" "$scratch/before"
    cp "$scratch/out/journal" "$scratch/begun" # ten, and on a busy machine who ran out of time once more
    grade LABS=lab01
    check "the same grades" cmp "$scratch/before" "$scratch/out/grades.csv"
    check "nobody is begun again" cmp "$scratch/begun" "$scratch/out/journal"
    grade EXPLAIN=off_by_one
    check "case by case" contains "$out" 'case  1  seed'
}

# bats test_tags=slow
@test "a buffer that grows may do so at any shape, the contract's too" {
    zoo a_buffer_that_grows
    # from this secret the first shape is smaller than the one at which the contract is looked at
    printf 3d2e14aa4b937137d0d49b03adf8452b558303e6ddc42acbd9f79d2febabf9af >"$scratch/out/secret"
    belongs_to_user "$scratch/out"
    grade LABS=lab01
    check_zoo
    check "the first shape" grep -q '"shape": "n = 255"' "$scratch/out/students/a_buffer_that_grows/results.json"
}

# bats test_tags=slow
@test "what lies beside the file: copies, what macOS adds, other names, too deep, no text" {
    local class=$scratch/class abyss
    abyss=$(printf '%s/' {1..45})
    zoo honest
    mkdir -p "$class"/copies/{a,b,__MACOSX} "$class"/{two,txt,utf16,nul,differ}/x "$class/deep/1/2/3/4/5" \
        "$class/abyss/$abyss"
    for to in copies/a copies/b two differ/x deep/1/2/3/4/5 "abyss/$abyss"; do
        cp "$class/honest/vector_add.cu" "$class/$to"
    done
    echo junk | tee "$class/copies/__MACOSX/vector_add.cu" "$class/copies/._vector_add.cu" \
        "$class/differ/vector_add.cu" >"$class/two/vector_add (1).cu"
    cp "$class/honest/vector_add.cu" "$class/txt/vector_add.cu.txt"
    printf '\377\376v\0' >"$class/utf16/vector_add.cu"
    printf 'ab\0' >"$class/nul/vector_add.cu"
    belongs_to_user "$class"
    grade LABS=lab01
    said() { # said <id> <words>: in the note of 1.1
        check "$1: $2" contains "$(grep "^$1,ex11," "$scratch/out/details.csv")" "$2"
    }
    said copies 'PASS,4,4,'
    check "without a word" [ "$(grep -c '^copies.*flagged' "$scratch/out/details.csv")" -eq 0 ]
    said differ 'BAD_SUBMISSION,0,4,vector_add.cu: there are two: vector_add.cu and x/vector_add.cu'
    said two 'PASS,4,4,"flagged: beside it lies vector_add (1).cu, which is not looked at'
    check "the student reads it" grep -q 'vector_add (1).cu' "$scratch/out/students/two/feedback.md"
    said txt 'there is no vector_add.cu; not looked at: vector_add.cu.txt'
    said deep 'PASS,4,4,'
    said abyss '40/41/..., more than 40 folders deep'
    said utf16 'is text in UTF-16'
    said nul 'has a NUL byte at place 3'
    # who has files and no graded one is named with all of them; ACCEPT takes one, in later runs, too
    local nearest="vector_add.cu.txt, taken by ACCEPT=&#39;txt:vector_add.cu.txt&#39;"
    check "the nearest" grep -q "<td>txt<td><td>handed in: vector_add.cu.txt; nearest to vector_add.cu: $nearest" \
        "$scratch/out/class.html"
    check "which of two" \
        grep -q "<td>differ<td><td>handed in: .*there are two: .*ACCEPT=&#39;differ:PATH" "$scratch/out/class.html"
    cp "$class/honest/vector_add.cu" "$class/o_brien_1_2_vector_add.cu"
    cp "$class/honest/vector_add.cu" "$class/nobody.cu"
    grade LABS=lab01 ACCEPT=txt:vector_add.cu.txt
    said txt 'PASS,4,4,'
    said 1 'PASS,4,4,'
    check "what is left out" contains "$out" 'nobody.cu: belongs to no student and was left out'
    check "on the page, too" grep -q 'nobody.cu: belongs to no student' "$scratch/out/class.html"
    grade LABS=lab01 ACCEPT=differ:x/vector_add.cu
    said differ 'PASS,4,4,'
    said txt 'PASS,4,4,'
    gives 2 grade LABS=lab01 ACCEPT=txt:other.cu # no such file
    check "what it must be" contains "$out" 'ACCEPT=txt:other.cu: must be id:path of a file'
}

# bats test_tags=slow
@test "a class as one zip, students' own zips in it: what is read, what is not and why, nothing outside" {
    [ -e /usr/include/archive.h ] || skip "no libarchive: ./setup.sh --grader"
    zoo honest
    python3 - "$scratch/class/honest/vector_add.cu" "$scratch/class.zip" "$scratch/evil.cu" <<'END_OF_PYTHON'
import io, sys, zipfile
code, to, evil = open(sys.argv[1], "rb").read(), sys.argv[2], sys.argv[3]
def packed(*files):
    place = io.BytesIO()
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return place.getvalue()
link = zipfile.ZipInfo("Lea_3_assignsubmission_file_/vector_add.cu")
link.create_system, link.external_attr = 3, 0o120777 << 16
with open(to, "wb") as file:
    file.write(packed(
        ("Ana_1_assignsubmission_file_/mine.zip", packed(("lab1/vector_add.cu", code), ("__MACOSX/._x", "x"))),
        ("Eva_2_assignsubmission_file_/all.zip", packed(("vector_add.cu", code), ("report.pdf", "x"))),
        (link, "/etc/passwd"),
        ("Bob_4_assignsubmission_file_/bomb.zip", packed(("vector_add.cu", b"\n" * (50 << 20)))),
        ("Mia_5_assignsubmission_file_/", ""),
        ("Tim_6_assignsubmission_file_/../../" + evil, code),
        (evil, code),
        ("Leo_7_assignsubmission_file_vector_add.cu", "int x;")))
END_OF_PYTHON
    rm -r "$scratch/class" && mv "$scratch/class.zip" "$scratch/class"
    chmod a+r "$scratch/class"
    grade LABS=lab01
    said() {
        check "$1: $2" contains "$(grep "^$1,ex11," "$scratch/out/details.csv")" "$2"
    }
    said Ana_1 PASS,4,4
    said Eva_2 PASS,4,4
    said Lea_3 'is a symbolic link'
    said Bob_4 'is larger than 1 MiB'
    said Mia_5 MISSING_FILE
    said Tim_6 MISSING_FILE
    said Leo_7 MISSING_FUNCTION
    check "what was left out" [ "$(grep -c 'evil.cu: has a path that cannot be, and was left out' <<<"$out")" -eq 2 ]
    check "nothing lies outside" [ -z "$(find "$scratch" -name evil.cu)" ]
    echo PK >"$scratch/class"
    gives 2 grade LABS=lab01 # no zip
    check "says so" contains "$out" "SUBMISSIONS=$scratch/class: cannot be unpacked"
}

# bats test_tags=slow
@test "a clone of the kit or its zip, at any depth, another version, too: graded like the file alone" {
    [ -e /usr/include/archive.h ] && command -v zip >/dev/null || skip "no libarchive or no zip: ./setup.sh --grader"
    local class=$scratch/class clone=$scratch/clone id
    zoo honest
    mkdir "$clone" && git -C "$root" archive HEAD | tar -x -C "$clone"
    cp -r "$clone" "$class/untouched"
    cp "$class/honest/vector_add.cu" "$clone/lab01_vector_add"
    cp -r "$clone" "$class/clone"
    mkdir -p "$class"/{deep/a/b/c/d/e/f,older,zipped,zip_and_file,beside,packed,elsewhere} \
        "$class/clone/build/quick/lab01_vector_add"
    cp -r "$clone" "$class/deep/a/b/c/d/e/f/kit"
    cp "$clone/tests/supervised/vector_add.cu" "$class/clone/build/quick/lab01_vector_add"
    cp -r "$clone" "$class/older/kit" # its folders were others, and it had a program more in the lab's
    mv "$class/older/kit/tests/supervised" "$class/older/kit/tests/hostile"
    cp "$class/honest/vector_add.cu" "$class/older/kit/tests/wrong/lab01/vector_add.cu"
    (cd "$scratch" && zip -q -r "$class/zipped/my kit.zip" clone)
    cp "$class/zipped/my kit.zip" "$class/zip_and_file/all.zip" &&
        cp "$class/honest/vector_add.cu" "$class/zip_and_file"
    cp -r "$clone" "$class/beside/kit" &&
        cp "$clone/solutions/vector_add.cu" "$class/beside/kit/lab01_vector_add/vector_add (1).cu"
    cp -r "$class/untouched" "$class/elsewhere/kit" && cp "$class/honest/vector_add.cu" "$class/elsewhere/kit"
    (cd "$clone/lab01_vector_add" && zip -q -r "$class/packed/lab.zip" .)
    ln -s /etc "$class/clone/lab01_vector_add/etc"
    belongs_to_user "$class"
    grade LABS=lab01
    tidy=$(grep ^honest,ex11, "$scratch/out/details.csv")
    for id in clone deep older zipped zip_and_file packed elsewhere; do
        check "$id" [ "$(grep "^$id,ex11," "$scratch/out/details.csv")" = "${tidy/honest/$id}" ]
    done
    check "untouched" [ "$(verdict untouched ex11)" = TODO ]
    check "the student's second file is a flag" contains "$(grep ^beside,ex11 "$scratch/out/details.csv")" \
        'PASS,4,4,"flagged: beside it lies kit/lab01_vector_add/vector_add (1).cu'
    check "the kit's own are told" grep -q 'tests/supervised/vector_add.cu' "$scratch/out/students/clone/feedback.md"
    check "nothing is left over" [ ! -e "$scratch/out/running" ]
    # a class's zip with clones and zips in it
    (cd "$class" && zip -q -r ../class.zip clone zipped honest) && rm -r "$class" && mv "$scratch/class.zip" "$class" &&
        chmod a+r "$class"
    rm -r "${scratch:?}"/out/*
    grade LABS=lab01
    for id in clone zipped; do
        check "$id, in a zip" [ "$(grep "^$id,ex11," "$scratch/out/details.csv")" = "${tidy/honest/$id}" ]
    done
}

# bats test_tags=slow
@test "a single file for another lab gets a word, and changes nothing for the class; LABS= decides" {
    local class=$scratch/class id
    for id in ana eva leo mia; do
        mkdir "$class/$id"
        echo 'int x;' >"$class/$id/vector_add.cu"
    done
    mkdir "$class/tom" &&
        echo 'void matmul_naive_ex21() {}' | tee "$class/tom/matmul_naive.cu" >"$class/mia/matmul_naive.cu"
    cp -r lab03_matmul_tiled "$class/leo" # untouched: not handed in
    sed 's/Lab 3/Lab 3 of last year/' lab03_matmul_tiled/matmul_tiled.cu >"$scratch/older.cu"
    for id in ana eva mia; do
        mkdir "$class/$id/lab03_matmul_tiled" && cp "$scratch/older.cu" "$class/$id/lab03_matmul_tiled/matmul_tiled.cu"
    done
    rm -r "$class/mia/lab03_matmul_tiled"
    mkdir "$class"/{kim,sam} && cp "$class/ana/vector_add.cu" "$class/kim" && cp "$class/ana/vector_add.cu" "$class/sam"
    belongs_to_user "$class"
    grade
    check "lab 1 is graded" contains "$out" 'grade: lab01  vector_add.cu          6 of 7 students handed it in: graded'
    check "lab 2 is not" contains "$out" \
        'grade: lab02  matmul_naive.cu        2 of 7 students handed it in: not graded, fewer than a third'
    check "LABS is asked for" contains "$out" 'say which labs are meant by LABS=, as in LABS=01'
    check "a word" contains "$out" 'grade: tom: matmul_naive.cu is for lab02, which is not graded here'
    check "on the page, too" grep -q 'tom: matmul_naive.cu is for lab02' "$scratch/out/class.html"
    check "untouched starters are no hand-in" [ "$(grep -c lab03 <<<"$out")" -eq 0 ]
    check "nobody has a row of another lab" [ "$(grep -c -v -e '^id,' -e ,ex1 "$scratch/out/details.csv")" -eq 0 ]
    check "he has a row" contains "$(grep ^tom,ex11 "$scratch/out/details.csv")" \
        'there is no vector_add.cu; not looked at: matmul_naive.cu'
    grade LABS=01
    check "by LABS" contains "$out" 'grade: lab01  vector_add.cu        graded, because LABS= says so'
}

# bats test_tags=slow
@test "a compiler that fails by a full disk or is killed is nobody's fault: NOT_GRADED, then graded; no file says so" {
    # shellcheck disable=SC2016 # $$ is of the hook
    local settings=$kit/build/quick/grader/lab01.sh hook=$kit/common/hook trouble
    zoo honest
    mkdir "$scratch/class/liar"
    echo '#error No space left on device' >"$scratch/class/liar/vector_add.cu"
    belongs_to_user "$scratch/class"
    sed -i 's|^compile() {|& . "$kit"/common/hook;|' "$settings"
    check "the compiler is ours" grep -q common/hook "$settings"
    # shellcheck disable=SC2016
    for trouble in 'echo "fatal error: error writing to /x.s: No space left on device" >&2; exit 1' 'kill -9 $$' \
        'echo "g++: fatal error: cannot execute cc1plus: vfork: Resource temporarily unavailable" >&2; exit 1'; do
        echo "$trouble" >"$hook" && chmod a+r "$hook"
        gives 1 grade LABS=lab01
        check "$trouble: no mark" grep -q '^honest,,,NOT_GRADED,' "$scratch/out/grades.csv"
        check "$trouble: at once" contains "$out" \
            'grade: honest: NOT_GRADED, and no mark: the compiler fails here for the file that was handed out, too'
        check "$trouble: last" contains "$(tail -n 1 <<<"$out")" ' has no score: the compiler fails here'
    done
    : >"$hook"
    gives 0 grade LABS=lab01
    check "the next run grades" [ "$(verdict honest ex11)" = PASS ]
    check "a word is no full disk" [ "$(verdict liar ex11)" = COMPILE_ERROR ]
}

# bats test_tags=slow
@test "CHECK=1: who would be graded on what, who has nothing, who would be refused; nothing runs, OUT stays" {
    local class=$scratch/class
    mkdir -p "$class"/{ana/kit/tests,eva,leo,tom,mia}
    cp -r lab01_vector_add "$class/ana/kit" && echo 'int x;' |
        tee "$class/ana/kit/lab01_vector_add/vector_add.cu" "$class/ana/kit/tests/vector_add.cu" >"$class/tom/final.cu"
    cp lab01_vector_add/vector_add.cu "$class/eva"
    ln -s /etc/passwd "$class/leo/vector_add.cu"
    echo x >"$class/mia/all.rar"
    belongs_to_user "$class"
    gives 0 grade LABS=01 LOOK=1
    check "in a clone" contains "$out" 'ana                      lab01  graded: kit/lab01_vector_add/vector_add.cu'
    check "untouched" contains "$out" 'eva                      lab01  graded: vector_add.cu, as it was handed out'
    check "refused" contains "$out" 'leo                      lab01  refused: vector_add.cu: is a symbolic link'
    check "an archive" contains "$out" 'mia                      lab01  refused: all.rar: only a zip is opened'
    check "nothing" \
        contains "$out" 'tom                      lab01  nothing: there is no vector_add.cu; not looked at: final.cu'
    check "in all" contains "$out" '2 would be graded, 1 have nothing, 2 would be refused; nothing was compiled or run'
    check "OUT stays" [ -z "$(ls -A "$scratch/out")" ]
    cd "$root"
    try make -n --no-print-directory DEVICE=cpu grade CHECK=1 SUBMISSIONS=x
    check "make builds no judge" [ "$(grep -c grade-programs <<<"$out")" -eq 0 ]
    check "for no other build" contains "$out" 'CHECK= '
    check "and asks for a look" contains "$out" "LOOK='1'"
}

# bats test_tags=slow
@test "as root in a container: right, found by the bug finder, forged; the answers and the secret stay closed" {
    [ "$(id -u)" -eq 0 ] || skip "only root has own-uid"
    zoo honest,includes_the_answers,tells_by_its_addresses,answers_for_itself
    (cd "$scratch/class/honest" && zip -q mine.zip vector_add.cu && rm vector_add.cu)
    gives 0 grade LABS=lab01 ISOLATION=own-uid
    check_zoo
    check "the finder finds" grep -q '^tells_by_its_addresses,ex11,PASS,2,4,.*out of bounds' "$scratch/out/details.csv"
    check "the level in every row" [ "$(grep -c own-uid "$scratch/out/grades.csv")" -eq 4 ]
    # shellcheck disable=SC2016 # the inner shell expands it
    try setpriv --reuid=54322 --regid=54322 --clear-groups sh -c 'cat "$1"/solutions/*.cu "$1"/solutions/vector_add.cu \
        "$1"/build/quick/grader/answer01 "$2"/secret "$2"/grades.csv "$2"/students/*/results.json' \
        sh "$kit" "$scratch/out"
    check "nothing of it can be read by others" [ -z "$out" ]
    check "but the lab" setpriv --reuid=54322 --regid=54322 --clear-groups cat "$kit"/lab01_*/vector_add.h
}

# bats test_tags=slow
@test "what is encrypted in a zip is told, in a class's and in a student's" {
    [ -e /usr/include/archive.h ] && command -v zip >/dev/null || skip "no libarchive or no zip: ./setup.sh --grader"
    mkdir "$scratch/zip" && cd "$scratch/zip"
    mkdir {Ana_1,Eva_2,Leo_3}_assignsubmission_file_
    echo 'int x;' >vector_add.cu && cp vector_add.cu notes.txt && mv notes.txt Leo_3*/
    zip -q -P secret own.zip vector_add.cu && mv own.zip Ana_1*/
    cp vector_add.cu Eva_2*/
    zip -q -r one.zip Ana_1* Leo_3* && zip -q -P secret -r one.zip Eva_2* && zip -q -P secret -r all.zip Ana_1* Eva_2*
    rm -r "$scratch/class" && cp one.zip "$scratch/class" && chmod -R a+rX "$scratch/zip" "$scratch/class"
    cd "$root" && grade LABS=lab01
    check "a student's" \
        contains "$(grep ^Ana_1,ex11, "$scratch/out/details.csv")" 'own.zip: is encrypted: pack it without a password'
    check "an entry of the class" \
        contains "$out" 'Eva_2_assignsubmission_file_/vector_add.cu: is encrypted, and was left out'
    cp "$scratch/zip/all.zip" "$scratch/class" && grade LABS=lab01
    check "all of it: status 2" [ "$status" -eq 2 ]
    check "all of it" \
        contains "$out" "SUBMISSIONS=$scratch/class: is encrypted; unpack it with its password, and give the folder"
}

# bats test_tags=slow
@test "a race costs what the rubric says, a bad address more, and the line is told" {
    mkdir "$scratch/class/racer" "$scratch/class/reader"
    sed -e 's/^void vector_add_ex11(/void right_ex11(/' solutions/vector_add.cu >"$scratch/class/reader/vector_add.cu"
    cat >>"$scratch/class/reader/vector_add.cu" <<'END_OF_CUDA'
/* no asm here */
__global__ void reads_on(float *c, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    extern __shared__ float sums[]; // 240 floats, and one more is read: no run faults there
    sums[threadIdx.x] = i < n ? a[i] + b[i] : 0;
    __syncthreads();
    if (i < n)
        c[i] = sums[threadIdx.x] + (sums[threadIdx.x + 1] > 1e38f ? 1e-30f : 0);
}
void vector_add_ex11(float *c, const float *a, const float *b, int n)
{
    reads_on<<<(n + 239) / 240, 240, 240 * sizeof(float)>>>(c, a, b, n);
}
END_OF_CUDA
    sed 's/^void vector_add_ex12(/void ex12_without_a_race(/' solutions/vector_add.cu \
        >"$scratch/class/racer/vector_add.cu"
    cat >>"$scratch/class/racer/vector_add.cu" <<'END_OF_CUDA'
__global__ void no_barrier(float *c, const float *a, const float *b, int n)
{
    __shared__ float sums[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    sums[t] = i < n ? a[i] + b[i] : 0;
    if (i < n)
        c[i] = sums[t] + 0 * sums[t ? t - 1 : 0];
}
void vector_add_ex12(float *c, const float *a, const float *b, int n)
{
    no_barrier<<<(n + 255) / 256, 256>>>(c, a, b, n);
}
END_OF_CUDA
    belongs_to_user "$scratch/class"
    grade
    check "right, but" [ "$(verdict racer ex12)" = PASS ]
    check "a point less" grep -q '^racer,ex12,PASS,5,6,.*line [0-9]*: race' "$scratch/out/details.csv"
    check "the other has all" grep -q '^racer,ex11,PASS,4,4,' "$scratch/out/details.csv"
    check "half" grep -q '^reader,ex11,PASS,2,4,.*line [0-9]*: .*out of bounds' "$scratch/out/details.csv"
    check "nothing else" [ "$(grep -c '^reader.*asm' "$scratch/out/details.csv")" -eq 0 ]
}

# bats test_tags=slow
@test "a file cannot hide its fault from the bug finder without a flag: by a macro, by calls, in a copy of itself" {
    zoo tells_by_a_macro,tells_by_its_calls,includes_itself_once_more,not_to_be_looked_at,races_on_its_output
    grade LABS=lab01
    check_zoo
    check "the macro is seen" \
        grep -q '^tells_by_a_macro,ex11,PASS,4,4,"flagged: its lines are others for the bug finder, from line [0-9]*' \
            "$scratch/out/details.csv"
    check "in what it includes, too" \
        grep -q '^includes_itself_.*flagged: its lines are others' "$scratch/out/details.csv"
    check "an attribute" \
        grep -q '^not_to_be_looked_at,.*out of bounds.*flagged: asks not to be looked at' "$scratch/out/details.csv"
    check "a warning" \
        grep -q '^races_on_its_output,ex11,PASS,4,4,"flagged: the bug finder warns' "$scratch/out/details.csv"
    check "the fault is found" \
        grep -q '^tells_by_its_calls,ex11,PASS,2,4,"line [0-9]*: out of bounds' "$scratch/out/details.csv"
}

# bats test_tags=slow
@test "who ran out of time is graded again alone, and again when CASE_SECONDS has grown" {
    zoo sleeps_once
    grade LABS=lab01 CASE_SECONDS=1
    check "too slow" [ "$(verdict sleeps_once ex11)" = TIMEOUT ]
    check "also alone" [ "$(wc -l <"$scratch/out/journal")" -eq 2 ]
    grade LABS=lab01 CASE_SECONDS=1
    check "then it is kept" [ "$(wc -l <"$scratch/out/journal")" -eq 2 ]
    grade LABS=lab01 CASE_SECONDS=60
    check "but not with more time" [ "$(verdict sleeps_once ex11)" = PASS ]
}

# bats test_tags=slow
@test "files that a look does not show are counted and removed, whoever takes rights away" {
    for level in "" none; do
        rm -rf "$scratch/class" "${scratch:?}"/out/*
        zoo honest,fills_a_hidden_folder,takes_rights_away
        gives 0 grade LABS=lab01 ALLOW_UNSAFE=1 ISOLATION=$level
        check_zoo
        check "nothing is left over" [ ! -e "$scratch/out/running" ]
        check "nor much of it elsewhere" [ "$(du -sm "$scratch/out" | cut -f 1)" -lt 5 ]
    done
}

# bats test_tags=slow
@test "what is run and what the bug finder looks at are built for the same processor" {
    cd "$root"
    try make -n V=1 --no-print-directory DEVICE=cpu grade-build
    check "two builds" [ "$(grep -c 'OPTIMISE=' <<<"$out")" -ge 2 ]
    check "both" [ "$(grep 'OPTIMISE=' <<<"$out" | grep -v -c -e -march=native)" -eq 0 ]
}

@test "a class that is not there is told before anything is built, and of LABS=01 only lab 1 is" {
    cd "$root"
    try make --no-print-directory DEVICE=cpu grade SUBMISSIONS="$scratch/clas" OUT="$scratch/o"
    check "one line, and make's" \
        [ "$(grep -v '^make: \*\*\*' <<<"$err")" = "make grade: SUBMISSIONS=$scratch/clas: there is no such file; \
name the zip, or the folder that it was unpacked into" ]
    check "nothing was built" [ -z "$out" ]
    try make -n --no-print-directory BUILD="$scratch/b" DEVICE=cpu LABS=01 grade-programs
    check "lab 1" contains "$out" /judge01
    check "and what a file that draws by cuRAND is linked with" contains "$out" "$scratch/b/libraries.a"
    check "no other" shows_no '/(judge|answer)0[2-6]|/lab0[2-6]\.sh'
}

@test "bad usage is one line and status 2" {
    grade LABS=lab09
    check "nobody" contains "$out" 'holds no student'
    mkdir "$scratch/class/somebody"
    gives 2 grade ONLY=ana
    check "who" contains "$out" 'grade: ONLY=ana: nobody has this id'
    grade LABS=lab09
    check "which" contains "$out" "LABS=lab09: is none of the rubric's labs"
    grade JOBS=many
    check "how many" contains "$out" 'JOBS=many: must be a whole number'
    check "no table" [ ! -e "$scratch/out/grades.csv" ]
    echo 'ex11,4,none,1,' >>"$kit/solutions/rubric.csv"
    grade
    check "the rubric" contains "$out" 'exercise is there twice: ex11'
    sed -i '$d; s/^ex11,4,[^,]*,/ex11,4,5,/' "$kit/solutions/rubric.csv"
    grade
    check "more for a goal than there is" contains "$out" 'goal must be at most the points'
}
