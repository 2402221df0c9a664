# . common/tools/folder_of.sh - finds a lab's folder by its number.
# shellcheck shell=sh

# folder_of <labNN> [folder of the kit]: prints labNN_name. Of several folders it takes the one that holds name.h: a
# copy that somebody keeps under another name has no such header. Status 1: there is no folder.
folder_of() {
    first=''
    for folder in "${2:-.}/$1"_*/; do
        [ -d "$folder" ] || return
        folder=${folder%/} name=${folder##*/} first=${first:-$folder}
        if [ -f "$folder/${name#*_}.h" ]; then first=$folder && break; fi
    done
    echo "${first#./}"
}
