# What every figure does before it draws: look at its arguments and at the CSV, lay a reference
# beside it, and open the terminal. Times of the CPU device are never drawn: they say nothing about a
# GPU. A figure says in comments what it shows, for the report ("# en: ...", "# es: ..."), sets these
# and loads it:
#
#   lab      whose CSV it draws: "labNN"
#   right    the rows that count, as common/rows.awk reads them: "method=sync,wall verdict=ok"
#   numbers  the columns that it draws; a row without a number there is no row
#   file     the name of its CSV where that is not lab
#   needed   conditions on at least one of these rows, or not set
#   script = ARG0; arguments = ARGC; in = ARG1; out = ARG2
#
# and ends with  eval done.  From here on it has in, reference ("" for none), the functions below.

# ---- the shell and the CSV ------------------------------------------------------------------------

quoted(s) = "'".quoted_rest(s)."'"
quoted_rest(s) = strstrt(s, "'") == 0 ? s : s[1:strstrt(s, "'") - 1]."'\\''".quoted_rest(s[strstrt(s, "'") + 1:])
path(name) = (name[1:1] eq "/" ? "" : "./").name # so that x=1.csv is a file to awk, |x.svg to gnuplot
awk(what, where, csv) = "awk ".what." -v where=".quoted(where). \
    " -v numbers=".quoted(numbers)." -f common/rows.awk ".quoted(path(csv))

# The rows that count, and among them those where version=gpu_v1, say; plot them with columns by name.
rows(csv, where) = "< ".awk("", right." ".where, csv)
# Only the first of each value of a column, as of each size what is the same in all versions.
first_rows(csv, where, column) = "< ".awk("-v first=".column, right." ".where, csv)
# Each value of a column among the rows that count, once: "cpu_serial gpu_v1"; a space is _ there.
listed(csv, column, where) = csv eq "" ? "" : system(awk("-v list=".column, right." ".where, csv))
spaced(word) = strstrt(word, "_") == 0 ? word : \
    word[1:strstrt(word, "_") - 1]." ".spaced(word[strstrt(word, "_") + 1:])
# The device's limit in the unit of a column, from the rows that know their share of it; or NaN.
limit(csv, column, where) = csv eq "" ? NaN : system(awk("-v limit=".column, right." ".where, csv)) + 0
# What the CSV says about itself: said(in, "date").
said(csv, key) = system(awk("-v comment=".quoted(key), "", csv))
known(text, otherwise) = text eq "" ? otherwise : text
no_gpu(csv) = csv ne "" && said(csv, "device") eq "CPU device"

# ---- the arguments --------------------------------------------------------------------------------

if (!exists("needed")) { needed = "" }
if (!exists("file")) { file = lab }
right = right." device!=cpu_device"
# Results of another machine, to be laid over: REFERENCE=nvidia_h200, a folder of reference/, or any
# folder's name with a / in it, such as a classmate's results. What is not in it is drawn without.
which = system("printf %s \"$REFERENCE\"")
theirs = (strstrt(which, "/") ? "" : "reference/").which
reference = which eq "" ? "" : theirs."/".file.".csv"

# One line, status 2, and no file.
refuse = 'if (complaint ne "") { print script.": ".whose.complaint; exit status 2 }'
readable(csv) = system("test -f ".quoted(path(csv))." && test -r ".quoted(path(csv))." && echo yes") eq "yes"
complaint_of(csv) = readable(csv) ? system(awk("-v check=".lab, right." ".needed, csv)) : "there is no such file"

is_folder(name) = system("test -d ".quoted(path(name))." && echo yes") eq "yes"
if (reference ne "") { if (!readable(reference) && is_folder(theirs)) { reference = "" } }

whose = ""
complaint = arguments != 2 ? \
    "wants two names: gnuplot -c ".script." results/".lab.".csv out.svg (or out.png)" : \
    suffix(out) ne ".svg" && suffix(out) ne ".png" ? out.": must end in .svg or .png" : \
    readable(in) ? "" : in.": there is no such file to read; ./".lab." --sweep --csv ".in." writes it"
eval refuse
# What was measured without a GPU may have nothing to draw. Then the reference is drawn by itself.
whose = in.": "
complaint = complaint_of(in)
instead = 0
if (strstrt(complaint, "has no right row") == 1 && no_gpu(in)) {
    instead = reference ne ""
    complaint = instead ? "" : \
        "has no right row to draw: there is no GPU here, and times of the CPU device are not drawn"
}
eval refuse
whose = "REFERENCE=".which.": ".reference.": "
complaint = reference eq "" ? "" : complaint_of(reference)
if (strstrt(complaint, "has no right row") == 1 && no_gpu(reference)) {
    reference = "" # nobody has a GPU
    complaint = instead ? "has no right row to draw: there is no GPU there either" : ""
}
eval refuse
if (instead) { in = reference; reference = "" }

# Written beside, and renamed when it is complete.
part = path(out).".part"
whose = out.": "
complaint = system("test ! -d ".quoted(path(out))." && { : >".quoted(part)."; } 2>/dev/null && echo yes") eq "yes" ? \
    "" : "cannot be written; give a name in a folder of yours"
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
data(s) = rows(source(s), "version=".version(s).(method(s) eq "" ? "" : " method=".method(s)))
name(s) = version(s).(is_reference(s) ? ", reference" : "")

# Most figures: the versions, and of the reference those of its GPU, if it has one.
cpu_there = no_gpu(reference)
no_reference_cpu(list, i) = cpu_there ? list : i > words(list) ? "" : (word(list, i)[1:14] eq "reference/cpu_" ? "" : \
    " ".word(list, i)).no_reference_cpu(list, i + 1)
series = no_reference_cpu(series_of("version"), 1)

# Each version has its colour and point, the same here and, dashed and hollow, in the reference.
versions = system(awk("-v list=version", right, in).(reference eq "" ? "" : " ".quoted(path(reference))))
place(s, i) = word(versions, i) eq version(s) ? i : place(s, i + 1)
type(s) = (place(s, 1) - 1) % 8 + 1
point(s) = word("7 5 9 11 13 6 4 8", type(s)) - (is_reference(s) && type(s) < 6)
size(s) = sized(2 - 0.15 * type(s)) # nested where they meet
sized(points) = points * (suffix(out) eq ".svg" ? 0.6 : 1) # a browser draws them larger
dash(s) = is_reference(s) ? 2 : 1

# A time that its run doubts gets a ring: a figure says where its points lie, as in
#   points = '"size":"gbs"'; eval find_doubts
# and plots @rings, too. A figure whose points are not all rows of a series defines points_of anew.
points_of(s) = data(s)
in_doubt(s) = points_of(s)." | awk -v where='doubt!=' -f common/rows.awk"
doubted(list, i) = i > words(list) ? "" : \
    (system(in_doubt(word(list, i))[3:]." | sed 1d") eq "" ? "" : " ".word(list, i)).doubted(list, i + 1)
find_doubts = 'doubts = doubted(series, 1); rings = doubts eq "" ? "NaN notitle" : \
    "for [s in doubts] in_doubt(s) using ".points." with points pointtype 6 pointsize sized(3.2) \
    linewidth 1.5 linecolor rgb \"#000000\" title s eq word(doubts, 1) ? \"ring: in doubt\" : \"\""'

# Median and spread as a rate: so many per second, and fewer where the time was longer.
low(rate) = column(rate) * column("median_ms") / column("p95_ms")
high(rate) = column(rate) * column("median_ms") / column("p05_ms")

# set label 100 titled("Lab N: ...") @headline  writes three or four lines from the left edge on,
# where they have room whatever the width of the key.
headline = 'at screen 0.015, screen 0.965 left noenhanced'
set tmargin reference eq "" ? 4 : 5
device_of(csv) = known(said(csv, "device"), "device not recorded")
when(csv) = known(said(csv, "date")[1:10], "undated")
titled(text) = text."\n".(instead ? "reference, not this machine: " : ""). \
    (no_gpu(in) ? "no GPU here, so no GPU times" : device_of(in))."; ".known(said(in, "cpu"), "CPU not recorded"). \
    ", ".known(said(in, "threads"), "?")." threads; ".when(in).(reference eq "" ? "" : \
    "\ndashed and hollow, bars pale: reference, ". \
    (no_gpu(reference) ? known(said(reference, "cpu"), "CPU not recorded") : device_of(reference)). \
    ", ".when(reference))
