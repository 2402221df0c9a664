#!/bin/sh
# lab06_resnet_layers/practice.sh - what the practice measures; `make practice` calls it. ResNet-18 at
# growing images, MobileNetV2 as the lighter network, batches, all on PICTURE or on one that the kit makes,
# and PyTorch beside them where it is installed: results/lab06_network.csv, results/peers/lab06_network.csv.
# What has been measured of this picture by this program is not measured again, but for ANEW=1.
# status 0; 1: something is WRONG
set -u
cd "$(dirname "$0")/.." || exit 2
. common/tools/scratch.sh
trap 'exit 130' HUP INT TERM
mkdir -p results
csv=results/lab06_network.csv program=./lab06_network
images=${IMAGES:-64,128,224,512,1024} picture=${PICTURE:-results/picture.ppm} runs=0
[ -n "${PICTURE:-}" ] || awk -f lab06_resnet_layers/network/picture.awk >"$picture" || exit
practice="# practice: images $images, batches at ${IMAGE:-224}, picture $(cksum <"$picture")"

since=$(awk -v same="$practice" '/^# date: / { date = substr($3, 1, 10) " " substr($3, 12, 5) }
    $0 == same { found = 1 } END { if (found) print date }' $csv 2>/dev/null)
if [ -n "$since" ] && [ -z "${ANEW:-}" ] && [ -n "$(find $csv -newer $program)" ]; then
    say "$csv: measured $since; make practice ANEW=1 measures anew" \
        "$csv: medido el $since; make practice ANEW=1 mide otra vez"
    exit
fi

pass() { # pass <options of lab06_network>
    runs=$((runs + 1))
    $program --picture "$picture" "$@" --csv "$scratch/$runs.csv" || exit
    echo
}

say "practice: both networks at $images pixels, batches of 2, 4, 8: about a minute" \
    "práctica: las dos redes con $images píxeles, lotes de 2, 4, 8: alrededor de un minuto"
# Without a GPU every version is checked at the first image; then the CPU alone has times that count.
pass --network resnet18 --image "${images%%,*}"
only=''
! grep -q '^# device: CPU device' "$scratch/1.csv" || only='--only cpu_openmp'
# shellcheck disable=SC2086 # none, or two words
{
    [ "${images#*,}" = "$images" ] || pass --network resnet18 --image "${images#*,}" $only
    pass --network mobilenet_v2 --image "$images" $only
    pass --network resnet18 --image "${IMAGE:-224}" --batch 2,4,8 $only
}
merged "$scratch"/[1-4].csv | awk -v practice="$practice" '{ print } NR == 1 { print practice }' >$csv.part
mv -f $csv.part $csv
sh peers/run.sh torch lab06_network || case $? in 2 | 3) ;; *) exit 1 ;; esac # without Python or PyTorch: no rows
