#!/usr/bin/env bats
# .devcontainer/: it runs README's first command as an ordinary user of a Debian. That this works in a
# bare one, `make test-systems` shows.
# shellcheck disable=SC2016,SC2154 # helpers.bash sets root, bin, status, out, err

load helpers

setup() {
    in_root
    json=$root/.devcontainer/devcontainer.json
}

value() { # value <key>: of devcontainer.json
    sed -n -E "s/.*\"$1\": *\"([^\"]*)\".*/\1/p" "$json"
}

@test "devcontainer: README's set-up, as the user of the Dockerfile, on a Debian that is tried" {
    # A step that is not written has status 1: for a container a lab is better.
    check "README's set-up" \
        [ "$(value postCreateCommand)" = "$(awk '/^```/ { if (inside) exit; inside = 1; next } inside' README.md |
        sed 's/ && .*//') && make lab03 && ./lab03" ]
    check "the Dockerfile" [ -f ".devcontainer/$(value dockerfile)" ]
    check "its user" [ "$(value remoteUser)" = "$(sed -n 's/^USER //p' .devcontainer/Dockerfile)" ]
    check "who is not root" [ "$(value remoteUser)" = student ]
    if command -v python3 >/dev/null; then
        check "valid JSON" python3 -m json.tool "$json" "$scratch/json"
    fi
    [ -e tests/systems.sh ] || skip "a students' kit has no tests/systems.sh"
    suite=$(sed -n 's/^FROM debian://p' .devcontainer/Dockerfile)
    check "test-systems tries that Debian" grep -q "set -- .*\b${suite:-none}\b" tests/systems.sh
}

# With a debugger in the place of VS Code's: a stop at a line of the kernel, as a click in the margin sets it.
# bats test_tags=slow
@test "launch.json: builds the lab whose file is open, and stops in its kernel" {
    command -v python3 >/dev/null || skip "no python3: ./setup.sh --tests"
    [ "$(gdb -nx -batch -ex 'python print(1)' 2>&1)" = 1 ] || skip "no gdb with Python: ./setup.sh --tests"
    of() { # of <file> <expression>
        python3 -c 'import json, sys; j = json.load(open(sys.argv[1])); print(eval(sys.argv[2]))' ".vscode/$1.json" "$2"
    }
    stop() { # stop <variables of the environment...>
        try env "$@" LAB_CHECK=1 OMP_NUM_THREADS=1 gdb -nx -batch -ex "$source" -ex \
            'break vector_add.cu:vector_add_v1_kernel' \
            -ex run -ex 'cuda thread (3)' -ex 'info args' --args build/quick/debug/open --quick --seed 1 --only v1
    }
    check "one names the other" \
        [ "$(of launch 'j["configurations"][0]["preLaunchTask"]')" = "$(of tasks 'j["tasks"][0]["label"]')" ]
    check "what is built is run" \
        [ "$(of launch 'j["configurations"][0]["program"]')" = "\${workspaceFolder}/build/debug/open" ]
    command=$(of tasks 'j["tasks"][0]["command"]')
    command=${command//'${fileDirnameBasename}'/lab01_vector_add}
    exits 0 env QUICK=1 sh -c "${command//build\/debug/build/quick/debug}"
    source=$(of launch 'j["configurations"][0]["setupCommands"][0]["text"]')
    source=${source//'${workspaceFolder}'/$root}
    stop LAB_DEBUG=
    check "another thread of the kernel" shows 'thread \(3,0,0\) of block \(0,0,0\) in vector_add_v1_kernel'
    check "at the first shape" shows '^n = 257$'
    stop LAB_DEBUG=20
    check "or another one" shows '^n = 20$'
}

@test "devcontainer: where no tree can be made, test-systems skips it by name" {
    [ -e tests/systems.sh ] || skip "a students' kit has no tests/systems.sh"
    bare_path
    stub id 'echo 1000'
    stub debootstrap 'exit 1'
    stub unshare 'exit 1'
    suite=$(sed -n 's/^FROM debian://p' .devcontainer/Dockerfile)
    exits 0 env PATH="$bin" bash tests/systems.sh "$suite"
    check "by name" contains "$out" "skip  .devcontainer in a bare $suite: debootstrap needs root"
    check "and counted" contains "$out" "0 passed, 0 failed, 2 skipped"
}
