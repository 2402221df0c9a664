# Speed against the number of threads, from rows whose version ends in it: cpu_openmp_2, as --threads
# writes them. cores.gp of a lab sets what figure.gp asks for, and
#
#   speed   the column, as gflops          unit   its name
#   what    the title
load "common/style.gp"
load "common/figure.gp"
set label 100 titled(what) @headline
set xlabel "threads"
set ylabel unit
most = system("printf '%s\n' ".listed(in, "version", "")." | sed 's/.*_//' | sort -n | tail -n 1") + 0
set xrange [0:most + 0.5]
set yrange [0:*]
set xtics most > 8 ? most / 8 : 1
set key left top

threads(word) = strstrt(word, "_") == 0 ? word + 0 : threads(word[strstrt(word, "_") + 1:])
of(csv) = rows(csv, "")
# What one thread does, as many times over: the dashed line.
one(csv) = csv eq "" ? NaN : system(awk("-v list=".speed, right." version=cpu_openmp_1", csv)) + 0
alone = one(in)
there = one(reference)
points = '(threads(strcol("version"))):speed'; eval find_doubts
plot alone * x with lines linestyle 100 title "as many times one thread", \
     @rings, \
     for [i = 1:(reference eq "" ? 1 : 2)] of(i == 1 ? in : reference) \
         using (threads(strcol("version"))):speed with linespoints linetype 5 dashtype i \
         pointtype i == 1 ? 7 : 6 pointsize sized(1.6) title i == 1 ? "measured" : "reference", \
     there * x with lines linestyle 100 dashtype 3 title there > 0 ? "as many times one thread, reference" : ""
eval done
