# What stands in English in reference/published.csv, in the Spanish report, and a comma in numbers.
/^- |^\|/ {
    s/ naive / directo /; s/ coalesced / coalescente /; s/ tiles in shared memory / teselas en memoria compartida /
    s/ ([0-9x ]+) elements a thread / \1 elementos por hilo /; s/ loads of 16 bytes / lecturas de 16 bytes /
    s/ tiles of warps / teselas de warps /; s/, batch ([0-9]+)/, lote de \1/
    s/float16 where it serves/float16 donde sirve/; s/ images\/s / imágenes\/s /
    s/mean of ([0-9]+) runs, by events/media de \1 ejecuciones, con eventos/
    s/a synchronize after each pass; input already on the GPU/sincronizado tras cada pasada; la entrada ya en la GPU/
    s/by (benchmark|launch).py of the same source/con \1.py de la misma fuente/
    s/ copy to the device / copia al dispositivo /; s/ copy to the host / copia al host /
    s/, pinned memory/, memoria fijada/
    s/by bandwidthTest of the CUDA samples/con bandwidthTest de los ejemplos de CUDA/
    s/ without bank conflicts / sin conflictos de bancos /
    s/mean of ([0-9]+) passes, a synchronize after each,/media de \1 pasadas, sincronizado tras cada una,/
}
# not in the flags of a compiler, nor in the number of a table
/g\+\+|clang|nvcc/b
s/([0-9])\.([0-9])/\1,\2/g
s/(Tabla|Figura) ([0-9]+),/\1 \2./g
