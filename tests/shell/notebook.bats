#!/usr/bin/env bats
# handouts/notebook.ipynb: its cells, in order, on the CPU device, run by tests/shell/notebook.py, which needs
# neither Jupyter nor a network; and what it says where something is missing.
# shellcheck disable=SC2016,SC2030,SC2031,SC2154 # helpers.bash sets root, bin, status, out, err, each test anew

load helpers

setup() {
    command -v python3 >/dev/null || skip "no python3 here"
    cd "$root" || exit 1
    scratch=$(mktemp -d)
    PATH=$(path_without_cuda)
    unset DEVICE CXX CC LABS SWEEP REFERENCE REPORT_LANG CUDA_ARCH
    export PATH QUICK=1 PYTHONDONTWRITEBYTECODE=1
    kit=$scratch/kit
}

# A kit with lab 1, built already; setup.sh says what it would install, and installs nothing.
small_kit() {
    kit_of "$kit" lab01
    export TRY_BUILD=$kit/build/quick # or setup.sh would build the CPU device anew
    cp -a README.md setup.sh reference "$kit"
    mv "$kit/setup.sh" "$kit/setup_here.sh"
    printf '#!/bin/sh\nexec sh ./setup_here.sh --dry-run\n' >"$kit/setup.sh"
    chmod +x "$kit/setup.sh"
}

# What makes a folder a kit, for the cells that do not build.
fake_kit() {
    mkdir -p "$1/common/cpu_device" "$1/handouts"
    touch "$1/common/cpu_device/cucc"
    cp handouts/notebook.ipynb "$1/handouts"
}

notebook() { # notebook <folder with handouts> <settings>
    try "$root/tests/shell/notebook.py" run "$1/handouts/notebook.ipynb" "${@:2}"
}

stopped() { # stopped <what the line must name>: one line, no traceback, and the rest was not run
    check "status 1" [ "$status" -eq 1 ]
    check "it says why: $1" contains "$err" "$1"
    check "STOP and nothing else" \
        [ "$(grep -c -v -E '^(STOP: |notebook: cell [0-9]+ failed, the rest was not run$)' <<<"$err")" -eq 0 ]
}

# bats test_tags=slow
@test "notebook: as Jupyter writes it, without outputs; what is not so is found" {
    try tests/shell/notebook.py check handouts/notebook.ipynb
    check "nothing to complain of" [ "$status$out$err" = 0 ]
    # What a reader need not read is shut in Colab (cellView, by its title) and in Jupyter (source_hidden).
    out=$(python3 -c 'import json, sys
for cell in json.load(open(sys.argv[1]))["cells"]:
    shut = cell["metadata"] == {"cellView": "form", "jupyter": {"source_hidden": True}}
    if cell["cell_type"] == "code" and shut != cell["source"][0].startswith("# @title "):
        print(cell["source"][0])
    if cell["cell_type"] == "code" and not shut and cell["source"][0].startswith(
            ("import ", "START ", "for tool ", "name ")):
        print("open: " + cell["source"][0])' handouts/notebook.ipynb)
    check "cells that fetch, look and pack are shut, under a title" [ -z "$out" ]
    while IFS='|' read -r change complaint; do
        sed -E "$change" handouts/notebook.ipynb >"$scratch/changed.ipynb"
        check "changed: $change" [ -n "$(cmp handouts/notebook.ipynb "$scratch/changed.ipynb" 2>&1)" ]
        exits 1 tests/shell/notebook.py check "$scratch/changed.ipynb"
        check "why: $complaint" contains "$out$err" "$complaint"
        case $complaint in *JSON*) continue ;; esac
        try tests/shell/notebook.py tidy "$scratch/changed.ipynb"
        case $change in *setup*) continue ;; esac # which only its author can fix
        exits 0 tests/shell/notebook.py check "$scratch/changed.ipynb" # tidy fixes it
    done <<'CHANGES'
0,/"outputs": \[\]/s//"outputs": [1]/|has outputs of a run
0,/"execution_count": null/s//"execution_count": 3/|has outputs of a run
0,/\\n",$/{N;s/\\n",\n *"/\\n/}|one line of source per line
s/run\(\\"\.\/setup\.sh.*/!.\/setup.sh"/|neither Python nor %%writefile
s/^  /    /|indented by one blank
1s/\{//|is no JSON
CHANGES
}

# bats test_tags=slow
@test "notebook: every cell runs on the CPU device; the archive is a reference on the laptop" {
    small_kit
    gives 0 notebook "$kit" QUICK=--quick LABS=01 LANGUAGE=es
    check "all cells" \
        [ "$(grep -c -- '^---- cell' <<<"$out")" = "$(grep -c '"cell_type": "code"' handouts/notebook.ipynb)" ]
    check "says that there is no GPU" shows '^NO GPU was lent here: '
    check "and what goes on" shows '^Going on with the CPU device: results are checked, times say nothing'
    check "the lab ran" shows '^gpu_v1 +ok '
    check "the cell with the exercise file changed nothing" cmp {,"$kit/"}lab01_vector_add/vector_add.cu
    check "a figure is shown" shows -A 1 '^results/lab01_bandwidth.png'
    check "as a picture" shows '^\[picture of [0-9]+ bytes\]'
    check "the report is Spanish" grep -q 'language es' "$kit/results/report.md"
    check "the archive in the last line" [ "$(tail -n 1 <<<"$out")" = "packed: $kit/results/cpu_device.tar.gz" ]
    sed 1d "$kit/results/mine/vector_add.cu" >"$scratch/shown"
    if [ -e common/starter.txt ]; then
        check "the cell is the file that was handed out" grep -q "^$(cksum <"$scratch/shown") " common/starter.txt
    else
        check "the cell is the exercise file (tests/shell/notebook.py tidy fixes it)" \
            cmp "$scratch/shown" lab01_vector_add/vector_add.cu
    fi

    # The last but one line is what to type on the laptop.
    cp "$kit/results/cpu_device.tar.gz" "$kit"
    rm -r "$kit/results" && cd "$kit"
    exits 0 sh -c "$(tail -n 2 <<<"$out" | head -n 1 | sed 's/make plots/make plot01 SWEEP=--quick/')"
    check "is drawn beside" lacks "$out" "has no lab01.csv"
    for file in lab01.csv lab01.txt lab01_bandwidth.svg report.md mine/vector_add.cu exercises/vector_add.cu; do
        check "$file is in it" [ -s "reference/cpu_device/$file" ]
    done
}

# bats test_tags=slow
@test "notebook: a kernel that does not build ends the run; a wrong one is told, and what it replaced is kept" {
    small_kit
    cd "$kit" || exit 1
    printf '#!/bin/sh\n' >setup.sh
    mkdir -p results/mine
    local file=lab01_vector_add/vector_add.cu
    cp $file "$scratch/before.cu"
    echo 'int main( {' >results/mine/matrix.cu
    # The cell's own file, without its line NOT YET.
    sed -e 's|"// NOT YET: .*|"\\n",|' -e 's|c\[i\] = a\[i\] + b\[i\];|c[i] = a[i] + ;|' handouts/notebook.ipynb \
        >"$scratch/changed" && mv "$scratch/changed" handouts/notebook.ipynb
    notebook . LABS=01 QUICK=--quick
    stopped 'STOP: make -j$(nproc) labs LABS=01: status 2; the lines above say why'
    check "the compiler's line" shows "$file:.*error"
    check "no lab was run" lacks "$out" './lab01'
    check "a file of another name is left out" \
        shows '^results/mine/matrix.cu: left out: exercise files are called vector_add.cu'
    check "what it replaced" cmp "$scratch/before.cu" results/mine/vector_add.cu.1
    sed -i 's|c\[i\] = a\[i\] + ;|c[i] = a[i] - b[i];|' handouts/notebook.ipynb
    gives 0 notebook . LABS=01 QUICK=--quick CELLS=9
    check "is told" [ "$(tail -n 1 <<<"$out")" = "WRONG in lab 01: its table says what; the figures leave it out" ]
    check "the first is still kept" cmp "$scratch/before.cu" results/mine/vector_add.cu.1
}

@test "notebook: a setting that cannot be, and a kit that cannot be had, is one line" {
    fake_kit "$kit"
    notebook "$kit" LABS=one
    stopped 'STOP: LABS = "one": must be numbers of labs'
    notebook "$kit" QUICK=fast
    stopped 'STOP: QUICK = "fast": must be "" or "--quick"'
    notebook "$kit" LANGUAGE=fr
    stopped 'STOP: LANGUAGE = "fr": must be "en" or "es"'
    mkdir -p "$scratch/empty/a/handouts"
    cp handouts/notebook.ipynb "$scratch/empty/a/handouts"
    notebook "$scratch/empty/a"
    stopped 'STOP: no kit here: write its address after REPOSITORY, or upload student-kit.tar.gz'
    echo 'no archive' >"$scratch/empty/a/handouts/student-kit.tar.gz"
    notebook "$scratch/empty/a"
    stopped 'upload the archive again'
    command -v git || return 0
    notebook "$scratch/empty/a" REPOSITORY="$scratch/nosuch"
    stopped 'is REPOSITORY right, and may everybody read it?'
    git init -q "$scratch/other"
    git -C "$scratch/other" -c user.name=a -c user.email=a@b commit -q --allow-empty -m a
    notebook "$scratch/empty/a" REPOSITORY="file://$scratch/other"
    stopped 'is no kit of these labs'
}

@test "notebook: it fetches a kit from its address, or takes an uploaded archive" {
    fake_kit "$scratch/cuda-labs"
    mkdir -p "$scratch/lent/a/handouts"
    cp handouts/notebook.ipynb "$scratch/lent/a/handouts"
    tar -czf "$scratch/lent/a/handouts/student-kit.tar.gz" -C "$scratch" cuda-labs
    gives 0 notebook "$scratch/lent/a" CELLS=3
    check "the archive's" [ "$(tail -n 1 <<<"$out")" = "the kit: $scratch/lent/a/handouts/kit" ]
    command -v git || skip "no git here"
    rm -r "$scratch"/lent/a/handouts/*kit*
    git init -q "$scratch/cuda-labs"
    git -C "$scratch/cuda-labs" add -A
    git -C "$scratch/cuda-labs" -c user.name=a -c user.email=a@b commit -q -m a
    gives 0 notebook "$scratch/lent/a" CELLS=3 REPOSITORY="file://$scratch/cuda-labs"
    check "a clone" [ -d "$scratch/lent/a/handouts/kit/.git" ]
    notebook "$scratch/lent/a" CELLS=3
    check "which is taken the next time" [ "$(tail -n 1 <<<"$out")" = "the kit: $scratch/lent/a/handouts/kit" ]
}

@test "notebook: a lent GPU is named; without an nvcc that builds for it all goes on with the CPU device" {
    fake_kit "$kit"
    bin=$scratch/bin
    mkdir "$bin"
    stub nvidia-smi 'echo "Tesla T4, 7.5"; echo "Tesla T4, 7.5"'
    stub nvcc \
        'case $1 in --version) echo "Cuda compilation tools, release 12.5, V12.5.82" ;; *) echo compute_75 ;; esac'
    PATH=$bin:$PATH notebook "$kit" CELLS=4
    check "is named" [ "$(tail -n 1 <<<"$out")" = "GPU: Tesla T4, sm_75; nvcc 12.5 builds the labs for it." ]
    # What make is then asked for.
    printf '#!/bin/sh\necho "for $DEVICE $CUDA_ARCH $LD_LIBRARY_PATH"\n' >"$kit/setup.sh"
    chmod +x "$kit/setup.sh"
    PATH=$bin:$PATH LD_LIBRARY_PATH=/a notebook "$kit" CELLS=5
    check "for it" [ "$(tail -n 1 <<<"$out")" = "for cuda 75 /a:$scratch/lib64" ]
    stub nvidia-smi 'echo "Tesla P100-PCIE-16GB, 6.0"'
    PATH=$bin:$PATH notebook "$kit" CELLS=5
    check "too old" shows '^Tesla P100-PCIE-16GB: a GPU, but nvcc 12.5 does not build for its sm_60$'
    check "the CPU device" [ "$(tail -n 1 <<<"$out")" = "for cpu  " ]
    rm "$bin/nvcc"
    PATH=$bin:$PATH notebook "$kit" CELLS=4
    [ -n "$(find /usr/local/cuda*/bin/nvcc /opt/bin/nvcc 2>/dev/null)" ] || check "no nvcc" \
        shows '^Tesla P100-PCIE-16GB: a GPU, but there is no nvcc$'
    stub nvidia-smi 'echo "NVIDIA-SMI has failed because it could not communicate with the NVIDIA driver."; exit 9'
    PATH=$bin:$PATH notebook "$kit" CELLS=4
    check "no GPU" shows '^NO GPU was lent here: '
}
