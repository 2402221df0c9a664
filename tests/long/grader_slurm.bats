#!/usr/bin/env bats
# solutions/grader/slurm.sh on a cluster of one node that this test starts: munge, slurmctld and slurmd. The
# judge is a stand-in that writes a result for every N-th student; the array, the merge and what
# happens when a task fails are the real ones.
# shellcheck disable=SC2016,SC2034,SC2154 # $ is the stand-in's; helpers.bash sets root, status, out, err

load ../shell/helpers

setup() {
    cd "$root" || exit 1
    scratch=$(mktemp -d /tmp/slurm.XXXXXX) # short: a socket's path must fit into 108 bytes
    status=- out='' err='' daemons=()
    for program in munged slurmctld slurmd sbatch; do
        PATH=$PATH:/usr/sbin command -v $program >/dev/null ||
            skip "needs Slurm ($program): apt install slurm-wlm munge"
    done
    [ "$(id -u)" -eq 0 ] || skip "needs root, to start slurmd"
    echo '#include <jansson.h>' | gcc -E -x c - >/dev/null 2>&1 || skip "needs jansson: apt install libjansson-dev"
    built grader/class
    start_cluster
    judge >"$scratch/judge.sh"
    mkdir -p "$scratch/class"
    for id in ana eva leo mia 'zo é' '$(x)' a b c d; do
        mkdir "$scratch/class/$id"
    done
    export GRADE="sh $scratch/judge.sh" CLASS=build/quick/grader/class
}

teardown() {
    local pid
    for pid in "${daemons[@]}"; do
        kill "$pid" 2>/dev/null || true
        wait "$pid" 2>/dev/null || true
    done
    rm -rf "$scratch"
}

start_cluster() {
    local PATH=$PATH:/usr/sbin name memory=500 port=$((20000 + $$ % 10000))
    name=$(hostname -s)
    mkdir -m 0755 "$scratch/state" "$scratch/spool" "$scratch/munge"
    chmod 755 "$scratch"
    head -c 128 /dev/urandom >"$scratch/munge/key" && chmod 600 "$scratch/munge/key"
    munged --foreground --force --socket "$scratch/munge/socket" --key-file "$scratch/munge/key" \
        --log-file "$scratch/munge/log" --pid-file "$scratch/munge/pid" --seed-file "$scratch/munge/seed" 3>&- &
    daemons+=($!)
    cat >"$scratch/slurm.conf" <<END_OF_CONF
ClusterName=test
SlurmctldHost=$name
SlurmUser=root
SlurmdUser=root
SlurmctldPort=$port
SlurmdPort=$((port + 1))
AuthType=auth/munge
AuthInfo=socket=$scratch/munge/socket
CredType=cred/munge
CryptoType=crypto/munge
StateSaveLocation=$scratch/state
SlurmdSpoolDir=$scratch/spool
SlurmctldPidFile=$scratch/ctld.pid
SlurmdPidFile=$scratch/d.pid
SlurmctldLogFile=$scratch/ctld.log
SlurmdLogFile=$scratch/d.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
SchedulerParameters=batch_sched_delay=0,sched_interval=2
NodeName=$name CPUs=$(nproc) RealMemory=$memory State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=10 State=UP
END_OF_CONF
    sed -i '/^CryptoType/d' "$scratch/slurm.conf"
    export SLURM_CONF=$scratch/slurm.conf
    for _ in {1..50}; do [ ! -S "$scratch/munge/socket" ] || break; sleep 0.1; done
    slurmctld -D -i -f "$SLURM_CONF" >"$scratch/out" 2>&1 3>&- &
    daemons+=($!)
    slurmd -D -f "$SLURM_CONF" >"$scratch/out2" 2>&1 3>&- &
    daemons+=($!)
    for _ in {1..100}; do
        [ "$(sinfo -h -o %T 2>/dev/null)" != idle ] || return 0
        sleep 0.2
    done
    cat "$scratch"/*.log
    skip "needs a Slurm that runs here: $(tail -n 1 "$scratch/d.log")"
}

# A stand-in: --part I/N SUBMISSIONS OUT. Fails where OUT/fail is there, after its first student.
judge() {
    cat <<'END_OF_JUDGE'
part=${2%/*} parts=${2#*/} i=0
echo "${REPORT_LANG:-en}" >"$4/language.$part"
for student in "$3"/*/; do
    if [ $((i % parts)) -eq "$part" ]; then
        id=$(basename "$student")
        name=$id
        case $id in *[!a-z]*) name=$(printf %s "$id" | od -A n -t x1 | tr -d ' \n' | sed 's/../%&/g') ;; esac
        mkdir -p "$4/students/$name"
        [ -e "$4/students/$name/results.json" ] ||
            printf '{"score": 1, "output": "", "tests": [], "extra_data": {"id": "%s",
                "verdict": "PASS", "max_score": 1, "isolation": "landlock", "sha256": ""}}' "$id" \
                >"$4/students/$name/results.json"
        echo "$id" >>"$4/graded.$part"
        [ ! -e "$4/fail" ] || { echo "judge: no disk" >&2; exit 1; }
    fi
    i=$((i + 1))
done
END_OF_JUDGE
}

@test "a class is split into tasks, and merged: a row for each student, whoever graded it" {
    exits 0 timeout 120 solutions/grader/slurm.sh -n 3 "$scratch/class" "$scratch/out dir"
    check "a row each" \
        [ "$(tail -n +2 "$scratch/out dir/grades.csv" | cut -d, -f1 | xargs)" = "\$(x) a ana b c d eva leo mia zo é" ]
    check "three tasks" [ "$(cat "$scratch/out dir"/graded.? | wc -l)" -eq 10 ]
    check "each with its share" [ "$(wc -l <"$scratch/out dir/graded.1")" -eq 3 ]
    check "a secret for all, for nobody else" \
        [ "$(stat -c %a "$scratch/out dir/secret") $(wc -c <"$scratch/out dir/secret")" = "600 64" ]
    check "in English" [ "$(cat "$scratch/out dir"/language.? | xargs)" = "en en en" ]
    LC_ALL='' LC_MESSAGES='' LANG=es_ES.UTF-8 exits 0 timeout 120 solutions/grader/slurm.sh -n 2 "$scratch/class" \
        "$scratch/es"
    check "feedback follows the locale" [ "$(cat "$scratch/es"/language.? | xargs)" = "es es" ]
    touch "$scratch/out dir/fail"
    cp "$scratch/out dir/grades.csv" "$scratch/before.csv"
    try timeout 120 solutions/grader/slurm.sh -n 2 "$scratch/class" "$scratch/out dir"
    check "a task that fails is said" \
        contains "$status$err" "1slurm.sh: a task failed; its log in $scratch/out dir/slurm"
    check "its log says why" grep -q 'judge: no disk' "$scratch/out dir/slurm/0.log"
    check "what was graded stays" cmp "$scratch/before.csv" "$scratch/out dir/grades.csv"
    try solutions/grader/slurm.sh -n 0 "$scratch/class" "$scratch/o"
    check "bad usage" contains "$status$err" '2slurm.sh: -n 0: must be'
    try solutions/grader/slurm.sh "$scratch/none" "$scratch/o"
    check "no folder" contains "$status$err" "2slurm.sh: $scratch/none: there is no such folder"
    check "nothing begun" [ ! -e "$scratch/o" ]
}
