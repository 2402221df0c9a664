#!/usr/bin/env bats
# .devcontainer/: it runs README's first command as an ordinary user of a Debian. That this works in a
# bare one, `make test-systems` shows.
# shellcheck disable=SC2154 # helpers.bash sets root, bin, status, out, err

load helpers

setup() {
    cd "$root" || exit 1
    scratch=$(mktemp -d)
    json=$root/.devcontainer/devcontainer.json
}

teardown() {
    rm -rf "$scratch"
}

value() { # value <key>: of devcontainer.json
    sed -n -E "s/.*\"$1\": *\"([^\"]*)\".*/\1/p" "$json"
}

@test "devcontainer: README's set-up, as the user of the Dockerfile, on a Debian that is tried" {
    # A step that is not written has status 1: for a container a lab is better.
    check "README's set-up" [ "$(value postCreateCommand)" = "$(awk '/^```/ { if (inside) exit; inside = 1; next } inside' README.md |
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

@test "devcontainer: where no tree can be made, test-systems skips it by name" {
    [ -e tests/systems.sh ] || skip "a students' kit has no tests/systems.sh"
    bare_path
    stub id 'echo 1000'
    stub debootstrap 'exit 1'
    stub unshare 'exit 1'
    suite=$(sed -n 's/^FROM debian://p' .devcontainer/Dockerfile)
    try env PATH="$bin" bash tests/systems.sh "$suite"
    check "status 0" [ "$status" -eq 0 ]
    check "by name" contains "$out" "skip  .devcontainer in a bare $suite: debootstrap needs root"
    check "and counted" contains "$out" "0 passed, 0 failed, 2 skipped"
}
