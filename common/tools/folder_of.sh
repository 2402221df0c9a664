# . common/tools/folder_of.sh - where a lab lies, for scripts that get its number.
# shellcheck shell=sh

# folder_of <labNN> [folder of the kit]: labNN_name, from there; if several, the one with the header of its name, which
# a copy that somebody keeps beside it does not have. Status 1: there is none.
folder_of() {
    first=''
    for folder in "${2:-.}/$1"_*/; do
        [ -d "$folder" ] || return
        folder=${folder%/} name=${folder##*/} first=${first:-$folder}
        if [ -f "$folder/${name#*_}.h" ]; then first=$folder && break; fi
    done
    echo "${first#./}"
}
