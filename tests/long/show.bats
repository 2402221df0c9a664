#!/usr/bin/env bats
# Pages of make show in headless Chromium: no error, every picture has as many sectors and wavefronts as
# were counted, clicks and keys, three widths.
# shellcheck disable=SC2030,SC2031,SC2154 # helpers.bash sets root, status, out and err

load ../shell/helpers

setup() {
    in_root
    export BUILD=build/quick QUICK=1
    browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || skip "needs chromium"
    command -v python3 >/dev/null || skip "no python3: ./setup.sh --tests"
}

# browse <page> <width> <script>: runs the script in it; what it returns, or the error, is in $out. The picture
# is $scratch/picture.png.
browse() {
    cat "$1" - >"$scratch/page.html" <<END
<script>
window.addEventListener("load", () => {
    let said;
    try { said = (() => { $3 })(); } catch (error) { said = "error: " + error; }
    const page = document.documentElement;
    console.log("said: " + said + (page.scrollWidth > page.clientWidth ? "; wider than the window" : "") + ".");
});
</script>
END
    try timeout 120 "$browser" --headless --no-sandbox --disable-gpu \
        --user-data-dir="$scratch/profile" --enable-logging=stderr \
        --window-size="$2,1200" --hide-scrollbars --screenshot="$scratch/picture.png" "file://$scratch/page.html"
    out=$(sed -n 's|.*CONSOLE.*"said: \(.*\)\.", source.*|\1|p' <<<"$err")
    err=$(grep CONSOLE <<<"$err" | grep -v '"said: ') || true # it says much else
    check "no message in the console" [ -z "$err" ]
    check "a picture as wide as asked for" \
        [ "$(file "$scratch/picture.png" | sed 's/.*data, \([0-9]*\) x.*/\1/')" = "$2" ]
}

@test "pages of the argued kernels and of the labs: as many sectors and wavefronts as counted, at three widths" {
    local lab width counted
    cd "$scratch" || return
    for lab in "$root/tests/traffic/kernels.cu" ${labs//lab/solution}; do
        try "$root/common/show.sh" "$lab"
        check "$lab: a page" [ "$status" -eq 0 ]
        mv results/show*.html page
        check "$lab: below 2 MB" [ "$(stat -c %s page)" -lt 2000000 ]
        counted=''
        for width in 380 800 1400; do
            browse page "$width" 'document.querySelectorAll("tr.m button").forEach(b => b.click());
                return window.pictures();'
            check "$lab at $width: pictures, no wider than the window" grep -q -E -x '[0-9]+' <<<"$out"
            check "$lab at $width: of some requests" [ "$out" -ge 8 ]
            check "$lab at $width: the same" [ "${counted:-$out}" = "$out" ]
            counted=$out
        done
    done
}

@test "a request is chosen by click and by key; an element by arrow keys" {
    cd "$scratch" || return
    try env ONLY=v1 "$root/common/show.sh" lab02
    check "a page" [ "$status" -eq 0 ]
    browse results/show02.html 1400 \
        'const line = [...document.querySelectorAll("tr.m")].find(r => r.textContent.includes("sum +="));
        line.querySelector("button").click();
        const panel = line.nextElementSibling;
        const boxes = n => panel.querySelectorAll(".pair > div:nth-child(" + n + ") .sector").length;
        const seen = [boxes(1), boxes(2), panel.querySelectorAll(".lanes > span").length,
            panel.querySelectorAll("select").length];
        const block = panel.querySelectorAll("select")[1];
        block.value = 255; block.dispatchEvent(new Event("change"));
        seen.push(panel.textContent.includes("a[57344]"));
        line.querySelector(".src").click();
        return seen.concat(line.nextElementSibling.className);'
    check "32 sectors, 4 would do, 32 lanes, 4 choices, another block; a second click closes it" \
        [ "$out" = "32,4,32,4,true,m w1" ]
    browse results/show02.html 800 \
        'const canvas = document.querySelector("canvas"), where = () => document.querySelector(".where").textContent;
        const seen = [where()];
        for (const key of ["ArrowRight", "ArrowDown", "End"]) {
            canvas.dispatchEvent(new KeyboardEvent("keydown", { key }));
            seen.push(where());
        }
        return seen.join(" | ");'
    check "each element has its block and thread" \
        [ "$out" = "c[0] (row 0, column 0): block (0), thread (0,0), warp 0, lane 0 | \
c[1] (row 0, column 1): block (0), thread (0,1), warp 1, lane 0 | \
c[257] (row 1, column 1): block (0), thread (1,1), warp 1, lane 1 | \
c[65535] (row 255, column 255): block (255), thread (31,7), warp 7, lane 31" ]
}
