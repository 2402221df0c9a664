#!/usr/bin/env bats
# Every change to lab 6's network that its check must find; tests/shell/lab06_network.bats tries some.
# shellcheck disable=SC2154 # helpers.bash sets root

load ../shell/helpers

@test "network: the check names the layer in which anything is wrong" {
    EVERY_CHANGE=1 run bats -f 'names the layer' "$root/tests/shell/lab06_network.bats"
    echo "$output"
    [ "$status" -eq 0 ]
    [ "$(grep -c '^ok ' <<<"$output")" -eq 4 ]
}

@test "network: a right kernel passes in MobileNetV2 at 224, whose errors add up most" {
    cd "$root" || return
    scratch=$(mktemp -d)
    kit_of "$scratch" lab06
    cd "$scratch" || return
    echo "#include \"$root/tests/right/lab06/two_patches.cu\"" >lab06_resnet_layers/resnet_layers.cu
    built lab06_network
    for seed in 1 3; do
        try build/quick/lab06_network --network mobilenet_v2 --image 224 --only gpu_ex61 --seed $seed --quick
        check "seed $seed" [ "$status" -eq 0 ]
    done
    rm -rf "$scratch"
}
