#!/bin/sh
# solutions/grader/autograder/autograder.sh gradescope|github FILE.zip labNN... - what `make autograder` calls.
# gradescope: the zip that Gradescope takes; setup.sh and run_autograder on top, the kit with the answers of these labs
# in kit/. github: a repository for students, the kit of `make student-kit` with a workflow for these labs.
# status 0: the zip is there; 1: it is not, and why; 2: bad usage
# shellcheck disable=SC2015 # refuse ends the script
set -eu
export LC_ALL=C
[ $# -ge 3 ] ||
    { echo "usage: solutions/grader/autograder/autograder.sh gradescope|github FILE.zip labNN..." >&2 && exit 2; }
service=$1 to=$2 parts=$PWD/solutions/grader/autograder
shift 2
. common/tools/scratch.sh
. common/tools/folder_of.sh

refuse() {
    echo "autograder: $1" >&2
    exit 1
}
command -v zip >/dev/null || refuse "there is no zip on PATH; ./setup.sh --grader installs it"

make_github() {
    sh solutions/grader/student_kit.sh "$scratch/kit.tar.gz" >"$scratch/said" || exit 1
    tar -x -z -f "$scratch/kit.tar.gz" -C "$scratch"
    top=$scratch/cuda-labs
    mkdir -p "$top/.github/workflows"
    cp "$parts/annotate.sh" "$top/.github/"
    awk -v labs="$*" '
        /# each lab/ { keeping = 1; text = ""; next }
        /# end of each lab/ {
            keeping = 0
            n = split(labs, lab, " ")
            for (i = 1; i <= n; i++) { step = text; gsub(/LAB/, lab[i], step); printf "%s", step }
            next
        }
        keeping { text = text $0 "\n"; next }
        { print }' "$parts/labs.yml" >"$top/.github/workflows/labs.yml"
}

# What is here, of the files that git knows; without git all but what was built.
files() {
    if [ -e .git ]; then git ls-files; else find . -type f ! -path './build/*' ! -path './results/*' |
        sed 's|^[.]/||'; fi
}

make_gradescope() {
    case ${REPORT_LANG:-en} in en | es) ;; *) echo "autograder: REPORT_LANG=$REPORT_LANG: must be en or es" >&2 &&
        exit 2 ;; esac
    top=$scratch/top
    mkdir -p "$top/kit"
    wanted='LICENSE|Makefile|setup[.]sh|common/.*|solutions/rubric[.]csv|solutions/grader/.*'
    for lab; do
        folder=$(folder_of "$lab")
        op=${folder#*_}
        wanted="$wanted|$folder/.*|solutions/${op}[.]cu|handouts/e[ns]/${lab}[.]md"
    done
    files | grep -x -E "$wanted" | tar -c -T - | tar -x -C "$top/kit"
    awk -F, -v labs=" $* " 'NR == 1 || index(labs, " lab0" substr($1, 3, 1) " ")' solutions/rubric.csv \
        >"$top/kit/solutions/rubric.csv"
    cp "$parts/setup.sh" "$top/"
    sed "s/REPORT_LANG=en/REPORT_LANG=${REPORT_LANG:-en}/" "$parts/run_autograder" >"$top/run_autograder"
    chmod 755 "$top/setup.sh" "$top/run_autograder"
}

"make_$service" "$@"
mkdir -p "$(dirname "$to")"
rm -f "$scratch/new.zip"
(cd "$top" && find . -type f | sort | zip -q -X "$scratch/new.zip" -@) || refuse "zip failed"
cp "$scratch/new.zip" "$to.new" && mv -f "$to.new" "$to" || refuse "$to: cannot be written"
echo \
    "$to: $(cd "$top" && find . -type f | wc -l | tr -d ' ') files, for $*; solutions/README.md says what to do with it"
