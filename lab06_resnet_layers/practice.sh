#!/bin/sh
# lab06_resnet_layers/practice.sh - what the practice measures; `make practice` calls it. ResNet-18 at
# growing images, MobileNetV2 as the lighter network, batches, all on PICTURE or on one that the kit makes,
# and PyTorch beside them where it is installed: results/lab06_network.csv, results/peers/lab06_network.csv.
# What has been measured of this picture by this program is not measured again, but for ANEW=1; a practice that is
# ended early goes on with the pass that it was in: those before lie in results/practice/ until all are there.
# status 0; 1: something is WRONG
set -u
cd "$(dirname "$0")/.." || exit 2
. common/tools/scratch.sh
trap 'exit 130' HUP INT TERM
mkdir -p results
csv=results/lab06_network.csv program=./lab06_network
images=${IMAGES:-64,128,224,512,1024} picture=${PICTURE:-results/picture.ppm} kept=results/practice
runs=0 passes=4 files='' # 3 where there is one image
[ "${images#*,}" != "$images" ] || passes=3
[ -n "${PICTURE:-}" ] || awk -f lab06_resnet_layers/network/picture.awk >"$picture" || exit
practice="# practice: images $images, batches at ${IMAGE:-224}, picture $(cksum <"$picture")"

since=$(awk -v same="$practice" '/^# date: / { date = substr($3, 1, 10) " " substr($3, 12, 5) }
    $0 == same { found = 1 } END { if (found) print date }' $csv 2>/dev/null)
if [ -n "$since" ] && [ -z "${ANEW:-}" ] && [ -n "$(find $csv -newer $program)" ]; then
    say "$csv: measured $since; make practice ANEW=1 measures anew" \
        "$csv: medido el $since; make practice ANEW=1 mide otra vez"
    exit
fi

[ -z "${ANEW:-}" ] || rm -rf $kept
mkdir -p $kept || exit

pass() { # pass <options of lab06_network>
    runs=$((runs + 1))
    made="$practice, $*" file=$kept/$runs.csv
    files="$files $file"
    if grep -q -x -F "$made" "$file" 2>/dev/null && [ -n "$(find "$file" -newer $program)" ]; then
        say "pass $runs of $passes: measured before" "pasada $runs de $passes: ya medida"
        return
    fi
    say "pass $runs of $passes" "pasada $runs de $passes"
    $program --picture "$picture" "$@" --csv "$scratch/pass.csv" || exit
    awk -v made="$made" '{ print } NR == 1 { print made }' "$scratch/pass.csv" >"$file.part" || exit
    mv -f "$file.part" "$file"
    echo
}

say "practice: both networks at $images pixels, batches of 2, 4, 8: about a minute;
          Ctrl-C ends it, and the passes that are done stay" \
    "práctica: las dos redes con $images píxeles, lotes de 2, 4, 8: alrededor de un minuto;
          Ctrl-C la termina, y las pasadas hechas se quedan"
# Without a GPU every version is checked at the first image; then the CPU alone has times that count.
pass --network resnet18 --image "${images%%,*}"
only=''
! grep -q '^# device: CPU device' $kept/1.csv || only='--only cpu_openmp'
# shellcheck disable=SC2086 # none, or two words
{
    [ $passes = 3 ] || pass --network resnet18 --image "${images#*,}" $only
    pass --network mobilenet_v2 --image "$images" $only
    pass --network resnet18 --image "${IMAGE:-224}" --batch 2,4,8 $only
}
# shellcheck disable=SC2086 # words
merged $files | awk -v practice="$practice" '/^# practice: / { next } { print } NR == 1 { print practice }' >$csv.part
mv -f $csv.part $csv && rm -r $kept
PRACTICE=1 sh peers/run.sh torch lab06_network ||
    case $? in 2 | 3) ;; *) exit 1 ;; esac # without Python or PyTorch: no rows
