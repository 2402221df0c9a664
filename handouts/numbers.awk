# handouts/numbers.awk - what one GPU did, as Markdown: awk -F , -v es=1 -f numbers.awk lab01.csv
# The size is the largest at which a version on the device was measured. Only what was found right is
# shown, and the pitfall as what it is. Ends with status 1 when this is no CSV of a lab, or was not
# measured on a GPU: times of the CPU device are no reference.

function say(english, spanish) {
    return es ? spanish : english
}

# Three digits that count, as the labs print them: 0.0041, 1.93, 803, 8 120; a size without decimals.
function number(x, is_size,    text, decimals, y, whole) {
    if (x == "" || x <= 0)
        return "-"
    for (y = x; y < 100 && decimals < 4 && !is_size; y *= 10)
        decimals++
    whole = text = sprintf("%.*f", decimals, x)
    sub(/\..*/, "", whole)
    sub(/^[0-9]*/, "", text)
    while (length(whole) > 3) {
        text = " " substr(whole, length(whole) - 2) text
        whole = substr(whole, 1, length(whole) - 3)
    }
    return whole text
}

function ratio(base, t) {
    return base != "" && t != "" ? number(base / t) : "-"
}

# From which size on gpu_v1 beats all cores, at every size that was measured.
function break_even(method,    i, from, cpu, gpu, compared) {
    for (i = sizes; i >= 1; i--) {
        cpu = time["cpu_openmp", "wall", order[i]]
        gpu = time["gpu_v1", method, order[i]]
        if (cpu == "" || gpu == "")
            continue
        compared++
        if (gpu + 0 >= cpu + 0)
            break
        from = order[i]
    }
    if (compared < 2)
        return "-"
    return from == "" ? say("at no measured size", "con ningún tamaño medido") : number(from, 1)
}

/^# device: /  { device = substr($0, 11) }
/^# cpu: /     { cpu = substr($0, 8) }
/^# threads: / { threads = substr($0, 12) }
/^# date: /    { date = substr($0, 9, 10) }
/^#/           { next }

!header {
    header = 1
    for (i = 1; i <= NF; i++)
        column[$i] = i
    if (!column["version"] || !column["median_ms"] || !column["verdict"])
        exit # END complains
    next
}

column["layer"] && $column["layer"] != 0 { next } # one of the problems that a size consists of
$column["version"] ~ /^copy_/ { next } # bare copies
seen[$column["version"], $column["method"], $column["size"]]++ { next } # of a series; the first counts

{
    version = $column["version"]
    method = $column["method"]
    size = $column["size"] + 0
    if (method != "no_sync" && $column["verdict"] != "ok")
        next
    if (!(size in known)) {
        known[size] = 1
        order[++sizes] = size
    }
    if (!(version in on_cpu)) {
        on_cpu[version] = method == "wall"
        names[++versions] = version
    }
    if ($1 == "lab04")
        unit = "gsamples_s"
    else
        unit = $1 == "lab01" || $1 == "lab05" ? "gbs" : "gflops"
    time[version, method, size] = $column["median_ms"]
    spread[version, method, size] = "[" number($column["p05_ms"]) ", " number($column["p95_ms"]) "]"
    rate[version, method, size] = $column[unit]
    share[version, method, size] = $column["pct_ceiling"]
    if (method == "sync" && size > largest)
        largest = size
}

function row(version,    method, t, copies, one, all) {
    method = on_cpu[version] ? "wall" : "sync"
    t = time[version, method, largest]
    copies = time[version, "with_transfers", largest]
    one = time["cpu_serial", "wall", largest]
    all = version == "cpu_serial" ? "" : time["cpu_openmp", "wall", largest]
    if (t != "")
        printf "| %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", version, number(t),
            spread[version, method, largest], number(rate[version, method, largest]),
            number(share[version, method, largest]), ratio(one, t), ratio(one, copies),
            ratio(all, t), ratio(all, copies)
}

END {
    if (!largest || device == "" || date == "" || device ~ /CPU device/)
        exit 1
    for (i = 2; i <= sizes; i++) # ascending
        for (j = i; j > 1 && order[j - 1] > order[j]; j--) {
            size = order[j]
            order[j] = order[j - 1]
            order[j - 1] = size
        }
    words["gbs"] = "GB/s"
    words["gflops"] = "GFLOP/s"
    words["gsamples_s"] = "Gsample/s"
    printf say("Measured on %s, %s with %s threads, %s; size %s; medians.\n\n",
               "Medido en %s, %s con %s hilos, %s; tamaño %s; medianas.\n\n"),
        device, cpu, threads, date, number(largest, 1)
    printf say("| version | ms | [p05, p95] | %s | %% of limit | vs 1 thread | +copies | vs all | +copies |\n",
               "| versión | ms | [p05, p95] | %s | %% del límite | vs 1 hilo | +copias | vs todos | +copias |\n"),
        words[unit]
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
            break_even("sync"), break_even("with_transfers")
}
