#!/bin/sh
# tests/traffic/compare.sh kernels.cu traffic.json - does the JSON say for each line what stands behind
# its //= ? A line for each difference, the number of lines that agree at the end; status 1: some differ.
awk '
    FNR == NR { # the kernels
        if (match($0, /\/\/= /)) {
            n = split(substr($0, RSTART + 4), word, " ")
            for (i = 1; i < n; i += 2) {
                what = word[i]
                space = sub(/\.s$/, "", what) ? "shared" : "global"
                expected[FNR " " what " " space] = word[i + 1]
            }
        }
        next
    }
    function value(key,   text) {
        text = substr($0, index($0, "\"" key "\":") + length(key) + 3)
        sub(/[,}].*/, "", text)
        gsub(/"/, "", text)
        return text
    }
    /"line":/ {
        line = value("line") " " value("access") " " value("space")
        got = value("space") == "shared" ? value("bank_conflicts_per_request") \
            : value("sectors_per_request") "/" value("least_per_request")
        got = got (value("approximate") == "true" ? "~" : "")
        seen[line] = 1
        if (expected[line] != got) {
            print line ": " got ", expected " (expected[line] == "" ? "nothing" : expected[line])
            bad = 1
        } else {
            agree++
        }
    }
    END {
        for (line in expected)
            if (!seen[line]) {
                if (expected[line] != "")
                    print line ": not seen, expected " expected[line]
                bad = bad || expected[line] != ""
            }
        print agree + 0 " agree"
        exit bad
    }' "$1" "$2"
