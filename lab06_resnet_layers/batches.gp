#   gnuplot -c lab06_resnet_layers/batches.gp results/lab06_network.csv results/lab06_batches.svg
# columns   device version method size median_ms p05_ms p95_ms verdict network batch layer_type images_s
# It is the CSV of  ./lab06_network --batch 1,2,4,8 --csv FILE, or of make practice
# en: Images per second against the size of the batch
# es: Imágenes por segundo según el tamaño del lote

lab = "lab06_network"
right = "method=wall,sync verdict=ok layer_type=all"
numbers = "size median_ms p05_ms p95_ms batch images_s"
needed = "batch!=1"
call "common/figures/figure.gp" ARG0 ARGC ARG1 ARG2

network = word(listed(in, "network", ""), 1)
side = word(listed(in, "size", "batch!=1 network=".network), 1)
points_of(s) = first_rows(source(s), "version=".version(s)." network=".network." size=".side, "batch")

title = say("Lab 6: a forward pass of ", "Lab 6: una pasada por ").network.\
    say(", image side ", ", lado de la imagen ").side.", float32"
set xlabel say("batch, images at once", "lote, imágenes a la vez")
set ylabel say("images per second (median, p05 to p95)", "imágenes por segundo (mediana, p05 a p95)")

x = 'column("batch")'; y = 'column("images_s")'; linear = "y"
x_in = "points"
load "common/figures/lines.plt"
