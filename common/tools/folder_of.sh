# . common/tools/folder_of.sh - where a lab lies, for scripts that get its number.
# shellcheck shell=sh

# folder_of <lab01> [folder of the kit]: lab01_vector_add, that with the header of its name; a copy that somebody
# keeps beside it has none. Status 1: there is none.
folder_of() {
    for folder in "${2:-.}/$1"_*/; do
        folder=${folder%/} name=${folder##*/}
        if [ -f "$folder/${name#*_}.h" ]; then echo "${folder#./}" && return; fi
    done
    return 1
}
