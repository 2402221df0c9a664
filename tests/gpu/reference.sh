#!/usr/bin/env bash
# tests/gpu/reference.sh ARCHIVE - looks at what `make gpu-check` has left, and adds reference/GPU/ if nothing speaks
# against it; `make reference FILE=ARCHIVE` calls it. Labs that a folder of this GPU lacks are added to it, with a
# manifest of their own beside the first. It does not find a consistent forgery.
#   REFERENCES=folder  adds it there instead; only there the tests' pretend GPU is taken
# status 0: added; 1: refused, and nothing was written; 2: bad usage
set -u
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=common/tools/scratch.sh
. common/tools/scratch.sh
# shellcheck source=tests/gpu/archive.sh
. tests/gpu/archive.sh

refuse() {
    echo "reference: $1" >&2
    exit "${2:-1}"
}

file=${1:-}
to=${REFERENCES:-reference}
[ -n "$file" ] ||
    refuse "FILE= must name what make gpu-check left, as FILE=results/gpu/nvidia_h200_20261124T120000Z.tar.gz" 2
[ -f "$file" ] || refuse "FILE=$file: there is no such file" 2
[ -d "$to" ] || refuse "REFERENCES=$to: there is no such folder" 2

# ---- the archive ------------------------------------------------------------------------

tar -t -v -z -f "$file" >"$scratch/list" 2>/dev/null ||
    refuse "FILE=$file: must be a .tar.gz that make gpu-check made" 2
wrong=$(awk '
    !/^[-d]/ { print $6 ": must be a file or a folder, not a link"; exit }
    NF != 6 || $6 !~ /^[A-Za-z0-9_]+\/[A-Za-z0-9_.\/]*$/ || $6 ~ /[.][.]/ {
        print $6 ": no name that gpu-check gives"; exit }
    { split($6, part, "/"); top[part[1]]; bytes += $3 }
    bytes > 200e6 || NR > 2000 { print "more than 200 MB or 2,000 files"; exit }
    END { for (name in top) tops++; if (tops != 1) print "must hold one folder" }' "$scratch/list")
[ -z "$wrong" ] || refuse "$file: $(head -n 1 <<<"$wrong")"
mkdir "$scratch/archive"
tar -x -z -f "$file" -C "$scratch/archive" --no-same-owner --no-same-permissions 2>/dev/null ||
    refuse "$file: cannot be unpacked"
name=$(ls "$scratch/archive")
held=$scratch/archive/$name
[ -f "$held/manifest.txt" ] || refuse "$file: $name/manifest.txt is missing"

# ---- its manifest -----------------------------------------------------------------------

value() {
    sed -n "s/^$1: //p" "$held/manifest.txt"
}

# must <name in the manifest> <regular expression> <what it must be>
must() {
    [[ $(value "$1") =~ ^($2)$ ]] || refuse "manifest.txt: $1: '$(value "$1")': must be $3"
}

kit=$(sed -n 's/^#define KIT_VERSION *"\(.*\)"/\1/p' common/engine/report.h)
must kit "${kit//./[.]}" "$kit, the version of this kit"
must complete 'yes|no' "yes, or no where the time was over"
must steps '[1-9][0-9]* passed, 0 failed, .*' "without a failure"
must began '20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z' "a date"
must ended '20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z' "a date"
must 'compute capability' '[0-9]+[.][0-9]' "as 9.0"
must driver '[0-9]+([.][0-9]+)+' "as 580.65.06"
must toolkit '[0-9]+[.][0-9]+.*' "as 13.0, V13.0.88"
must device '[A-Za-z0-9 .()_-]+' "the name of a GPU"
! grep '^failed: ' "$held/manifest.txt" || refuse "manifest.txt: steps failed"
device=$(value device)
began=$(date -u -d "$(value began)" +%s 2>/dev/null) ended=$(date -u -d "$(value ended)" +%s 2>/dev/null)
tomorrow=$(($(date +%s) + 86400)) # for a clock that is wrong
if [ "${began:-1}" -ge "${ended:-0}" ] || [ "$ended" -ge $tomorrow ]; then
    refuse "manifest.txt: began $(value began), ended $(value ended): must be two times in the past, in this order"
fi
[ "$name" = "$(archive_name "$device" "$(value began)")" ] ||
    refuse "$name: must be $(archive_name "$device" "$(value began)"), of the device and the date in manifest.txt"
case $device in
pretend*) [ -n "${REFERENCES:-}" ] || refuse "$device: must be a real GPU, not the pretend one of the tests" ;;
esac
grep '^file: ' "$held/manifest.txt" >"$scratch/files"
file_lines "$held" | diff "$scratch/files" - >"$scratch/other" ||
    refuse \
    "manifest.txt names other files, or their sums: $(sed -n 's/^[<>] file: .* //p' "$scratch/other" | sort -u | xargs)"

# ---- each lab ---------------------------------------------------------------------------

seen='' notes=''
[ "$(value complete)" = yes ] ||
    notes="reference: $(grep -c '^unmeasured: ' "$held/manifest.txt") steps were not reached, as manifest.txt says"$'\n'
for folder in lab[0-9][0-9]_*/; do
    lab=${folder%%_*}
    if [ ! -e "$held/$lab.csv" ]; then
        notes+="reference: $lab: not in the archive"$'\n'
        continue
    fi
    for part in "$lab.csv" "$lab.txt" "${lab}_samples.csv"; do
        [ -s "$held/$part" ] || refuse "$lab: $part is missing or empty"
    done
    when=$(sed -n 's/^# date: //p' "$held/$lab.csv")
    at=$(date -u -d "$when" +%s 2>/dev/null)
    if [ "${at:-0}" -lt "$began" ] || [ "$at" -gt "$ended" ]; then
        refuse "$lab.csv: date $when: must be between $(value began) and $(value ended)"
    fi
    beside=()
    for part in "$held/${lab}_cores.csv" "$held/${lab}_network.csv"; do
        [ ! -s "$part" ] || beside+=("$part")
    done
    said=$(LC_ALL=C awk -v lab="$lab" -v device="$device" -v kit="$kit" -v toolkit="$(value toolkit)" \
        -f tests/gpu/reference.awk reference/cards.csv "$held/${lab}_samples.csv" "$held/$lab.csv" \
        ${beside[@]+"${beside[@]}"} "$held/$lab.txt") ||
        refuse "$said"
    notes+=$said${said:+$'\n'}
    seen+=" $lab"
done
[ -n "$seen" ] || refuse "$file: no lab was measured"
[ -s "$held/clocks.csv" ] || refuse "clocks.csv is missing or empty"
wrong=$(awk -F, -f tests/gpu/clocks.awk "$held/clocks.csv") || refuse "clocks.csv: $wrong"
for lab in $seen; do
    grep -q "^after,.*solution${lab#lab}," "$held/clocks.csv" || refuse "clocks.csv: says nothing of $lab"
done

# ---- into reference/, whole or not at all ---------------------------------------------------

gpu=${name%_*}
manifest=manifest.txt
if [ -e "$to/$gpu" ]; then
    for lab in $seen; do
        [ ! -e "$to/$gpu/$lab.csv" ] ||
            refuse "$to/$gpu/$lab.csv: is there already; remove it if this one is to take its place"
    done
    cp -r "$to/$gpu" "$scratch/$gpu"
    manifest=manifest_${name##*_}.txt
else
    mkdir "$scratch/$gpu"
fi
find "$held" -maxdepth 1 -name 'lab*.csv' ! -name '*_samples.csv' ! -name '*_stopwatch.csv' -exec cp {} \
    "$scratch/$gpu" \;
cp "$held/manifest.txt" "$scratch/$gpu/$manifest"
if ! cp -r "$scratch/$gpu" "$to/$gpu.part" 2>/dev/null || ! rm -rf "${to:?}/$gpu" ||
    ! mv "$to/$gpu.part" "$to/$gpu"; then
    rm -rf "$to/$gpu.part"
    refuse "$to/$gpu: cannot be written"
fi
printf '%s' "$notes"
began=$(value began)
echo "$to/$gpu:$seen, measured $began on $device; without a GPU the labs, their report and the practice show it now"
