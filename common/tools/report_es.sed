# What stands in English in a lab's CSV, in the Spanish report: doubts, names, a comma in numbers.
/^- |^\|/ {
    s/preempted ([0-9]+) times/interrumpido \1 veces/g
    s/only ([0-9]+) samples/solo \1 muestras/g
    s/p95 is ([0-9.e+]+) times p05/p95 es \1 veces p05/g
}
s/image side( =|,| \|)/lado de la imagen\1/g
s/Where and when this was measured/Dónde y cuándo se midió/
s/\*\*Table /**Tabla /
s/\*\*Figure /**Figura /
# not in the flags of a compiler, nor in the number of a table
/g\+\+|clang|nvcc/b
s/([0-9])\.([0-9])/\1,\2/g
s/(Tabla|Figura) ([0-9]+),/\1 \2./g
