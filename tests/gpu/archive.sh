# . tests/gpu/archive.sh - what tests/gpu_check.sh leaves in its folder, and the archive that holds all of it:
#   GPU_DATE.tar.gz     what follows, in a folder of that name; made anew by each call that goes on
#   manifest.txt        `name: value` lines: kit, sources, dates, GPU, driver, what was not measured; at the end
#                       `file: SHA-256 bytes name` for each file
#   summary.txt, logs.txt, steps.tsv
#   labNN.csv, labNN.txt, labNN_samples.csv   the sweep of the answers: rows, tables, and each single time,
#                       as LAB_SAMPLES in common/engine/time.cu writes them; labNN_cores.csv, lab06_network.csv, ...
#   stopwatches_*.csv   the same launcher by other stopwatches
#   clocks.csv          clocks, power, temperature, and why it was throttled, before and after what was timed
#   peers/labNN.csv     other libraries
# shellcheck shell=bash disable=SC2034,SC2154

sources() { # a number for all that is built and run
    find Makefile common lab[0-9]*_*/ solutions tests peers -type f ! -name '*.pyc' 2>/dev/null |
        LC_ALL=C sort | xargs -d '\n' cat | cksum | tr ' ' -
}

# Goes on with what an earlier call has begun with the same kit on the same GPU, else begins anew: when that
# is complete, or AGAIN=1 asks for it. Archives stay.
begin_or_go_on() {
    local is
    is="# of: $(sources); $gpu; $("$nvcc" --version | grep release)"
    if [ -z "${AGAIN:-}" ] && [ "$(sed -n 2p "$steps" 2>/dev/null)" = "$is" ] &&
        ! grep -q -x '# complete' "$steps"; then
        began=$(sed -n '1s/^# began: //p' "$steps")
        read_steps
        note "gpu-check goes on with that of $began: $((passed + failed + left_out)) steps are done"
    else
        began=$(date -u +%Y-%m-%dT%H:%M:%SZ)
        rm -rf "$out"/{peers,lab*.csv,lab*.txt,stopwatches_*.csv,clocks.csv,summary.txt,logs.txt,manifest.txt}
        printf '# began: %s\n%s\n' "$began" "$is" >"$steps"
        note "gpu-check $began, commit $(git rev-parse --short HEAD 2>/dev/null || echo unknown)"
        note "$gpu; $("$nvcc" --version | grep release); built for sm_$arch"
    fi
}

# clocks <before|after> <step>
clocks() {
    local asked=timestamp,pstate,clocks.sm,clocks.mem,clocks.max.sm,clocks.max.mem
    asked=$asked,power.draw,power.limit,temperature.gpu
    local reasons said
    for reasons in ,clocks_event_reasons.active ,clocks_throttle_reasons.active ''; do # the name of newer drivers first
        said=$("${smi[@]}" --query-gpu=$asked$reasons --format=csv,noheader 2>/dev/null) && break
    done
    [ -s "$out/clocks.csv" ] || echo "when,step,$asked,throttled" >"$out/clocks.csv"
    echo "$1,${2//,/;},$(head -n 1 <<<"${said//, /,}")" >>"$out/clocks.csv"
}

# file_lines <folder>: the last lines of its manifest.
file_lines() {
    local file
    (cd "$1" && find . -type f ! -name '*.tar.gz*' ! -name manifest.txt | LC_ALL=C sort) | sed 's|^\./||' |
        while read -r file; do
        printf 'file: %s %s %s\n' "$(sha256sum <"$1/$file" | cut -d ' ' -f 1)" "$(wc -c <"$1/$file")" "$file"
    done
}

# archive_name <GPU> <when it began>: nvidia_h200_20261124T120000Z
archive_name() {
    printf '%s_%s\n' "$(tr 'A-Z ' 'a-z_' <<<"$1" | tr -c -d 'a-z0-9_')" "$(tr -d ':-' <<<"$2")"
}

manifest() {
    echo "kit: $(sed -n 's/^#define KIT_VERSION *"\(.*\)"/\1/p' common/engine/report.h)"
    echo "commit: $(git rev-parse HEAD 2>/dev/null || echo unknown)"
    sed -n 's/^# of: \([^;]*\);.*/sources: \1/p' "$steps"
    echo "began: $began"
    echo "ended: $(date -u +%Y-%m-%dT%H:%M:%SZ)"
    echo "sections: $sections"
    echo "complete: $([ "$later" -eq 0 ] && grep -q -x '# complete' "$steps" && echo yes || echo no)"
    echo "device: ${gpu%%,*}"
    echo "compute capability: ${arch%?}.${arch#"${arch%?}"}"
    echo "driver: ${gpu##*, }"
    echo "toolkit: $("$nvcc" --version | sed -n 's/.*release //p')"
    echo "cpu: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1), $(nproc) threads"
    echo "steps: $passed passed, $failed failed, $left_out left out, $later not reached"
    sed -n 's/^FAIL\t\([^\t]*\)\t\([^\t]*\).*/failed: \1: \2/p
        s/^left out\t\([^\t]*\)\t\([^\t]*\).*/unmeasured: \1: \2/p' "$steps"
    [ ! -s "$scratch/later" ] || sed 's/^/unmeasured: /; s/$/: not reached/' "$scratch/later"
    file_lines "$out"
}

# False, with a line, where a CSV is of the pretend GPU: what is in an archive may come into reference/.
all_measured() {
    local file
    file=$(grep -l -s '^# device: pretend ' "$out"/*.csv "$out"/peers/*.csv | head -n 1)
    [ -z "$file" ] || note "no archive: $file: must come from a real GPU, not from the pretend one of the tests"
    [ -z "$file" ]
}

# The last lines of a call; then all that lies in the folder goes into the archive.
make_archive() {
    local name archive
    name=$(archive_name "${gpu%%,*}" "$began")
    if [ "$later" -eq 0 ] && [ -n "${finished:-}" ]; then
        echo '# complete' >>"$steps"
    elif [ "$later" -gt 0 ]; then
        note "$later steps were not reached, first: $(head -n 1 "$scratch/later"); make gpu-check goes on with them"
    fi
    archive=$out/$name.tar.gz
    all_measured || archive=$out
    note "$passed passed, $failed failed, $left_out left out; $SECONDS s; results in $archive"
    [ "$archive" != "$out" ] || return
    manifest >"$out/manifest.txt"
    tar -c -z -f "$scratch/archive" -C "$out" --exclude='*.tar.gz*' --transform "s|^[.]|$name|" . &&
        cp "$scratch/archive" "$out/$name.part" && mv -f "$out/$name.part" "$archive"
}
