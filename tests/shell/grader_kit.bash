# What tests of `grade` share: a copy of what it needs, in a folder that an ordinary user may read, and a
# class of the zoo. With grader.bash and helpers.bash.
# shellcheck shell=bash disable=SC2034,SC2154 # helpers.bash sets root, scratch and out

# grader_kit [labs]: those, or lab01 alone. With count=build/quick/traffic goals are also counted.
count=''
grader_kit() {
    local lab scripts=() judged=("${@:-lab01}")
    [ "$(uname)" = Linux ] || skip "the sandbox needs Linux"
    printf '#include <jansson.h>\n#include <seccomp.h>\n#include <openssl/hmac.h>\n' | cc -E -x c - >/dev/null 2>&1 ||
        skip "no jansson, libseccomp or libcrypto: ./setup.sh --grader"
    command -v setpriv >/dev/null || [ "$(id -u)" -ne 0 ] || skip "no setpriv, and this is root"
    cd "$root" || return
    scratch=$(mktemp -d) kit=$scratch/kit
    for lab in "${judged[@]}"; do scripts+=("grader/$lab.sh"); done
    built grader/grade grader/class grader/unpack "${judged[@]/#lab/grader/judge}" "${judged[@]/#lab/grader/answer}" \
        "${scripts[@]}"
    make -s --no-print-directory -j2 QUICK=1 BUILD=build/quick/check CHECK=--check OPTIMISE=-O1 \
        "${scripts[@]/#/build/quick/check/}" build/quick/check/precompiled.h.gch || return
    [ -z "$count" ] || make -s --no-print-directory -j2 QUICK=1 BUILD="$count" CHECK=--traffic OPTIMISE=-O1 \
        "${scripts[@]/#/$count/}" "$count/precompiled.h.gch" || return
    mkdir -p "$kit/solutions" "$scratch/class"
    cp -r common lab[0-9][0-9]_*/ "$kit"
    touch "$kit"/lab0{1,2,3,4,5,6}_{a,b,c} # programs may lie beside the labs
    cp -r solutions/*.cu solutions/rubric.csv solutions/grader "$kit/solutions"
    local part
    for part in build/quick build/quick/check ${count:+"$count"}; do
        mkdir -p "$kit/$part/solutions/grader/judge"
        cp -r "$part"/{common,lab0?_*,cpu_device.a,rewrite,symbols,precompiled.*,grader} "$kit/$part"
        cp "$part"/solutions/grader/judge/runner.o "$kit/$part/solutions/grader/judge"
        sed -i "s|^kit=.*|kit='$kit'|" "${scripts[@]/#/$kit/$part/}"
    done
    chmod -R a+rX "$scratch"
    belongs_to_user "$scratch/class"
    mkdir "$scratch/out"
    belongs_to_user "$scratch/out"
}

# zoo [names]: a class of these parts of the zoo, or all; their expected verdicts in $scratch/expected.
zoo() {
    LC_ALL=C awk -v out="$scratch/class" -v kit="$kit" -v results="$scratch/out" -v only="${1:-}" \
        -f tests/grader/make_class.awk tests/grader/zoo.txt >"$scratch/expected"
    belongs_to_user "$scratch/class"
}

# grade [NAME=value ...]: grades the class; with ISOLATION=own-uid as root, as in a container.
grade() {
    local as=ordinary
    if [[ " $* " == *" ISOLATION=own-uid "* ]]; then
        as=$root/build/quick/tests/grader/as_in_docker
        built tests/grader/as_in_docker
        (cd "$kit" && sh solutions/grader/autograder/close.sh build/quick build/quick/check ${count:+"$count"}) ||
            return
    fi
    (
        cd "$kit" || exit
        try "$as" env HOME=/tmp CASE_SECONDS="${CASE_SECONDS:-10}" \
            "$@" sh solutions/grader/grade.sh build/quick build/quick/check "$count" \
            cpu_device "$scratch/class" "$scratch/out"
        printf '%s\n' "$out" "$err"
        exit "$status"
    ) >"$scratch/said" 2>&1 && status=0 || status=$?
    out=$(cat "$scratch/said")
}

# verdict <id> <exercise>
verdict() {
    tr -d '"' <"$scratch/out/details.csv" | awk -F, -v id="$1" -v ex="$2" '$1 == id && $2 == ex { print $3 }'
}

# Every part of the zoo got a verdict that is expected, and none passed that should not.
check_zoo() {
    local name expected got='' # all that differ, because a run takes minutes
    while read -r name expected; do
        [[ "|$expected|" == *"|$(verdict "$name" ex11)|"* ]] ||
            got+="$name: $(verdict "$name" ex11), expected $expected"$'\n'
    done <"$scratch/expected"
    check "no verdict but those of the zoo: $got" [ -z "$got" ]
}
