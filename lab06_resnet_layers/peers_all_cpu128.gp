#   gnuplot -c lab06_resnet_layers/peers_all_cpu128.gp results/peers/lab06.csv results/lab06_peers_all_cpu128.svg
# beside figure 26 of the thesis that the layers come from, which has batch 1 alone
# en: GFLOP/s of each layer: our code and the libraries on the CPU, batch 128
# es: GFLOP/s de cada capa: nuestro código y las bibliotecas en la CPU, lote 128
call "lab06_resnet_layers/peers.plt" ARG0 ARGC ARG1 ARG2 "all" "cpu" 128
