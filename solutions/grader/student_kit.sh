#!/bin/sh
# solutions/grader/student_kit.sh FILE.tar.gz - the kit as students get it: what git's HEAD has, and nothing else,
# without answers and grader, and without the tests, some of which answer an exercise. An exercise file that was
# changed, or has no TODO, stops it. The pages that students read are changed accordingly; if one
# still mentions an answer, there is no tarball, but an error.
# status 0: the tarball is there; 1: it is not, and why; 2: bad usage
# shellcheck disable=SC2015,SC2016 # refuse ends the script; backticks are Markdown's
set -eu
export LC_ALL=C
[ $# -eq 1 ] || { echo "usage: solutions/grader/student_kit.sh FILE.tar.gz" >&2 && exit 2; }
. common/tools/scratch.sh
unset MAKEFLAGS MFLAGS MAKELEVEL # of the make that called: its jobs are not for the one below
kit=$scratch/kit

refuse() {
    echo "student-kit: $1" >&2
    exit 1
}

# Each exercise of a lab's header must be there to be done.
check_exercises() { # check_exercises <folder of the kit> <what it is>
    for folder in "$1"/lab[0-9][0-9]_*/; do
        op=$(basename "${folder#*/lab[0-9][0-9]_}")
        file=$(basename "$folder")/$op.cu
        grep -o "${op}_ex[0-9][0-9](" "$folder$op.h" | sed 's/.*_ex\(.\)\(.\)(/\1.\2/' | sort -u >"$scratch/exercises"
        while read -r exercise; do
            grep -q -F "// TODO($exercise)" "$folder$op.cu" ||
                refuse "$file: has no // TODO($exercise)$2: is it solved? Give students the starter"
        done <"$scratch/exercises"
    done
}

# Only what git has. Without git, as in an archive of the kit, all but what was built.
mkdir "$kit"
if [ -e .git ]; then
    git rev-parse -q --verify HEAD >/dev/null 2>&1 ||
        refuse "git does not serve here, so nobody knows what belongs to the kit: see git status"
    for folder in lab[0-9][0-9]_*/; do
        op=${folder#*_}
        file=$folder${op%/}.cu
        git diff --quiet HEAD -- "$file" ||
            refuse "$file: differs from git's HEAD: git diff $file; commit it, or git checkout $file"
    done
    git archive HEAD | tar -x -C "$kit"
    git status --porcelain >"$scratch/changed"
    [ ! -s "$scratch/changed" ] ||
        echo "student-kit: it has what HEAD has, so not $(wc -l <"$scratch/changed" | tr -d ' ') changed or new files" \
            "here, such as $(head -n 1 "$scratch/changed" | cut -c4-)" >&2
    check_exercises "$kit" " in HEAD"
else
    find . -maxdepth 1 -type f \( -name 'lab[0-9]*' -o -name 'solution[0-9]*' \) >"$scratch/programs"
    tar -c --exclude=./build --exclude=./results --exclude-from="$scratch/programs" --exclude=./.git --exclude=./.venv \
        --exclude=./.peers --exclude=./.nvidia --exclude=./.quiz . | tar -x -C "$kit"
    check_exercises "$kit" ""
fi

# ---- what stays with the instructor -------------------------------------------------------------------
cd "$kit"
rm -rf solutions tests .ci lab[0-9][0-9]_*/gpu_check.sh reference/claims.csv
for file in Makefile common/tools/help_es.txt; do
    awk '/^(#help )?solution/ { next }
        /^#help/ || FILENAME != "Makefile" {
            sub(/ SOLUTION=1: (the answers|soluciones);/, "")
            sub(/; SOLUTION=1, /, "; ")
        } 1' \
        $file >$file.new
    mv $file.new $file
done
awk '/^## / { dropping = /instructors/ } !dropping' README.md >README.new
mv README.new README.md
# What is about answers in README and in a sheet is a paragraph that begins so, or a sentence with SOLUTION=1.
for sheet in README.md handouts/*/*.md; do
    awk -v RS= -v ORS='\n\n' '!/^\*\*(The answers|Las respuestas)\*\*/' "$sheet" |
        sed -E -e '/^make check[0-9]+ SOLUTION=1$/d' -e '/SOLUTION=1/s/ ?`SOLUTION=1` [^.]*\.//' \
        -e '${/^$/d;}' >sheet.new
    mv sheet.new "$sheet"
done

# ---- what else students get ------------------------------------------------------------------------------
for folder in lab[0-9][0-9]_*/; do
    op=${folder#*_}
    cksum "$folder${op%/}.cu" "$folder${op%/}.h"
done >common/starter.txt

left=$({ grep -n -i -E \
    'solution[0-9s/]|SOLUTION=|make (grade|verify|student-kit|autograder|gpu-check)|tests/(wrong|right)' \
    README.md handouts/*/*.md handouts/*.ipynb .devcontainer/* setup.sh
    grep -n -E 'make test|tests/' README.md handouts/*/*.md handouts/*.ipynb; } || true)
[ -z "$left" ] || refuse "this would still be handed out: $(echo "$left" | head -n 1)"
left=$(make -s help DEVICE=cpu | grep -i -E 'solution|answer|grade' || true)
[ -z "$left" ] || refuse "make help would still say: $(echo "$left" | head -n 1)"
cd "$OLDPWD"
mkdir -p "$(dirname "$1")"
tar -c --owner=0 --group=0 --numeric-owner --sort=name --mtime="@$(git log -1 --format=%ct 2>/dev/null || date +%s)" \
    -C "$scratch" --transform 's,^kit,cuda-labs,' kit | gzip -n >"$1.new" && mv -f "$1.new" "$1" ||
    refuse "$1: cannot be written"
echo "$1: $(tar -tzf "$1" | grep -c -v '/$') files; try it: tar -xzf $1 -C /tmp && cd /tmp/cuda-labs && make progress"
