#!/bin/sh
# common/tools/watch.sh labNN - builds a lab and runs it, and again whenever its exercise file is saved,
# until Ctrl-C. `make watchNN` calls it; ARGS are the lab's arguments (default --quick).
# common/tools/watch.sh STEPS.sh - checks the first of the steps that is not done, and goes on to the next one as soon
# as it is; STEPS.sh knows them, as handouts/steps/step.sh does. `make watch` calls it.
# entr or inotifywait, where one is here, notices a save at once; without them we look twice a
# second. What counts as saved is the same in all three cases: the file is newer than the last build.
# status 0: ended by Ctrl-C, or all steps are done; 2: bad usage
set -u
unset MAKEFLAGS MFLAGS # of the make that called; what was set on its command line is in our environment
. "$(dirname "$0")/scratch.sh"
. "$(dirname "$0")/folder_of.sh"
lab=${1:-} steps=''
case $lab in
*.sh)
    steps=$lab
    file=$(sh "$steps" first)
    [ -n "$file" ] || exec sh "$steps" all
    folder=$(dirname "$file")
    ;;
*)
    folder=$(folder_of "$lab") # labNN_name
    file=$folder/${folder#"$lab"_}.cu
    ;;
esac
if [ $# -ne 1 ] || [ ! -f "$file" ]; then
    say "watch: '$lab': there is no such lab" "watch: '$lab': no hay tal lab" >&2
    exit 2
fi
trap 'echo; exit 0' HUP INT TERM # on a terminal that is gone echo fails
built=$scratch/built # as old as the last build

noticed_by=$(say 'looking twice a second' 'se mira dos veces por segundo')
! command -v entr >/dev/null 2>&1 || ! command -v timeout >/dev/null 2>&1 || noticed_by=entr
! command -v inotifywait >/dev/null 2>&1 || noticed_by=inotifywait

# Waits for a sign of a save, at most two seconds, because network and Windows folders give no sign.
pause() {
    case $noticed_by in
    inotifywait) # the folder, because a file that is renamed over is another file; 2: two seconds are over
        inotifywait -qq -t 2 -e close_write,moved_to,attrib "$folder" 2>/dev/null || [ $? -eq 2 ] || sleep 0.5 ;;
    entr)
        echo "$file" | timeout --foreground 2 entr -n -p -z true >/dev/null 2>&1 || [ $? -eq 124 ] || sleep 0.5 ;;
    *) sleep 0.5 ;;
    esac
}

# try: builds and runs. A build that fails, or a kernel that is wrong, has been shown; the next save may fix it. Of the
# steps, one that is done leads on to the next.
try() {
    if [ -z "$steps" ]; then
        printf '==== %s  %s\n' "$(date +%H:%M:%S)" "make $lab && ./$lab ${ARGS:---quick}"
        # shellcheck disable=SC2086 # ARGS are words to be split
        make -s -j"$(sh common/tools/jobs.sh)" "$lab" </dev/null && "./$lab" ${ARGS:---quick} </dev/null
        return
    fi
    while :; do
        touch "$built"
        number=${file##*/} number=${number%%_*} number=${number#0}
        say "==== $(date +%H:%M:%S)  step $number of 10" "==== $(date +%H:%M:%S)  paso $number de 10"
        sh "$steps" "$number" </dev/null || return 0
        file=$(sh "$steps" first)
        [ -n "$file" ] || exit 0
    done
}

while :; do
    touch "$built"
    try
    say "==== waiting until $file is saved ($noticed_by); Ctrl-C ends" \
        "==== a la espera de que guarde $file ($noticed_by); Ctrl-C termina"
    # An editor that saves by renaming leaves a moment without the file.
    until [ -n "$(find "$file" -newer "$built" 2>/dev/null)" ]; do pause; done
done
