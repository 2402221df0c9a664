# What tests/gpu_check.sh does for this lab beside what it does for every one.
# shellcheck shell=bash disable=SC2154 # OUT is its own
must 120 "solution06, resnet50" ./solution06_network --network resnet50 --image 224,512,1024 \
    --csv "$OUT/lab06_resnet50.csv"
must 120 "solution06, resnet50, more at once" ./solution06_network --network resnet50 --image 224 \
    --batch 1,4,16 --csv "$OUT/lab06_network_batch.csv"
