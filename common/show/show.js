"use strict";
/* The pictures of a page of make show: a request of a warp, a block from barrier to barrier, who
 * writes which element. What the numbers of the trace are: ../cpu_device/traffic/trace.cpp. */
(function() {
const spanish = document.documentElement.lang === "es";
const say = (english, other) => spanish ? other : english;
const read = id => JSON.parse(document.getElementById(id).textContent);
const kernels = read("trace").trace;
const files = read("files");
const svgSpace = make("div", { innerHTML : "<svg></svg>" }).firstChild.namespaceURI;

function make(name, attributes, ...children)
{
    const node = document.createElement(name);
    for (const key in attributes || {})
        if (key in node && key !== "list")
            node[key] = attributes[key];
        else
            node.setAttribute(key, attributes[key]);
    node.append(...children);
    return node;
}

function draw(name, attributes, ...children)
{
    const node = document.createElementNS(svgSpace, name);
    for (const key in attributes)
        node.setAttribute(key, attributes[key]);
    node.append(...children);
    return node;
}

function choice(label, options, chosen, change)
{
    const select = make("select", { onchange : () => change(select.value) });
    for (const [value, words] of options)
        select.append(
            make("option", { value, selected : String(value) === String(chosen) }, words));
    return make("label", {}, label, select);
}

const number = x => spanish ? String(x).replace(".", ",") : String(x);
const many = (n, one, more) => n + " " + (n === 1 ? one : more);
const sum = (list, of) => list.reduce((all, x) => all + of(x), 0);
const distinct = list => [...new Set(list)].sort((a, b) => a - b);

/* 0–3, 7 */
function ranges(list)
{
    const parts = [];
    for (let i = 0, n; i < list.length; i += n) {
        for (n = 1; list[i + n] === list[i] + n;)
            n++;
        parts.push(n > 1 ? list[i] + "–" + list[i + n - 1] : list[i]);
    }
    return parts.join(", ");
}

/* (1,2) of block 9 in a grid, as CUDA counts */
function index(n, extent)
{
    const all = [
        n % extent[0], Math.floor(n / extent[0]) % extent[1], Math.floor(n / extent[0] / extent[1])
    ];
    return "(" + all.slice(0, extent[2] > 1 ? 3 : extent[1] > 1 ? 2 : 1).join(",") + ")";
}

/* tile[3][5] */
function element(array, i)
{
    if (!array)
        return "#" + i;
    const [inner, last] = array.inner;
    const path = inner && last
                     ? [ Math.floor(i / inner / last), Math.floor(i / last) % inner, i % last ]
                 : inner ? [ Math.floor(i / inner), i % inner ]
                         : [ i ];
    return array.name + path.map(p => "[" + p + "]").join("");
}

/* ---- a request ------------------------------------------------------------------------------ */

function decoded(kernel, r)
{
    const [place, array, block, warp, interval, trip, lanes, bytes, units, least, worst, ...steps] =
        r;
    const at = new Array(32).fill(null);
    let offset = 0, n = 0;
    for (let lane = 0; lane < 32; lane++)
        if (lanes >>> lane & 1) {
            offset += n < steps.length ? steps[n] : steps[steps.length - 1];
            at[lane] = offset;
            n++;
        }
    return {
        kernel,
        place : kernel.places[place],
        number : place,
        array : kernel.arrays[array],
        block,
        warp,
        interval,
        trip,
        bytes,
        units,
        least,
        worst,
        at
    };
}

function requestsOf(file, line)
{
    const found = [];
    for (const kernel of kernels)
        for (const r of kernel.requests) {
            const place = kernel.places[r[0]];
            if (place.line === line && place.file === files[file])
                found.push(decoded(kernel, r));
        }
    return found.sort((a, b) => (b.units - b.least) * (b.place.space === "shared" ? 4 : 1) -
                                    (a.units - a.least) * (a.place.space === "shared" ? 4 : 1) ||
                                b.worst - a.worst || a.block - b.block || a.warp - b.warp ||
                                a.trip - b.trip);
}

const base = r => r.array ? r.array.align : 0;
const elementBytes = r => r.array ? r.array.element : r.bytes;
const lanesOf = r => r.at.map((offset, lane) => lane).filter(lane => r.at[lane] !== null);

function elementOf(r, offset)
{
    const rest = ((offset % elementBytes(r)) + elementBytes(r)) % elementBytes(r);
    return element(r.array, (offset - rest) / elementBytes(r)) + (rest ? "+" + rest : "");
}

/* A cell that these lanes touch. */
function cell(lanes)
{
    const node = make("span", { className : lanes.length ? "on" : "" });
    if (lanes.length) {
        node.textContent = lanes.length > 1 ? "×" + lanes.length : lanes[0];
        node.title = say("lane ", "posición ") + ranges(lanes);
    }
    return node;
}

function sectorBox(label, cells)
{
    return make("div", { className : "sector" }, make("i", {}, label),
                make("div", { className : "cells" }, ...cells.map(cell)));
}

/* Which lanes ask for which word of which sector: sector -> cells -> lanes. */
function sectorsOf(r)
{
    const size = Math.min(r.bytes, 4), sectors = new Map();
    for (const lane of lanesOf(r))
        for (let b = 0; b < r.bytes; b += size) {
            const address = r.at[lane] + b + base(r), s = Math.floor(address / 32);
            if (!sectors.has(s))
                sectors.set(s, Array.from({ length : 32 / size }, () => []));
            sectors.get(s)[Math.floor((address - 32 * s) / size)].push(lane);
        }
    return new Map([...sectors ].sort((a, b) => a[0] - b[0]));
}

function globalPicture(r)
{
    return make(
        "div", { className : "sectors" },
        ...[...sectorsOf(r)].map(
            ([ s, cells ]) => sectorBox(elementOf(r, Math.max(32 * s - base(r), 0)) + "…", cells)));
}

/* The same words, side by side. */
function globalLeast(r)
{
    const words = [...sectorsOf(r).values() ].flat().filter(lanes => lanes.length);
    const perSector = 32 / Math.min(r.bytes, 4), boxes = [];
    for (let i = 0; i < words.length; i += perSector) {
        const cells = words.slice(i, i + perSector);
        while (cells.length < perSector)
            cells.push([]);
        boxes.push(sectorBox(say("sector ", "sector ") + (boxes.length + 1), cells));
    }
    return make("div", { className : "sectors" }, ...boxes);
}

/* Does each lane have the address of lane n ^ by, where both take part? */
const inPairs = (r, by) =>
    lanesOf(r).every(lane => r.at[lane ^ by] === null || r.at[lane ^ by] === r.at[lane]);

/* Each wavefront serves one word of each bank: bank -> lanes. The rule and its sources:
 * cpu_device/traffic/banks.h. */
function wavefrontsOf(r)
{
    const pairs = r.place.access === "load" && r.bytes > 4 && (inPairs(r, 1) || inPairs(r, 2)),
          together = r.bytes <= 4 ? 32 : (pairs ? 256 : 128) / r.bytes, waves = [];
    for (let first = 0; first < 32; first += together) {
        let words = [];
        for (let lane = first; lane < first + together; lane++)
            for (let b = 0; r.at[lane] !== null && b < r.bytes; b += 4)
                words.push([ Math.floor((r.at[lane] + b + base(r)) / 4), lane ]);
        while (words.length) {
            const served = new Map(), banks = Array.from({ length : 32 }, () => []), left = [];
            for (const [word, lane] of words) {
                const bank = word % 32;
                if (!served.has(bank))
                    served.set(bank, word);
                if (served.get(bank) === word)
                    banks[bank].push(lane);
                else
                    left.push([ word, lane ]);
            }
            waves.push(banks);
            words = left;
        }
    }
    return waves;
}

function waveRow(label, cells, head)
{
    return make("div", { className : head ? "wave head" : "wave" }, make("i", {}, label),
                make("div", { className : "cells" }, ...cells));
}

function sharedPicture(r)
{
    const banks = Array.from({ length : 32 }, (_, bank) => make("span", {}, bank));
    return make("div", {}, waveRow("", banks, true),
                ...wavefrontsOf(r).map((wave, i) => waveRow(i + 1, wave.map(cell))));
}

function sharedLeast(r)
{
    const words = new Map(), rows = [];
    for (const wave of wavefrontsOf(r))
        for (const lanes of wave)
            if (lanes.length)
                words.set(words.size, lanes);
    const all = [...words.values() ].sort((a, b) => a[0] - b[0]);
    for (let i = 0; i < r.least; i++) {
        const cells = all.slice(32 * i, 32 * i + 32);
        while (cells.length < 32)
            cells.push([]);
        rows.push(waveRow(i + 1, cells.map(cell)));
    }
    return make("div", {}, ...rows);
}

function sentence(r)
{
    const lanes = lanesOf(r).length, shared = r.place.space === "shared";
    const asked =
        say(`${many(lanes, "lane asks", "lanes ask")} for ${r.bytes} bytes each. `,
            `${many(lanes, "posición pide", "posiciones piden")} ${r.bytes} bytes cada una. `);
    const took =
        shared
            ? say(`Shared memory serves one word of each bank at a time: ${
                      many(r.units, "wavefront", "wavefronts")}, so ${
                      many(r.units - r.least, "conflict", "conflicts")}; the least is ${r.least}.`,
                  `La memoria compartida sirve una palabra de cada banco a la vez: ${
                      many(r.units, "turno", "turnos")}, luego ${
                      many(r.units - r.least, "conflicto",
                           "conflictos")}; el mínimo es ${r.least}.`)
            : say(`They lie in ${many(r.units, "sector", "sectors")}, so ${
                      32 * r.units} bytes move; ${many(r.least, "sector", "sectors")} would do.`,
                  `Están en ${many(r.units, "sector", "sectores")}, luego se mueven ${
                      32 *
                      r.units} bytes; ${many(r.least, "sector bastaría", "sectores bastarían")}.`);
    return asked + took;
}

function lanesPicture(r)
{
    return make("div", { className : "lanes" }, ...r.at.map((offset, lane) => {
        const words = offset === null ? say("takes no part", "no participa") : elementOf(r, offset);
        const title = offset === null ? "" : say("byte ", "byte ") + offset;
        return make("span", { className : offset === null ? "out" : "", title },
                    make("b", {}, lane), words);
    }));
}

function picture(r)
{
    const shared = r.place.space === "shared";
    const happened =
        shared
            ? say("As it happened: the banks, and which lane each serves",
                  "Como ocurrió: los bancos, y a qué posición sirve cada uno")
            : say("As it happened: the sectors, 32 bytes each, and which lane needs what of them",
                  "Como ocurrió: los sectores, de 32 bytes, y qué posición del warp necesita qué de ellos");
    return make("div", {}, make("p", {}, sentence(r)),
                make("div", { className : "pair" },
                     make("div", {}, make("h4", {}, happened),
                          shared ? sharedPicture(r) : globalPicture(r)),
                     make("div", {},
                          make("h4", {}, say("The least that would do", "Lo mínimo que bastaría")),
                          shared ? sharedLeast(r) : globalLeast(r),
                          make("h4", {}, say("The 32 lanes", "Las 32 posiciones del warp")),
                          lanesPicture(r))));
}

const accesses = {
    load : say("load", "lectura"),
    store : say("store", "escritura"),
    atomic : say("atomic", "atómica")
};

/* What a line's requests can be chosen by; each choice keeps the others where it can. */
function requestPanel(requests)
{
    const box = make("div", {});
    const key = r =>
        kernels.indexOf(r.kernel) + "/" + r.number + "/" + (r.array ? r.array.name : "");
    const names = new Map();
    for (const r of requests)
        names.set(key(r), r.kernel.kernel + ": " + accesses[r.place.access] + " " +
                              (r.array ? r.array.name : r.place.space));
    function options(list, of)
    {
        return distinct(list.map(of));
    }
    function show(now)
    {
        const same = requests.filter(r => key(r) === key(now));
        const inBlock = same.filter(r => r.block === now.block);
        const inWarp = inBlock.filter(r => r.warp === now.warp);
        const go = (list, want) => show(list.find(want) || list[0]);
        const worst = make("button", { type : "button", onclick : () => show(requests[0]) },
                           say("the worst", "la peor"));
        const controls = make(
            "div", { className : "controls" },
            choice(say("instruction", "instrucción"), [...names ], key(now),
                   v => go(requests.filter(r => key(r) === v), r => r.block === now.block &&
                                                                    r.warp === now.warp &&
                                                                    r.trip === now.trip)),
            choice(say("block", "bloque"),
                   options(same, r => r.block).map(b => [b, b + " = " + index(b, now.kernel.grid)]),
                   now.block,
                   v => go(same.filter(r => r.block === +v),
                           r => r.warp === now.warp && r.trip === now.trip)),
            choice("warp", options(inBlock, r => r.warp).map(w => [w, w]), now.warp,
                   v => go(inBlock.filter(r => r.warp === +v), r => r.trip === now.trip)),
            choice(say("trip", "vuelta"), options(inWarp, r => r.trip).map(t => [t, t + 1]),
                   now.trip, v => go(inWarp, r => r.trip === +v)),
            worst);
        const focus = [...box.querySelectorAll("select, button") ].indexOf(document.activeElement);
        box.replaceChildren(controls, picture(now));
        if (focus >= 0)
            box.querySelectorAll("select, button")[focus].focus();
    }
    show(requests[0]);
    return box;
}

function toggle(row)
{
    const button = row.querySelector("button"), after = row.nextElementSibling;
    let last = row;
    if (!button)
        return;
    while (last.nextElementSibling && last.nextElementSibling.className.startsWith("more"))
        last = last.nextElementSibling;
    const open = last.nextElementSibling && last.nextElementSibling.className === "panel";
    button.setAttribute("aria-expanded", !open);
    if (open)
        return last.nextElementSibling.remove();
    const [file, line] = row.dataset.at.split(":").map(Number);
    const requests = requestsOf(file, line);
    last.after(make("tr", { className : "panel" },
                    make("td", { colSpan : 10 },
                         requests.length
                             ? requestPanel(requests)
                             : make("div", {},
                                    say("No request of this line was recorded.",
                                        "No se ha grabado ninguna petición de esta línea.")))));
}

document.addEventListener("click", event => {
    const row = event.target.closest("tr.m");
    if (row && !String(window.getSelection()))
        toggle(row);
});

/* ---- a block from barrier to barrier --------------------------------------------------------- */

function partsOf(kernel, block)
{
    return kernel.parts.filter(p => p[0] === block).map(p => {
        const [, interval, warp, place, requests, lanes, array, lowest, highest, cut, ...runs] = p;
        return {
            interval,
            warp,
            place : kernel.places[place],
            requests,
            lanes : lanes >>> 0,
            array : kernel.arrays[array],
            lowest,
            highest,
            cut,
            runs
        };
    });
}

function warpDots(lanes, present)
{
    const dots = [];
    for (let lane = 0; lane < 32; lane++)
        if (present >>> lane & 1)
            dots.push(draw("rect", {
                class : lanes >>> lane & 1 ? "dot on" : "dot",
                x : lane * 6 + 1,
                y : 1,
                width : 4,
                height : 8
            }));
    return draw("svg", { width : 194, height : 10, "aria-hidden" : "true" }, ...dots);
}

function warpStrip(parts, threads)
{
    const strip = make("div", { className : "warps" }), idle = [];
    for (let warp = 0; warp * 32 < threads; warp++) {
        const present = threads - 32 * warp >= 32 ? 0xffffffff : 2 ** (threads - 32 * warp) - 1;
        let lanes = 0;
        for (const p of parts)
            if (p.warp === warp)
                lanes |= p.lanes;
        const taking = [...Array(32).keys() ].filter(l => lanes >>> l & 1);
        if (!taking.length) {
            idle.push(warp);
            continue;
        }
        strip.append(
            make("span", {},
                 "warp " + warp + ": " +
                     (taking.length === 32 ? say("all lanes", "todos")
                                           : say("lanes ", "posiciones ") + ranges(taking)),
                 warpDots(lanes, present)));
    }
    if (idle.length)
        strip.append(make(
            "span", {}, "warp " + ranges(idle) + ": " + say("no access at all", "ningún acceso")));
    return strip;
}

const verbs = {
    load : say("reads", "lee"),
    store : say("writes", "escribe"),
    atomic : say("changes", "cambia")
};

function whatLinesDo(parts)
{
    const lines = new Map();
    for (const p of parts) {
        const key =
            [ p.place.line, p.place.access, p.place.space, p.array ? p.array.name : "?" ].join(" ");
        const l = lines.get(key) ||
                  { p, warps : [], lowest : p.lowest, highest : p.highest, requests : 0 };
        l.warps.push(p.warp);
        l.lowest = Math.min(l.lowest, p.lowest);
        l.highest = Math.max(l.highest, p.highest);
        l.requests += p.requests;
        lines.set(key, l);
    }
    return make(
        "ul", { className : "does" },
        ...[...lines.values()].map(
            l => make(
                "li", {},
                say("line ", "línea ") + l.p.place.line + " " + verbs[l.p.place.access] + " ",
                make("code", {},
                     element(l.p.array, l.lowest) +
                         (l.highest > l.lowest ? " … " + element(l.p.array, l.highest) : "")),
                " (" + (l.p.place.space === "shared" ? say("shared", "compartida") : "global") +
                    "; warp " + ranges(distinct(l.warps)) + "; " +
                    many(l.requests, say("request", "petición"), say("requests", "peticiones")) +
                    ")")));
}

/* Cells of a shared array, 32 a row or as its rows are: written ones are filled, read ones ringed.
 */
function sharedMap(array, parts)
{
    const cells = Math.min(Math.floor(array.bytes / array.element), 4096);
    const row = array.inner[1] || array.inner[0];
    const width = row && row <= 160 ? row : cells <= 1024 ? Math.min(cells, 32) : 64;
    const rows = Math.ceil(cells / width), marks = [ new Set(), new Set() ];
    for (const p of parts)
        for (let i = 0; i < p.runs.length; i += 3)
            for (let k = 0; k < p.runs[i + 2]; k++) {
                const e = p.runs[i] + k * p.runs[i + 1];
                if (p.place.access !== "load")
                    marks[0].add(e);
                if (p.place.access !== "store")
                    marks[1].add(e);
            }
    const svg = draw("svg", {
        viewBox : `0 0 ${Math.max(width, 32)} ${rows}`,
        role : "img",
        "aria-label" : array.name
    });
    svg.style.maxWidth =
        Math.max(width, 32) * Math.max(4, Math.min(12, Math.floor(256 / rows))) + "px";
    for (let e = 0; e < cells; e++) {
        const at = { x : e % width, y : Math.floor(e / width) };
        const title = draw("title", {}, element(array, e));
        svg.append(draw("rect", {
            class : marks[0].has(e) ? "cell write" : "cell",
            x : at.x + .06,
            y : at.y + .06,
            width : .88,
            height : .88
        },
                        title));
        if (marks[1].has(e))
            svg.append(draw(
                "rect",
                { class : "read", x : at.x + .14, y : at.y + .14, width : .72, height : .72 }));
    }
    const unclear = parts.some(p => p.cut)
                        ? say(" (not all of them: too many)", " (no todos: demasiados)")
                        : "";
    return make("div", { className : "shared" }, make("code", {}, array.name),
                say(`: ${marks[0].size} written, ${marks[1].size} read`,
                    `: ${marks[0].size} escritos, ${marks[1].size} leídos`) +
                    unclear,
                svg);
}

function intervalBox(kernel, all, interval, count)
{
    const parts = all.filter(p => p.interval === interval);
    const threads = kernel.block[0] * kernel.block[1] * kernel.block[2];
    const words = make(
        "div", {},
        make("h4", {},
             say(`interval ${interval + 1} of ${count}`, `intervalo ${interval + 1} de ${count}`)),
        parts.length ? warpStrip(parts, threads)
                     : make("p", {}, say("no access to memory", "ningún acceso a memoria")),
        whatLinesDo(parts));
    const maps = make("div", {});
    for (const array of kernel.arrays)
        if (array.shared && parts.some(p => p.array === array))
            maps.append(sharedMap(array, parts.filter(p => p.array === array)));
    return make("section", { className : "interval" }, words, maps);
}

function legend()
{
    const key = name => draw(
        "svg", { viewBox : "0 0 1 1" }, draw("rect", {
            class : name === "read" ? "cell" : name,
            x : .06,
            y : .06,
            width : .88,
            height : .88
        }),
        ...(name === "read"
                ? [ draw("rect", { class : "read", x : .14, y : .14, width : .72, height : .72 }) ]
                : []));
    return make("p", { className : "legend" }, say("shared memory:", "memoria compartida:"),
                key("cell write"), say("written", "escrito"), key("read"),
                say("read (a ring; both: a ring in a filled cell)",
                    "leído (un borde; ambos: un borde en una celda llena)"));
}

function blockPicture(section)
{
    const kernel = kernels[section.dataset.kernel], box = make("div", {});
    section.querySelector("details").open = false;
    function show(number)
    {
        const block = kernel.blocks.find(b => b.block === number), parts = partsOf(kernel, number);
        const count = block.passed + 1, shown = Math.min(count, 24);
        const controls = make(
            "div", { className : "controls" },
            choice(say("block", "bloque"),
                   kernel.blocks.map(b => [b.block, b.block + " = " + index(b.block, kernel.grid)]),
                   number, v => {
                       show(+v);
                       box.querySelector("select").focus();
                   }));
        const open = count <= 12 ? count : 2; /* a tree as a whole, of a long loop the first trip */
        const later = make(
            "details", {},
            make("summary", {},
                 say(`intervals ${open + 1} to ${shown}`, `intervalos ${open + 1} a ${shown}`)));
        box.replaceChildren(controls);
        if (kernel.arrays.some(a => a.shared))
            box.append(legend());
        for (let i = 0; i < shown; i++) {
            const to = i < open ? box : later;
            to.append(intervalBox(kernel, parts, i, count));
            if (i < block.barriers.length)
                to.append(make("div", { className : "barrier" },
                               say("barrier, line ", "barrera, línea ") + block.barriers[i]));
        }
        if (shown > open)
            box.append(later);
    }
    if (kernel.blocks.length)
        show(kernel.blocks[0].block);
    section.querySelector("h3").after(box);
}

/* ---- who writes which element ---------------------------------------------------------------- */

/* Of each element block * 1024 + thread; -1: nobody. */
function owners(written)
{
    const who = new Int32Array(written.shown).fill(-1);
    let at = 0;
    for (const [times, count, block, thread, step, by] of written.runs)
        for (let t = 0; t < times; t++)
            for (let e = 0; e < count; e++, at++)
                who[at] = block < 0 ? -1 : block * 1024 + thread + step * e + by * t;
    return who;
}

/* How long a row is: as far as from the first to the second stretch of the first block. */
function guessWidth(who, kernel)
{
    const first = who.find(w => w >= 0) >> 10;
    let begins = -1;
    for (let e = 0; e < who.length; e++)
        if (who[e] >> 10 === first && (!e || who[e - 1] >> 10 !== first)) {
            if (begins >= 0)
                return e - begins;
            begins = e;
        }
    return Math.min(128, Math.max(32, kernel.block[0]));
}

const hue = block => (block * 137.5) % 360;

function paint(canvas, state)
{
    const { who, width, scale } = state, rows = Math.ceil(who.length / width);
    const twice = new Set(state.written.examples.map(x => x[0])), c = canvas.getContext("2d");
    canvas.width = width * scale;
    canvas.height = rows * scale;
    for (let e = 0; e < who.length; e++) {
        const x = e % width * scale, y = Math.floor(e / width) * scale, block = who[e] >> 10;
        c.fillStyle =
            who[e] < 0 ? "#fff" : `hsl(${hue(block)} 45% ${(who[e] >> 5 & 1) ? 58 : 68}%)`;
        c.fillRect(x, y, scale, scale);
        c.fillStyle = "#000";
        if (scale > 2 && e % width && who[e - 1] >> 10 !== block)
            c.fillRect(x, y, 1, scale);
        if (scale > 2 && e >= width && who[e - width] >> 10 !== block)
            c.fillRect(x, y, scale, 1);
        if (who[e] < 0 || twice.has(e)) {
            c.fillRect(x + scale / 4, y + scale / 4, Math.max(scale / 2, 1),
                       Math.max(scale / 2, 1));
            if (who[e] < 0 && scale > 3) {
                c.fillStyle = "#fff";
                c.fillRect(x + scale * .4, y + scale * .4, scale / 5, scale / 5);
            }
        }
    }
    const s = Math.max(scale, 5), x = state.at % width * scale,
          y = Math.floor(state.at / width) * scale;
    c.lineWidth = 4;
    c.strokeStyle = "#fff";
    c.strokeRect(x - 1, y - 1, s + 2, s + 2);
    c.lineWidth = 2;
    c.strokeStyle = "#000";
    c.strokeRect(x - 1, y - 1, s + 2, s + 2);
}

function whoWords(state, e)
{
    const { who, kernel, array, width } = state;
    const place =
        element(array, e) + say(` (row ${Math.floor(e / width)}, column ${e % width}): `,
                                ` (fila ${Math.floor(e / width)}, columna ${e % width}): `);
    const named = (block, thread) => say("block ", "bloque ") + index(block, kernel.grid) +
                                     say(", thread ", ", hilo ") + index(thread, kernel.block) +
                                     `, warp ${thread >> 5}, ` + say("lane ", "posición ") +
                                     thread % 32;
    const other = state.written.examples.find(x => x[0] === e);
    return place +
           (who[e] < 0 ? say("written by nobody", "no lo escribe nadie")
                       : named(who[e] >> 10, who[e] & 1023)) +
           (other ? say(" and also ", " y también ") + named(other[1], other[2]) : "");
}

/* The elements around the chosen one, with the threads that write them. */
function nearTable(state)
{
    const { who, width, kernel } = state, rows = Math.ceil(who.length / width);
    const columns = Math.min(width, window.innerWidth < 640    ? 5
                                    : window.innerWidth < 1100 ? 10
                                                               : 16);
    const left = Math.max(0, Math.min(state.at % width - (columns >> 1), width - columns));
    const top = Math.max(0, Math.min(Math.floor(state.at / width) - 2, rows - 5));
    const twice = new Set(state.written.examples.map(x => x[0]));
    const table = make("table", { className : "near" }), head = make("tr", {}, make("th", {}, ""));
    for (let x = left; x < left + columns; x++)
        head.append(make("th", {}, x));
    table.append(head);
    for (let y = top; y < Math.min(top + 5, rows); y++) {
        const row = make("tr", {}, make("th", {}, y));
        for (let x = left; x < left + columns; x++) {
            const e = y * width + x;
            const td = make("td", {
                className : (e === state.at ? "here " : "") + (e < who.length && who[e] < 0 ? "none"
                                                               : twice.has(e) ? "twice"
                                                                              : "")
            });
            if (e < who.length && who[e] >= 0) {
                td.append(say("b ", "b ") + index(who[e] >> 10, kernel.grid), make("br"),
                          say("t ", "h ") + index(who[e] & 1023, kernel.block) +
                              (twice.has(e) ? " ×2" : ""));
                td.style.boxShadow = `inset 0 -4px hsl(${hue(who[e] >> 10)} 45% 62%)`;
            } else if (e < who.length)
                td.append(say("nobody", "nadie"));
            row.append(td);
        }
        table.append(row);
    }
    return table;
}

function gridPicture(section)
{
    const kernel = kernels[section.dataset.kernel], written = kernel.written[section.dataset.array];
    const who = owners(written),
          state = { kernel, written, who, array : kernel.arrays[written.array], at : 0, scale : 1 };
    const canvas = make("canvas", {
        tabIndex : 0,
        "aria-label" :
            say("elements by block; arrow keys move", "elementos por bloque; las flechas mueven")
    });
    const where = make("p", { className : "where", "aria-live" : "polite" }),
          near = make("div", {});
    const map = make("div", { className : "map" }, canvas);
    state.width = guessWidth(who, kernel);
    function refresh()
    {
        const room = Math.max(section.clientWidth - 4, 200);
        state.scale = Math.max(1, Math.min(16, Math.floor(room / state.width)));
        paint(canvas, state);
        where.textContent = whoWords(state, state.at);
        near.replaceChildren(nearTable(state));
    }
    function go(e)
    {
        state.at = Math.max(0, Math.min(who.length - 1, e));
        refresh();
    }
    const wide = make("input", {
        type : "number",
        min : 1,
        max : who.length,
        value : state.width,
        onchange : () => {
            state.width = Math.max(1, Math.min(who.length, Math.floor(+wide.value) || 1));
            refresh();
        }
    });
    const seek = (words, is) => make("button", {
        type : "button",
        onclick : () => {
            for (let k = 1; k <= who.length; k++) {
                const e = (state.at + k) % who.length;
                if (is(e))
                    return go(e);
            }
        }
    },
                                     words);
    const controls = make("div", { className : "controls" },
                          make("label", {}, say("elements per row", "elementos por fila"), wide));
    if (written.none)
        controls.append(
            seek(say("next that nobody writes", "siguiente que nadie escribe"), e => who[e] < 0));
    if (written.several)
        controls.append(seek(say("next with several threads", "siguiente con varios hilos"),
                             e => written.examples.some(x => x[0] === e)));
    canvas.onclick = event => {
        const r = canvas.getBoundingClientRect();
        go(Math.floor((event.clientY - r.top) / r.height * canvas.height / state.scale) *
               state.width +
           Math.floor((event.clientX - r.left) / r.width * canvas.width / state.scale));
    };
    canvas.onkeydown = event => {
        const steps = {
            ArrowLeft : -1,
            ArrowRight : 1,
            ArrowUp : -state.width,
            ArrowDown : state.width,
            PageUp : -8 * state.width,
            PageDown : 8 * state.width,
            Home : -state.at,
            End : who.length
        };
        if (event.key in steps) {
            event.preventDefault();
            go(state.at + steps[event.key]);
        }
    };
    if (!who.length)
        return;
    section.append(
        controls, map, where, near,
        make(
            "p", { className : "legend" },
            say("Each cell is an element; a colour is a block, its two shades are even and odd warps, " +
                "a line divides blocks. A black square: written by nobody (hollow) or by several threads. ",
                "Cada celda es un elemento; un color es un bloque, sus dos tonos son warps pares e impares, " +
                "una línea separa bloques. Un cuadrado negro: nadie lo escribe (hueco) o lo escriben varios hilos. ") +
                (written.shown < written.elements || written.beyond
                     ? say(`The first ${written.shown} elements. `,
                           `Los primeros ${written.shown} elementos. `)
                     : "")));
    refresh();
}

document.querySelectorAll("section.block").forEach(blockPicture);
document.querySelectorAll("section.grid").forEach(gridPicture);
window.addEventListener(
    "beforeprint",
    () => document.querySelectorAll("section details").forEach(d => { d.open = true; }));

/* For the tests: every picture has as many sectors or wavefronts as were counted. */
window.pictures = () => {
    let count = 0;
    for (const kernel of kernels)
        for (const raw of kernel.requests) {
            const r = decoded(kernel, raw),
                  n = r.place.space === "shared" ? wavefrontsOf(r).length : sectorsOf(r).size;
            if (n !== r.units)
                throw new Error(`${kernel.kernel}:${r.place.line}: ${n} drawn, ${r.units} counted`);
            count++;
        }
    return count;
};
})();
