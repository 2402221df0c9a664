#!/usr/bin/env bats
# make grade: a few of the students that long/grader.bats has by the dozen.
# shellcheck disable=SC2034,SC2154 # helpers.bash sets root, status, out, err

load helpers
load grader
load grader_kit

setup() {
    status=- out='' err=''
    grader_kit
}

teardown() {
    rm -rf "$scratch"
}

# bats test_tags=slow
@test "right, wrong, unwritten, missing and forging files get what they deserve; a second run changes nothing" {
    zoo honest,unwritten,off_by_one,answers_for_itself,constructor_that_ends,a_function_missing
    mkdir -p "$scratch/class/nothing" "$scratch/class/zipped" "$scratch/class/linked" "$scratch/class/a;\$(id) -x"
    echo PK >"$scratch/class/zipped/all.zip"
    ln -s /etc/passwd "$scratch/class/linked/vector_add.cu"
    cp "$scratch/class/honest/vector_add.cu" "$scratch/class/a;\$(id) -x/"
    belongs_to_user "$scratch/class"
    grade LABS=lab01
    check "status 0" [ "$status" -eq 0 ]
    check_zoo
    check "the other exercise of the file counts" [ "$(verdict off_by_one ex12)" = PASS ]
    check "no file" [ "$(verdict nothing ex11)" = MISSING_FILE ]
    check "an archive" [ "$(verdict zipped ex11)" = UNSUPPORTED_ARCHIVE ]
    check "a link" [ "$(verdict linked ex11)" = BAD_SUBMISSION ]
    check "a hostile name" [ "$(verdict "a;\$(id) -x" ex11)" = PASS ]
    check "a row each" [ "$(wc -l <"$scratch/out/grades.csv")" -eq 11 ]
    check "nothing is left over" [ ! -e "$scratch/out/running" ]
    cp "$scratch/out/grades.csv" "$scratch/before"
    grade LABS=lab01
    check "the same grades" cmp "$scratch/before" "$scratch/out/grades.csv"
    check "nobody is begun twice" [ "$(wc -l <"$scratch/out/journal")" -eq 10 ]
    grade EXPLAIN=off_by_one
    check "case by case" contains "$out" 'case  1  seed'
}

@test "a race costs what the rubric says, and its line is told" {
    mkdir "$scratch/class/racer"
    sed 's/^void vector_add_ex12(/void ex12_without_a_race(/' solutions/vector_add.cu >"$scratch/class/racer/vector_add.cu"
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
}

@test "bad usage is one line and status 2" {
    grade LABS=lab09
    check "nobody" contains "$out" 'holds no student'
    mkdir "$scratch/class/somebody"
    grade ONLY=ana
    check "status 2" [ "$status" -eq 2 ]
    check "who" contains "$out" 'grade: ONLY=ana: nobody has this id'
    grade LABS=lab09
    check "which" contains "$out" "LABS=lab09: is none of the rubric's labs"
    grade JOBS=many
    check "how many" contains "$out" 'JOBS=many: must be a whole number'
    check "no table" [ ! -e "$scratch/out/grades.csv" ]
    echo 'ex11,4,none,1,' >>"$kit/solutions/rubric.csv"
    grade
    check "the rubric" contains "$out" 'exercise is there twice: ex11'
}
