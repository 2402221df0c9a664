#!/bin/sh
# common/tools/progress.sh labNN... - prints a line per exercise: done, right, todo or wrong. `make progress` calls it.
# A right exercise is done if it also meets its lab's goals, which are counted on the CPU device.
# Builds each lab and runs each exercise alone, at small sizes and at the lab's own, so that a crash
# affects no other. The state of a version comes from the process that watches the lab (LAB_VERDICTS),
# never from the table. An object that common/tools/symbols.c refuses is not run. If a lab does not
# build, its first error is printed instead, and the other labs go on.
#   OBJECTS=folder   where make puts objects and the program symbols (build/cpu)
#   GOALS_IN=folder  the build that counts (build/traffic); CXX is its compiler
#   ONLY=ex21,ex22   only these exercises
#   REQUIRE=done     status 1 also if one of them is not done
#   REPORT_LANG=es   in Spanish; a line of an exercise still ends with the state that scripts read
# status 0: nothing is wrong, as with the labs; 1: something is; 2: bad usage
set -u
unset MAKEFLAGS MFLAGS # of the make that called; what was set on its command line is in our environment

[ $# -gt 0 ] || { echo "usage: common/tools/progress.sh labNN..." >&2 && exit 2; }
. "$(dirname "$0")/scratch.sh"
. "$(dirname "$0")/folder_of.sh"
export LC_ALL=C REPORT_LANG=$language # of the labs that it runs as well
objects=${OBJECTS:-build/cpu} goals_in=${GOALS_IN:-build/traffic}
# A kernel that runs for more seconds than this counts as endless, and so as wrong. The process that watches the lab
# counts them (LAB_PATIENCE); without such a process the clock does, for ten times as long.
patience=${PROGRESS_TIME:-20} longest=$((10 * ${PROGRESS_TIME:-120}))
next=''
: >"$scratch/states" # a line per exercise

# padded <width> <text>: in characters, though this locale counts bytes.
padded() {
    printf "%-$(($1 + $(printf %s "$2" | tr -dc '\200-\277' | wc -c)))s" "$2"
}

# row <lab> <exercise> <title> <state> [more]: `more` goes on the lines below, within 100 columns.
row() {
    case $4 in 'done') colour=$green ;; wrong | unbuilt) colour=$red ;; *) colour='' ;; esac
    case $4 in
    'done') state_es=hecho ;; right*) state_es=correcto ;; todo) state_es=pendiente ;;
    wrong) state_es=incorrecto ;; skip) state_es='no se ejecuta' ;; *) state_es='' ;;
    esac
    counting ''
    printf '%-6s %-4s ' "$1" "$2"
    if [ "$4" = unbuilt ]; then
        printf '%-60s %s\n' '' "$colour$(say 'does not build' 'no compila')${colour:+$plain}"
    elif [ $language = en ]; then
        printf '%s %s\n' "$(padded 60 "$3")" "$colour$4${colour:+$plain}"
    else
        printf '%s %s\n' "$(padded 46 "$3")" "$colour$(padded 13 "$state_es") $4${colour:+$plain}"
    fi
    [ -z "$5" ] || printf '%s\n' "$5" | fold -s -w 88 | sed 's/^ */            /; s/ *$//'
}

# try <lab> <version> <options>: sets `state`, and `why` for what the row says below.
try() {
    program=./$1 version=$2
    shift 2
    rm -f "$scratch/verdicts"
    LAB_VERDICTS=$scratch/verdicts LAB_PATIENCE=$patience limited "$longest" "$program" --only "$version" "$@" \
        >"$scratch/out" 2>&1 </dev/null
    status=$?
    said=$(sed -n "s/^$version [^ ]* [^ ]* //p" "$scratch/verdicts" 2>/dev/null) # state message
    state=${said%% *} why=${said#* }
    case $state:$status in
    ok:0) state='done' why='' ;;
    todo:*) why='' ;;
    WRONG:*) state=wrong ;;
    skip:*) ;;
    *:124) state=wrong why=$(say "does not end: stopped after $longest s" "no termina: se detuvo a los $longest s") ;;
    *) state=wrong why="$program --only $version $(say "ended with status" "terminó con estado") $status: $(
        grep . "$scratch/out" | tail -n 1)" ;;
    esac
}

# exercise <lab> <its file> <version>: its state in $scratch/<version>, and on the lines below it why.
exercise() {
    number=$(number_of "$3")
    counting "$1, $(say exercise ejercicio) $number ..."
    if [ -n "$refused" ]; then
        state=wrong why=$refused
    else
        try "$1" "$3" --quick
        # What is right at small sizes may still fail at the lab's own.
        [ "$state" != 'done' ] || try "$1" "$3" --samples 1 --min-time 0
    fi
    # A kernel that is handed out with a bug fails, or passes by luck, before the student has touched
    # it. Its state is todo as long as its TODO is in the file.
    if grep -q "^$3 [^ ]* given " "$scratch/verdicts" 2>/dev/null && grep -q "// TODO($number)" "$2"; then
        why=''
        [ "$state" != 'done' ] || why=$(say "right in this run; take TODO($number) away when you have fixed it" \
            "correcto en esta ejecución; quite TODO($number) cuando lo haya arreglado")
        state=todo
    fi
    printf '%s\n%s\n' "$state" "$why" >"$scratch/$3"
}

# count_goals <lab> <versions that are right, with commas>: $scratch/goals, whose last line is `end`.
# Counts are exact on the CPU device, whatever the lab is built for; they are taken at a drawn shape as well.
count_goals() {
    counting "$1, $(say 'the goals of' 'los objetivos de') $2 ..."
    rm -f "$scratch/goals"
    LAB_GOALS=$scratch/goals ONLY=$2 BUILD=$goals_in LAB_VERDICTS='' \
        LAB_SEED=$(od -A n -N 3 -t u4 /dev/urandom | tr -d ' ') \
        limited "$longest" common/traffic.sh "$1" >"$scratch/out" 2>&1 </dev/null
}

uncounted=$(say 'right (goal not counted)' 'right (objetivo sin contar)')
# judge <lab> <version>: what is right is done if it meets its goals.
judge() {
    its=$scratch/$2.goals
    grep "^$2$tab" "$scratch/goals" 2>/dev/null >"$its" || true
    if grep -q "^$2${tab}wrong$tab" "$its"; then
        printf 'wrong\n%s\n' "$(cut -f 5 "$its")" >"$scratch/$2"
    elif [ "$(tail -n 1 "$scratch/goals" 2>/dev/null)" != end ]; then
        printf '%s\n%s\n' "$uncounted" \
            "$(grep -m 1 -i -E 'error|\*\*\*' "$scratch/out" || grep . "$scratch/out" | tail -n 1)" >"$scratch/$2"
    elif grep -q "${tab}missed$tab" "$its"; then
        echo right >"$scratch/$2"
        awk -F '\t' -v spanish="$([ $language = en ] || echo 1)" -v sheet="handouts/$language/$1.md" \
            -v section="$(section "$2")" '
            spanish { gsub(/[.]/, ",", $3); gsub(/[.]/, ",", $4) }
            $2 == "missed" {
                print (spanish ? "contado: " : "counted: ") $3 " " $5
                print (spanish ? "se pide: como mucho " : "wanted: at most ") $4
                print (spanish ? "línea: " : "line: ") ($6 == "" ? "?" : $6) "; " sheet \
                    (spanish ? ", sección " : ", section ") section
            }' "$its" >>"$scratch/$2"
    elif grep -q "${tab}uncounted$tab" "$its"; then
        echo "$uncounted" >"$scratch/$2"
        awk -F '\t' -v what="$(say "not counted: " "sin contar: ")" -v why="$(say \
            "; too many accesses to count, or a compiler that splits a float4: CXX=g++ does not" \
            "; demasiados accesos para contarlos, o un compilador que parte un float4: CXX=g++ no lo hace")" '
            $2 == "uncounted" { print what $5 why (length($6) > 1 ? "; " $6 : ""); exit }' "$its" >>"$scratch/$2"
    fi
}

# tell <lab> <its file> <version>: the lines of an exercise, and what to do next.
tell() {
    number=$(number_of "$3")
    state=$(head -n 1 "$scratch/$3") why=$(sed 1d "$scratch/$3")
    echo "$state" >>"$scratch/states"
    case $state in
    todo) next=${next:-"TODO($number) $(say in en) $2; handouts/$language/$1.md"} ;;
    right) next=${next:-"$(say "the goal of" "el objetivo de") $number: $(sed -n 's/^wanted: //p; s/^se pide: //p' \
        "$scratch/$3" | head -n 1) $(awk -F '\t' '$2 == "missed" { print $5; exit }' \
        "$scratch/$3.goals"); handouts/$language/$1.md, $(say section sección) $(section "$3")"} ;;
    esac
    row "$1" "$number" "$(sed -n "s/^[0-9]* $number //p" "$scratch/titles")" "$state" "$why"
}

number_of() { # gpu_ex31: 3.1
    echo "$1" | sed 's/gpu_ex\(.*\)\(.\)$/\1.\2/'
}

section() { # of an exercise in its sheet
    sed -n "s/^\([0-9]*\) $(number_of "$1") .*/\1/p" "$scratch/titles"
}

# titles <lab>: section, number and title of each exercise that is asked for, as in the sheet.
titles() {
    sed -n -E 's/^## ([0-9]+)\. (Exercise|Ejercicio) ([0-9]+\.[0-9]+): /\1 \3 /p' "handouts/$language/$1.md" |
        while read -r line; do
        number=${line#* }
        is_wanted "gpu_ex$(echo "${number%% *}" | tr -d .)" && echo "$line"
    done
}

is_wanted() {
    case ,$only, in ,, | *,"$1",*) ;; *) false ;; esac
}

# Bad usage, before anything is built.
tab=$(printf '\t')
only=$(echo "${ONLY:-}" | sed 's/ //g; s/^ex/gpu_ex/; s/,ex/,gpu_ex/g')
versions_of() {
    for lab; do titles "$lab"; done | sed 's/^[0-9]* \([0-9]*\)\.\([0-9]*\) .*/gpu_ex\1\2/'
}
versions_of "$@" >"$scratch/there"
for version in $(echo "$only" | tr , ' '); do
    grep -q -x "$version" "$scratch/there" && continue
    echo "progress: ONLY=$ONLY: ${version#gpu_} $(say "is none of" "no es ninguno de")" \
        "$(only='' && versions_of "$@" | sed 's/gpu_//' | paste -s -d ' ')" >&2
    exit 2
done
case ${REQUIRE:-} in '' | done) ;; *) say "progress: REQUIRE=$REQUIRE: only REQUIRE=done is there" \
    "progress: REQUIRE=$REQUIRE: solo hay REQUIRE=done" >&2 && exit 2 ;; esac

say "$(printf '%-6s %-65s %s' lab exercise state)" "$(printf '%-6s %-51s %s' lab ejercicio estado)"
for lab; do
    folder=$(folder_of "$lab") op=${folder#*_}
    titles "$lab" >"$scratch/titles"
    [ -s "$scratch/titles" ] || continue
    counting "$(say building 'se compila') $lab ..."
    if ! complaint=$(tried make -s -j"$(sh common/tools/jobs.sh)" "$lab"); then
        sed 's/.*/unbuilt/' "$scratch/titles" >>"$scratch/states"
        row "$lab" '' '' unbuilt "$complaint"
        continue
    fi
    refused=$("$objects/symbols" common/tools/symbols.txt "$objects/$folder/$op.o" 2>&1) &&
        refused='' || refused="refused: $refused" # what is for the instructor to read is run
    versions='' right=''
    for version in $(limited "$longest" "./$lab" --help 2>&1 </dev/null | grep -o 'gpu_ex[0-9]*' | sort -u); do
        is_wanted "$version" || continue
        exercise "$lab" "$folder/$op.cu" "$version"
        versions="$versions $version"
        [ "$state" != 'done' ] || right=${right:+$right,}$version
    done
    [ -z "$right" ] || count_goals "$lab" "$right"
    ended=$(tail -n 1 "$scratch/goals" 2>/dev/null)
    for version in $(echo "$right" | tr , ' '); do
        [ "$ended" = end ] || count_goals "$lab" "$version" # one that ends the program hides no other
        judge "$lab" "$version"
    done
    for version in $versions; do tell "$lab" "$folder/$op.cu" "$version"; done
done

count() {
    grep -c "^$1" "$scratch/states"
}
echo
# sum <state> <English> <Spanish>: how many exercises are in this state; says nothing about a rare state at 0.
sum() {
    number=$(count "$1")
    [ "$number" -gt 0 ] || case $1 in right | skip | unbuilt) return ;; esac
    printf '%s%s' "$comma" "$(say "$number $2" "$3 $number")"
    comma=', '
}
comma=' '
echo "$(say "$(count .) exercises:" "$(count .) ejercicios:")$(
    sum 'done' 'done' hechos
    sum right right correctos
    sum todo todo pendientes
    sum wrong wrong incorrectos
    sum skip 'that cannot run here' 'que no se ejecutan aquí:'
    sum unbuilt 'in a lab that does not build' 'de un laboratorio que no compila:'
)"
[ -z "$next" ] || echo "$(say next siguiente): $next" | fold -s -w 98 | sed '2,$s/^/      /; s/ *$//'
[ "$(count "[wu]")" -eq 0 ] && { [ -z "${REQUIRE:-}" ] || [ "$(count 'done')" = "$(count .)" ]; }
