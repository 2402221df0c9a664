#!/bin/sh
# common/tools/submission.sh labNN... - collects the exercise files to hand in, in results/submission.
# `make submission` calls it. Only files that differ from the starter's are taken (common/starter.txt,
# which the student's kit has), and only if each of them builds with its lab. They stay single files
# under their own names: that is how the grader finds them.
#   OBJECTS=folder   where make puts objects and the program symbols (build/cpu)
# status 0: they are there; 1: there is nothing to hand in, and it says why; 2: bad usage
# shellcheck disable=SC2015 # refuse ends the script
set -u
unset MAKEFLAGS MFLAGS
[ $# -gt 0 ] || { echo "usage: common/tools/submission.sh labNN..." >&2 && exit 2; }
. "$(dirname "$0")/scratch.sh"
. "$(dirname "$0")/folder_of.sh"
export LC_ALL=C
objects=${OBJECTS:-build/cpu}
to=results/submission
largest=1048576 # bytes: the grader takes no larger file

refuse() { # refuse <why, in English> <in Spanish>
    say "submission: $1" "submission: $2" >&2
    [ ! -d "$to" ] || say "submission: $to still has what was packed on $(date -r "$to" '+%d %B at %H:%M')" \
        "submission: $to tiene aún lo que se guardó el $(date -r "$to" '+%d-%m a las %H:%M')" >&2
    exit 1
}

# Does it differ from what was handed out or, where that is not known, from git's HEAD?
is_changed() {
    if grep -q " $1\$" common/starter.txt 2>/dev/null; then
        ! grep -q -x -F "$(cksum "$1")" common/starter.txt
    else
        # Outside of a repository `git diff` would compare two files, one of them called HEAD.
        git ls-files --error-unmatch -- "$1" >/dev/null 2>&1 && ! git diff --quiet HEAD -- "$1" >/dev/null 2>&1
    fi
}

mkdir "$scratch/files"
for lab; do
    folder=$(folder_of "$lab") op=${folder#*_}
    file=$folder/$op.cu
    [ -f "$file" ] && [ ! -L "$file" ] || refuse "$file: must be a file of that name, not a link or a folder" \
        "$file: debe ser un archivo con ese nombre, no un enlace ni una carpeta"
    if grep -q -x -F "$(cksum "$file")" common/starter.txt 2>/dev/null; then
        say "$file: as it was handed out, left out" "$file: está como se repartió, se omite"
        continue
    fi
    [ "$(wc -c <"$file")" -le $largest ] || refuse "$file: is larger than 1 MiB, which no exercise needs" \
        "$file: pasa de 1 MiB, que ningún ejercicio necesita"
    ! is_changed "$folder/$op.h" ||
        refuse "$folder/$op.h: differs from the one handed out, and only $op.cu is handed in; put it back" \
            "$folder/$op.h: difiere del que se repartió, y solo se entrega $op.cu; déjelo como estaba"
    complaint=$(tried make -s -j"$(sh common/tools/jobs.sh)" "$lab") ||
        refuse "$file: does not build, so nothing is packed. $complaint" \
            "$file: no se compila, así que no se guarda nada. $complaint"
    cp "$file" "$scratch/files/"
    # The opening comment lists the exercises without //, and is not counted.
    todo=$(grep -o '// TODO([0-9.]*)' "$file" | cut -c4- | sort -u | tr '\n' ' ')
    say "$file: builds${todo:+; not done, or its comment not deleted: $todo}" \
        "$file: se compila${todo:+; sin hacer, o sin borrar su comentario: $todo}" | sed 's/ $//'
    "$objects/symbols" common/tools/symbols.txt "$objects/$folder/$op.o" >"$scratch/symbols" 2>&1
    sed "s/^/  $(say 'the grader will ask about this' 'el corrector preguntará por esto'): /" "$scratch/symbols"
done
[ -n "$(ls "$scratch/files")" ] || refuse "no exercise file differs from the one handed out: nothing to hand in" \
    "ningún archivo de ejercicios difiere del que se repartió: no hay nada que entregar"
rm -rf "$to"
mkdir -p "$to" && cp "$scratch/files/"* "$to/" || refuse "$to: cannot be written" "$to: no se puede escribir"
say "
Hand in these files, as they are, without a zip:" "
Entregue estos archivos, tal como están, sin zip:"
(cd "$to" && for file in *; do printf '  %s/%s  %s bytes\n' "$to" "$file" "$(wc -c <"$file" | tr -d ' ')"; done)
say "The grader finds each by its name; it runs every exercise at sizes that it draws itself, compares with
a reference of its own, and runs the bug finder. What your program prints does not count." \
    "El corrector encuentra cada uno por su nombre; ejecuta cada ejercicio con tamaños que él sortea, lo
compara con una referencia propia y pasa el buscador de errores. Lo que imprima su programa no cuenta."
