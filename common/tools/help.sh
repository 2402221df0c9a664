#!/bin/sh
# common/tools/help.sh [MAKEFILES] - lists the commands of the first hours or, with makefiles, each of their rules with
# a `##` comment, grouped by their `#group` lines. `make help` and `make help ALL=1` call it.
# The Spanish descriptions are in help_es.txt: "lab03: ...", "#group = ...".
. "$(dirname "$0")/scratch.sh"
say "make COMMAND [DEVICE=cpu|cuda] [V=1]; this machine builds for DEVICE=$DEVICE" \
    "make ORDEN [DEVICE=cpu|cuda] [V=1]; esta máquina compila para DEVICE=$DEVICE"
if [ $# -gt 0 ]; then
    other=''
    [ "$language" = en ] || other=$(dirname "$0")/help_es.txt
    sed -nE 's/^#group (.*)/#\1/p; s/^(#help )?([a-z0-9-]+): .*## /\2: /p' "$@" | awk -v other="$other" '
        BEGIN {
            while (other && (getline line <other) > 0) {
                at = match(line, / = |: /)
                words[substr(line, 1, at - 1)] = substr(line, at + RLENGTH)
            }
        }
        /^#/ { print "\n" ($0 in words ? words[$0] : substr($0, 2)); next }
        {
            at = index($0, ": ")
            name = substr($0, 1, at - 1)
            printf "  %-13s %s\n", name, name in words ? words[name] : substr($0, at + 2)
        }'
    exit
fi
if [ "$language" = es ]; then
    cat <<'END'

  ./setup.sh && make step STEP=1   empiece aquí: instala lo que falta; el primero de diez pasos
  make step STEP=2                 el siguiente; HINT=1 a 3: una pista; make steps los muestra todos
  make watch                       los pasos, uno tras otro: comprueba cada vez que guarda
  make lab01 && ./lab01 --quick    un lab: ¿son correctos sus kernels, y cómo de rápidos?
  make check01                     carreras y direcciones incorrectas que una ejecución no muestra
  make traffic01                   lo que cada línea pide a la memoria
  make progress                    qué ejercicios están hechos
  make report                      su informe, empezado con las tablas de esta máquina
  make submission                  sus archivos, listos para entregar
  make doctor                      qué falta en esta máquina, y cómo se arregla
  make help ALL=1                  todas las demás órdenes

Lea primero handouts/es/lab00.md.
END
    exit
fi
cat <<'END'

  ./setup.sh && make step STEP=1   begin here: installs what is missing; the first of ten steps
  make step STEP=2                 the next one; HINT=1 to 3 shows a hint; make steps lists all
  make watch                       the steps, one after the other: checks whenever you save the file
  make lab01 && ./lab01 --quick    a lab: are your kernels right, and how fast?
  make check01                     races and bad addresses that a passing run hides
  make traffic01                   what each line asks the memory for
  make progress                    which exercises are done
  make report                      your report, begun with the tables of this machine
  make submission                  your files, packed to be handed in
  make doctor                      what is missing on this machine, and how to fix it
  make help ALL=1                  all other commands

Read handouts/en/lab00.md first, or handouts/es/lab00.md in Spanish.
END
