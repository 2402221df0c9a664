#!/bin/sh
# handouts/steps/step.sh 3 | all | first - checks step 3; lists how far the student is; or names the first file
# that was not found done. `make step STEP=3`, `make steps` and `make watch` call it.
# The step is built for the CPU device with the bug finder, which also sees whether one thread does the work of all.
#   FILE=my.cu     in the place of handouts/steps/03_guard.cu
#   HINT=1         prints that hint of the sheet instead
#   REPORT_LANG=es in Spanish, as by an es locale; the states stay: todo, done, wrong
#   SEED=7         draws the same sizes and numbers as the run that printed it
# Progress goes to stderr at once, the verdict to stdout, in at most eight lines.
# status 0: the step is done, or all are listed; 1: it is not; 2: bad usage. The last line says what comes next.
set -u
here=handouts/steps
done_in=${STEPS_IN:-build/steps}
language=en step=step
case ${REPORT_LANG:-${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}} in es*) language=es step=paso ;; esac

say() { # say <English> <Spanish>
    if [ $language = es ]; then echo "$2"; else echo "$1"; fi
}

refuse() {
    echo "make step: $1" >&2
    exit 2
}

# files [number]: handouts/steps/03_guard.cu, or all of them. A copy beside one does not count.
files() {
    for header in "$here"/check/[0-9]*.h; do echo "$here/$(basename "$header" .h).cu"; done | sed -n "${1-1,\$}p"
}

# The comment at the top without its stars: the task and the picture.
picture() {
    if [ $language = es ]; then
        echo
        awk -v at="== $2 " '/^== / { on = index($0, at) == 1; next } on' $here/tasks_es.txt | sed 's/^./  &/'
        return
    fi
    sed -n -e '/^ \*\//q' -e 's/^ \*$//' -e 's/^ \* /  /' -e 4,\$p "$1"
}

# is_untouched <file>: is nothing written in the place of its TODO, which stands alone with the line after it?
is_untouched() {
    awk '/\/\/ TODO\(step/ {
            todo = before == "{"
            getline
            getline end
            exit !(todo && $1 ~ /^\(void\)/ && end == "}")
        }
        { before = $0 } END { if (!todo) exit 1 }' "$1"
}

# hint <number> <which>: of the sheet in the reader's language.
hint() {
    awk -v step="$1" -v which="$2" '/^## / { on = $0 ~ "^## [0-9]+[.] [A-Za-z]+ " step ":" }
        on && /^<summary>/ { gsub(/<[^>]*>/, ""); n++; if (n == which) print }
        on && n == which && !/^<|^(Hint|Pista) [0-9]/ && !(/^$/ && !said++)
        on && n == which && /^<.details>/ { exit }' handouts/$language/steps.md | sed '/^<\/details>/d'
}

# says <words>: what is being done; on a terminal the next such line, or the verdict, takes its place.
says() {
    if [ -t 2 ]; then printf '\r\033[K%s' "$1" >&2; elif [ -n "$1" ]; then echo "$1" >&2; fi
}

# checked <program>: what the bug finder prints goes to stdout, its status is ours. What make compiles of the kit itself
# is said on stderr.
checked() {
    CPU_DEVICE_CHECK_BRIEF=1 CPU_DEVICE_PATIENCE=60 STRICT=1 KIT_LINES=4 BUILD=build/check FLAGS=-I$here LIBS='' \
        JSON='' common/check.sh "$1" 4>&2 2>&1
}

# wanted <number>: the function that the step asks for, as its check declares it: __global__ void number(int *out)
wanted() {
    sed -nE 's/^((__global__ )?void [a-z_]+\(.*\));$/\1/p' $here/check/"$(printf %02d "$1")"_*.h
}

# not_linked <number> <file>: the function that the step asks for is not there.
not_linked() {
    wanted=$(wanted "$1") kind=$(say function 'función') none=$(say no 'ninguna') other='void'
    name=${wanted%%(*} name=${name##* }
    case $wanted in __global__*) kind=kernel none=$(say no 'ningún') other='__global__ +void' ;; esac
    if [ -s "$2" ] && ! grep -q "^ *# *include *\"check/$(printf %02d "$1")_" "$2"; then
        set -- "$1" "$(basename "$2")" "#include \"check/$(basename "$(files "$1")" .cu).h\""
        say "step $1: $2 is without its line $3, which stood below the picture." \
            "paso $1: a $2 le falta su línea $3, que estaba bajo el dibujo."
        return
    fi
    has=$(sed -nE "s/^$other +([A-Za-z_0-9]+) *\(.*/\1/p" "$2" | paste -s -d , - | sed 's/,/, /g')
    case ", $has," in
    *", $name,"*)
        say "step $1: $(basename "$2") has a $kind $name with other parameters than it is called with." \
            "paso $1: en $(basename "$2"), $kind $name con otros parámetros que al llamarla."
        ;;
    *)
        say "step $1: $(basename "$2") has no $kind $name${has:+; it has $has}." \
            "paso $1: $(basename "$2") no tiene $none $kind $name${has:+; tiene $has}."
        ;;
    esac
    say "  It must be: $wanted" "  Debe ser: $wanted"
}

# first_error <file>: of the compiler or of the CPU device, in a few lines, without what it quotes of other files.
first_error() {
    awk -v file="$1:" '/ error: / { n++ } / note: / { elsewhere = index($0, file) != 1 } n > 1 || elsewhere { next }
        n == 1 && !/ (warning|note): |^[^ ]*: (In|At|En|Fuera) / { print }' | head -n 5
}

# told <file>: what was found, from stdin: the verdict, the compiler's first warning of that file, then the numbers or,
# if something was found, that. Six lines at most, or seven with the verdict.
told() {
    awk -v file="$1:" \
        '/^step [0-9]+: (the results are right|done)|^paso [0-9]+: (los resultados son correctos|done)/ { next }
        / error: / { failed = 1 }
        / warning: / && index($0, file) == 1 && !warning { warning = $0; sub(/ \[-W[^]]*\]$/, "", warning) }
        /^(step|paso) [0-9]+: / { on = "step"; print; shown++; next }
        /^(warning: )?(race|out of bounds|uninitialised|wrong memory|barrier|missing|leak|misaligned|error that)/ ||
            /^(aviso: )?(carrera|fuera de los|lectura sin|uso tras|memoria equiv|barreras|falta|sin liberar)/ ||
            /^(aviso: )?(acceso mal|error que)/ ||
            /^(warning: |aviso: )?(shuffle|printf|use after)/ { on = "found"; found = 1 }
        on == "step" && /^  [A-Z n]/ { print; shown++; next }
        on == "step" && /^  / { row[++rows] = $0; next }
        /^  (Seen|Visto)|^the program itself|^el propio programa/ { next }
        on == "found" && NF { text[++lines] = $0 }
        END { shown += !shown # the shell has said the verdict
              if (warning && !failed && shown + lines <= 6) { print warning; shown++ }
              for (i = rows + shown > 7 ? 2 : 1; !found && i <= rows; i++) print row[i]
              for (i = 1; i <= lines && i <= 5; i++) print text[i] }'
}

# loops <file>: in which lines one begins.
loops() {
    lines=$(sed '/^ \*/s/.*//' "$1" | grep -nE '(^|[^a-z_])(for|while|do)[^a-z_]' | cut -d : -f 1 | paste -s -d , -)
    [ -z "$lines" ] || say "  Loops begin in line $lines." "  Hay bucles que empiezan en la línea $lines."
}

# named_else <file>: of a file that is not there, what has nearly its name.
named_else() {
    for near in "${1%.cu}"?*; do
        [ ! -f "$near" ] || say "; is it $near?" "; ¿es $near?"
    done
}

check_step() {
    file=${FILE:-$(files "$1")}
    hint=$(say "next: change it, and make step STEP=$1 again; a hint: make step STEP=$1 HINT=1" \
        "siguiente: cámbielo, y otra vez make step STEP=$1; una pista: make step STEP=$1 HINT=1")
    seed=${SEED:-$(date +%s)}
    [ -f "$file" ] || refuse "$file: $(say "there is no such file" "no existe ese archivo")$(named_else "$file")"
    if is_untouched "$file"; then
        say "step $1: todo: nothing was written yet" "paso $1: todo: todavía no se ha escrito nada"
        picture "$(files "$1")" "$1"
        say "next: write it in $file, and make step STEP=$1; a hint: make step STEP=$1 HINT=1" \
            "siguiente: edite $file y make step STEP=$1; una pista: make step STEP=$1 HINT=1"
        return 1
    fi
    says "$(say "step $1: builds $file, runs it, looks for mistakes" \
        "paso $1: compila $file, lo ejecuta, busca errores")"
    said=$(SEED=$seed checked "$file")
    status=$?
    case $said in
    *"$step $1: done"*)
        says ''
        if [ $status -eq 0 ]; then
            printf '%s\n' "$said" | sed -n "/^$step $1: done/,\$p" | grep -E "^($step|  [A-Za-z])"
            return 0
        fi
        say "step $1: the results are right, but this was found:" \
            "paso $1: los resultados son correctos, pero se encontró esto:"
        ;;
    *"$step $1: right, but"* | *"$step $1: correcto, pero"*) says '' ;;
    *"$step $1: "*)
        says ''
        hint=$(say "next: change it, and make step STEP=$1 SEED=$seed; a hint: make step STEP=$1 HINT=1" \
            "siguiente: cámbielo, y make step STEP=$1 SEED=$seed; una pista: make step STEP=$1 HINT=1")
        ;;
    *'undefined reference to'*) says '' && not_linked "$1" "$file" ;;
    *' error: '*)
        says ''
        say "step $1: $file is not compiled. The first error:" "paso $1: $file no se compila. El primer error:"
        printf '%s\n' "$said" | first_error "$file"
        ;;
    *)
        says ''
        say "step $1: did not finish:" "paso $1: no llegó a su final:"
        printf '%s\n' "$said" | tail -n 5
        ;;
    esac
    printf '%s\n' "$said" | told "$file"
    case $said in *"step $1: ended after"* | *"paso $1: terminado a los"*) loops "$file" ;; esac
    echo "$hint"
    return 1
}

# mark <file>: it was found done, and stays so until it changes.
mark() {
    sum=$(cksum <"$1")
    mkdir -p "$done_in" && echo "$sum" >"$done_in/$(basename "$1" .cu)"
}

# is_done <file>: was it found done, and has it not changed since?
is_done() {
    [ "$(cat "$done_in/$(basename "$1" .cu)" 2>/dev/null)" = "$(cksum <"$1")" ]
}

# first: the first step that was not found done; nothing where all were. Counts in $count those that were.
first() {
    count=0 next=''
    for of in $(files); do
        if is_done "$of"; then count=$((count + 1)); else next=${next:-$of}; fi
    done
}

# leads_on: after a step that is done.
leads_on() {
    first
    [ -z "$next" ] || next=${next##*/} next=${next%%_*} next=${next#0}
    says_next "${next:+make step STEP=$next}"
}

# says_next <command>: how far the student is; after the steps comes a program of their own.
says_next() {
    last=$(say 'exercise 0.11, a whole program: handouts/en/steps.md, section 12; then lab 1' \
        'ejercicio 0.11, un programa propio: handouts/es/steps.md, sección 12; después, el lab 1')
    say "$count of 10 steps are done; next: ${1:-$last}" "hay $count de 10 pasos hechos; siguiente: ${1:-$last}"
}

# title <number> <file>: in 40 columns.
title() {
    if [ $language = es ]; then
        title=$(sed -n "s/^== $1 //p" $here/tasks_es.txt)
    else
        title=$(sed -n '1s/^.* of 10 - //p' "$2")
    fi
    letters=$(printf %s "$title" | LC_ALL=C tr -d '\200-\277' | wc -c)
    printf '%s%*s' "$title" $((40 - letters)) ''
}

# A line for each step. What was found done stays so until its file changes.
list() {
    count=0 next=''
    for file in $(files); do
        number=$(basename "$file") number=${number%%_*} number=${number#0} of=$file
        printf '%4d  %s ' "$number" "$(title "$number" "$file" 2>/dev/null)"
        if [ ! -f "$file" ]; then
            state=$(say "missing: $file" "falta: $file")
        elif is_done "$file"; then
            state='done'
        elif is_untouched "$file"; then
            state=todo
        elif FILE='' && check_step "$number" >/dev/null 2>&1; then
            mark "$of" && state='done'
        else
            state="wrong: make step STEP=$number"
        fi
        if [ "$state" = 'done' ]; then count=$((count + 1)); else next=${next:-$number}; fi
        echo "$state"
    done
    says_next "${next:+make step STEP=$next}"
}

case ${1-} in
all) list ;;
first) first && echo "$next" ;;
[1-9] | 10)
    case ${HINT:-} in
    '')
        check_step "$1" || exit 1
        [ -n "${FILE:-}" ] || { mark "$(files "$1")" && leads_on; }
        ;;
    [123]) hint "$1" "$HINT" ;;
    *)
        refuse "HINT=$HINT: $(say 'each step has HINT=1, HINT=2 and HINT=3' \
            'cada paso tiene HINT=1, HINT=2 y HINT=3')"
        ;;
    esac
    ;;
'') refuse "$(say 'say which step: make step STEP=1, up to STEP=10; make steps says how far you are' \
    'diga qué paso: make step STEP=1, hasta STEP=10; make steps dice cuántos van')" ;;
*) refuse "STEP=$1: $(say 'there are steps 1 to 10, as STEP=3' 'hay pasos del 1 al 10, como STEP=3')" ;;
esac
