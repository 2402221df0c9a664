#!/bin/sh
# tests/arrows.sh [FOLDER] OUT.svg - draws who uses whom in a folder (default common) of what was built last by
# make tested: an arrow is an #include or a symbol; those that follow from others are left out; red ones
# are against the folder's map (see tests/maps.py).
# status 0: drawn; 1: it cannot be, and why; 2: bad usage
set -eu
cd "$(dirname "$0")/.."
case $#:${1-} in
1:*.svg) folder=common out=$1 ;;
2:*) folder=$1 out=$2 ;;
*) out='' ;;
esac
case $out in
*.svg) ;;
*) echo "usage: tests/arrows.sh [FOLDER] OUT.svg" >&2 && exit 2 ;;
esac
[ -d "$folder" ] || { echo "arrows: $folder: there is no such folder" >&2 && exit 2; }
command -v dot >/dev/null 2>&1 || { echo "arrows: needs graphviz's dot: ./setup.sh --tests" >&2 && exit 1; }
graph=$(python3 tests/maps.py draw "$folder" build/quick build/quick/check build/quick/traffic)
printf '%s\n' "$graph" | dot -Tsvg -o "$out"
