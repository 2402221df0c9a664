# The layer types of one version, as rows of the network CSV, one above the other: from which to which
# percent of their sum each reaches, and 1 where its time is in doubt.
#
#   awk -f common/figures/rows.awk ... | awk -f lab06_resnet_layers/stack.awk
BEGIN { FS = "," }

NR == 1 {
    for (i = 1; i <= NF; i++)
        column[$i] = i
    next
}

!seen[$(column["layer_type"])]++ {
    type[++count] = $(column["layer_type"])
    gsub(/ /, "_", type[count])
    ms[count] = $(column["median_ms"])
    sum += ms[count]
    doubt[count] = $(column["doubt"]) != ""
}

END {
    print "layer_type,low,high,doubt,median_ms"
    low = 0
    for (i = 1; i <= count; i++) {
        high = low + 100 * ms[i] / sum
        print type[i] "," low "," high "," doubt[i] "," ms[i]
        low = high
    }
}
