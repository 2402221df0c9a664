#!/bin/sh
# common/build/kit.sh FOLDER file|done - prints one line for all the kit's own files, at the first one that is compiled.
# On a terminal it counts the files; `done` says how many there were and how long they took.
# FOLDER: where a build notes what it has printed.
case ${REPORT_LANG:-${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}} in
es*) what='la parte del propio kit, que se compila una vez' file=archivo files='archivos en' ;;
*) what="the kit's own part, compiled once" file='file' files='files in' ;;
esac
case $2 in
file)
    if mkdir "$1" 2>/dev/null; then
        date +%s >"$1/began"
        [ -t 1 ] || printf '%-7s %s\n' KIT "$what"
    fi
    [ -t 1 ] && [ ! -e "$1/done" ] || exit 0
    : >"$1/$$"
    set -- "$1"/*
    printf '\r\033[K%-7s %s' KIT "$what: $file $(($# - 1))"
    ;;
done)
    [ -d "$1" ] && [ ! -e "$1/done" ] || exit 0
    seconds=$(($(date +%s) - $(cat "$1/began")))
    : >"$1/done"
    set -- "$1"/*
    [ ! -t 1 ] || printf '\r\033[K%-7s %s\n' KIT "$what: $(($# - 2)) $files $seconds s"
    ;;
esac
