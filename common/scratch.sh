# . common/scratch.sh - for the other scripts: $scratch is a folder of their own that goes when they end.
# shellcheck shell=sh
scratch=$(mktemp -d 2>/dev/null) || {
    echo "${0##*/}: TMPDIR=${TMPDIR:-/tmp}: no folder can be made there; give one that is there and is yours" >&2
    exit 2
}
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
