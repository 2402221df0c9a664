#!/usr/bin/env bats
# bats file_tags=slow
# make grade: half of an exercise's points are its goal's, which is counted, never read in the source.
# shellcheck disable=SC2016,SC2030,SC2031,SC2034,SC2154 # helpers.bash sets root, status, out, err

load helpers
load goals
load grader
load grader_kit

setup() {
    status=- out='' err=''
    count=build/quick/traffic
    grader_kit lab01 lab02
}

row() { # row <id> <exercise>: of details.csv
    grep "^$1,$2," "$scratch/out/details.csv"
}

@test "v1 in place of an exercise gets half its points, the answer all, a wrong result none of the goal's" {
    cd "$scratch/class"
    mkdir answers copies wrong forges hides shape host
    cp "$root/solutions/matmul_naive.cu" answers
    sed 's/^void matmul_naive_ex21(/void answer_ex21(/' answers/matmul_naive.cu |
        tee {wrong,forges,hides,shape,host}/matmul_naive.cu >copies/matmul_naive.cu
    # v1's kernel and launcher once more, under other names
    for part in '__global__ void matmul_naive_v1_kernel(' 'void matmul_naive_v1('; do
        sed -n "/^$part/,/^}/p" answers/matmul_naive.cu
    done | sed 's/matmul_naive_v1_kernel/mine/; s/matmul_naive_v1/matmul_naive_ex21/' >v1
    sed 's/float sum = 0;/float sum = 0.0f;/' v1 >>copies/matmul_naive.cu # or it would be `copied`
    sed 's/ = sum;/ = sum + (i + j == 0);/' v1 >>wrong/matmul_naive.cu
    # no counting while v1 runs
    {
        echo 'extern "C" __attribute__((weak)) void cpu_device_count_traffic(int on);'
        sed 's/^    int blocks = .*/&\n    if (cpu_device_count_traffic) cpu_device_count_traffic(0);/' v1
    } >>forges/matmul_naive.cu
    # nothing at the shapes that may be counted
    {
        sed 's/matmul_naive_ex21/again/; s/mine/again_kernel/' v1
        cat <<'END_OF_CUDA'
__global__ void idle() {}
void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    if (m % 128 == 0 && n % 128 == 0 && m <= 256 && n >= 256)
        idle<<<1, 32>>>();
    else
        again(d_c, d_a, d_b, m, n, k);
}
END_OF_CUDA
    } >>hides/matmul_naive.cu
    # the answer at the shape that the sheet names, v1 elsewhere
    {
        sed 's/matmul_naive_ex21/again/; s/mine/again_kernel/' v1
        cat <<'END_OF_CUDA'
void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    (m == 256 && n == 256 && k == 256 ? answer_ex21 : again)(d_c, d_a, d_b, m, n, k);
}
END_OF_CUDA
    } >>shape/matmul_naive.cu
    # the work of the host, and a kernel that does nothing
    cat <<'END_OF_CUDA' >>host/matmul_naive.cu
#include <vector>
__global__ void idle() {}
void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    std::vector<float> a((size_t)m * k), b((size_t)k * n), c((size_t)m * n);
    cudaMemcpy(a.data(), d_a, a.size() * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(b.data(), d_b, b.size() * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < m; i++)
        for (int p = 0; p < k; p++)
            for (int j = 0; j < n; j++)
                c[(size_t)i * n + j] += a[(size_t)i * k + p] * b[(size_t)p * n + j];
    cudaMemcpy(d_c, c.data(), c.size() * sizeof(float), cudaMemcpyHostToDevice);
    idle<<<1, 32>>>();
}
END_OF_CUDA
    rm v1
    belongs_to_user "$scratch/class"
    cd "$root"
    gives 0 grade LABS=lab02
    check "the answer: all" grep -q '^answers,ex21,PASS,5,5,.*,met$' "$scratch/out/details.csv"
    check "without a word" [ "$(row answers ex21)" = answers,ex21,PASS,5,5,,met ]
    check "the other exercise" [ "$(row answers ex22)" = answers,ex22,PASS,5,5,,met ]
    check "a large shape is among the cases that no tile divides" \
        grep -q -E '"m, n, k = ([4-6][0-9][13579](, |")){3}' "$scratch/out/students/answers/results.json"
    check "v1: half" contains "$(row copies ex21)" 'copies,ex21,PASS,2.5,5,'
    check "and says why" \
        grep -q '^copies,ex21,.*goal missed: counted 3[0-9.]*, wanted: at most 6",missed$' "$scratch/out/details.csv"
    check "the other exercise has all" [ "$(row copies ex22)" = copies,ex22,PASS,5,5,,met ]
    check "wrong: nothing" grep -q '^wrong,ex21,WRONG,0,5,.*,none$' "$scratch/out/details.csv"
    check "counting is not turned off" [ "$(verdict forges ex21)" = BAD_SUBMISSION ]
    check "no work is no goal" \
        grep -q '^hides,ex21,PASS,2.5,5,.*flagged: its result is wrong in the run that is counted.*,missed$' \
            "$scratch/out/details.csv"
    check "the host's work has no points: $(row host ex21)" \
        grep -q '^host,ex21,PASS,0,5,.*its kernels did not store the result.*,missed$' "$scratch/out/details.csv"
    check "and is told so" grep -q 'no kernel stored it (costs 5)' "$scratch/out/students/host/feedback.md"
    check "one shape alone is not enough" \
        grep -q '^shape,ex21,PASS,2.5,5,.*goal missed: counted 3[0-9.]*, wanted: at most 6",missed$' \
            "$scratch/out/details.csv"
    out=$(cat "$scratch/out/students/copies/feedback.md")
    check "the count, a question, the line" contains "$out" 'Which addresses do the 32 threads'
    check "its line" grep -q 'matmul_naive.cu:[0-9]' "$scratch/out/students/copies/feedback.md"
    check "the class" contains "$(cat "$scratch/out/class.html")" 'sectors loaded per FMA of a warp'
}

# nvcc joins the four: what the counter knows from the line of the source, which it must find in the sandbox, too
@test "a float4 that is added member by member has all the points of its goal" {
    mkdir "$scratch/class/members"
    with_answers tests/right/lab01/goals_members.cu >"$scratch/class/members/vector_add.cu"
    belongs_to_user "$scratch/class"
    gives 0 grade
    check "all of the points" [ "$(row members ex12)" = members,ex12,PASS,6,6,,met ]
}

@test "a copy of v1 gets what the rubric gives it, is told so in both languages, and can be ruled on" {
    local copy=$scratch/class/copy part rubric=$kit/solutions/rubric.csv
    mkdir "$copy"
    sed 's/^void vector_add_ex11(/void answer_ex11(/' solutions/vector_add.cu >"$copy/vector_add.cu"
    for part in '__global__ void vector_add_v1_kernel(' 'void vector_add_v1('; do
        sed -n "/^$part/,/^}/p" lab01_*/vector_add.cu
    done | sed 's/vector_add_v1_kernel/mine/; s/vector_add_v1/vector_add_ex11/; s/blocks/many/g; s/;$/; \/\/ mine/' \
        >>"$copy/vector_add.cu"
    belongs_to_user "$scratch/class"
    gives 0 grade LABS=lab01
    check "copied, no points: $(row copy ex11)" \
        grep -q '^copy,ex11,copied,0,4,.*vector_add_v1.*,none$' "$scratch/out/details.csv"
    check "the other exercise has all" [ "$(row copy ex12)" = copy,ex12,PASS,6,6,,met ]
    check "the student's verdict" grep -q '^copy,6,10,copied,' "$scratch/out/grades.csv"
    check "feedback" grep -q 'names, blanks and comments aside it is vector_add_v1, which the kit gives' \
        "$scratch/out/students/copy/feedback.md"
    grade LABS=lab01 REPORT_LANG=es
    check "in Spanish" grep -q 'aparte de nombres, espacios y comentarios es vector_add_v1, que da el kit' \
        "$scratch/out/students/copy/feedback.md"
    grade LABS=lab01 RULE=copy:ex11=allow
    check "allowed: what it had before: $(row copy ex11)" \
        grep -q '^copy,ex11,PASS,2,4,"ruled on .*it was copied.*,missed$' "$scratch/out/details.csv"
    sed -i '/^ex11/s/0$/1.5/' "$rubric"
    grade LABS=lab01 RULE=copy:ex11=none
    check "what the rubric gives" grep -q '^copy,ex11,copied,1.5,4,' "$scratch/out/details.csv"
    sed -i 's/,[^,]*$//' "$rubric"
    grade LABS=lab01
    check "without the column as before" grep -q '^copy,ex11,PASS,2,4,.*,missed$' "$scratch/out/details.csv"
    sed -i 's/$/,9/; 1s/,9$/,copied/' "$rubric"
    gives 2 grade LABS=lab01
    check "one clear line" contains "$out" 'line 2: copied must be a number from 0 to the points, or -: 9'
}

# killer <pattern>: kills one process whose command line is that, once
killer() {
    for _ in $(seq 6000); do
        if pkill -KILL -f "$1" 2>/dev/null; then echo once >"$scratch/kills" && return; fi
        sleep 0.01
    done
}

@test "a compiler or a run for the goals that somebody kills once costs no points" {
    mkdir "$scratch/class"/{compiler,run}
    cp solutions/vector_add.cu "$scratch/class/compiler"
    local delay='static int calls; for (volatile int i = calls++ ? 100000000 : 0; i < 100000000; i++) ;'
    sed "/^void vector_add_ex11(/,/^{/s/^{/{ $delay/" solutions/vector_add.cu >"$scratch/class/run/vector_add.cu"
    check "it is slow" grep -q volatile "$scratch/class/run/vector_add.cu"
    belongs_to_user "$scratch/class"
    # the compiler of the counters, in its first run on the file
    sed -i 's|^compile() {|& [ -e once ] \|\| case $PWD in *_count) : >once; kill -9 $$ ;; esac;|' \
        "$kit/$count/grader/lab01.sh"
    killer "^$scratch/out/running/.*/lab01_count/runner" &
    grade LABS=lab01 CASE_SECONDS=60
    wait
    check "a run was killed" [ -e "$scratch/kills" ]
    for id in compiler run; do
        check "$id" contains "$(row $id ex11)" ',PASS,4,4,'
        check "$id: its goal is met" contains "$(row $id ex11)" ,met
        check "$id: nothing to look at" lacks "$(row $id ex11)" 'not counted'
    done
}
