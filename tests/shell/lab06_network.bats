#!/usr/bin/env bats
# Lab 6's network, ./lab06_network: what it prints and refuses, and that its check names the layer in
# which something is wrong. Where PyTorch and torchvision are (PYTHON names the interpreter), its
# logits are compared with theirs.
# shellcheck disable=SC2016,SC2030,SC2031,SC2154 # helpers.bash sets root, status, out and err, in each test anew

load helpers

setup() {
    scratch=$(mktemp -d)
    export OMP_WAIT_POLICY=passive # or the threads of one program would hold up the next
    cd "$root" || return
    [ -f solutions/resnet_layers.cu ] || skip "needs the answers, solutions/resnet_layers.cu"
    built lab06_network solution06_network
}

# forward <lab06 or solution06> <arguments>: a forward pass of ResNet-18, as quick as can be.
forward() {
    local program=$1
    shift
    try timeout 100 "build/quick/${program}_network" --quick --samples 1 "$@"
}

@test "network: make lab06 makes both programs, and clean removes them" {
    try make -n lab06 solution06
    local program
    for program in lab06 lab06_network solution06 solution06_network; do
        check "$program" contains "$out$(ls -d $program 2>/dev/null)" "$program"
    done
    try make -n clean
    check "clean" contains "$out" " lab06_network "
    check "and the answers" contains "$out" " solution06_network"
}

@test "network: ./lab06 --network names the program" {
    built lab06
    exits 2 build/quick/lab06 --network resnet18
    check "one line" one_line "$err"
    check "its name" contains "$err" "./lab06_network --network resnet18"
    check "nothing on stdout" [ -z "$out" ]
}

# bats test_tags=slow
@test "network: the starter is right and has im2col to do; the answers are right" {
    gives 0 forward lab06
    check "cpu_openmp" shows '^cpu_openmp +ok +32 +1 '
    check "gpu_v1" shows '^gpu_v1 +ok +32 +1 '
    check "gpu_ex63" shows '^gpu_ex63 +todo +TODO\(6\.3\)'
    check "gpu_ex61 needs it" shows '^gpu_ex61 +skip +needs your im2col'
    check "cublas" shows '^cublas +skip +needs a GPU'
    check "next" shows '^next: TODO\(6\.3\) .*handouts/en/lab06.md'
    check "what was left out" shows '^left out larger images and batches'
    gives 0 forward solution06
    check "gpu_ex63" shows '^gpu_ex63 +ok +32 '
    check "gpu_ex61" shows '^gpu_ex61 +ok +32 '
    gives 0 forward solution06 --network resnet50 --only gpu_ex61
    check "ResNet-50" shows '^gpu_ex61 +ok +32 +1 '
    check "alone" shows_no '^cpu_openmp'
    gives 0 forward solution06 --network mobilenet_v2
    check "MobileNetV2" [ "$(grep -c -E '^(cpu_openmp|gpu_v1|gpu_ex63|gpu_ex61) +ok +32 +1 ' <<<"$out")" -eq 4 ]
    check "its parts" shows '^ms, share .*conv 1x1 +depthwise +pool'
}

# bats test_tags=slow
@test "network: any image from 32 to 4096, and more than one at once" {
    gives 0 forward lab06 --image 33,65 --batch 1,2
    local size
    for size in "33 +1" "33 +2" "65 +1" "65 +2"; do
        check "$size" [ "$(grep -c -E "^(cpu|gpu)_[a-z0-9]+ +ok +$size " <<<"$out")" -eq 2 ]
    done
    forward lab06 --size 40 --only gpu_v1
    check "--size" shows '^gpu_v1 +ok +40 +1 '
    forward lab06 --sizes 40,32 --only gpu_v1
    check "--sizes" [ "$(grep -c '^gpu_v1 .*ok' <<<"$out")" -eq 2 ]
}

# bats test_tags=slow
@test "network: the pitfalls: no synchronize, and a first pass that does not count" {
    forward lab06 --size 97
    check "no synchronize" shows '^  no synchronize .* IMPOSSIBLE'
    check "first pass" shows '^gpu_v1 +ok +97 +1 +[0-9. ]+ +[0-9.]+ '
    check "no speed-ups of a device that is no GPU" shows '^gpu_v1 .*\| +- +-$'
    check "--help explains its options" [ "$(build/quick/lab06_network --help |
        grep -c -E '^  --(network|image|batch|weights|input|picture) .*default')" -eq 6 ]
}

# bats test_tags=slow
@test "network: its columns follow the common ones and say what they should" {
    gives 0 forward lab06 --network resnet50 --batch 2,1 --csv "$scratch/x.csv"
    check "the header" grep -q ',verdict,doubt,bound_ms,network,batch,layer_type,images_s,first_ms$' "$scratch/x.csv"
    out=$(sed '/^#/d; /^lab,/d' "$scratch/x.csv")
    # 3 version, 4 method, 6 size, 11 median_ms, 14 gflops, 17 verdict; 20 network, 21 batch,
    # 22 layer_type, 23 images_s, 24 first_ms
    check "the values" awk -F , '
        function off(a, b) { return a > b ? a - b : b - a }
        NF != 24 || $6 != 32 || $20 != "resnet50" || ($21 != 1 && $21 != 2) { exit 1 }
        $22 == "all" && off($23, $21 / $11 * 1000) > 1e-3 * $23 { exit 1 }
        $22 == "all" && $24 <= 0 { exit 1 }
        $22 == "all" { methods[$3 $21] = methods[$3 $21] " " $4 }
        $22 != "all" && ($23 != "" || $24 != "") { exit 1 }
        $22 != "all" && $4 != ($3 == "cpu_openmp" ? "wall" : "events") { exit 1 }
        ($4 == "no_sync") != ($17 == "impossible") { exit 1 }
        $22 == "all" && ($4 == "wall" || $4 == "sync") { whole[$3 $21] = $11; flops = $14 * $11 }
        $22 != "all" { parts[$3 $21] += $11; kinds[$3 $21]++; sum += $14 * $11 }
        END {
            if (length(kinds) != 4) exit 1
            for (k in methods)
                if (methods[k] != (k ~ /cpu/ ? " wall" : " no_sync sync events with_transfers")) exit 1
            for (k in kinds)
                if (kinds[k] != 7 || off(parts[k], whole[k]) > 0.5 * whole[k]) exit 1
        }' <<<"$out"
    forward lab06 --only cpu_openmp --csv "$scratch/x.csv"
    check "kinds that the network does not have are left out" \
        [ "$(grep -c 'conv 1x1' "$scratch/x.csv")" -eq 0 ]
    check "the others are there" [ "$(grep -c 'resnet18,1,' "$scratch/x.csv")" -eq 7 ]
}

# refuses <what stderr says> <arguments>
refuses() {
    local words=$1
    shift
    try timeout 60 build/quick/lab06_network "$@" --csv "$scratch/none.csv"
    check "$*: status 2" [ "$status" -eq 2 ] &&
        check "$*: one line" one_line "$err" &&
        check "$*: $words" contains "$err" "$words" &&
        check "$*: nothing on stdout" [ -z "$out" ] &&
        check "$*: no CSV" [ ! -e "$scratch/none.csv" ]
}

# bats test_tags=slow
@test "network: bad usage is refused in one line, before anything is done" {
    local file=$scratch/x
    refuses "must be resnet18, resnet50, mobilenet_v2 or digits" --network resnet34
    refuses "--image '31': must be a whole number from 32 to 4096" --image 31
    refuses "must be a whole number from 32 to 4096" --image 224,5000
    refuses "must be a whole number from 32 to 4096" --image 224,
    refuses "must be whole numbers from 32 to 4096, with commas between" --image ""
    refuses "must be a whole number from 32 to 4096" --size 20
    refuses "--batch '5000': must be a whole number from 1 to 4096" --batch 5000
    refuses "--image: says the sizes; leave out --size, --sizes and --sweep" --image 64 --size 96
    refuses "--image: says the sizes; leave out --size, --sizes and --sweep" --image 64 --sweep
    refuses "--batch 4096 --image 4096: needs " --image 64,4096 --batch 1,4096
    refuses "there are cpu_openmp gpu_v1 gpu_ex63 gpu_ex61 cublas" --only gpu_ex62
    refuses "--dtype" --dtype f16
    refuses "No such file" --weights "$scratch/none"
    refuses "No such file" --input "$scratch/none"
    refuses "is no file of tensors" --weights Makefile
    refuses "is no file of tensors" --input /
    refuses "must be a file" --input <(echo)
    printf TENSORS1 >"$file"
    refuses "conv1.weight: the file ends too early" --weights "$file"
    refuses "input: the file ends too early" --input "$file"
    refuses "leave out --image, --batch and --size" --input "$file" --image 64
    refuses "leave out --image, --batch and --size" --input "$file" --batch 2
    printf '%-48s' conv1.weight | tr ' ' '\0' >>"$file" # its shape: 7 x 7 x 3 x 63
    printf '\7\0\0\0\7\0\0\0\3\0\0\0\77\0\0\0' >>"$file"
    refuses "conv1.weight: is 7 x 7 x 3 x 63, must be 7 x 7 x 3 x 64" --weights "$file"
    refuses "has conv1.weight where input must be" --input "$file"
}

# input_of_zeros <file> <the last number, as printf writes it>: one black image of 32 x 32 and its
# logits, 0 but for the last one.
input_of_zeros() {
    {
        printf TENSORS1
        printf '%-48s' input | tr ' ' '\0'
        printf '\1\0\0\0\40\0\0\0\40\0\0\0\3\0\0\0'
        head -c $((32 * 32 * 3 * 4)) /dev/zero
        printf '%-48s' logits | tr ' ' '\0'
        printf '\1\0\0\0\1\0\0\0\1\0\0\0\350\3\0\0'
        head -c $((999 * 4)) /dev/zero
        printf '%b' "$2"
    } >"$1"
}

# bats test_tags=slow
@test "network: a picture goes in at every size; what is none is refused" {
    printf 'P3 # two by two\n2 2 255\n255 0 0 0 255 0\n0 0 255 9 9 9\n' >"$scratch/x.ppm"
    gives 0 forward lab06 --picture "$scratch/x.ppm" --image 32,47 --batch 2 --only cpu_openmp
    check "both" [ "$(grep -c -E '^cpu_openmp +ok +(32|47) +2 ' <<<"$out")" -eq 2 ]
    check "whose" shows '^input    .*x.ppm$'
    check "random weights know no classes" shows_no '^classes'
    printf 'P6\n1 1\n255\nabc' >"$scratch/y.ppm"
    gives 0 forward lab06 --picture "$scratch/y.ppm" --only cpu_openmp # bytes, too
    refuses "No such file" --picture "$scratch/none"
    # the same two by two as a PNG
    base64 -d >"$scratch/x.png" \
        <<<'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAE0lEQVR4nGP4z8DAAMIM/zk5OQEaKgMZ7jV9AAAAAABJRU5ErkJggg=='
    gives 0 forward lab06 --picture "$scratch/x.png" --only cpu_openmp # a PNG, too
    head -c 50 "$scratch/x.png" >"$scratch/y.png"
    refuses "cannot be read as a PNG: " --picture "$scratch/y.png"
    refuses "is no JPEG, PNG or PPM" --picture Makefile
    printf 'P3 2 2 255 1 2 3' >"$scratch/y.ppm"
    refuses "ends too early" --picture "$scratch/y.ppm"
    printf 'P3 2 0 255 1 2 3' >"$scratch/y.ppm"
    refuses "1 x 1 to 16384 x 16384" --picture "$scratch/y.ppm"
    printf 'P3 1 1 100 1 2 101' >"$scratch/y.ppm"
    refuses "a number above its largest" --picture "$scratch/y.ppm"
    refuses "give one of them" --picture "$scratch/x.ppm" --input "$scratch/x.ppm"
    awk -f lab06_resnet_layers/network/picture.awk >"$scratch/x.ppm"
    check "the kit's own: all numbers from 0 to 255" \
        awk 'NR > 3 { n += 3; for (i = 1; i <= 3; i++) if ($i < 0 || $i > 255) exit 1 }
        END { exit n != 400 * 300 * 3 }' "$scratch/x.ppm"
}

# bats test_tags=slow
@test "network: logits that are not those of the input are WRONG; random weights name no class" {
    input_of_zeros "$scratch/x" '\0\0\200\77' # 1.0
    gives 1 forward lab06 --input "$scratch/x"
    check "why" shows 'WRONG .*logits differ from those of the file by'
    check "the rest does not run" shows_no '^gpu_v1'
    head -c $((8 + 64 + 32 * 32 * 3 * 4)) "$scratch/x" >"$scratch/y" # without logits
    gives 0 forward lab06 --input "$scratch/y" --only cpu_openmp
    check "no class" shows_no '^classes'
    input_of_zeros "$scratch/x" '\0\0\300\177' # not a number
    refuses "logits: element 999 is not a finite number" --input "$scratch/x"
}

# ---- the check, tried on networks that are wrong -------------------------------------------------

# copy: the lab with the answers, in a folder of its own, with what is built already.
copy() {
    tried=0
    kit_of "$scratch/lab" lab06
    cp solutions/resnet_layers.cu "$scratch/lab/lab06_resnet_layers"
    cd "$scratch/lab" || return
}

# mutant <file> <sed expression>: changes a file of the lab and builds the network anew.
mutant() {
    local file=lab06_resnet_layers/$1
    cp -a "$file" kept
    sed -i "$2" "$file"
    check "$2 changes $file" eval '! cmp -s kept "$file"' || return
    built lab06_network || return
    mv kept "$file"
    touch "$file"
}

# finds <version> <what it says> <file> <sed expression> <arguments>: the network with this change says
# WRONG.
finds() {
    local version=$1 words=$2 file=$3 edit=$4
    shift 4
    tried=$((tried + 1))
    [ $tried -le 2 ] || [ -n "${EVERY_CHANGE:-}" ] || return 0 # tests/long/ tries each
    mutant "$file" "$edit" || return
    forward lab06 --only "$version" "$@"
    check "$edit: status 1" [ "$status" -eq 1 ] &&
        check "$edit: $words" shows "^(cpu_openmp|gpu_[a-z0-9]+) +WRONG +image (32|47), batch [125].*$words" &&
        check "$edit: no time" shows_no "^$version +ok"
}

# bats test_tags=slow
@test "network: the check names the layer in which the lab's own kernels are wrong" {
    copy
    # the ReLU left out; of the layers that add, only
    finds gpu_v1 'conv1 \(7x7, stride 2\) \[0\]\[' network/layers_device.cu 's/s.relu && sum < 0/0/'
    finds gpu_v1 'layer1.0.conv2 \(3x3, stride 1\)' network/layers_device.cu 's/s.relu && sum < 0/!added \&\& &/'
    # the residual left out; the bias of one channel; the mean of a pool
    finds gpu_v1 'layer1.0.conv2 \(3x3, stride 1\)' network/layers_device.cu 's/sum += added\[i\]/sum += 0/'
    finds gpu_v1 'layer4.[01].conv2 .*\[300\]' network/layers_device.cu \
        's/bias\[i % s.out_channels\]/(i % s.out_channels == 300 \&\& added ? 0 : &)/'
    finds gpu_v1 'avgpool ' network/layers_device.cu 's|sum / (s.kernel \* s.kernel)|sum / (s.kernel * s.kernel + 1)|'
    # a stride of 1 where it is 2; a padding of 0
    finds gpu_v1 'layer2.0.downsample.0 \(1x1, stride 2\)' network/layers_device.cu \
        's/int h = oh \* s.stride - s.padding/int h = oh * (s.kernel == 1 ? 1 : s.stride) - s.padding/'
    finds gpu_v1 'layer3.0.conv2 \(3x3, stride 1\)' network/layers_device.cu \
        's/w = ow \* s.stride - s.padding/w = ow * s.stride - (s.channels == 256 ? 0 : s.padding)/'
    # half precision; a number behind a layer's end; an input changed
    finds gpu_v1 'conv1 \(7x7, stride 2\)' network/layers_device.cu \
        's/x\[c\] \* v\[e\]/__half2float(__float2half(x[c])) * v[e]/; 1i #include <cuda_fp16.h>'
    finds gpu_v1 'wrote outside' network/layers_device.cu \
        's/output\[i + e\] = sum\[e\];/&if (i + GROUP == s.outputs) output[s.outputs + 9] = 1;/'
    finds gpu_v1 'changed its input the weights' network/layers_device.cu \
        's/output\[i + e\] = sum\[e\];/&if (s.kind == FULLY_CONNECTED \&\& i == 0) ((float *)weights)[0] = 1;/'
}

# bats test_tags=slow
@test "network: the check names the layer of MobileNetV2 that is wrong, on the device and on the CPU" {
    copy
    # 6 forgotten on the device; the taps of a depthwise kernel in the wrong order on the CPU
    finds gpu_v1 'features.[0-9.a-z]* \([13]x[13], stride [12]\)' network/layers_device.cu \
        's/s.relu == 6 && sum > 6/sum > 9/' --network mobilenet_v2
    finds cpu_openmp 'features.1.conv.0.0 \(3x3, stride 1\)' network/layers_cpu.cu \
        's/const float \*v = weights + (long)(kh/const float *v = weights + (long)(s->kernel - 1 - kh/' \
        --network mobilenet_v2
    finds gpu_v1 'features.2.conv.1.0 \(3x3, stride 2\)' network/layers_device.cu \
        's/weights\[(kh \* s.kernel + kw) \* s.channels + c\]/&*(s.stride == 2 ? 1.001f : 1)/' --network mobilenet_v2
}

# bats test_tags=slow
@test "network: the check names the layer in which the CPU is wrong" {
    copy
    finds cpu_openmp 'conv1 \(7x7, stride 2\)' network/layers_cpu.cu 's/least = s->relu ? 0/least = 0 ? 0/'
    finds cpu_openmp 'fc ' network/layers_cpu.cu \
        's/float sum = y\[i\] + bias\[c\]/float sum = y[i] + (channels == 1000 ? 0 : bias[c])/'
    local wrong='(i->channels == 64 \&\& i->stride == 2 \&\& i->kernel == 3)'
    finds cpu_openmp 'layer2.0.conv1 \(3x3, stride 2\)' im2col.cu \
        "s/w0 = row % out_width \\* i->stride - i->padding/& + $wrong/"
    finds cpu_openmp 'maxpool \(3x3, stride 2\)' network/layers_cpu.cu 's/y\[c\] < x\[c\] ? x\[c\]/y[c] > x[c] ? x[c]/'
}

# bats test_tags=slow
@test "network: the check names the layer in which the student's im2col or product is wrong" {
    copy
    finds gpu_ex63 'im2col of conv1: element' resnet_layers.cu \
        's/% cols \* stride - padding/% cols * stride/'
    finds gpu_ex63 'layer2.0.conv1 \(3x3, stride 2\)' resnet_layers.cu \
        's/% cols \* stride - padding/% cols * (channels == 64 \&\& kernel == 3 ? 1 : stride) - padding/'
    finds gpu_ex63 'layer1.0.conv1 \(3x3, stride 1\)' resnet_layers.cu \
        's/int inside = /int inside = channels == 64 ? x < width \&\& y < height : /'
    finds gpu_ex63 "wrote outside: element 1 past the end of .*im2col's matrices" resnet_layers.cu \
        's/if (i >= (unsigned int)count)/if (i >= (unsigned int)count + (count > 10000))/'
    # im2col is there, and the product is not
    [ -n "${EVERY_CHANGE:-}" ] || return 0
    mutant resnet_layers.cu '/^void resnet_layers_ex61/,/^}/s/^{$/{ return;/'
    gives 0 forward lab06
    check "todo" shows '^gpu_ex61 +todo +nothing was written: does TODO.6.1. launch a kernel, or'
    check "the other is right" shows '^gpu_ex63 +ok'
}

# bats test_tags=slow
@test "network: a student's code that ends or hangs the program is WRONG" {
    copy
    mutant resnet_layers.cu '/^void resnet_layers_ex63/,/^}/s/^{$/{ exit(0);/; 1i #include <stdlib.h>'
    LAB_VERDICTS=$scratch/verdicts gives 1 forward lab06
    check "who" shows '^gpu_ex63 +WRONG +image 32, batch 1.*: ended the program \(exit, status 0\)'
    check "and what to do" \
        shows '^next: fix gpu_ex63: make check06 looks for its errors; ./lab06_network --only gpu_ex63'
    check "the verdicts" grep -q '^gpu_ex63 6.3 - WRONG .*ended the program' "$scratch/verdicts"
    check "those before" grep -q '^gpu_v1 - - ok' "$scratch/verdicts"
    mutant resnet_layers.cu '/^void resnet_layers_ex63/,/^}/s/^{$/{ while (stride) sleep(1);/; 1i #include <unistd.h>'
    LAB_PATIENCE=1 gives 1 forward lab06 --only gpu_ex63
    check "who" shows '^gpu_ex63 +WRONG .*did not come back within 1 s'
}

# bats test_tags=slow
@test "network: a batch whose matrix would be too large goes through in pieces" {
    copy
    sed -i 's/1 << 26/170000/' lab06_resnet_layers/network/layers.cu # 4 images of 5, then 1
    built lab06_network
    gives 0 forward lab06 --batch 5 --only gpu_ex63
    check "gpu_ex63" shows '^gpu_ex63 +ok +32 +5 '
    finds gpu_ex63 'conv1 \(7x7, stride 2\) \[4\]' network/layers_device.cu 's/d_x + b \* in/d_x/' --batch 5
}

# ---- what it sees -----------------------------------------------------------------------------------

@test "network: CPU, kernels and NumPy see the same digit; random weights see nothing" {
    local digit version digits=lab06_resnet_layers/network/digits
    for digit in 0 3 7; do
        for version in cpu_openmp gpu_v1 gpu_ex61; do
            gives 0 forward solution06 --network digits --picture $digits/$digit.ppm --min-time 0 --only $version
            check "$version sees $digit" shows "^classes  $digit: [0-9.]+ %, "
        done
        try "${PYTHON:-.peers/bin/python}" $digits.py $digits/$digit.ppm
        check "NumPy sees $digit" [ "$(cut -d ' ' -f 1-2 <<<"$out")" = "class $digit:" ]
    done
    forward solution06 --network resnet18 --picture $digits/7.ppm --min-time 0 --only cpu_openmp
    check "random weights name no class" [ "$status$(grep -c '^classes' <<<"$out")" = 00 ]
}

@test "network: classes have names where a file beside the weights has them; cut off weights are refused" {
    local w=$scratch/digits
    cp lab06_resnet_layers/network/digits.weights "$w.weights"
    set -- --network digits --picture lab06_resnet_layers/network/digits/7.ppm
    printf '%s\n' zero one two three four five six seven eight nine a b c d e f >"$w.classes"
    forward solution06 "$@" --weights "$w.weights" --min-time 0 --only cpu_openmp
    check "seven" shows '^classes  7 seven: '
    sed -i '$d' "$w.classes"
    refuses "must have 16 lines, a class each" "$@" --weights "$w.weights"
    rm "$w.classes"
    truncate -s -2 "$w.weights"
    refuses "fc.bias: the file ends too early" "$@" --weights "$w.weights"
    refuses "conv1.weight: is 3 x 3 x 3 x 16, must be 7 x 7 x 3 x 64" \
        --weights lab06_resnet_layers/network/digits.weights
}

# ---- PyTorch ---------------------------------------------------------------------------------------

python=${PYTHON:-python3}

torch_is_there() {
    "$python" -c 'import torch, torchvision' 2>/dev/null ||
        skip "no PyTorch and torchvision for $python (pip install torch torchvision pillow)"
    export PYTHONDONTWRITEBYTECODE=1
}

# exported <arguments of export.py>: $scratch/w and $scratch/i
exported() {
    "$python" lab06_resnet_layers/network/export.py --weights "$scratch/w" --input "$scratch/i" "$@" >&2
}

# agrees_with_torch <network>
agrees_with_torch() {
    torch_is_there
    exported --network "$1"
    exits 0 timeout 200 build/quick/solution06_network --network "$1" --samples 1 --min-time 0 \
        --weights "$scratch/w" --input "$scratch/i"
    check "at 224" shows '^gpu_ex63 +ok +224 +1 '
    check "four versions" [ "$(grep -c '^ *logits differ from those of the file by ' <<<"$out")" -eq 4 ]
    echo "# $(grep 'logits differ' <<<"$out" | sort -g -k 9 | tail -1)" >&3
}

@test "network: ResNet-18's logits are PyTorch's" {
    agrees_with_torch resnet18
}

@test "network: ResNet-50's logits are PyTorch's" {
    agrees_with_torch resnet50
}

@test "network: MobileNetV2's logits are PyTorch's" {
    agrees_with_torch mobilenet_v2
}

@test "network: a picture goes in as torchvision prepares it; --state takes trained weights" {
    torch_is_there
    "$python" -c 'import PIL' 2>/dev/null || skip "no Pillow for $python (pip install pillow)"
    "$python" - "$scratch" <<'END'
import sys, torch, torchvision
from PIL import Image
Image.effect_mandelbrot((300, 200), (-2, -1, 1, 1), 50).convert("RGB").save(sys.argv[1] + "/x.png")
torch.save(torchvision.models.resnet18(weights=None).state_dict(), sys.argv[1] + "/state")
END
    exported --picture "$scratch/x.png" --image 96 --batch 2 --state "$scratch/state"
    gives 0 forward lab06 --weights "$scratch/w" --input "$scratch/i" --only gpu_v1
    check "its size" shows '^gpu_v1 +ok +96 +2 '
    check "as PyTorch" shows 'logits differ from those of the file by [0-9.]+e-0[678] '
    check "classes" shows '^classes '
    exported --picture "$scratch/x.png" --image 96 --no-logits
    forward lab06 --weights "$scratch/w" --input "$scratch/i" --only gpu_v1
    check "without logits" [ "$status$(grep -c logits <<<"$out")" = 00 ]
}

@test "network: weights of another network, cut off, too long or not finite are refused" {
    torch_is_there
    exported --image 32
    refuses "has layer1.0.conv1.weight where layer1.0.downsample.0.weight must be" \
        --network resnet50 --weights "$scratch/w"
    printf x >>"$scratch/w"
    refuses "goes on after fc.bias" --weights "$scratch/w"
    truncate -s -2 "$scratch/w"
    refuses "fc.bias: the file ends too early" --weights "$scratch/w"
    truncate -s -3 "$scratch/w"
    printf '\0\0\200\177' >>"$scratch/w" # infinity
    refuses "fc.bias: element 999 is not a finite number" --weights "$scratch/w"
    exported --image 32 --seed 2
    gives 0 forward lab06 --weights "$scratch/w" --input "$scratch/i" --only cpu_openmp # right again
    exits 2 "$python" lab06_resnet_layers/network/export.py --image 9 --weights "$scratch/no" # export.py refuses, too
    check "no file" [ ! -e "$scratch/no" ]
}
