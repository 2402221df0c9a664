#!/usr/bin/env bats
# Lab 6, part B, the forward pass: what it prints and refuses, and that its check names the layer in
# which something is wrong. Where PyTorch and torchvision are (PYTHON names the interpreter), its
# logits are compared with theirs.
# shellcheck disable=SC2016,SC2030,SC2031,SC2154 # helpers.bash sets root, status, out and err, in each test anew

load helpers

setup() {
    scratch=$(mktemp -d)
    export OMP_WAIT_POLICY=passive # or the threads of one program would hold up the next
    cd "$root" || return
    [ -f solutions/resnet_layers.cu ] || skip "needs the answers, solutions/resnet_layers.cu"
    built lab06 solution06
}

teardown() {
    rm -rf "$scratch"
}

# forward <program> <arguments>: a forward pass of ResNet-18, as quick as can be.
forward() {
    local program=$1
    shift
    try timeout 100 "build/quick/$program" --network resnet18 --quick --samples 1 "$@"
}

@test "network: the starter is right and has im2col to do; the answers are right" {
    forward lab06
    check "status 0" [ "$status" -eq 0 ]
    check "cpu_openmp" shows '^ +32 +1 cpu_openmp +ok '
    check "gpu_v1" shows '^ +32 +1 gpu_v1 +ok '
    check "gpu_ex63" shows '^ +32 +1 gpu_ex63 +todo +TODO\(6\.3\)'
    check "cublas" shows '^ +32 +1 cublas +skip +needs a GPU'
    check "next" shows '^next: TODO\(6\.3\)'
    check "what was left out" shows '^left out larger images and batches'
    forward solution06
    check "status 0" [ "$status" -eq 0 ]
    check "gpu_ex63" shows '^ +32 +1 gpu_ex63 +ok '
    forward solution06 --network resnet50 --only gpu_ex63
    check "status 0" [ "$status" -eq 0 ]
    check "ResNet-50" shows '^ +32 +1 gpu_ex63 +ok '
}

@test "network: any image from 32 to 4096, and more than one at once" {
    forward solution06 --image 33,65 --batch 1,2
    check "status 0" [ "$status" -eq 0 ]
    local size
    for size in "33 +1" "33 +2" "65 +1" "65 +2"; do
        check "$size" [ "$(grep -c -E "^ +$size (cpu|gpu)_[a-z0-9]+ +ok " <<<"$out")" -eq 3 ]
    done
    forward lab06 --size 40 --only gpu_v1
    check "--size" shows '^ +40 +1 gpu_v1 +ok '
    check "alone" shows_no 'cpu_openmp +ok'
}

@test "network: the pitfalls: no synchronize, and a first pass that does not count" {
    forward lab06 --size 97
    check "no synchronize" shows '^  no synchronize .* IMPOSSIBLE'
    check "first pass" shows '^ +97 +1 gpu_v1 +ok +[0-9.]+ +[0-9.]+ \['
}

@test "network: its columns follow the common ones and say what they should" {
    forward lab06 --network resnet50 --batch 2,1 --csv "$scratch/x.csv"
    check "status 0" [ "$status" -eq 0 ]
    check "the header" grep -q ',verdict,doubt,bound_ms,network,batch,layer_type,images_s,first_ms$' "$scratch/x.csv"
    out=$(sed '/^#/d; /^lab,/d' "$scratch/x.csv")
    # 3 version, 4 method, 6 size, 11 median_ms, 14 gflops; 20 network, 21 batch, 22 layer_type,
    # 23 images_s, 24 first_ms
    check "the values" awk -F , '
        function off(a, b) { return a > b ? a - b : b - a }
        NF != 24 || $6 != 32 || $20 != "resnet50" || ($21 != 1 && $21 != 2) { exit 1 }
        $22 == "all" && off($23, $21 / $11 * 1000) > 1e-3 * $23 { exit 1 }
        $22 == "all" && $24 <= 0 { exit 1 }
        $22 != "all" && ($23 != "" || $24 != "") { exit 1 }
        $22 != "all" && $4 != ($3 == "cpu_openmp" ? "wall" : "events") { exit 1 }
        $22 == "all" && ($4 == "wall" || $4 == "sync") { whole[$3 $21] = $11; flops = $14 * $11 }
        $22 != "all" { parts[$3 $21] += $11; kinds[$3 $21]++; sum += $14 * $11 }
        END {
            if (length(kinds) != 4) exit 1
            for (k in kinds)
                if (kinds[k] != 7 || off(parts[k], whole[k]) > 0.5 * whole[k]) exit 1
        }' <<<"$out"
    forward lab06 --only cpu_openmp --csv "$scratch/x.csv"
    check "kinds that the network does not have are left out" \
        [ "$(grep -c 'conv 1x1' "$scratch/x.csv")" -eq 0 ]
    check "the others are there" [ "$(grep -c 'resnet18,1,' "$scratch/x.csv")" -eq 7 ]
}

@test "network: without a GPU, the speed-ups are those of a GPU elsewhere, or a dash" {
    forward lab06 --only gpu_v1
    check "a dash" shows '^ +32 +1 gpu_v1 .* \| +- +-$'
    forward lab06 --csv "$scratch/lab06_network.csv"
    sed -i -E 's/^(# device: ).*/\1GPU X/; s/,cpu_device,/,GPU X,/
        s/(,wall,float32,32,,,,1),[^,]*/\1,90/; s/(,sync,float32,32,,,,1),[^,]*/\1,3/
        s/(,with_transfers,float32,32,,,,1),[^,]*/\1,4.5/' "$scratch/lab06_network.csv"
    export REFERENCE=$scratch/
    forward lab06 --only gpu_v1
    check "says whose" shows '^gpu .* are those of GPU X, .*lab06_network.csv'
    check "30 and 20" shows '^ +32 +1 gpu_v1 .* \| +30.0 +20.0$'
    forward lab06 --only gpu_v1 --batch 2
    check "not those of another batch" shows '^ +32 +2 gpu_v1 .* \| +- +-$'
    forward lab06 --only gpu_v1 --network resnet50
    check "nor of another network" shows '^ +32 +1 gpu_v1 .* \| +- +-$'
}

# refuses <what stderr says> <arguments>
refuses() {
    local words=$1
    shift
    try timeout 60 build/quick/lab06 "$@" --csv "$scratch/none.csv"
    check "$*: status 2" [ "$status" -eq 2 ] &&
        check "$*: one line" one_line "$err" &&
        check "$*: $words" contains "$err" "$words" &&
        check "$*: nothing on stdout" [ -z "$out" ] &&
        check "$*: no CSV" [ ! -e "$scratch/none.csv" ]
}

@test "network: bad usage is refused in one line, before anything is done" {
    printf 'P6 2 2 255 abc' >"$scratch/short.ppm"
    printf 'LAB6NETW\1\0\0\0\0\0\0\0' >"$scratch/empty.weights"
    refuses "must be resnet18 or resnet50" --network resnet34
    refuses "must be whole numbers from 32 to 4096" --network resnet18 --image 31
    refuses "must be whole numbers from 32 to 4096" --network resnet18 --image 224,5000
    refuses "must be whole numbers from 32 to 4096" --network resnet18 --image 224,
    refuses "--size 20: with --network it must be from 32 to 4096" --network resnet18 --size 20
    refuses "--batch 5000: with --network it must be from 1 to 4096" --network resnet18 --batch 5000
    refuses "--image 4096 --batch 4096: needs " --network resnet18 --image 4096 --batch 4096
    refuses "there are cpu_openmp gpu_v1 gpu_ex63 cublas" --network resnet18 --only gpu_ex61
    refuses "float32" --network resnet18 --dtype f16
    refuses "goes with --network" --image 224
    refuses "goes with --network" --batch 1,2
    refuses "ends too early: 2 x 2 pixels need 12 bytes" \
        --network resnet18 --image-file "$scratch/short.ppm"
    refuses "No such file" --network resnet18 --image-file "$scratch/none.ppm"
    refuses "No such file" --network resnet18 --weights "$scratch/none"
    refuses "is no file of weights" --network resnet18 --weights Makefile
    refuses "conv1.weight: is missing" --network resnet18 --weights "$scratch/empty.weights"
}

@test "network: a photo goes in, and its classes come out" {
    printf 'P6\n# a photo\n3 2\n255\nabcdefghijklmnopqr' >"$scratch/photo.ppm"
    forward lab06 --image-file "$scratch/photo.ppm" --only cpu_openmp
    check "status 0" [ "$status" -eq 0 ]
    check "five of them" shows '^classes  ([0-9]+: [0-9.]+ %, ){4}[0-9]+: [0-9.]+ %'
    check "and what they are worth" shows 'random weights: they mean nothing'
    local first=$out
    printf 'P6\n3 2\n255\nABCDEFGHIJKLMNOPQR' >"$scratch/photo.ppm"
    forward lab06 --image-file "$scratch/photo.ppm" --only cpu_openmp
    check "another photo, other numbers" \
        [ "$(grep ^classes <<<"$out")" != "$(grep ^classes <<<"$first")" ]
}

# ---- the check, tried on networks that are wrong -------------------------------------------------

# copy: the lab with the answers, in a folder of its own, with what is built already.
copy() {
    tried=0
    kit_of "$scratch/lab" lab06
    cp solutions/resnet_layers.cu "$scratch/lab/lab06_resnet_layers"
    cd "$scratch/lab" || return
}

# finds <version> <what it says> <file> <sed expression> <arguments>: the lab with this change says
# WRONG.
finds() {
    local version=$1 words=$2 file=lab06_resnet_layers/$3 edit=$4
    shift 4
    tried=$((tried + 1))
    [ $tried -le 2 ] || [ -n "${EVERY_CHANGE:-}" ] || return 0 # tests/long/ tries each
    cp -a "$file" kept
    sed -i "$edit" "$file"
    check "$edit changes $file" eval '! cmp -s kept "$file"' || return
    built lab06 || return
    forward lab06 --only "$version" "$@"
    mv kept "$file"
    touch "$file"
    check "$edit: status 1" [ "$status" -eq 1 ] &&
        check "$edit: $words" shows "^ +32 +[15] (cpu_openmp|gpu_[a-z0-9]+) +WRONG .*$words"
}

@test "network: the check names the layer in which the lab's own kernels are wrong" {
    copy
    # the ReLU left out; of the layers that add, only
    finds gpu_v1 'conv1 \(7x7, stride 2\) \[0\]\[' forward.cu 's/s.relu && sum < 0/0/'
    finds gpu_v1 'layer1.0.conv2 \(3x3, stride 1\)' forward.cu 's/s.relu && sum < 0/!added \&\& &/'
    # the residual left out
    finds gpu_v1 'layer1.0.conv2 \(3x3, stride 1\)' forward.cu 's/sum += added\[i\]/sum += 0/'
    # a stride of 1 where it is 2; a padding of 0; a pool that takes what lies outside for 0
    finds gpu_v1 'layer2.0.downsample.0 \(1x1, stride 2\)' forward.cu \
        's/int h = oh \* s.stride - s.padding/int h = oh * (s.kernel == 1 ? 1 : s.stride) - s.padding/'
    finds gpu_v1 'layer3.0.conv2 \(3x3, stride 1\)' forward.cu \
        's/w = ow \* s.stride - s.padding/w = ow * s.stride - (s.channels == 256 ? 0 : s.padding)/'
    # half precision
    finds gpu_v1 'conv1 \(7x7, stride 2\)' forward.cu \
        's/x\[c\] \* v\[e\]/__half2float(__float2half(x[c])) * v[e]/'
}

@test "network: the check names the layer in which the CPU, or the fold, is wrong" {
    copy
    # the batch norm not folded: its factor, its summand; without epsilon
    finds cpu_openmp 'conv1 \(7x7, stride 2\)' weights.c 's/factor = norm.*;/factor = 1;/'
    finds cpu_openmp 'conv1 \(7x7, stride 2\)' weights.c 's/summand = norm.*;/summand = 0;/'
    finds cpu_openmp 'fc ' weights.c 's/summand = bias ?/summand = 0 \&\& bias ?/'
    finds cpu_openmp 'conv1 \(7x7, stride 2\)' layers_cpu.c 's/least = s->relu ? 0/least = 0 ? 0/'
    finds cpu_openmp 'layer2.0.conv1 \(3x3, stride 2\)' layers_cpu.c \
        's/w0 = row % out_width \* stride - padding/w0 = row % out_width * stride - padding + (channels == 64 \&\& stride == 2 \&\& kernel == 3)/'
    finds cpu_openmp 'maxpool \(3x3, stride 2\)' layers_cpu.c \
        's/most\[c\] < x\[c\] ? x\[c\]/most[c] > x[c] ? x[c]/'
}

@test "network: the check names the layer in which the student's im2col is wrong" {
    copy
    finds gpu_ex63 'im2col of conv1, row 0, \(kh, kw, channel\)' resnet_layers.cu \
        's/% cols \* stride - padding/% cols * stride/'
    finds gpu_ex63 'layer2.0.conv1 \(3x3, stride 2\)' resnet_layers.cu \
        's/% cols \* stride - padding/% cols * (channels == 64 \&\& kernel == 3 ? 1 : stride) - padding/'
    finds gpu_ex63 'layer1.0.conv1 \(3x3, stride 1\)' resnet_layers.cu \
        's/int inside = /int inside = channels == 64 ? x < width \&\& y < height : /'
    finds gpu_ex63 'behind the end of the output' resnet_layers.cu \
        's/if (i >= (unsigned int)count)/if (i >= (unsigned int)count + (count > 100000))/'
}

@test "network: a batch whose matrix would be too large goes through in pieces" {
    copy
    sed -i 's/1 << 26/1 << 17/' lab06_resnet_layers/layers_cpu.c # 3 images of 5, then 2
    built lab06
    forward lab06 --batch 5 --only gpu_ex63
    check "status 0" [ "$status" -eq 0 ]
    check "gpu_ex63" shows '^ +32 +5 gpu_ex63 +ok '
    finds gpu_ex63 'conv1 \(7x7, stride 2\) \[3\]' forward.cu 's/d_x + b \* in/d_x/' --batch 5
}

# ---- PyTorch ---------------------------------------------------------------------------------------

python=${PYTHON:-python3}

torch_is_there() {
    "$python" -c 'import torch, torchvision' 2>/dev/null ||
        skip "no PyTorch and torchvision for $python (pip install torch torchvision)"
}

# agrees_with_torch <network>
agrees_with_torch() {
    torch_is_there
    "$python" tests/torch_weights.py "$1" "$scratch/weights" >&2
    try timeout 100 build/quick/solution06 --network "$1" --samples 1 --min-time 0 \
        --weights "$scratch/weights"
    check "status 0" [ "$status" -eq 0 ]
    check "at 224" shows '^ +224 +1 gpu_ex63 +ok '
    check "three versions" [ "$(grep -c '^logits .* differs from the file by ' <<<"$out")" -eq 3 ]
    echo "# $(grep '^logits' <<<"$out" | sort -g -k 9 | tail -1)" >&3
}

@test "network: ResNet-18's logits are PyTorch's" {
    agrees_with_torch resnet18
}

@test "network: ResNet-50's logits are PyTorch's" {
    agrees_with_torch resnet50
}

@test "network: logits that are not PyTorch's are WRONG" {
    torch_is_there
    "$python" tests/torch_weights.py resnet18 "$scratch/weights" --image 40 --batch 2 >&2
    # the last number of the file is the last logit
    truncate -s -4 "$scratch/weights"
    printf '\0\0\200\77' >>"$scratch/weights" # 1.0
    forward lab06 --weights "$scratch/weights"
    check "status 1" [ "$status" -eq 1 ]
    check "why" shows 'WRONG .*logits differ from those in the file by'
}
