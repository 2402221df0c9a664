#!/usr/bin/env bats
# make autograder: what Gradescope and GitHub get, and what GitHub's workflow says of a lab.
# shellcheck disable=SC2016,SC2034,SC2154 # helpers.bash sets root, status, out, err

load helpers

@test "a bad FOR or LABS gets one line and status 2, and no archive" {
    local case
    for case in "|FOR=: must be gradescope or github" "FOR=moodle LABS=03|FOR=moodle: must be gradescope or github" \
        "FOR=github|say which labs, as in make autograder FOR=github LABS=03" "FOR=github LABS=|say which labs" \
        "FOR=github LABS=99|there is no lab99"; do
        # shellcheck disable=SC2086 # words
        exits 2 make -s autograder ${case%%|*} BUILD="$scratch/build"
        check "$case: one line" one_line "$err"
        check "$case: says so" contains "$err" "${case#*|}"
    done
    check "nothing half written" [ ! -e results/autograder-moodle.zip ]
}

@test "Gradescope: its two scripts on top; in the kit the answer of this lab and of no other, no file of nobody's" {
    command -v zip >/dev/null && command -v unzip >/dev/null || skip "no zip or unzip"
    exits 0 env REPORT_LANG=es sh solutions/grader/autograder/autograder.sh gradescope "$scratch/a.zip" lab01
    mkdir "$scratch/source" && (cd "$scratch/source" && unzip -q ../a.zip)
    check "on top" [ "$(cd "$scratch/source" && echo *)" = 'kit run_autograder setup.sh' ]
    check "they can be run" [ -x "$scratch/source/setup.sh" ] && [ -x "$scratch/source/run_autograder" ]
    check "the answer" [ "$(cd "$scratch/source/kit/solutions" && ls ./*.cu)" = ./vector_add.cu ]
    check "the rubric of the lab" \
        [ "$(cut -d, -f1 "$scratch/source/kit/solutions/rubric.csv" | xargs)" = 'exercise ex11 ex12' ]
    check "one lab" [ "$(cd "$scratch/source/kit" && ls -d lab*)" = lab01_vector_add ]
    check "in Spanish" grep -q 'REPORT_LANG=es' "$scratch/source/run_autograder"
    exits 2 env REPORT_LANG=fr sh solutions/grader/autograder/autograder.sh gradescope "$scratch/b.zip" lab01
    check "one line" one_line "$err"
    check "nothing is written" [ ! -e "$scratch/b.zip" ]
    mkdir "$scratch/empty"
    exits 1 env AUTOGRADER="$scratch/empty" sh solutions/grader/autograder/run_autograder
    check "no results" [ ! -e "$scratch/empty/results" ]
}

@test "GitHub: the student's kit, and a step of the workflow for each lab" {
    command -v zip >/dev/null && command -v unzip >/dev/null || skip "no zip or unzip"
    exits 0 sh solutions/grader/autograder/autograder.sh github "$scratch/a.zip" lab01 lab03
    mkdir "$scratch/repository" && cd "$scratch/repository" && unzip -q ../a.zip
    check "no answer" [ ! -e solutions ]
    check "setup.sh can be run" [ -x setup.sh ]
    check "the labs" \
        [ "$(grep -o 'annotate.sh lab[0-9]*' .github/workflows/labs.yml | xargs)" = \
            'annotate.sh lab01 annotate.sh lab03' ]
    ! command -v python3 >/dev/null || ! python3 -c 'import yaml' 2>/dev/null ||
        check "YAML" python3 -c \
        'import yaml; assert len(yaml.safe_load(open(".github/workflows/labs.yml"))["jobs"]["labs"]["steps"]) == 4'
}

# annotate <output of make lab03> <its status> <of make progress> <the bug finder's JSON>: what the workflow says, with
# a make that says so.
annotate() {
    bare_path
    command -v python3 >/dev/null || skip "no python3: ./setup.sh --tests"
    for tool in od grep sed awk sort tr; do ln -sf "$(command -v $tool)" "$bin/$tool"; done
    ln -sf "$(python3 -c 'import sys; print(sys.executable)')" "$bin/python3"
    printf '%s\n' "$1" >"$scratch/build" && printf '%s\n' "$3" >"$scratch/progress" &&
        printf '%s\n' "$4" >"$scratch/json"
    stub make "case \"\$2\" in
    lab03) cat $scratch/build; exit $2 ;;
    progress) cat $scratch/progress; exit 1 ;;
    check03) echo '::error::from a program'; cp $scratch/json \"\${3#JSON=}\"; exit 1 ;;
    esac"
    ln -sf "$(command -v cp)" "$bin/cp"
    mkdir -p "$scratch/repo/common" && cp -r common/tools "$scratch/repo/common" && cp -r lab03_* "$scratch/repo"
    cd "$scratch/repo" || exit
    try env PATH="$bin" GITHUB_STEP_SUMMARY="$scratch/summary" sh "$root/solutions/grader/autograder/annotate.sh" lab03
}

@test "GitHub: wrong before found before a missed goal before to do, at their lines; no command from a program" {
    local file=lab03_matmul_tiled/matmul_tiled.cu line
    annotate '' 0 'lab    exercise                                                          state
lab03  3.1  4 x 4 elements per thread                                    right
            counted: 8 bytes of shared memory read per FMA
            wanted: at most 2.75
            line: matmul_tiled.cu:39; handouts/en/lab03.md, section 2
lab03  3.2  loads of 16 bytes                                            wrong
            C[0][1] = 100 %, not 5
lab03  3.3  find the bug                                                 todo

3 exercises: 0 done, 1 right, 1 todo, 1 wrong' '{"findings":[
{"kind":"leak","severity":"warning","kernel":"","memory":"","array":"","size":0,"index":0,"count":1,'\
'"places":[{"file":"x,y.cu","line":7}],"message":"a \"leak\""},
{"kind":"race","severity":"error","kernel":"k","memory":"shared","array":"s","size":1,"index":0,"count":1,'\
'"places":[{"file":"práctica.cu","line":41,"block":[0,0,0]},'\
'{"file":"x.cu","line":52}],"message":"race:\u0020who\nis first"}
]}'
    check "status 1" [ "$status" -eq 1 ]
    grep -E '^::(error|warning|notice) ' <<<"$out" >"$scratch/commands"
    line=$(grep -n '^void matmul_tiled_ex32(' $file | cut -d: -f1)
    check "first what is wrong" \
        [ "$(sed -n 1p "$scratch/commands")" = \
            "::error file=$file,line=$line,title=3.2 is wrong::C[0][1] = 100 %25, not 5" ]
    check "then a race" \
        [ "$(sed -n 2p "$scratch/commands")" = \
            '::error file=práctica.cu,line=41,title=race (make check)::race: who is first' ]
    check "then a leak" \
        [ "$(sed -n 3p "$scratch/commands")" = '::warning file=x%2Cy.cu,line=7,title=leak (make check)::a "leak"' ]
    check "then a goal" contains "$(sed -n 4p "$scratch/commands")" \
        "::warning file=$file,line=39,title=3.1 is right%2C its goal is missed::counted: 8 bytes"
    line=$(grep -n -m 1 '// TODO(3.3)' $file | cut -d: -f1)
    check "then what is to do" contains "$(sed -n 5p "$scratch/commands")" \
        "::notice file=$file,line=$line,title=3.3 is still to do::find the bug"
    check "no more" [ "$(wc -l <"$scratch/commands")" -eq 5 ]
    token=$(grep -m 1 -o 'stop-commands::.*' <<<"$out") token=${token#stop-commands::}
    check "commands of the program are off" \
        [ "$(grep -B 1 '^::error::from' <<<"$out" | head -n 1)" = "::stop-commands::$token" ]
    check "and on again" [ "$(grep -A 1 '^::error::from' <<<"$out" | tail -n 1)" = "::$token::" ]
    check "the page of the run has the table" grep -q '^lab03  3.1' "$scratch/summary"
}

@test "GitHub: ten errors at most, and how many more; a file that does not build" {
    annotate "$(for i in $(seq 12); do echo "lab03_matmul_tiled/matmul_tiled.cu:$i:3: error: no $i"; done)" 1 '' ''
    check "status 1" [ "$status" -eq 1 ]
    check "ten" \
        [ "$(grep -c '^::error file=lab03_matmul_tiled/matmul_tiled.cu,line=[0-9]*,title=does not build::no ' \
            <<<"$out")" -eq 10 ]
    check "two more" shows '^2 more errors: GitHub shows ten'
    annotate 'ld: undefined reference to `x`' 1 '' ''
    check "the linker's words, too" \
        shows '^::error file=lab03_matmul_tiled/matmul_tiled.cu,line=1,title=does not build::ld: undefined'
    exits 2 sh "$root/solutions/grader/autograder/annotate.sh" lab99 # bad usage
}
