# What every figure does before it draws: look at its arguments and at the CSV, lay a reference
# beside it, and open the terminal. Times of the CPU device are never drawn: they say nothing about a
# GPU. A figure says in comments what it shows, for the report ("# en: ...", "# es: ..."), sets these
# and says  call "common/figures/figure.gp" ARG0 ARGC ARG1 ARG2:
#
#   numbers  the columns that it draws; a row without a number there is no row
#   right    the rows that count, as common/figures/rows.awk reads them; not set: see below
#   lab      what its CSV names in the column lab, where that is not labNN of its folder
#   needed   conditions on at least one of these rows, or not set
#
# and ends with  eval done.  From here on it has in, reference ("" for none), the functions below.
if (!exists("script")) { script = ARG1; arguments = ARG2 + 0; in = ARG3; out = ARG4 }
load "common/figures/style.gp"
if (!exists("right")) { right = "method=wall,sync verdict=ok" }

# ---- the language, the shell and the CSV ------------------------------------------------------------------------

# The figures speak the language of the report.
spanish = system("case ${REPORT_LANG:-${LC_ALL:-${LC_MESSAGES:-$LANG}}} in es*) echo es ;; esac") eq "es"
say(english, in_spanish) = spanish ? in_spanish : english
if (spanish) { set decimalsign "," }
# 1234.5 is 1 234.5, in Spanish 1 234,5.
in_digits(format, x) = digits(sprintf(format, x))
digits(text) = strstrt(text, ".") == 0 ? grouped(text) : \
    grouped(text[1:strstrt(text, ".") - 1]).say(".", ",").text[strstrt(text, ".") + 1:]
grouped(text) = strlen(text) < 4 ? text : grouped(text[1:strlen(text) - 3])." ".text[strlen(text) - 2:]

quoted(s) = "'".quoted_rest(s)."'"
quoted_rest(s) = strstrt(s, "'") == 0 ? s : s[1:strstrt(s, "'") - 1]."'\\''".quoted_rest(s[strstrt(s, "'") + 1:])
path(name) = (name[1:1] eq "/" ? "" : "./").name # so that x=1.csv is a file to awk, |x.svg to gnuplot
awk_of(what, where, numbers, csv) = "LC_ALL=C awk ".what." -v where=".quoted(where). \
    " -v numbers=".quoted(numbers)." -f common/figures/rows.awk ".quoted(path(csv))
awk(what, where, csv) = awk_of(what, where, numbers, csv)

# The rows that count, and among them those where version=gpu_v1, say; plot them with columns by name.
rows(csv, where) = "< ".awk("", right." ".where, csv)
# Only the first row of each value of a column, for what is the same in all versions.
first_rows(csv, where, column) = "< ".awk("-v first=".column, right." ".where, csv)
# Each value of a column among the rows that count, once: "cpu_serial gpu_v1"; a space is _ there.
listed(csv, column, where) = csv eq "" ? "" : system(awk("-v list=".column, right." ".where, csv))
spaced(word) = strstrt(word, "_") == 0 ? word : \
    word[1:strstrt(word, "_") - 1]." ".spaced(word[strstrt(word, "_") + 1:])
# The device's limit in the unit of a column, from the rows that know their share of it; or NaN.
limit(csv, column, where) = csv eq "" ? NaN : system(awk("-v limit=".column, right." ".where, csv)) + 0
# What arithmetic and memory allow: GFLOP/s, and GB/s of a copy.
peak(csv) = limit(csv, "gflops", "")
copy(csv) = limit(csv, "gbs", "")
# What the CSV says about itself: said(in, "date").
said(csv, key) = system(awk("-v comment=".quoted(key), "", csv))
no_gpu(csv) = csv ne "" && said(csv, "device") eq "CPU device"

# ---- the arguments --------------------------------------------------------------------------------

if (!exists("lab")) { lab = system("basename \"$(dirname ".quoted(script).")\"")[1:5] }
# Its CSV in results/, as its comment names it, without .csv; that of the peers is in a folder there.
file = system("sed -n ".quoted('s|^#   gnuplot -c [^ ]* results/\([^ ]*\)\.csv .*|\1|p')." ".quoted(path(script)))
if (!exists("needed")) { needed = "" }
right = right." device!=cpu_device"
# Results of another machine, to be laid over: REFERENCE=nvidia_h200, a folder of reference/, or any
# folder's name with a / in it, such as a classmate's results. What is not in it is drawn without.
which = system("printf %s \"$REFERENCE\"")
theirs = (strstrt(which, "/") ? "" : "reference/").which
reference = which eq "" ? "" : theirs."/".file.".csv"

# One line, status 2, and no file.
refuse = 'if (complaint ne "") { print script.": ".whose.complaint; exit status 2 }'
holds(test) = system("test ".test." && echo yes") eq "yes"
readable(csv) = holds("-f ".quoted(path(csv))." -a -r ".quoted(path(csv)))
complaint_of(csv) = csv eq "" ? "" : \
    readable(csv) ? system(awk("-v check=".lab, right." ".needed, csv)) : "there is no such file"
if (!readable(reference) && holds("-d ".quoted(path(theirs)))) { reference = "" }

whose = ""
complaint = arguments != 2 ? \
    "wants two names: gnuplot -c ".script." results/".lab.".csv out.svg (or out.png)" : \
    suffix(out) ne ".svg" && suffix(out) ne ".png" ? out.": must end in .svg or .png" : \
    readable(in) ? "" : in.": there is no such file to read; ./".lab." --sweep --csv ".in." writes it"
eval refuse
# What was measured without a GPU may have nothing to draw. Then the reference is drawn by itself.
nothing(csv) = strstrt(complaint, "has no right row") == 1 && no_gpu(csv)
whose = in.": "
of_reference = "REFERENCE=".which.": ".reference.": "
complaint = complaint_of(in)
instead = nothing(in) && reference ne ""
if (instead) { in = reference; reference = ""; whose = of_reference; complaint = complaint_of(in) }
if (nothing(in)) {
    complaint = instead ? \
        say("has no right row to draw: there is no GPU there either", \
            "no tiene ninguna fila que dibujar: ahí tampoco hay GPU") : \
        say("has no right row to draw: there is no GPU here, and times of the CPU device are not drawn", \
            "no tiene ninguna fila que dibujar: aquí no hay GPU, y los tiempos del dispositivo CPU no se dibujan")
}
eval refuse
whose = of_reference
complaint = complaint_of(reference)
if (nothing(reference)) { reference = complaint = "" }
eval refuse

# Written beside, and renamed when it is complete.
part = path(out).".part"
whose = out.": "
complaint = holds("! -d ".quoted(path(out))." && { : >".quoted(part)."; } 2>/dev/null") ? "" : \
    "cannot be written; give a name in a folder of yours"
eval refuse
done = 'unset output; \
    if (system("mv -f ".quoted(part)." ".quoted(path(out))." && echo yes") ne "yes") { exit status 2 }'
eval "set terminal ".output_terminal(out)
set output part

# ---- names and titles -----------------------------------------------------------------------------

# A series is a version, gpu_v1, or a version and a method, gpu_v1/sync; of the reference's,
# reference/gpu_v1.
series_of(column) = listed(in, column, "").marked(listed(reference, column, ""), 1)
marked(list, i) = i > words(list) ? "" : " reference/".word(list, i).marked(list, i + 1)
is_reference(s) = s[1:10] eq "reference/"
bare(s) = is_reference(s) ? s[11:] : s
version(s) = strstrt(bare(s), "/") ? bare(s)[1:strstrt(bare(s), "/") - 1] : bare(s)
method(s) = strstrt(bare(s), "/") ? bare(s)[strstrt(bare(s), "/") + 1:] : ""
source(s) = is_reference(s) ? reference : in
points_of(s) = rows(source(s), "version=".version(s).(method(s) eq "" ? "" : " method=".method(s)))
by_reference = say(", reference", ", referencia")
name(s) = version(s).(is_reference(s) ? by_reference : "")
named(s) = name(s)

# Most figures: the versions, and of the reference those of its GPU, if it has one.
cpu_there = no_gpu(reference)
no_reference_cpu(list, i) = cpu_there ? list : i > words(list) ? "" : (word(list, i)[1:14] eq "reference/cpu_" ? "" : \
    " ".word(list, i)).no_reference_cpu(list, i + 1)
series = no_reference_cpu(series_of("version"), 1)

# Each version has its colour and point, the same here and, dashed and hollow, in the reference.
versions = system(awk("-v list=version", right, in).(reference eq "" ? "" : " ".quoted(path(reference))))
place(s, i) = word(versions, i) eq version(s) ? i : i < words(versions) ? place(s, i + 1) : 1
look(s) = (place(s, 1) - 1) % 8 + 1
mark(s) = word("7 5 9 11 13 15 4 8 0", look(s)) - (is_reference(s) && look(s) < 7)
dash(s) = is_reference(s) ? 2 : 1
sized(points) = points * (suffix(out) eq ".svg" ? 0.6 : 1) # a browser draws them larger

# eval headline  writes the title and where it was measured. The caption, which the report has below the
# figure, is the title as well, unless the figure sets another.
caption = system("sed -n ".quoted("s/^# ".say("en", "es").": //p")." ".quoted(path(script)))
title = "Lab ".lab[5:5].": ".caption
headline = 'set label 100 title at screen 0.015, screen 0.965 left noenhanced \
    font ",".(suffix(out) eq ".svg" ? 14 : 18); \
    set label 101 measured_on at screen 0.015, screen 0.965 left noenhanced offset 0, -1.4 textcolor rgb "#555555"; \
    set ylabel font ",".(suffix(out) eq ".svg" ? 11 : 14)'
set tmargin reference eq "" ? 4 : 5
# make traffic counts without a GPU, and says so in English.
device_of(csv) = said(csv, "device") eq "counted on the CPU device" ? \
    say("counted on the CPU device", "contado en el dispositivo CPU") : said(csv, "device")
when(csv) = said(csv, "date")[1:10]
measured_on = (instead ? say("reference, not this machine: ", "referencia, no esta máquina: ") : ""). \
    (no_gpu(in) ? say("no GPU here, so no GPU times", "aquí no hay GPU, así que no hay tiempos de GPU") : \
    device_of(in))."; ".said(in, "cpu").", ".said(in, "threads").say(" threads; ", " hilos; "). \
    when(in).(reference eq "" ? "" : \
    "\n".say("dashed and hollow, bars pale: reference, ", "a trazos y hueco, barras pálidas: referencia, "). \
    said(reference, no_gpu(reference) ? "cpu" : "device").", ".when(reference))
