"""The commands of `make debug03` in gdb, modelled on those of cuda-gdb. common/debug.sh loads this file and calls
`cuda start`. The threads of a block are fibers of one CPU thread: a command sets `wanted` in the program and lets
it run until common/cpu_device/debug/debug.cpp is in that thread; then gdb goes up to the kernel's own line."""
import os
import re

import gdb

DEBUG = "cpu_device::debug::"
OURS = "/cpu_device/"
TYPES = {"float32": "float", "float16": "unsigned short", "int32": "int", "uint32": "unsigned",
         "uint64": "unsigned long"}
HELP = """  cuda thread               in which thread of which block we are
  cuda thread (3,2)         on to this thread of the block; cuda thread (3,2) of (0,1): of that block
  cuda barrier              all threads on to the next barrier; stops in the first that goes on from there
  cuda shared a_tile        a __shared__ array as a table; cuda shared s 64: that many elements of a pointer's
  cuda writes c[5]          on to where this element gets another value
  info cuda threads         the threads of the block: which have ended, wait or have not begun
next and step do one line of this thread, print prints a variable, continue goes on, quit ends"""
HELP_ES = """  cuda thread               en qué hilo de qué bloque estamos
  cuda thread (3,2)         hasta ese hilo del bloque; cuda thread (3,2) of (0,1): de ese otro bloque
  cuda barrier              todos los hilos hasta la barrera siguiente; se detiene en el primero que sigue
  cuda shared a_tile        un array __shared__ como tabla; cuda shared s 64: tantos elementos de un puntero
  cuda writes c[5]          hasta donde ese elemento cambia de valor
  info cuda threads         los hilos del bloque: cuáles han acabado, esperan o no han empezado
next y step ejecutan una línea de este hilo, print muestra una variable, continue sigue, quit termina"""
LOCALE = next((v for v in map(os.environ.get, ("REPORT_LANG", "LC_ALL", "LC_MESSAGES", "LANG")) if v), "")


def say(english, spanish):
    """In the language of the reader, as the shell's scripts find it."""
    return spanish if LOCALE.startswith("es") else english


def value(text):
    return gdb.parse_and_eval(text)


def dims(v):
    return tuple(int(v[axis]) for axis in "xyz")


def shown(index):
    return "(%d,%d,%d)" % index


def running():
    return any(t.is_valid() for t in gdb.selected_inferior().threads())


def need_kernel():
    if not running() or not int(value("(long)cpu_device::self")):
        raise gdb.GdbError(say("no kernel runs where the program has stopped",
                               "donde se ha detenido el programa no se ejecuta ningún kernel"))


def here():
    return dims(value("threadIdx")), dims(value("blockIdx"))


def frames():
    frame = gdb.newest_frame()
    while frame is not None:
        yield frame
        frame = frame.older()


def is_ours(frame):
    """Is it code of the CPU device, of the C++ library, or what the rewriter has put around a kernel?"""
    table = frame.find_sal().symtab
    name = frame.name() or "?"
    return table is None or OURS in table.fullname() or table.fullname().startswith("/usr/") or "operator()" in name


def in_kernel():
    """The frame of the program's own code that this thread is in, or None: its kernel has not begun."""
    for frame in frames():
        if (frame.name() or "").startswith("cpu_device::kernel_launch<"):
            return None
        if not is_ours(frame):
            return frame
    return None


def quietly(command):
    return gdb.execute(command, to_string=True)


def kernel_name():
    return value(DEBUG + "launched.name").string()


def fits(thread, block, shape):
    return all(i < n for i, n in zip(thread + block, shape[0] + shape[1]))


def parsed(text):
    """(3,2) of (0,1): indices of a thread and of a block; the latter None where it is not named."""
    number = r"\(?\s*(\d+(?:\s*,\s*\d+){0,2})\s*\)?"
    match = re.fullmatch(r"\s*%s(?:\s*of\s*%s)?\s*" % (number, number), text)
    if not match:
        raise gdb.GdbError(say("'%s': say which thread, as (3,2), or (3,2) of (0,1) for that block",
                               "'%s': diga qué hilo, como (3,2), o (3,2) of (0,1) si es de ese bloque") % text)
    return tuple(g and (tuple(int(n) for n in g.split(",")) + (0, 0))[:3] for g in match.groups())


class Silent(gdb.Breakpoint):
    """A breakpoint that the student does not see in `info breakpoints`, and a function to call there."""

    def __init__(self, function, then=None):
        super().__init__(function, internal=True)
        self.silent = True
        self.then = then

    def stop(self):
        return self.then() if self.then else True


class Written(gdb.Breakpoint):
    """Stops where the value at an address changes, whoever writes it. `last` is the one that has stopped."""

    last = None

    def __init__(self, name, address, kind):
        self.text = "*(%s *)%d" % (kind, address)
        super().__init__(self.text, type=gdb.BP_WATCHPOINT, internal=True)
        self.silent = True
        self.name, self.old = name, cell(value(self.text))

    def stop(self):
        new, line = cell(value(self.text)), gdb.find_pc_line(gdb.newest_frame().pc() - 1).line
        Written.last = say("%s was %s and is now %s, written in line %d",
                           "%s valía %s y ahora vale %s, escrito en la línea %d") % (self.name, self.old, new, line)
        self.old = new
        return True


class State:
    """What has been asked for at the start, and what has been seen since."""

    wanted = None    # the thread and block of the start, until they have been met
    element = -1     # whose writer is looked for
    watch = None
    stops = None     # the breakpoint at thread_is_here
    ours = False     # a command of ours has let the program go on, and says where it has stopped
    launches = []    # what has been launched before the start's thread was met


def on_stop(event):
    """The student's own continue has come to an element that is watched."""
    if not State.ours and isinstance(event, gdb.BreakpointEvent) and isinstance(event.breakpoint, Written):
        print(Written.last)
        report()


def note_launch():
    if State.wanted and len(State.launches) < 8:
        launched = value(DEBUG + "launched")
        State.launches.append(say("%s has blocks of %s threads, a grid of %s",
                                  "%s tiene bloques de %s hilos, una malla de %s") % (
            kernel_name(), shown(dims(launched["block"])), shown(dims(launched["grid"]))))
    return False


def note_output():
    """The lab tells where its output is, before and (null) after the version runs."""
    frame = gdb.newest_frame()
    address, count = int(frame.read_var("output")), int(frame.read_var("count"))
    if State.watch and not address:
        gdb.post_event(State.watch.delete)
        State.watch = None
    if address and State.element >= count:
        give_up(say("ELEMENT=%d: the output has elements 0 to %d at this size",
                    "ELEMENT=%d: la salida tiene los elementos 0 a %d con este tamaño") % (State.element, count - 1))
        return True
    if address and State.element >= 0:
        kind = TYPES[frame.read_var("type").string()]
        State.watch = Written(say("element %d", "el elemento %d") % State.element,
                              address + State.element * gdb.lookup_type(kind).sizeof, kind)
    return False


def give_up(words):
    os.write(2, ("debug.sh: %s\n" % words).encode())  # gdb's own stream would be lost
    gdb.execute("quit 2")


def stop_there():
    """From now on the program stops in thread_is_here."""
    if not State.stops:
        State.stops = Silent(DEBUG + "thread_is_here")


def want(thread, block):
    stop_there()
    wanted = "%swanted" % DEBUG
    for name, index in (("thread", thread), ("block", block)):
        for axis, i in zip("xyz", index):
            gdb.execute("set var %s.%s.%s = %d" % (wanted, name, axis, i))
    gdb.execute("set var %s.one = 1" % wanted)


def enter_kernel():
    """From thread_is_here to the line of the kernel: its first, or the one at which the thread has waited."""
    frame = in_kernel()
    if frame:
        on_the_way = gdb.FinishBreakpoint(frame.newer(), internal=True)
    else:
        on_the_way = gdb.Breakpoint("-function " + re.split(r"[<(]", kernel_name())[0], internal=True, temporary=True)
    on_the_way.silent = True
    quietly("continue")


def report():
    """Where we are, after the program has stopped for whatever reason."""
    if gdb.newest_frame().name() == DEBUG + "thread_is_here":
        State.wanted = None
        enter_kernel()
    frame = running() and int(value("(long)cpu_device::self")) and in_kernel()
    if not frame:
        gdb.execute("frame")
        return
    frame.select()
    print_where()
    gdb.execute("frame")


def print_where():
    print(say("thread %s of block %s in %s", "hilo %s del bloque %s en %s") % (
        tuple(map(shown, here())) + (kernel_name(),)))


def go_on():
    Written.last = None
    State.ours = True
    quietly("continue")
    State.ours = False
    if Written.last:
        print(Written.last)
    if running():
        report()
    elif State.wanted is None and State.element < 0:
        print(say("the program has ended", "el programa ha terminado"))


class Cuda(gdb.Command):
    """CUDA's threads on the CPU device."""

    def __init__(self):
        super().__init__("cuda", gdb.COMMAND_RUNNING, prefix=True)

    def invoke(self, text, from_tty):
        print(say(HELP, HELP_ES))


class Start(gdb.Command):
    """Runs the program up to the thread of $DEBUG_THREAD, or to where element $DEBUG_ELEMENT is written."""

    def __init__(self):
        super().__init__("cuda start", gdb.COMMAND_RUNNING)

    def invoke(self, text, from_tty):
        thread, block = parsed(os.environ.get("DEBUG_THREAD") or "0")
        State.element = int(os.environ.get("DEBUG_ELEMENT") or -1)
        Silent(DEBUG + "launch_begins", note_launch)
        if State.element >= 0:
            Silent("debug_output", note_output)
        main = gdb.Breakpoint("main", internal=True, temporary=True)
        main.silent = True
        quietly("run")
        if State.element < 0:
            State.wanted = thread, block or (0, 0, 0)
            want(*State.wanted)
        go_on()
        if not running() and State.wanted:
            launches = "; ".join(State.launches) or say("no kernel was launched", "no se ha lanzado ningún kernel")
            give_up(say("THREAD: no launch has thread %s of block %s: %s",
                        "THREAD: ningún lanzamiento tiene el hilo %s del bloque %s: %s") % (
                            tuple(map(shown, State.wanted)) + (launches,)))
        if not running() and State.element >= 0:
            print(say("element %d of the output got no other value: nothing has written it",
                      "el elemento %d de la salida no ha cambiado de valor: nada lo ha escrito") % State.element)


class Thread(gdb.Command):
    """cuda thread: where we are. cuda thread (3,2), cuda thread (3,2) of (0,1): on to that thread."""

    def __init__(self):
        super().__init__("cuda thread", gdb.COMMAND_RUNNING)

    def invoke(self, text, from_tty):
        need_kernel()
        if not text:
            print_where()
            return
        thread, block = parsed(text)
        block = block or here()[1]
        shape = dims(value("blockDim")), dims(value("gridDim"))
        if not fits(thread, block, shape):
            raise gdb.GdbError(say("there is no thread %s of block %s: blocks have %s threads, the grid %s blocks",
                                   "no hay hilo %s del bloque %s: los bloques tienen %s hilos, la malla %s bloques") % (
                tuple(map(shown, (thread, block) + shape))))
        if (thread, block) == here():
            print_where()
            return
        if block == here()[1] and state_of(linear(thread, shape[0])) == ENDED:
            raise gdb.GdbError(say("thread %s of this block has ended: run the session again for it",
                                   "el hilo %s de este bloque ha acabado: repita la sesión para verlo") %
                               shown(thread))
        others = [b for b in gdb.breakpoints() if b.visible and b.enabled and b.type == gdb.BP_BREAKPOINT]
        for b in others:  # or each thread before it would stop at the student's own
            b.enabled = False
        want(thread, block)
        go_on()
        for b in others:
            b.enabled = True


class Barrier(gdb.Command):
    """All threads of the block on to the next barrier; stops in the first that goes on from there."""

    def __init__(self):
        super().__init__("cuda barrier", gdb.COMMAND_RUNNING)

    def invoke(self, text, from_tty):
        need_kernel()
        stop_there()
        gdb.execute("set var %swanted.barrier = 1" % DEBUG)
        go_on()


class Writes(gdb.Command):
    """cuda writes c[5]: on to where this element gets another value, by whichever thread."""

    def __init__(self):
        super().__init__("cuda writes", gdb.COMMAND_RUNNING, gdb.COMPLETE_EXPRESSION)

    def invoke(self, text, from_tty):
        if not text:
            raise gdb.GdbError(say("say which element, as cuda writes c[5]",
                                   "diga qué elemento, como cuda writes c[5]"))
        need_kernel()
        element = value(text)
        if element.address is None:
            raise gdb.GdbError(say("%s is no element of an array", "%s no es un elemento de un array") % text)
        if State.watch:
            State.watch.delete()  # a CPU has registers for four
        State.watch = Written(text, int(element.address), element.type.strip_typedefs().unqualified())
        go_on()


class Shared(gdb.Command):
    """cuda shared a_tile: a __shared__ array as a table. cuda shared s 64: that many elements from a pointer on."""

    def __init__(self):
        super().__init__("cuda shared", gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def invoke(self, text, from_tty):
        match = re.fullmatch(r"\s*(\S+)(?:\s+(\d+))?\s*", text)
        if not match:
            raise gdb.GdbError(say("say which array, as cuda shared a_tile, or cuda shared s 64",
                                   "diga qué array, como cuda shared a_tile, o cuda shared s 64"))
        need_kernel()
        name, count = match.groups()
        array = value(name)
        kind = array.type.strip_typedefs()
        if kind.code == gdb.TYPE_CODE_PTR and count:
            array = array.dereference().cast(array.type.target().array(int(count) - 1))
        elif kind.code == gdb.TYPE_CODE_PTR:
            raise gdb.GdbError(say("%s has no size of its own: say how many, as cuda shared %s 64",
                                   "%s no tiene tamaño propio: diga cuántos, como cuda shared %s 64") % (name, name))
        elif kind.code != gdb.TYPE_CODE_ARRAY:
            raise gdb.GdbError(say("%s is no array", "%s no es un array") % name)
        print_table(name, array)


def cell(v):
    return "%.5g" % float(v) if v.type.strip_typedefs().code == gdb.TYPE_CODE_FLT else str(v)


def print_table(name, array):
    """Rows of the last dimension; of an array with one dimension rows of 16."""
    low, high = array.type.strip_typedefs().range()
    inner = array[low].type.strip_typedefs()
    if inner.code == gdb.TYPE_CODE_ARRAY and inner.target().strip_typedefs().code == gdb.TYPE_CODE_ARRAY:
        for i in range(low, high + 1):
            print_table("%s[%d]" % (name, i), array[i])
        return
    if inner.code == gdb.TYPE_CODE_ARRAY:
        columns = inner.range()[1] + 1
        rows = [(i, [array[i][j] for j in range(columns)]) for i in range(high + 1)]
    else:
        columns = min(16, high + 1)
        rows = [(i, [array[j] for j in range(i, min(i + 16, high + 1))]) for i in range(0, high + 1, 16)]
    texts = [["%s[%d]" % (name, i)] + [cell(v) for v in row] for i, row in rows]
    head = [""] + [str(j) for j in range(columns)]
    widths = [max(len(t[j]) for t in texts + [head] if j < len(t)) for j in range(columns + 1)]
    for line in [head] + texts:
        print(line[0].ljust(widths[0]), *(text.rjust(w) for text, w in zip(line[1:], widths[1:])), sep="  ")


def linear(thread, block_shape):
    return thread[0] + block_shape[0] * (thread[1] + block_shape[1] * thread[2])


ENDED = say("has ended", "ha acabado")
NOT_BEGUN = say("has not begun", "no ha empezado")


def state_of(i):
    """What thread number i of the block does, in words."""
    me = linear(here()[0], dims(value("blockDim")))
    if i == me:
        return say("is where we are", "es donde estamos")
    if not int(value("(long)cpu_device::current")):
        return ENDED if i < me else NOT_BEGUN
    worker = value("*cpu_device::self")
    if int(worker["ended"][i // 32]) >> i % 32 & 1:
        return ENDED
    if i >= int(worker["begun"]):
        return NOT_BEGUN
    wait = int(worker["fibers"][i]["wait"])
    if wait == 2**64 - 1:
        return say("waits for its warp at ", "espera a su warp en ") + worker["lanes"][i]["place"].string()
    if wait < int(worker["barrier"]):
        return say("can go on", "puede seguir")
    return say("waits at the barrier at ", "espera en la barrera de ") + worker["barrier_place"].string()


class InfoCuda(gdb.Command):
    """info cuda threads: what the threads of the block do."""

    def __init__(self):
        super().__init__("info cuda", gdb.COMMAND_STATUS, prefix=True)


class InfoThreads(gdb.Command):
    """The threads of the block: which have ended, wait, can go on or have not begun."""

    def __init__(self):
        super().__init__("info cuda threads", gdb.COMMAND_STATUS)

    def invoke(self, text, from_tty):
        need_kernel()
        x, y, z = dims(value("blockDim"))
        print(say("block %s of %s, %s threads", "bloque %s de %s, %s hilos") % (
            shown(here()[1]), shown(dims(value("gridDim"))), shown((x, y, z))))
        states = [state_of(i) for i in range(x * y * z)] + [None]
        first = 0
        for i in range(1, len(states)):
            if states[i] != states[first]:
                ends = [shown((k % x, k // x % y, k // x // y)) for k in (first, i - 1)]
                print("  %-25s %s" % (say(" to ", " a ").join(ends if i - first > 1 else ends[:1]), states[first]))
                first = i


for setting in ("confirm off", "pagination off", "print thread-events off", "print inferior-events off",
                "debuginfod enabled off", "disable-randomization off", "breakpoint pending off", "width 0"):
    try:
        quietly("set " + setting)
    except gdb.error:
        pass  # an older gdb
gdb.events.stop.connect(on_stop)
quietly("skip -gfi */cpu_device/*")
for command in (Cuda, Start, Thread, Barrier, Writes, Shared, InfoCuda, InfoThreads):
    command()
