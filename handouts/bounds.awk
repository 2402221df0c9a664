# handouts/bounds.awk - from which work on a GPU can win at all, card by card, as Markdown:
#
#   awk -F , -v es=1 -f handouts/number.awk -f handouts/bounds.awk reference/cards.csv
#
# Bounds, not times: from published limits alone, with copies and kernel perfectly overlapped. A CPU
# that does R operations per second has done a byte's work when the bus delivers the byte if there are
# R / bus operations per byte. A product of N x N matrices has 2 N^3 operations for the 8 N^2 bytes of A
# and B, so N = 4 R / bus. Ends with status 1 when this is no list of cards.

function say(english, spanish) {
    return es ? spanish : english
}

function least(n) { # a whole number that is more than n
    return thousands(int(n) + 1)
}

/^#/ { next }

!header {
    header = 1
    for (i = 1; i <= NF; i++)
        column[$i] = i
    if (!column["card"] || !column["bus_gbs"] || !column["memory_gbs"])
        exit # END complains
    print say("| card | bus, GB/s | memory, GB/s | operations per byte, 100 GFLOP/s | N, 100 GFLOP/s | " \
              "operations per byte, 1,000 GFLOP/s | N, 1,000 GFLOP/s |",
              "| tarjeta | bus, GB/s | memoria, GB/s | operaciones por byte, 100 GFLOP/s | N, 100 GFLOP/s | " \
              "operaciones por byte, 1 000 GFLOP/s | N, 1 000 GFLOP/s |")
    print "|---|---|---|---|---|---|---|"
    next
}

{
    bus = $column["bus_gbs"]
    printf "| %s | %s | %s | %s | %s | %s | %s |\n", $column["card"], thousands(bus),
        thousands($column["memory_gbs"]),
        number(100 / bus), least(400 / bus), number(1000 / bus), least(4000 / bus)
    cards++
}

END { exit !cards }
