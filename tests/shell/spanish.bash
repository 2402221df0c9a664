# What spanish.bats and steps.bats share: is what people read Spanish?
# shellcheck shell=bash disable=SC2154 # helpers.bash sets out and err

# Words that English texts cannot do without; names, states and units are none of them.
english=' (the|of|with|from|and|was|were|is|are|not|than|must|which|what|by|at|at least|there|that|for|to) '

# reads_spanish: what `try` has run says something, and nothing of it in English.
reads_spanish() {
    check "it says something" [ -n "$out$err" ] && check "no line is English" lacks_english "$out
$err"
}

lacks_english() {
    ! grep -v 'g++\|clang' <<<"$1" | grep -i -E "$english"
}
