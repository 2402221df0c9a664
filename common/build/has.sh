#!/bin/sh
# common/build/has.sh COMPILER HEADERS LIBRARIES EXPRESSION - prints the libraries as the linker's options, if this
# compiler has them and their headers. It finds them by name, in a hundredth of a second; where that fails,
# as in folders of LIBRARY_PATH, it links a program that computes the expression.
# shellcheck disable=SC2046,SC2086 # the words of each
compiler=$1 headers=$2 libraries=$3 expression=$4
found() {
    for library in $libraries; do
        case $($compiler -print-file-name="lib$library.so") in */*) ;; *) return 1 ;; esac
    done
    printf '#if !__has_include(<%s>)\n#error\n#endif\n' $headers | $compiler -E -x c - -o /dev/null
}
links() {
    { printf '#include <%s>\n' $headers && echo "int main(void) { return $expression; }"; } |
        $compiler -x c - -o /dev/null $(printf ' -l%s' $libraries)
}
{ found || links; } 2>/dev/null && printf ' -l%s' $libraries
