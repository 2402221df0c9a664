#   gnuplot -c lab06_resnet_layers/image_size.gp results/lab06_network.csv results/lab06_image_size.svg
# columns   device version method size median_ms p05_ms p95_ms gflops verdict network batch layer_type
# It is the CSV of  ./lab06_network --csv FILE
# en: Time of a forward pass against the size of the image
# es: Tiempo de una pasada según el tamaño de la imagen

lab = "lab06_network"
right = "method=wall,sync verdict=ok layer_type=all"
numbers = "size median_ms p05_ms p95_ms batch"
call "common/figures/figure.gp" ARG0 ARGC ARG1 ARG2

network = word(listed(in, "network", ""), 1)
batch = word(listed(in, "batch", ""), 1)
passes(s) = first_rows(source(s), "version=".version(s)." network=".network." batch=".batch, "size")
load "common/figures/bound.plt"
of_card = bound(passes("cpu_openmp"), 'cell("median_ms") * cell("gflops") / '.card_peak)
points_of(s) = s eq "card" ? of_card : passes(s)

title = say("Lab 6: a forward pass of ", "Lab 6: una pasada por ").network.say(", batch ", ", lote ").batch.", float32"
set xlabel say("side of the square image in pixels", "lado de la imagen cuadrada en píxeles")
set ylabel say("time in ms (median, p05 to p95)", "tiempo en ms (mediana, p05 a p95)")

x = 'column("size")'; y = 'column("median_ms")'; spread = "time"
x_in = "points"
load "common/figures/lines.plt"
