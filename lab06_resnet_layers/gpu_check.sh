# What tests/gpu_check.sh does for this lab beside what it does for every one.
# shellcheck shell=bash disable=SC2154 # out is its own
during network timed 300 "solution06, resnet50" ./solution06_network --network resnet50 --image 224,512,1024 \
    --csv "$out/lab06_resnet50.csv"
during network timed 300 "solution06, resnet50, more at once" ./solution06_network --network resnet50 --image 224 \
    --batch 1,4,16 --csv "$out/lab06_network_batch.csv"
