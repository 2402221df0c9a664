# Makes a class of the zoo: OUT/NAME/vector_add.cu for each part, and prints NAME VERDICT.
#   awk -v out=DIR -v kit=DIR -v results=DIR [-v only=a,b] -f make_class.awk zoo.txt
function finish() {
    if (!file)
        return
    if (!seen["vector_add_v1"])
        print "void vector_add_v1(float *c, const float *a, const float *b, int n) { ADD; }" >file
    if (!seen["EX11"]) print "EX11 { ADD; }" >file
    if (!seen["vector_add_ex12"])
        print "void vector_add_ex12(float *c, const float *a, const float *b, int n) { ADD; }" >file
    close(file)
    file = ""
}
/^== common_lines/ { common = 1; next }
/^== / {
    finish()
    common = 0
    split("", seen)
    if (only && index("," only ",", "," $2 ",") == 0)
        next
    print $2, $3
    system("mkdir -p '" out "/" $2 "'")
    file = out "/" $2 "/vector_add.cu"
    printf "%s", common_text >file
    next
}
common { common_text = common_text $0 "\n"; next }
file {
    gsub(/@KIT@/, kit)
    gsub(/@OUT@/, results)
    if ($1 == "EX11" || /^void vector_add_ex11\(/) seen["EX11"] = 1
    if ($1 == "//@warnings") {
        for (i = 0; i < 20000; i++)
            print "#warning the same again" >file
        next
    }
    gsub(/\\xfa/, "\xfa")
    print >file
}
END { finish() }
