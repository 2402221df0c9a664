# What gpu_check.sh noted before and after each step: no clock above its highest one, no step that began and
# never ended, nothing that slowed the GPU down for heat or for lack of power. Prints what is wrong; status 1.
function refuse(text) { print text; failed = 1; exit 1 }
function bit(hex, one,    n) { # of a mask as 0x0000000000000040
    n = index("0123456789abcdef", tolower(substr(hex, length(hex) - (one > 8), 1))) - 1
    return int(n / (one > 8 ? one / 16 : one)) % 2
}
FNR == 1 { if ($0 !~ /^when,step,timestamp,/) refuse("its first line is another")
    for (i = 1; i <= NF; i++) column[$i] = i; next }
$1 !~ /^(before|after)$/ { refuse("line " FNR ": must begin with before or after") }
{
    mhz = $column["clocks.sm"] + 0
    most = $column["clocks.max.sm"] + 0
    if (most && mhz > most)
        refuse($2 ": " mhz " MHz are above the highest clock, " most)
    why = $column["throttled"]
    if (why ~ /^ *0x/ && (bit(why, 8) || bit(why, 32) || bit(why, 64) || bit(why, 128)))
        refuse($2 ": the GPU was slowed down (" why "): measure again when it is cool")
    if ($1 == "before") { if ($2 in open && open[$2]) refuse($2 ": began twice"); open[$2] = 1 }
    else { if (!open[$2]) refuse($2 ": ended, but never began"); open[$2] = 0 }
}
END { if (!failed) for (step in open) if (open[step]) { print step ": began, but never ended"; exit 1 } exit failed }
