#!/bin/sh
# common/build/shared.sh FOLDER FLAGS NEW FILES DEPENDENCIES ONLY COMMAND... - compiles C as `COMMAND ONLY FILES -o NEW`
# does, or takes what another build of the kit has made of the same text with the same FLAGS: the plain build, the bug
# finder's and the traffic counters' have the rewriter and the C objects in common. FOLDER keeps what was made of which
# text, as preprocessed; without it all is compiled. DEPENDENCIES: options that write down which headers are read.
# ONLY: -c for an object, or an empty word.
folder=$1 flags=$2 new=$3 files=$4 dependencies=$5 only=$6
shift 6
# shellcheck disable=SC2086 # words without blanks
{ echo "$flags" && "$@" -E $files $dependencies; } >"$new.text" || exit
name=$folder/$(echo "$flags $files" | cksum | tr ' ' -) # of one file one text is kept
at=$name.$(cksum <"$new.text" | tr ' ' -)
if [ -f "$at" ] && cmp -s "$new.text" "$at.text"; then
    cp "$at" "$new"
else
    # shellcheck disable=SC2086
    "$@" $only $files -o "$new" || exit
    # A folder that cannot be written only means that the next build compiles it again.
    { mkdir -p "$folder" && rm -f "$name".* && cp "$new" "$at.$$" && mv "$at.$$" "$at" &&
        cp "$new.text" "$at.$$" && mv "$at.$$" "$at.text"; } 2>/dev/null
fi
rm -f "$new.text"
