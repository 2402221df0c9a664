# handouts/numbers.awk - what one GPU did, as Markdown:
#
#   awk -F , -v es=1 -f handouts/number.awk -f handouts/numbers.awk lab03.csv
#
# The size is the largest at which a version on the device was measured. Only what was found right is
# shown, and the pitfall as what it is. Ends with status 1 when this is no CSV of a lab, or was not
# measured on a GPU: times of the CPU device are no reference.

function say(english, spanish) {
    return es ? spanish : english
}

function ratio(base, t) {
    return base != "" && t != "" ? number(base / t) : "-"
}

# From which size on gpu_v1 beats all cores, at every size that was measured: the lab has worked it out.
function from(method,    n) {
    n = even["gpu_v1 " method]
    return n > 0 ? thousands(n) : n < 0 ? say("at no measured size", "con ningún tamaño medido") : "-"
}

/^# device: /  { device = substr($0, 11) }
/^# cpu: /     { cpu = substr($0, 8) }
/^# threads: / { threads = substr($0, 12) }
/^# date: /    { date = substr($0, 9, 10) }
/^# rate: /    { split(substr($0, 9), unit, " ") } # gbs GB/s
/^# parts: /   { part = substr($0, 10) }
/^# breaks even: / { split($0, word, " "); even[word[4] " " word[5]] = word[6] + 0 }
/^#/           { next }

!header {
    header = 1
    for (i = 1; i <= NF; i++)
        column[$i] = i
    if (!column["version"] || !column["median_ms"] || !column["verdict"] || !column[unit[1]])
        exit # END complains
    next
}

part && $column[part] != 0 { next } # one of the problems that a size consists of
$column["version"] ~ /^copy_/ { next } # bare copies
seen[$column["version"], $column["method"], $column["size"]]++ { next } # of a series; the first counts

{
    version = $column["version"]
    method = $column["method"]
    size = $column["size"] + 0
    if (method != "no_sync" && $column["verdict"] != "ok")
        next
    sizes += !known[size]++
    if (!(version in on_cpu)) {
        on_cpu[version] = method == "wall"
        names[++versions] = version
        steps[version] = column["steps"] ? $column["steps"] : 1 # of lab 5: who does ten is compared with cpu_ten
        if (method == "wall" && version !~ /^cpu_(serial|blas)$/)
            all_cores[steps[version]] = version
    }
    time[version, method, size] = $column["median_ms"]
    spread[version, method, size] = $column["p05_ms"] == "" ? "-" : \
        "[" number($column["p05_ms"]) say(", ", "; ") number($column["p95_ms"]) "]"
    rate[version, method, size] = $column[unit[1]]
    share[version, method, size] = $column["pct_ceiling"]
    if (method == "sync" && size > largest)
        largest = size
}

function row(version,    method, t, copies, one, all) {
    method = on_cpu[version] ? "wall" : "sync"
    t = time[version, method, largest]
    copies = time[version, "with_transfers", largest]
    one = steps[version] == steps["cpu_serial"] ? time["cpu_serial", "wall", largest] : ""
    all = version == "cpu_serial" ? "" : time[all_cores[steps[version]], "wall", largest]
    if (t != "")
        printf "| %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", version, number(t),
            spread[version, method, largest], number(rate[version, method, largest]),
            number(share[version, method, largest]), ratio(one, t), ratio(one, copies),
            ratio(all, t), ratio(all, copies)
}

END {
    if (!largest || device == "" || date == "" || device ~ /CPU device/)
        exit 1
    printf say("Measured on %s, %s with %s threads, %s; size %s; medians.\n\n",
               "Medido en %s, %s con %s hilos, %s; tamaño %s; medianas.\n\n"),
        device, cpu, threads, date, thousands(largest)
    printf say("| version | ms | [p05, p95] | %s | %% of limit | vs 1 thread | +copies | vs all | +copies |\n",
               "| versión | ms | [p05, p95] | %s | %% del límite | vs 1 hilo | +copias | vs todos | +copias |\n"),
        unit[2]
    print "|---|---|---|---|---|---|---|---|---|"
    for (i = 1; i <= versions; i++)
        row(names[i])
    if (time["gpu_v1", "no_sync", largest] != "" && time["gpu_v1", "sync", largest] != "")
        printf say("\nWithout a synchronize gpu_v1 seemed to take %s ms, not %s ms.\n",
                   "\nSin sincronizar, gpu_v1 parecía tardar %s ms, no %s ms.\n"),
            number(time["gpu_v1", "no_sync", largest]), number(time["gpu_v1", "sync", largest])
    if (sizes > 1)
        printf say("\nFrom which size on gpu_v1 beats all cores: %s (kernel only), %s (+copies).\n",
                   "\nA partir de qué tamaño gpu_v1 gana a todos los núcleos: %s (solo el kernel), %s (+copias).\n"),
            from("sync"), from("with_transfers")
}
