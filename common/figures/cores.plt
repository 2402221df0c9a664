# Draws speed against the number of threads, from the rows that --threads writes: cpu_openmp_2 has 2
# threads. A lab's cores.gp sets what figure.gp asks for, and
#
#   speed   the column, as gflops          unit   its name
set xlabel say("threads", "hilos")
set ylabel unit

threads(word) = strstrt(word, "_") == 0 ? word + 0 : threads(word[strstrt(word, "_") + 1:])
most = 0
do for [v in listed(in, "version", "")] { most = threads(v) > most ? threads(v) : most }
if (most < 10) { set xtics 0, 1 } # there is no half thread
# What one thread does, as many times over: the dashed line.
one(csv) = csv eq "" ? NaN : system(awk("-v list=".speed, right." version=cpu_openmp_1", csv)) + 0
limits = 2
alone = one(in); there = one(reference)
limit_at(i, x) = i == 1 ? alone * x : there > 0 ? there * x : NaN
limit_name(i) = say("n times one thread", "n veces un hilo").(i == 1 ? "" : by_reference)
series = "measured".(reference eq "" ? "" : " reference/measured")
points_of(s) = first_rows(source(s), "", "version") # of the plain run's size, not of those for the break-even
look(s) = 5
mark(s) = is_reference(s) ? 6 : 7
named(s) = is_reference(s) ? say("reference", "referencia") : say("measured", "medido")
x = 'threads(strcol("version"))'; y = 'column("'.speed.'")'; linear = "xy"
load "common/figures/lines.plt"
