#!/bin/sh
# lab06_resnet_layers/practice.sh - what the practice measures; `make practice` calls it. ResNet-18 at
# growing images, MobileNetV2 as the lighter network, batches, all on PICTURE or on one that the kit makes,
# and PyTorch beside them where it is installed: results/lab06_network.csv, results/peers/lab06_network.csv.
# status 0; 1: something is WRONG
set -u
cd "$(dirname "$0")/.." || exit 2
. common/tools/scratch.sh
trap 'exit 130' HUP INT TERM
mkdir -p results
images=${IMAGES:-64,128,224,512,1024} picture=${PICTURE:-results/picture.ppm} runs=''
[ -n "${PICTURE:-}" ] || awk -f lab06_resnet_layers/network/picture.awk >"$picture" || exit

pass() { # pass <options of lab06_network>
    runs=$((runs + 1))
    ./lab06_network --picture "$picture" "$@" --csv "$scratch/$runs.csv" || exit
    echo
}

pass --network resnet18 --image "$images"
# Without a GPU a second look at the CPU device would say nothing new.
only=''
! grep -q '^# device: CPU device' "$scratch/1.csv" || only='--only cpu_openmp'
# shellcheck disable=SC2086 # none, or two words
{
    pass --network mobilenet_v2 --image "$images" $only
    pass --network resnet18 --image "${IMAGE:-224}" --batch 2,4,8 $only
}
merged "$scratch"/[1-3].csv >results/lab06_network.csv.part
mv -f results/lab06_network.csv.part results/lab06_network.csv
sh peers/run.sh torch lab06_network || case $? in 2 | 3) ;; *) exit 1 ;; esac # without Python or PyTorch: no rows
