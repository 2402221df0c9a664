"""What is measured, lab by lab: the shapes, the inputs, the check of each. run(makers) is the main
program of every script here."""

import os
import re
import sys
from dataclasses import dataclass
from typing import Any

import kit
import stopwatches
from kit import Case, Skip


@dataclass
class Lab:
    name: str  # lab06
    file: str  # results/peers/FILE.csv
    title: str
    counts: str  # what `size` counts
    rate: str  # the column of its rate, and the unit
    columns: str  # the lab's own, behind those that all have
    cases: Any  # cases(library): what to measure, small shapes first
    parts: int = 0  # cases in a group
    key: Any = None  # of a case: which group
    whole: Any = None  # own cells of the row of a group
    says: Any = None  # of the milliseconds of a group: what they mean


# ---- lab 1: c = a + b -------------------------------------------------------------------------------


def add_cases(library):
    for power in range(10, 26 if library.backend == "cpu" else 28, 2):
        n = 1 << power

        def work(library, n=n):
            a, b = kit.matrix(1, n, 0, "float32")[0], kit.matrix(1, n, 1, "float32")[0]
            return library.add(library.put(a), library.put(b)), lambda c: kit.check_sum(c, a, b)

        if library.add:
            yield Case("lab01", "float32", n, n=n, flops=n, bytes=12.0 * n, work=work)


# ---- labs 2, 3 and 6: products ----------------------------------------------------------------------


def product_case(lab, dtype, size, m, n, k, **more):
    def work(library):
        a, b = kit.matrix(m, k, 0, dtype), kit.matrix(k, n, 1, dtype)
        call = library.multiply(library.put(a), library.put(b))
        return call, lambda c: kit.check_product(c, a, b)

    bytes_each = 2 if dtype == "float16" else 4
    moved = float(bytes_each) * (m * k + k * n + m * n)
    return Case(lab, dtype, size, m, n, k, flops=2.0 * m * n * k, bytes=moved, work=work, **more)


def square_cases(lab):
    def cases(library):
        for power in range(5, 11 if library.backend == "cpu" else 13):
            if library.multiply:
                yield product_case(lab, "float32", 1 << power, *3 * [1 << power])

    return cases


@dataclass
class Net:
    size: str  # in lab06_resnet_layers/shapes.h: how many products differ,
    array: str  # and where they stand
    side: int  # of its image
    parts: int  # products that differ
    products: int  # of a pass
    file: str
    title: str
    says: Any = None


def picture(ms):
    """A picture of Stable Diffusion: 50 steps, and in each a pass with the text and one without."""
    minutes = f"{100 * ms / 6e4:.3g}"
    return kit.tr(f"a picture, 100 passes of these products: {minutes} minutes",
                  f"una imagen, 100 pasadas de estos productos: {minutes} minutos")


NETS = {
    "resnet50": Net("LAYERS", "layers", 224, 20, 53, "lab06", "ResNet-50"),
    "unet": Net("UNET_LAYERS", "unet_layers", 512, 38, 376, "lab06_unet", "a U-Net", picture),
}


def layers(of="resnet50"):
    """The products of a network, of lab06_resnet_layers/shapes.h, their one home: m, n, k, count, name."""
    text = open("lab06_resnet_layers/shapes.h").read()
    net = NETS[of]
    number = int(re.search(rf"#define {net.size} +(\d+)", text)[1])
    start = text.index(f" {net.array}[{net.size}]")
    line = r'\{ \.m = (\d+), \.n = (\w+), \.k = (\w+), \.count = (\d+), \.name = "([^"]+)" \}'
    found = re.findall(line, text[start : text.index("};", start)])
    if len(found) != number:
        sys.exit(f"peers/work.py: reads {len(found)} of the {number} layers in lab06_resnet_layers/shapes.h")
    as_number = lambda m, x: int(m) if x == "PIXELS" else int(x)
    return [(int(m), as_number(m, n), as_number(m, k), int(count), name) for m, n, k, count, name in found]


def shapes():
    """SHAPES=unet: the products of Stable Diffusion's network instead."""
    of = os.environ.get("SHAPES") or "resnet50"
    if of not in NETS:
        must = kit.tr(f"must be {' or '.join(NETS)}", f"debe ser {' o '.join(NETS)}")
        print(f"make peers: SHAPES={of}: {must}", file=sys.stderr)
        sys.exit(2)
    return of


def chosen(knob, of):
    """BATCHES=1 LAYERS=2,17,20: some of them, for a short run."""
    words = os.environ.get(knob, "").replace(",", " ").split()
    if set(words) - set(map(str, of)):
        first, last, given = of[0], of[-1], " ".join(words)
        print(f"make peers: {knob}: " + kit.tr(f"some of {first} to {last}, not {given}",
                                               f"algunos de {first} a {last}, no {given}"), file=sys.stderr)
        sys.exit(2)
    return [i for i in of if not words or str(i) in words]


def layer_cases(library):
    of = shapes()
    every = layers(of)
    some = chosen("LAYERS", range(1, len(every) + 1))
    for batch in chosen("BATCHES", (1, 128) if of == "resnet50" else (1,)):
        for dtype in "float32", "float16":
            for i in some:
                m, n, k, count, name = every[i - 1]
                own = [i, count, batch, name]
                group = f"batch {batch}, layer {i}"
                if library.multiply:
                    yield product_case("lab06", dtype, NETS[of].side, batch * m, n, k, own=own, weight=count,
                                       group=group)


# ---- lab 4: pi --------------------------------------------------------------------------------------


def pi_cases(library):
    for power in range(10, 26 if library.backend == "cpu" else 30, 2):
        n = 1 << power
        seen = []

        def work(library, n=n, seen=seen):
            def check(hits):
                seen[:] = [4 * int(hits) / n]
                return kit.check_hits(hits, n)

            return library.pi(n), check

        own = [
            lambda ms, seen=seen: f"{seen[0]:.12g}",
            lambda ms, seen=seen: f"{abs(seen[0] - kit.math.pi):.4g}",
            f"{1.6422 / n**0.5:.4g}",
            lambda ms, n=n: f"{n / ms / 1e6:.6g}",
        ]
        if library.pi:
            yield Case("lab04", "float32", n, n=n, own=own, work=work)


# ---- lab 6: forward passes --------------------------------------------------------------------------


def forward_cases(library):
    for network, gflop in ("resnet18", 3.6), ("resnet50", 8.2), ("mobilenet_v2", 0.6):  # of an image of 224
        for image in 64, 128, 224, 512, 1024:
            for batch in (1, 8) if image == 224 else (1,):
                own = [network, batch, "all", lambda ms, batch=batch: f"{batch / ms * 1e3:.6g}", ""]
                work = lambda library, of=(network, image, batch): library.forward(*of)
                if library.forward and (network == "resnet18" or image == 224):
                    label = f"{network}, image {image}, batch {batch}"
                    amount = batch * gflop * image**2
                    yield Case("lab06_network", "float32", image, amount=amount, own=own, work=work, label=label)


LAYERS = "layer,count,batch,name"


def layer_lab(net):
    return Lab("lab06", net.file, f"Lab 6 - the layers of {net.title}", "image side", "gflops GFLOP/s", LAYERS,
               layer_cases, net.parts, key=lambda case: f"batch {case.own[2]}",
               whole=lambda key: [0, net.products, key.split()[1], "all"], says=net.says)  # fmt: skip


LABS = {
    "lab01": [Lab("lab01", "lab01", "Lab 1 - vector add", "n", "gbs GB/s", "", add_cases)],
    "lab02": [Lab("lab02", "lab02", "Lab 2 - matrix product", "n", "gflops GFLOP/s", "", square_cases("lab02"))],
    "lab03": [Lab("lab03", "lab03", "Lab 3 - matrix product", "n", "gflops GFLOP/s", "", square_cases("lab03"))],
    "lab04": [
        Lab("lab04", "lab04", "Lab 4 - Monte Carlo pi", "n", "gsamples_s Gsample/s",
            "pi,abs_error,std_error,gsamples_s", pi_cases),
    ],
    "lab06": [
        layer_lab(NETS[shapes()]),
        Lab("lab06", "lab06_network", "Lab 6 - a forward pass", "image side", "gflops GFLOP/s",
            "network,batch,layer_type,images_s,first_ms", forward_cases),
    ],
}  # fmt: skip

LABS["lab06_network"] = LABS["lab06"][1:]
if shapes() != "resnet50":
    LABS["lab06"] = LABS["lab06"][:1]


def run(makers):
    """makers: by version, a function that makes its Library, or raises Skip."""
    by_stopwatches = sys.argv[2:] == ["stopwatches"]
    if len(sys.argv) < 3 or sys.argv[1] not in makers or not by_stopwatches and set(sys.argv[2:]) - set(LABS):
        print(f"usage: {sys.argv[0]} {'|'.join(makers)} stopwatches|LAB..., of {' '.join(LABS)}", file=sys.stderr)
        sys.exit(2)
    version = sys.argv[1]
    try:
        library = makers[version]()
    except (Skip, ImportError) as why:
        print(f"{version}: skip: {why}")
        sys.exit(3)
    if by_stopwatches:
        return stopwatches.show(library)
    kit.run(library, [lab for name in sys.argv[2:] for lab in LABS[name]])
