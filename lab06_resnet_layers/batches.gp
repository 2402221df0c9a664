# Lab 6: images per second of a forward pass against how many go in at once.
#
#   gnuplot -c lab06_resnet_layers/batches.gp results/lab06_network.csv results/lab06_batches.svg
#
# columns   device version method size median_ms p05_ms p95_ms verdict network batch layer_type images_s
# It is the CSV of  ./lab06_network --batch 1,2,4,8 --csv FILE, or of make practice
# REFERENCE=nvidia_h200 lays reference/nvidia_h200/lab06_network.csv over it
# en: Images per second against the size of the batch
# es: Imágenes por segundo según el tamaño del lote

lab = "lab06_network"
right = "method=wall,sync verdict=ok layer_type=all"
numbers = "size median_ms p05_ms p95_ms batch images_s"
needed = "batch!=1"
script = ARG0; arguments = ARGC; in = ARG1; out = ARG2
load "common/style.gp"
load "common/figure.gp"

network = word(listed(in, "network", ""), 1)
side = word(listed(in, "size", "batch!=1 network=".network), 1)
points_of(s) = first_rows(source(s), "version=".version(s)." network=".network." size=".side, "batch")

set label 100 titled("Lab 6: a forward pass of ".network.", image side ".side.", float32") @headline
set xlabel "batch, images at once"
set ylabel "images per second (median, p05 to p95)"
set logscale x 2
set yrange [0:*]
set offsets graph 0.03, graph 0.03, 0, 0

points = '"batch":"images_s"'; eval find_doubts
plot for [s in series] points_of(s) using "batch":"images_s":(low("images_s")):(high("images_s")):xtic(strcol("batch")) \
         with yerrorlines linetype type(s) dashtype dash(s) pointtype point(s) pointsize size(s) \
         title name(s), \
     @rings
eval done
