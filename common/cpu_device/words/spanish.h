/* CPU device: what people read: each text of the sources, and the same in Spanish, by file.
 * tests/spanish.py holds the two to each other. */
#ifndef CPU_DEVICE_SPANISH_H
#define CPU_DEVICE_SPANISH_H

#include <stddef.h>
#include <string.h>

// clang-format off
static const char *const spanish[][2] = {
    /* front/arch.c */
    { "%s:%d: error: what __CUDA_ARCH__ chooses here is outside of the bodies of functions: the CPU device takes it "
      "within them alone\n",
      "%s:%d: error: lo que __CUDA_ARCH__ elige aquí está fuera del cuerpo de una función: el dispositivo CPU solo "
      "lo admite dentro\n" },

    /* front/{asm,constant,shared,write}.c, include/: what stands in a static_assert */
    { "PTX in asm is not available on the CPU device", "el PTX en asm no está disponible en el dispositivo CPU" },
    { "extern __shared__ takes one array without a size, as in: extern __shared__ float s[];",
      "extern __shared__ lleva un solo array sin tamaño, como en: extern __shared__ float s[];" },
    { "a launch inside a kernel (dynamic parallelism) is not available on the CPU device",
      "lanzar desde dentro de un kernel (paralelismo dinámico) no está disponible en el dispositivo CPU" },
    { "an array in a kernel has a size that is known when it is compiled",
      "un array de un kernel tiene un tamaño que se conoce al compilar" },
    { "too much shared memory: a block has 48 KB", "demasiada memoria compartida: un bloque tiene 48 KB" },
    { "too much constant memory: all __constant__ variables have 64 KB together",
      "demasiada memoria de constantes: todas las variables __constant__ tienen juntas 64 KB" },
    { "a tile of other than 1, 2, 4, 8, 16 or 32 threads is not available on the CPU device",
      "un grupo (tile) que no sea de 1, 2, 4, 8, 16 o 32 hilos no está disponible en el dispositivo CPU" },
    { "a shuffle of this type is not available on the CPU device",
      "un shuffle de este tipo no está disponible en el dispositivo CPU" },
    { "lanes of a warp exchange one number, an int or a float, say, no struct and no pointer: exchange each member "
      "by itself",
      "los hilos de un warp intercambian un número, por ejemplo un int o un float, no una struct ni un puntero: "
      "intercambie cada miembro por separado" },
    { " takes int or unsigned", " admite int o unsigned" },
    { " on this type is not available (nor is it in CUDA)", " con este tipo no está disponible (en CUDA tampoco)" },
    { "atomicCAS on this type is not available (nor is it in CUDA)",
      "atomicCAS con este tipo no está disponible (en CUDA tampoco)" },
    { "the kernel takes other arguments, or a variable for its reference",
      "el kernel espera otros argumentos, o una variable para su referencia" },

    /* front/explain.c */
    { "a __device__, __constant__ or static variable has a value that is known when it is built, none that a "
      "function, a constructor or another variable gives; set it in a kernel, or with cudaMemcpyToSymbol\n",
      "una variable __device__, __constant__ o static tiene un valor que se conoce al compilar, no uno que dé una "
      "función, un constructor u otra variable; déselo en un kernel, o con cudaMemcpyToSymbol\n" },
    { " is not available on the CPU device", " no está disponible en el dispositivo CPU" },
    { "install libthrust-dev (apt-get install libthrust-dev)",
      "instale libthrust-dev (apt-get install libthrust-dev)" },
    { "it is part of NVIDIA's CUDA samples (their folder Common); copy it beside your program",
      "es parte de los ejemplos de CUDA de NVIDIA (su carpeta Common); cópielo junto a su programa" },
    { "libcu++ is part of NVIDIA's toolkit; use the header of C++ without cuda/std/, or a GPU",
      "libcu++ es parte del toolkit de NVIDIA; use la cabecera de C++ sin cuda/std/, o una GPU" },
    { "of cuBLAS there are, in <cublas_v2.h>, gemm, gemmStridedBatched, gemv, axpy, dot, nrm2 and scal, in float "
      "and double",
      "de cuBLAS hay, en <cublas_v2.h>, gemm, gemmStridedBatched, gemv, axpy, dot, nrm2 y scal, en float y double" },
    { "of cuRAND there are, in <curand.h> and <curand_kernel.h>, the generators XORWOW and Philox4_32_10",
      "de cuRAND hay, en <curand.h> y <curand_kernel.h>, los generadores XORWOW y Philox4_32_10" },
    { "it is a library of NVIDIA's toolkit and needs a GPU",
      "es una biblioteca del toolkit de NVIDIA y necesita una GPU" },
    { "it marks ranges for NVIDIA's profilers; leave it out here",
      "marca intervalos para los profilers de NVIDIA; aquí quítelo" },
    { "there is no %.*s: did you mean %s?\n", "no existe %.*s: ¿quería decir %s?\n" },
    { "a whole %.*s has no arithmetic in CUDA: take its .x, .y, ... one by one\n",
      "un %.*s entero no tiene aritmética en CUDA: opere con .x, .y, ... uno por uno\n" },
    { "what is const is read and not written: is another array meant?\n",
      "lo que es const se lee, no se escribe: ¿se quería otro array?\n" },
    { "cudaMallocHost takes the address of a pointer and a number of bytes: cudaMallocHost(&x, bytes)\n",
      "cudaMallocHost recibe la dirección de un puntero y un número de bytes: cudaMallocHost(&x, bytes)\n" },
    { "cudaHostAlloc takes the address of a pointer, a number of bytes and flags: cudaHostAlloc(&x, bytes, "
      "cudaHostAllocDefault)\n",
      "cudaHostAlloc recibe la dirección de un puntero, un número de bytes y opciones: cudaHostAlloc(&x, bytes, "
      "cudaHostAllocDefault)\n" },
    { "a __half does not mix with other numbers: __half2float(x) makes a float of it, __float2half(x) a __half of a "
      "float\n",
      "un __half no se mezcla con otros números: __half2float(x) lo convierte en float y __float2half(x) hace de un "
      "float un __half\n" },
    { "the address of a __half stands where its value must: x[i], and not x + i\n",
      "hay una dirección de un __half donde va su valor: x[i], y no x + i\n" },
    { "what is created is stored at an address: cudaStreamCreate(&stream), cudaEventCreate(&event)\n",
      "lo que se crea se guarda en una dirección: cudaStreamCreate(&stream), cudaEventCreate(&event)\n" },
    { "one stream is passed, not its address or an array of them: stream, streams[0]\n",
      "se pasa un stream, no su dirección ni un array de ellos: stream, streams[0]\n" },
    { "= gives a value, which is true unless it is 0: is == meant?\n",
      "= da un valor, y todos valen como cierto menos el 0: ¿quería decir ==?\n" },
    { "a function begins here, and the one before it has not ended: a } is missing there\n",
      "aquí empieza una función y la anterior no ha terminado: le falta una }\n" },
    { "cudaMalloc takes the address of a pointer and a number of bytes: cudaMalloc(&x, bytes)\n",
      "cudaMalloc recibe la dirección de un puntero y un número de bytes: cudaMalloc(&x, bytes)\n" },
    { "expected ';' at the end of this declaration\n", "falta ';' al final de esta declaración\n" },
    { "a pointer has one index, as a[row * width + column], and no number has any\n",
      "un puntero lleva un solo índice, como a[fila * ancho + columna], y un número ninguno\n" },
    { "an index is a whole number: int i, and not float or double\n",
      "un índice es un número entero: int i, y no float ni double\n" },
    { "an event stands where the address of a float must: cudaEventElapsedTime(&ms, start, stop)\n",
      "hay un evento donde va la dirección de un float: cudaEventElapsedTime(&ms, inicio, fin)\n" },
    { "cudaEventElapsedTime takes the address of a float and two events: cudaEventElapsedTime(&ms, start, stop)\n",
      "cudaEventElapsedTime recibe la dirección de un float y dos eventos: cudaEventElapsedTime(&ms, inicio, fin)\n" },
    { "an atomic takes the address of what it changes, then the value: atomicAdd(&x[i], 1)\n",
      "una operación atómica recibe la dirección de lo que cambia y después el valor: atomicAdd(&x[i], 1)\n" },
    { "a shuffle takes a mask of lanes, then the value: __shfl_down_sync(0xffffffff, x, 1)\n",
      "un shuffle recibe una máscara de posiciones y después el valor: __shfl_down_sync(0xffffffff, x, 1)\n" },
    { "a parameter is a copy: what is stored in it is lost; a result needs a pointer\n",
      "un parámetro es una copia: lo que se guarda en él se pierde; un resultado necesita un puntero\n" },
    { "a variable stands where a constant must, known when the program is built\n",
      "hay una variable donde va una constante, conocida al compilar\n" },
    { "a barrier is called, as any function is: __syncthreads();\n",
      "una barrera se llama, como cualquier función: __syncthreads();\n" },
    { "this is part of a lab, which is built whole: make lab01, make check01\n",
      "esto es parte de un lab, que se compila entero: make lab01, make check01\n" },
    { "C has no such character, pasted text has: type \" ' - * <= or a blank in its place\n",
      "C no tiene ese carácter, propio de texto pegado: escriba \" ' - * <= o un espacio en su lugar\n" },
    { "a void function returns no value; a kernel writes its results into an array\n",
      "una función void no devuelve ningún valor; un kernel escribe sus resultados en un array\n" },
    { "there is another main already: leave this one out\n", "ya hay otro main: quite este\n" },
    { "the ; here ends the if: what follows is done in any case\n",
      "este ; termina el if: lo que sigue se hace en todo caso\n" },
    { "sizeof of a pointer is 8, however long the array is: the length must be passed, too\n",
      "sizeof de un puntero es 8, por largo que sea el array: hay que pasar también la longitud\n" },
    { "a number with letters right behind it: is there a * to be between them?\n",
      "un número con letras justo detrás: ¿falta un * entre ellos?\n" },
    { "a { that belongs to nothing: does a ; stand before it, behind the ) of a function?\n",
      "una { que no es de nada: ¿hay un ; antes, detrás del ) de una función?\n" },
    { "an array has a size that is a constant; a __shared__ one whose size the launch decides is extern __shared__, "
      "without a size\n",
      "un array tiene un tamaño constante; uno __shared__ cuyo tamaño decide el lanzamiento es extern __shared__, sin "
      "tamaño\n" },
    { "an extern __shared__ array of this name has another type elsewhere, also where one template has two types: "
      "give each type a name of its own\n",
      "un array extern __shared__ con este nombre tiene otro tipo en otro sitio, o en una plantilla con dos tipos: "
      "dé a cada tipo un nombre propio\n" },
    { " note: in the launch of kernel ", " note: al lanzar el kernel " },
    { ", its parameter %ld: ", ", su parámetro %ld: " },

    /* front/rules.c */
    { "the type \"%s\" is defined in a function, so it cannot be a template argument of a kernel: define it "
      "outside\n",
      "el tipo \"%s\" está definido en una función, así que no puede ser argumento de plantilla de un kernel: "
      "defínalo fuera\n" },
    { "the type \"%s\" is private or protected in its class, so it cannot be a template argument of a kernel: make it "
      "public\n",
      "el tipo \"%s\" es privado o protegido en su clase, así que no puede ser argumento de plantilla de un kernel: "
      "hágalo público\n" },
    { "%s is declared extern and defined in one file, which nvcc takes with -rdc=true alone: leave out extern\n",
      "%s se declara extern y se define en un mismo archivo, lo que nvcc solo admite con -rdc=true: quite extern\n" },
    { "%s is a variable of the host and no symbol: %s will return cudaErrorInvalidSymbol; declare it __device__ or "
      "__constant__\n",
      "%s es una variable del anfitrión y no un símbolo: %s devolverá cudaErrorInvalidSymbol; declárela __device__ o "
      "__constant__\n" },
    { "an inline %s variable is not possible: leave out inline\n",
      "una variable %s no puede ser inline: quite inline\n" },
    { "calling a %s function(\"%s\") from a %s function(\"%s\") is not allowed%s\n",
      "no se permite llamar a una función %s (\"%s\") desde una función %s (\"%s\")%s\n" },
    { "; declare it __device__ as well", "; declárela también __device__" },
    { "; declare it __device__ as well, or use --expt-relaxed-constexpr",
      "; declárela también __device__, o use --expt-relaxed-constexpr" },
    { "; nvcc takes it with --expt-relaxed-constexpr", "; nvcc la admite con --expt-relaxed-constexpr" },
    { "calling a __device__ function(\"%s\") from a __host__ %sfunction(\"%s\") is not allowed\n",
      "no se permite llamar a una función __device__ (\"%s\") desde una función __host__ %s(\"%s\")\n" },
    { "identifier \"%s\" is undefined in device code: it is a variable of the host; pass its value to the kernel, "
      "or declare it __device__\n",
      "el identificador \"%s\" no está definido en el código del dispositivo: es una variable del anfitrión; pase "
      "su valor al kernel, o declárela __device__\n" },
    { "identifier \"%s\" is undefined in device code: it is a constant of the host, which has a value there, but no "
      "address; take a copy, const auto c = %s;\n",
      "el identificador \"%s\" no está definido en el código del dispositivo: es una constante del anfitrión, que "
      "allí tiene valor, pero no dirección; haga una copia, const auto c = %s;\n" },
    { "no constructor or destructor of %s, a __shared__ variable, is run: let the threads set it, then "
      "__syncthreads()\n",
      "no se ejecuta ningún constructor ni destructor de %s, una variable __shared__: que los hilos le den valor, y "
      "luego __syncthreads()\n" },
    { "nothing runs on the device before a kernel does: %s, a %s variable, can have no constructor or destructor "
      "with code, and no virtual functions; set it in a kernel\n",
      "en el dispositivo no se ejecuta nada antes que un kernel: %s, una variable %s, no puede tener constructor ni "
      "destructor con código, ni funciones virtuales; dele valor en un kernel\n" },
    { "a %s variable is not %s\n", "una variable %s no es %s\n" },
    { "of a kernel's template parameters only the last may be a pack",
      "de los parámetros de plantilla de un kernel solo el último puede ser un paquete" },
    { "an argument's type is defined in a function, so it cannot be a template argument of a kernel: define it "
      "outside",
      "el tipo de un argumento se define en una función, así que no puede ser argumento de plantilla de un kernel: "
      "defínalo fuera" },
    { "identifier \"%s\" is undefined in device code: it is a function of the host; declare it __device__\n",
      "el identificador \"%s\" no está definido en el código del dispositivo: es una función del anfitrión; "
      "declárela __device__\n" },
    { "%s is a std::%s, which belongs to the host: it cannot be used in a %s function(\"%s\"); pass a pointer to "
      "memory of the device\n",
      "%s es un std::%s, que es del anfitrión: no se puede usar en una función %s (\"%s\"); pase un puntero a "
      "memoria del dispositivo\n" },
    { "%s has no address: it is no variable in memory; copy it to one of your own\n",
      "%s no tiene dirección: no es una variable en memoria; cópiela en una variable propia\n" },
    { "warpSize has no value yet when the program is compiled: write 32, or a constant of your own",
      "warpSize aún no tiene valor cuando se compila el programa: escriba 32 o una constante propia" },
    { "a launch takes blocks, threads, bytes of shared memory and a stream, in this order: kernel<<<grid, block, "
      "bytes, stream>>>(...)\n",
      "un lanzamiento lleva bloques, hilos, bytes de memoria compartida y un stream, en este orden: kernel<<<grid, "
      "block, bytes, stream>>>(...)\n" },
    { "%s is %s, and what it overrides is %s: both are __device__, or neither\n",
      "%s es %s, y lo que redefine es %s: las dos son __device__, o ninguna\n" },
    { "without __device__", "sin __device__" },
    { "what is launched is no kernel: a kernel is a __global__ function\n",
      "lo que se lanza no es un kernel: un kernel es una función __global__\n" },
    { "__syncthreads() takes no arguments\n", "__syncthreads() no lleva argumentos\n" },
    { "%s cannot be changed: CUDA sets it; take a variable of your own\n",
      "%s no se puede cambiar: lo fija CUDA; use una variable propia\n" },
    { "%s belongs to the threads of a kernel: function(\"%s\") of the host has none, and cannot be linked; declare it "
      "__device__, or pass it a number\n",
      "%s es de los hilos de un kernel: la función (\"%s\") del anfitrión no los tiene, y no se puede enlazar; "
      "declárela __device__, o pásele un número\n" },
    { "the __device__ function(\"%s\"), called in %s, is declared but not defined\n",
      "la función __device__ (\"%s\"), llamada en %s, está declarada pero no definida\n" },
    { "std::%s belongs to the host: it cannot be used in a %s function(\"%s\")\n",
      "std::%s es del anfitrión: no se puede usar en una función %s (\"%s\")\n" },
    { "a kernel is launched, not called: %s<<<grid, block>>>(...)\n",
      "un kernel se lanza, no se llama: %s<<<grid, block>>>(...)\n" },
    { "device code does not support exception handling", "el código del dispositivo no admite excepciones" },
    { "device code knows no types at run time: no typeid, no dynamic_cast",
      "el código del dispositivo no conoce los tipos en ejecución: ni typeid ni dynamic_cast" },
    { "device code has no thread_local variables: each thread has its own ones anyway",
      "el código del dispositivo no tiene variables thread_local: cada hilo ya tiene las suyas" },
    { "a variable of the device, \"%s\", cannot be used directly in a function of the host, which has another one "
      "by that name, always 0; copy with cudaMemcpyFromSymbol or cudaMemcpyToSymbol\n",
      "una variable del dispositivo, \"%s\", no se puede usar directamente en una función del anfitrión, que tiene "
      "otra con ese nombre, siempre 0; copie con cudaMemcpyFromSymbol o cudaMemcpyToSymbol\n" },
    { "a kernel has no ... among its parameters", "un kernel no lleva ... entre sus parámetros" },
    { "a kernel has no parameter that is a && reference", "un kernel no tiene parámetros que sean referencias &&" },
    { "a kernel has no list of arguments as a parameter; pass a pointer and a number",
      "un kernel no tiene como parámetro una lista de argumentos; pase un puntero y un número" },
    { "a kernel (__global__ function) returns void", "un kernel (función __global__) devuelve void" },
    { "a kernel is __global__ alone, not __host__ or __device__, too",
      "un kernel es solo __global__, no es además __host__ ni __device__" },
    { "a kernel cannot be constexpr", "un kernel no puede ser constexpr" },
    { "a kernel cannot be an operator", "un kernel no puede ser un operador" },
    { "a kernel returns void, and says so: void in place of auto",
      "un kernel devuelve void, y lo dice: void en lugar de auto" },
    { "only a kernel, a __global__ function, has __launch_bounds__",
      "solo un kernel, una función __global__, lleva __launch_bounds__" },
    { "a kernel cannot be noexcept", "un kernel no puede ser noexcept" },
    { "each thread has a \"%s\" of its own and stores only one element of it; here it reads others, which have no "
      "value: is __shared__ missing?\n",
      "cada hilo tiene su propio \"%s\" y solo guarda en él un elemento; aquí lee otros, que no tienen valor: ¿falta "
      "__shared__?\n" },
    { "\"%s\" has no value before this line changes it; declare it with = { 0 }\n",
      "\"%s\" no tiene valor antes de que esta línea lo cambie; declárelo con = { 0 }\n" },
    { "a __constant__ variable cannot be changed in device code; the host sets it with cudaMemcpyToSymbol\n",
      "una variable __constant__ no se puede cambiar en el código del dispositivo; el anfitrión le da valor con "
      "cudaMemcpyToSymbol\n" },
    { "a __shared__ variable cannot have an initialiser: let the threads store to it, then __syncthreads()",
      "una variable __shared__ no puede tener valor inicial: que escriban en ella los hilos, y después "
      "__syncthreads()" },
    { "a %s variable is not allowed in a function%s%s\n", "una variable %s no se permite en una función%s%s\n" },
    { " of the host", " del anfitrión" },
    { " that the host can call", " que el anfitrión puede llamar" },
    { "; declare it outside", "; declárela fuera" },
    { "%s does not apply to a member of a class: make it a variable outside\n",
      "%s no vale para un miembro de una clase: haga de él una variable fuera\n" },
    { "a %s variable has a value that is known when it is built, none that a function returns; set it with "
      "cudaMemcpyToSymbol\n",
      "una variable %s tiene un valor que se conoce al compilar, no uno que devuelve una función; dele valor con "
      "cudaMemcpyToSymbol\n" },
    { "a parameter is no variable in shared memory: leave out __shared__; a pointer may point there",
      "un parámetro no es una variable en memoria compartida: quite __shared__; un puntero sí puede apuntar ahí" },
    { "%s is no longer part of CUDA: write %s_sync(0xffffffff, ...), whose first argument is the mask of the lanes "
      "that take part\n",
      "%s ya no está en CUDA: escriba %s_sync(0xffffffff, ...), cuyo primer argumento es la máscara de los hilos "
      "del warp que participan\n" },
    { "%s: nvcc takes only letters of English in the name of a kernel, a __device__ function or a variable of the "
      "device\n",
      "%s: nvcc solo admite letras del inglés, sin tildes ni eñes, en el nombre de un kernel, de una función "
      "__device__ o de una variable del dispositivo\n" },
    { "%s is without __global__ here, but line %d of %s says that it is a kernel\n",
      "%s está aquí sin __global__, pero la línea %d de %s dice que es un kernel\n" },
    { "%s is no kernel and cannot be launched: it is declared %s; a kernel is __global__\n",
      "%s no es un kernel y no se puede lanzar: está declarada %s; un kernel es __global__\n" },
    { "without __global__", "sin __global__" },
    { "a launch says how many blocks and how many threads each has: %s<<<grid, block>>>(...)%s\n",
      "un lanzamiento dice cuántos bloques y cuántos hilos en cada uno: %s<<<grid, block>>>(...)%s\n" },
    { ", then shared memory and stream, no more", ", después memoria compartida y stream, nada más" },
    { "the arguments are missing: %s<<<grid, block>>>(...)\n", "faltan los argumentos: %s<<<grid, block>>>(...)\n" },
    { "kernel %s has %d parameter, ", "el kernel %s tiene %d parámetro, " },
    { "kernel %s has %d parameters, ", "el kernel %s tiene %d parámetros, " },
    { "; %d is given\n", "; recibe %d\n" },
    { "; %d are given\n", "; recibe %d\n" },
    { "git has left a conflict here: keep one of the two versions, and delete "
      "the lines with <<<<<<<, ======= and >>>>>>>\n",
      "git ha dejado aquí un conflicto: quédese con una de las dos versiones y borre "
      "las líneas con <<<<<<<, ======= y >>>>>>>\n" },
    { "<<< without its >>>: kernel<<<grid, block>>>(...)\n", "<<< sin su >>>: kernel<<<grid, block>>>(...)\n" },
    { "a launch has three of them: %s<<<grid, block>>>(...)\n",
      "en un lanzamiento son tres: %s<<<grid, block>>>(...)\n" },
    { "a __device__ lambda cannot capture by reference: it runs where the host's variables are not; write [=]",
      "una lambda __device__ no puede capturar por referencia: se ejecuta donde no están las variables del "
      "anfitrión; escriba [=]" },
    { "alignas after extern is not possible: write it before, as in: alignas(16) extern __shared__ char s[];",
      "alignas no es posible después de extern: escríbalo antes, como en: alignas(16) extern __shared__ char s[];" },
    { "a __host__ __device__ lambda cannot capture by [name = value]: declare a variable before it, and write [=]",
      "una lambda __host__ __device__ no puede capturar con [nombre = valor]: declare antes una variable y escriba "
      "[=]" },
    { "a __device__ lambda cannot stand in a function that returns auto: write the type",
      "una lambda __device__ no puede estar en una función que devuelve auto: escriba el tipo" },
    { "a __device__ lambda cannot stand in a constructor: write it in a function",
      "una lambda __device__ no puede estar en un constructor: escríbala en una función" },
    { "a __device__ lambda cannot stand in a private or protected function of a class: make the function public",
      "una lambda __device__ no puede estar en una función privada o protegida de una clase: haga pública la "
      "función" },
    { "a __device__ lambda cannot stand in a class that is private or protected in another: make the class public",
      "una lambda __device__ no puede estar en una clase que es privada o protegida en otra: haga pública la "
      "clase" },
    { "a __device__ lambda cannot stand in a lambda with auto parameters",
      "una lambda __device__ no puede estar dentro de una lambda con parámetros auto" },
    { "a lambda that is passed to a kernel must be written in a function",
      "una lambda que se pasa a un kernel debe escribirse en una función" },
    { "the class of %s, a %s variable, needs a constructor without arguments as well: nvcc makes the host's variable "
      "of that name by it\n",
      "la clase de %s, una variable %s, necesita también un constructor sin argumentos: con él hace nvcc la variable "
      "del anfitrión de ese nombre\n" },
    { "nothing runs on the device before a kernel does: the constructor of %s, a %s variable, must be constexpr\n",
      "en el dispositivo no se ejecuta nada antes que un kernel: el constructor de %s, una variable %s, debe ser "
      "constexpr\n" },
    { "a lambda that is passed to a kernel needs __device__: [=] __device__ (...) { ... }, and nvcc needs "
      "--extended-lambda",
      "una lambda que se pasa a un kernel necesita __device__: [=] __device__ (...) { ... }, y nvcc, "
      "--extended-lambda" },
    { "%s is undefined without #include <%s.h>\n", "%s no está definido sin #include <%s.h>\n" },
    { "%s:%d:%d: note: without __syncwarp() between these steps of a warp their order is undefined since Volta "
      "(2017); make run does them in turn, as GPUs mostly do, make check calls them a race\n",
      "%s:%d:%d: note: sin __syncwarp() entre estos pasos de un warp su orden no está definido desde Volta (2017); "
      "make run los hace por turno, como casi siempre las GPU; make check los llama carrera\n" },
    { "a __global__ function cannot be a member function",
      "una función __global__ no puede ser miembro de una clase" },

    /* run/allocate.cpp */
    { "CPU device: out of memory: ulimit -v %llu is this process's limit\n",
      "dispositivo CPU: no queda memoria: el límite de este proceso es ulimit -v %llu\n" },

    /* run/capture.cpp */
    { "CPU device: %s: %s\n", "dispositivo CPU: %s: %s\n" },
    { "uses the default stream, which waits for a stream that is being captured; the capture is lost. Use the captured "
      "stream, or make it with cudaStreamNonBlocking",
      "usa el flujo por defecto, que espera a un flujo que se está capturando; la captura se pierde. Use el flujo "
      "capturado, o créelo con cudaStreamNonBlocking" },
    { "a stream is being captured: its work is kept and does not run yet, so there is nothing to wait for; the capture "
      "is lost. Wait after cudaGraphLaunch",
      "se está capturando un flujo: su trabajo se guarda y todavía no se ejecuta, así que no hay nada que esperar; la "
      "captura se pierde. Espere después de cudaGraphLaunch" },
    { "a stream is being captured, and a graph cannot repeat this call; the capture is lost. Call it before "
      "cudaStreamBeginCapture",
      "se está capturando un flujo, y un grafo no puede repetir esta llamada; la captura se pierde. Llámela antes de "
      "cudaStreamBeginCapture" },
    { "not available on the CPU device in a stream that is being captured; the capture is lost",
      "el dispositivo CPU no la tiene en un flujo que se está capturando; la captura se pierde" },
    { "CPU device: a stream is used that was destroyed or never created: with a GPU the program may end there "
      "(Segmentation fault)\n",
      "dispositivo CPU: se usa un flujo que ya se destruyó o que nunca se creó: con una GPU el programa puede terminar "
      "ahí (Segmentation fault)\n" },
    { "CPU device: an event is used that was destroyed or never created: with a GPU the program may end there "
      "(Segmentation fault)\n",
      "dispositivo CPU: se usa un evento que ya se destruyó o que nunca se creó: con una GPU el programa puede "
      "terminar ahí (Segmentation fault)\n" },
    { "the event was recorded in a stream that was being captured: it orders the graph's work and is never reached, so "
      "it has no time and nobody can wait for it",
      "el evento se registró en un flujo que se estaba capturando: ordena el trabajo del grafo y nunca se alcanza, así "
      "que no tiene hora y nadie puede esperarlo" },
    { "a stream that is being captured cannot wait for an event that was recorded outside of the capture; the capture "
      "is lost. Record it in the capture",
      "un flujo que se está capturando no puede esperar a un evento registrado fuera de la captura; la captura se "
      "pierde. Regístrelo dentro de ella" },
    { "the default stream cannot be captured: make one with cudaStreamCreate",
      "el flujo por defecto no se puede capturar: cree uno con cudaStreamCreate" },
    { "another stream has work in the capture for which this one does not wait: record an event in that stream, and "
      "let this one wait for it",
      "otro flujo tiene trabajo en la captura al que este no espera: registre un evento en aquel flujo y haga que este "
      "lo espere" },

    /* run/early_end.cpp, and what the C library calls signals */
    { "its time is over", "se acabó su tiempo" },
    { "Aborted", "abortado" },
    { "Bus error", "error de bus" },
    { "CPU time limit exceeded", "superó su límite de tiempo de CPU" },
    { "Floating point exception", "error aritmético, como una división entre 0" },
    { "Hangup", "se cerró el terminal" },
    { "Illegal instruction", "instrucción ilegal" },
    { "Interrupt", "interrumpido" },
    { "Segmentation fault", "violación de segmento (segmentation fault)" },
    { "Terminated", "terminado por otro" },

    /* run/copy.cpp */
    { "target", "destino" },
    { "source", "origen" },
    { "the %s is a null pointer", "el %s es un puntero nulo" },
    { "the %s has been freed already", "el %s ya se ha liberado" },
    { "the %s is no memory that has been allocated", "el %s no es memoria reservada" },
    { "%zu bytes are more than the %s has", "%zu bytes son más de los que tiene el %s" },
    { "the %s is memory of the host, and %s says: of the device",
      "el %s es memoria del anfitrión, y %s dice: del dispositivo" },
    { "the %s is memory of the device, and %s says: of the host",
      "el %s es memoria del dispositivo, y %s dice: del anfitrión" },
    { "the target is memory of the host: memset() sets that",
      "el destino es memoria del anfitrión: esa la pone memset()" },

    /* run/errors.cpp */
    { "; so did %zu more", "; y así otras %zu" },
    { "CPU device: %s: %s failed: %s; the program did not look at its result, nor ask cudaGetLastError()%s\n",
      "dispositivo CPU: %s: falló %s: %s; el programa no miró su resultado ni llamó a cudaGetLastError()%s\n" },
    { "kernel %.200s, launched at %.200s as <<<(%u,%u,%u), (%u,%u,%u)",
      "el kernel %.200s, lanzado en %.200s con <<<(%u,%u,%u), (%u,%u,%u)" },

    /* run/fault.cpp */
    { "CPU device: kernel %s, launched at %s: block (%u,%u,%u), thread (%u,%u,%u): %s\n",
      "dispositivo CPU: kernel %s, lanzado en %s: bloque (%u,%u,%u), hilo (%u,%u,%u): %s\n" },
    { "integer division by zero, or of the smallest number by -1",
      "división entera entre cero, o del menor número entre -1" },
    { "illegal instruction: __trap(), or an access past the end of an array",
      "instrucción ilegal: __trap(), o un acceso más allá del final de un array" },
    { "calls %s by the address that host code has taken of it, which is none of the device's: let a __device__ "
      "variable hold the address, and fetch it with cudaMemcpyFromSymbol",
      "llama a %s con la dirección que tomó el código del anfitrión, que no es del dispositivo: guarde la dirección "
      "en una variable __device__ y tráigala con cudaMemcpyFromSymbol" },
    { "a virtual call on an object that the host has made: its table of functions is the host's, which a GPU's kernel "
      "cannot read; make the object in a kernel, with new",
      "una llamada virtual a un objeto que creó el anfitrión: su tabla de funciones es del anfitrión, y el kernel de "
      "una GPU no puede leerla; cree el objeto en un kernel, con new" },
    { "the thread's stack is full", "la pila del hilo está llena" },
    { "the thread's stack was overwritten: an access past the end of its own array, or a call of no function",
      "la pila del hilo se ha sobrescrito: un acceso pasado el final de un array suyo, o la llamada a algo que no "
      "es una función" },
    { "a misaligned access, or an address that no memory can have",
      "un acceso mal alineado, o una dirección que ninguna memoria puede tener" },
    { "an access past the end of the dynamic shared memory, of which the launch asks for %zu bytes (the third value "
      "in <<<...>>>)",
      "un acceso más allá del final de la memoria compartida dinámica, de la que el lanzamiento pide %zu bytes (el "
      "tercer valor de <<<...>>>)" },
    { "illegal access to address %p", "acceso ilegal a la dirección %p" },
    { "CPU device: outside of a kernel: %s\n", "dispositivo CPU: fuera de un kernel: %s\n" },
    { "%s:%u: a misaligned access: the address is no multiple of %u",
      "%s:%u: un acceso mal alineado: la dirección no es múltiplo de %u" },
    { "%s:%u: an access past the end of an array", "%s:%u: un acceso más allá del final de un array" },

    /* run/fibers.cpp, run/grid.cpp */
    { "barrier divergence: threads wait at %s for others that wait at %s",
      "barreras divergentes: unos hilos esperan en %s a otros que esperan en %s" },
    { "threads of a warp wait at %s for lanes that never come",
      "unos hilos de un warp esperan en %s a otros que nunca llegan" },
    { "barrier divergence: threads of one block wait at %s and others at %s",
      "barreras divergentes: unos hilos de un bloque esperan en %s, y otros en %s" },
    { "blocks wait at a barrier of the whole grid for others that have ended",
      "unos bloques esperan en una barrera de toda la malla a otros que han terminado" },
    { "CPU device: a cooperative launch of %llu blocks cannot get as many CPU threads\n",
      "dispositivo CPU: un lanzamiento cooperativo de %llu bloques no puede tener tantos hilos de CPU\n" },
    { "the whole grid can wait only after cudaLaunchCooperativeKernel; <<< >>> is no such launch",
      "toda la malla solo puede esperarse tras cudaLaunchCooperativeKernel; <<< >>> no es un lanzamiento así" },

    /* run/launch.cpp */
    { ", because __shared__ variables take %zu", ", porque las variables __shared__ ocupan %zu" },
    { ", or %zu after cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)",
      ", o %zu tras cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)" },
    { "threads in a block", "hilos en un bloque" },
    { "threads in a block of this kernel", "hilos en un bloque de este kernel" },
    { "threads of a block in x", "hilos de un bloque en x" },
    { "threads of a block in y", "hilos de un bloque en y" },
    { "threads of a block in z", "hilos de un bloque en z" },
    { "blocks in x", "bloques en x" },
    { "blocks in y", "bloques en y" },
    { "blocks in z", "bloques en z" },
    { "bytes of dynamic shared memory", "bytes de memoria compartida dinámica" },
    { ", as its __launch_bounds__ say", ", como dice su __launch_bounds__" },
    { "CPU device: %s, does not run: %llu %s, must be at %s %llu%s\n",
      "dispositivo CPU: %s, no se ejecuta: %llu %s, deben ser %s %llu%s\n" },
    { "least", "al menos" },
    { "most", "como mucho" },
    { "CPU device: %s, does not run: %llu blocks, must be at most %llu: all are to run at once "
      "(cudaOccupancyMaxActiveBlocksPerMultiprocessor)\n",
      "dispositivo CPU: %s, no se ejecuta: %llu bloques, deben ser como mucho %llu: todos deben ejecutarse a la vez "
      "(cudaOccupancyMaxActiveBlocksPerMultiprocessor)\n" },
    { "the launch asks for %zu bytes of dynamic shared memory, must be at most %zu, because __shared__ variables "
      "take %zu",
      "el lanzamiento pide %zu bytes de memoria compartida dinámica, deben ser como mucho %zu, porque las variables "
      "__shared__ ocupan %zu" },
    { "a launch inside a kernel is not available on the CPU device",
      "el dispositivo CPU no tiene lanzamientos dentro de un kernel" },
    { "the address is inside an array, and not its beginning",
      "la dirección está dentro de un array, y no es su principio" },
    { "it has been freed already", "ya se ha liberado" },
    { "it is no memory that CUDA has given", "no es memoria que haya dado CUDA" },
    { "what cudaMallocHost gave goes back with cudaFreeHost",
      "lo que dio cudaMallocHost se devuelve con cudaFreeHost" },
    { "what cudaHostRegister has pinned goes back with cudaHostUnregister",
      "lo que fijó cudaHostRegister se devuelve con cudaHostUnregister" },
    { "what cudaMalloc gave goes back with cudaFree", "lo que dio cudaMalloc se devuelve con cudaFree" },
    { "the launch of kernel %s", "el lanzamiento del kernel %s" },
    { "CPU device: %s: parameter %u%s has the address of %s as host code knows it, which is none of the device's: a "
      "GPU's kernel ends with an illegal memory access. Use the name in the kernel, or ask cudaGetSymbolAddress for "
      "the address\n",
      "dispositivo CPU: %s: el parámetro %u%s tiene la dirección de %s que conoce el anfitrión, y no es del "
      "dispositivo: el kernel de una GPU termina con un acceso ilegal. Use el nombre en el kernel, o pida la "
      "dirección a cudaGetSymbolAddress\n" },
    { "CPU device: %s: parameter %u%s %s pageable host memory (%p), which a GPU's kernels cannot reach; give it "
      "memory of cudaMalloc or cudaMallocManaged\n",
      "dispositivo CPU: %s: el parámetro %u%s %s memoria paginable del anfitrión (%p), a la que no llegan los kernels "
      "de una GPU; dele memoria de cudaMalloc o cudaMallocManaged\n" },
    { "CPU device: %s: parameter %u%s %s memory that has been freed%s%s: a GPU's kernel reads or spoils what is there "
      "by now, or ends with an illegal memory access. Free it after its last use\n",
      "dispositivo CPU: %s: el parámetro %u%s %s memoria que se ha liberado%s%s: el kernel de una GPU lee o estropea "
      "lo que haya ahora allí, o termina con un acceso a memoria no válido. Libérela tras su último uso\n" },
    { "CPU device: %s: lane %u asks for the value of lane %u, which %s: what a GPU gives it is undefined\n",
      "Dispositivo CPU: %s: la posición %u del warp pide el valor de la %u, que %s: lo que le da una GPU no está "
      "definido\n" },
    { "CPU device: %s: lane %u passes the mask 0x%08x, which does not name it: what a GPU does then is undefined\n",
      "Dispositivo CPU: %s: la posición %u del warp pasa la máscara 0x%08x, que no la incluye: lo que hace entonces "
      "una GPU no está definido\n" },
    { "is not in the mask", "no está en la máscara" },
    { "has returned", "ya terminó" },
    { "the block does not have", "el bloque no tiene" },
    { "is a reference to", "es una referencia a" },
    { "points to", "apunta a" },
    { "holds a pointer to", "contiene un puntero a" },

    /* run/libc.cpp */
    { "CPU device: %zu calls of printf in kernels printed nothing: the buffer of %zu bytes was full; "
      "cudaDeviceSetLimit(cudaLimitPrintfFifoSize, bytes) makes it larger\n",
      "dispositivo CPU: %zu llamadas a printf en kernels no escribieron nada: su búfer de %zu bytes estaba lleno; "
      "cudaDeviceSetLimit(cudaLimitPrintfFifoSize, bytes) lo hace mayor\n" },
    { "assertion failed", "no se cumplió un assert()" },

    /* run/memory.cpp */
    { "the host touched device memory at %p (byte %zu of a cudaMalloc); only kernels and cudaMemcpy may: on a GPU the "
      "program ends here with a segmentation fault. Let a kernel do it, or copy with cudaMemcpy",
      "el anfitrión accedió a memoria del dispositivo en %p (byte %zu de un cudaMalloc); solo pueden los kernels y "
      "cudaMemcpy: con una GPU el programa termina aquí con una violación de segmento. Hágalo en un kernel, o copie "
      "con cudaMemcpy" },
    { "the host touched memory at %p (byte %zu of %s's) that has been freed%s%.200s: on a GPU the program ends here "
      "with a segmentation fault. Free it after its last use",
      "el anfitrión accedió a memoria en %p (byte %zu de %s) que se ha liberado%s%.200s: con una GPU el programa "
      "termina aquí con una violación de segmento. Libérela tras su último uso" },
    { " by ", " en " },
    { "CPU device: kernel %s, launched at %s: block (%u,%u,%u), thread (%u,%u,%u): %s: free or delete of what has been "
      "given back already, or of what no malloc or new of a kernel gave: on a GPU that spoils the heap, or ends the "
      "kernel\n",
      "Dispositivo CPU: kernel %s, lanzado en %s: bloque (%u,%u,%u), hilo (%u,%u,%u): %s: free o delete de algo que ya "
      "se había devuelto, o que no dio un malloc ni un new de un kernel: en una GPU eso estropea el montón o termina "
      "el kernel\n" },
    { "heap", "montón" },
    { "(by address)", "(por su dirección)" },
    { "free() or delete for memory that CUDA has given: ", "free() o delete para memoria que ha dado CUDA: " },
    { "free or delete for what has been given back already, or for what no malloc or new of a kernel gave",
      "free o delete para algo que ya se había devuelto, o que no dio un malloc ni un new de un kernel" },
    { "The heap of a GPU's kernels does not check what it is given: it is spoiled, or the kernel ends. Give back once "
      "what malloc or new gave, and set its pointer to nullptr then.",
      "El montón de los kernels de una GPU no comprueba lo que recibe: se estropea, o el kernel termina. Devuelva una "
      "sola vez lo que dio malloc o new, y ponga entonces su puntero a nullptr." },
    { "local memory of another thread: on a GPU each finds its own there",
      "memoria local de otro hilo: en una GPU cada uno encuentra ahí la suya" },
    { "a local variable of a function that has returned", "una variable local de una función que ya terminó" },
    { "%s, in constant memory, which kernels only read",
      "%s, en la memoria de constantes, que los kernels solo leen" },
    { "the host touched %p, where malloc keeps notes, as free() does: what cudaMalloc gave goes back with cudaFree, "
      "what cudaMallocHost gave with cudaFreeHost; on a GPU the program ends here, too",
      "el anfitrión accedió a %p, donde malloc guarda sus notas, como hace free(): lo que dio cudaMalloc se devuelve "
      "con cudaFree y lo que dio cudaMallocHost, con cudaFreeHost; con una GPU el programa también termina aquí" },
    { "the host touched device memory at %p (outside of any cudaMalloc); only kernels and cudaMemcpy may: on a GPU the "
      "program ends here with a segmentation fault",
      "el anfitrión accedió a memoria del dispositivo en %p (fuera de todo cudaMalloc); solo pueden los kernels y "
      "cudaMemcpy: con una GPU el programa termina aquí con una violación de segmento" },
    { "CPU device: ", "dispositivo CPU: " },

    /* run/pipeline.cpp */
    { "a call of <cuda_pipeline.h>", "una llamada de <cuda_pipeline.h>" },
    { "%s: a size of %zu bytes: it can be 4, 8 or 16", "%s: un tamaño de %zu bytes: puede ser 4, 8 o 16" },
    { "%s: zfill is %zu: at most the size, %zu", "%s: zfill es %zu: como mucho el tamaño, %zu" },
    { "the destination is not in shared memory", "el destino no está en memoria compartida" },
    { "the source is not in global memory", "el origen no está en memoria global" },
    { "misaligned address", "dirección mal alineada" },

    /* run/queue.cpp, run/stacks.cpp, run/watchdog.cpp */
    { "CPU device: cannot start its thread\n", "dispositivo CPU: no puede crear su hilo\n" },
    { "no memory for the stacks of the block's threads", "no hay memoria para las pilas de los hilos del bloque" },
    { ", %llu of %llu blocks are done", ", van %llu de %llu bloques" },
    { "CPU device: %s, has run for %.*f s%s. Is it only large, does each thread do the work of all, or does one wait "
      "for what never comes? Ctrl-C ends it.\n",
      "dispositivo CPU: %s, lleva %.*f s%s. ¿Solo es grande, hace cada hilo el trabajo de todos, o espera uno algo que "
      "no llega? Ctrl-C lo termina.\n" },

    /* check/cells.cpp */
    { "a lock was taken or a flag was seen, but without a __threadfence() after that, what follows may run before it",
      "se tomó un cerrojo o se vio un indicador, pero sin un __threadfence() después; lo que sigue puede ejecutarse "
      "antes" },
    { "a copy", "una copia" },
    { "a memset", "un memset" },
    { "a function of the host", "una función del anfitrión" },
    { "device memory", "memoria del dispositivo" },
    { "its %s", "su %s" },
    { "; its %s", "; su %s" },
    { ", which has %zu bytes by its sizes", ", que por sus tamaños tiene %zu bytes" },
    { "memory of the host: its %s", "memoria del anfitrión: su %s" },

    /* check/end.cpp */
    { "%s failed: %s (%s); the program did not look at its result, nor ask cudaGetLastError()",
      "falló %s: %s (%s); el programa no miró su resultado ni llamó a cudaGetLastError()" },
    { "the program was ended: %s\n", "el programa no llegó a su final: %s\n" },
    { " until the program was ended", " hasta que el programa acabó" },
    { " until a kernel ended with an error", " hasta que un kernel acabó con un error" },
    { "the program itself ended with status %d\n", "el propio programa terminó con estado %d\n" },
    { "checking: %.0f s, %.1f million accesses per second, %zu finding so far\033[K\r",
      "comprobando: %.0f s, %.1f millones de accesos por segundo, %zu hallazgo hasta ahora\033[K\r" },
    { "checking: %.0f s, %.1f million accesses per second, %zu findings so far\033[K\r",
      "comprobando: %.0f s, %.1f millones de accesos por segundo, %zu hallazgos hasta ahora\033[K\r" },
    { "%s is never destroyed", "%s no se destruye nunca" },
    { "stream", "un flujo" },
    { "event", "un evento" },
    { "graph", "un grafo" },
    { "graph instance", "una instancia de un grafo" },

    /* check/entry.cpp */
    { "index %lld of an array of type %s", "el índice %lld de un array de tipo %s" },
    { "the address is no multiple of %u", "la dirección no es múltiplo de %u" },

    /* check/explain.cpp: titles and meanings */
    { "race in %s memory", "carrera (race) en memoria %s" },
    { "shared", "compartida" },
    { "global", "global" },
    { "constant", "constante" },
    { "host", "del anfitrión" },
    { "Nothing orders the two: which comes first is luck, and so may be the result. __syncthreads() orders the threads "
      "of a block; only the end of the kernel, or atomics, order blocks. See handouts/en/lab03.md, sections 1 and 5.",
      "Nada ordena los dos accesos: cuál va primero es cuestión de suerte, y puede que el resultado también. "
      "__syncthreads() ordena los hilos de un bloque; los bloques solo los ordenan el final del kernel o las "
      "operaciones atómicas. Vea handouts/es/lab03.md, secciones 1 y 5." },
    { "out of bounds in %s memory", "fuera de los límites en memoria %s" },
    { "The address is not part of the array. On a GPU this reads or spoils other data, or ends the program, or seems "
      "to work. Which thread computes this index, and who should have stopped it? See handouts/en/lab01.md, section 1.",
      "La dirección no es del array. En una GPU esto lee o estropea otros datos, o termina el programa, o parece que "
      "funciona. ¿Qué hilo calcula este índice, y qué debería haberlo parado? Vea handouts/es/lab01.md, sección 1." },
    { "uninitialised read of %s memory", "lectura sin inicializar de memoria %s" },
    { "Nobody has stored anything there before: the value is whatever was left in memory. See handouts/en/lab03.md, "
      "section 1.",
      "Nadie ha guardado antes nada ahí: el valor es lo que hubiera quedado en la memoria. Vea handouts/es/lab03.md, "
      "sección 1." },
    { "wrong memory", "memoria equivocada" },
    { "A kernel reaches only what cudaMalloc and its relatives gave, or __device__ variables; the host reaches only "
      "its own memory. cudaMemcpy copies between them. See handouts/en/lab01.md, section 1.",
      "Un kernel solo llega a lo que dieron cudaMalloc y sus parientes, o a variables __device__; el anfitrión solo "
      "llega a su propia memoria. cudaMemcpy copia entre las dos. Vea handouts/es/lab01.md, sección 1." },
    { "Kernels read __constant__ variables, and the host sets them, with cudaMemcpyToSymbol. What a kernel's store "
      "does there is not defined: on a GPU it may be lost, or end the kernel. See handouts/en/occupancy.md, section 4.",
      "Los kernels leen las variables __constant__ y el anfitrión les da valor, con cudaMemcpyToSymbol. Qué hace ahí "
      "la escritura de un kernel no está definido: en una GPU puede perderse o terminar el kernel. Vea "
      "handouts/es/occupancy.md, sección 4." },
    { "A function's local variables end with it: what lies there next is another function's. Let the caller have the "
      "variable, and give the function a pointer to it.",
      "Las variables locales de una función acaban con ella: lo que haya ahí después es de otra. Declare la variable "
      "en quien llama, y dé a la función un puntero a ella." },
    { "barrier divergence", "barreras divergentes" },
    { "All threads of a block must reach the same __syncthreads(). CUDA does not say what happens otherwise: a GPU "
      "may go on in disorder, or wait for ever. See handouts/en/lab03.md, section 1.",
      "Todos los hilos de un bloque deben llegar al mismo __syncthreads(). Si no, CUDA no dice qué ocurre: una GPU "
      "puede seguir en desorden, o esperar para siempre. Vea handouts/es/lab03.md, sección 1." },
    { "missing synchronize", "falta sincronizar" },
    { "A launch and an asynchronous copy return before the device has done the work. Wait for it first: "
      "cudaDeviceSynchronize(), cudaStreamSynchronize() or an event. See handouts/en/lab01.md, section 4.",
      "Un lanzamiento y una copia asíncrona vuelven antes de que el dispositivo haya hecho el trabajo. Espere antes a "
      "que acabe: cudaDeviceSynchronize(), cudaStreamSynchronize() o un evento. Vea handouts/es/lab01.md, sección 4." },
    { "leak", "sin liberar (leak)" },
    { "A program should give back what it takes: cudaFree, cudaFreeHost, cudaStreamDestroy, cudaEventDestroy.",
      "Un programa debe devolver lo que toma: cudaFree, cudaFreeHost, cudaStreamDestroy, cudaEventDestroy." },
    { "misaligned access to %s memory", "acceso mal alineado a memoria %s" },
    { "A GPU loads and stores n bytes at once only at addresses divisible by n, 16 for a float4, and ends the kernel "
      "otherwise. See handouts/en/lab01.md, section 3.",
      "Una GPU solo lee y escribe n bytes de una vez en direcciones divisibles entre n, 16 para un float4; si no, "
      "termina el kernel. Vea handouts/es/lab01.md, sección 3." },
    { "error that nobody looked at", "error que nadie miró" },
    { "A call that fails says so only in its result, and the program goes on without what the call should have done. "
      "Compare each result with cudaSuccess, and ask cudaGetLastError() after each launch. See handouts/en/errors.md, "
      "section 1.",
      "Una llamada que falla solo lo dice en su resultado, y el programa sigue sin lo que la llamada debía haber "
      "hecho. Compare cada resultado con cudaSuccess, y llame a cudaGetLastError() tras cada lanzamiento. Vea "
      "handouts/es/errors.md, sección 1." },
    { "printf that is lost", "printf que se pierde" },
    { "A GPU keeps what kernels print until the host waits for it; a program that ends first shows nothing. Call "
      "cudaDeviceSynchronize() before the end. See handouts/en/lab01.md, section 4.",
      "Una GPU guarda lo que escriben los kernels hasta que el anfitrión la espera; un programa que termina antes no "
      "muestra nada. Llame a cudaDeviceSynchronize() antes del final. Vea handouts/es/lab01.md, sección 4." },
    { "The value of a lane that has returned, or was never there, is undefined. Let all lanes of the mask come to the "
      "shuffle, the ones without work with a neutral value. See handouts/en/lab04.md.",
      "El valor de una posición del warp que ya terminó, o que no existe, no está definido. Haga que todas las de la "
      "máscara lleguen al shuffle; las que no tengan trabajo, con un valor neutro. Vea handouts/es/lab04.md." },
    { "The memory has been given back and may be another array's by now: a GPU reads or spoils that, or ends the "
      "program. Free an array after its last use. See handouts/en/lab01.md, section 1.",
      "La memoria se ha devuelto y puede ser ya de otro array: una GPU lo lee o lo estropea, o termina el programa. "
      "Libere un array tras su último uso. Vea handouts/es/lab01.md, sección 1." },
    { "A copy of __pipeline_memcpy_async() runs beside its thread, until the thread has called __pipeline_commit() and "
      "then __pipeline_wait_prior(). Before that nobody may touch its destination or change its source; other threads "
      "also need a __syncthreads() after it. ",
      "Una copia de __pipeline_memcpy_async() va aparte de su hilo hasta que este ha llamado a __pipeline_commit() y "
      "después a __pipeline_wait_prior(). Hasta entonces nadie puede acceder a su destino ni cambiar su origen; los "
      "demás hilos necesitan además un __syncthreads() después. " },
    { "What a shuffle, a vote or __syncwarp() does is undefined in a lane that its mask does not name. The mask has a "
      "bit for each lane that comes there: 0xffffffff if all 32 do. See handouts/en/lab04.md.",
      "Lo que hace un shuffle, una votación o __syncwarp() no está definido en una posición que su máscara no incluye. "
      "La máscara tiene un bit por cada posición que llega ahí: 0xffffffff si llegan las 32. Vea "
      "handouts/es/lab04.md." },
    { "shuffle or vote that leaves its own lane out", "shuffle o votación que deja fuera su propia posición (lane)" },
    { "shuffle from a lane that is not there", "shuffle de una posición (lane) que no está" },
    { "use after free of %s memory", "uso tras liberar memoria %s" },
    { "out of bounds of an array", "fuera de los límites de un array" },

    /* check/explain.cpp: sentences */
    { " (%s has %s bytes)", " (%s tiene %s bytes)" },
    { "no array", "un lugar sin array" },
    { "element %lld of the array of %s at %s", "el elemento %lld del array de %s de %s" },
    { "%s[%lld], the launcher's parameter", "%s[%lld], el parámetro del lanzador" },
    { "%s[%lld], the array of %s at %s", "%s[%lld], el array de %s de %s" },
    { "reads", "lee" },
    { "writes", "escribe" },
    { "atomically changes", "cambia atómicamente" },
    { "uses", "usa" },
    { "read it", "lo leyó" },
    { "changed it atomically", "lo cambió atómicamente" },
    { "wrote it", "lo escribió" },
    { "the host", "el anfitrión" },
    { "thread %s of block %s", "el hilo %s del bloque %s" },
    { "the copy of %s may still write it: %s", "la copia que pidió %s todavía puede escribirlo: %s" },
    { "the copy of %s may still read it: %s", "la copia que pidió %s todavía puede leerlo: %s" },
    { "; all must wait, by __syncthreads(), between reading and writing; where all change one element, each needs one "
      "of its own, or an atomic",
      "; todos deben esperar, con __syncthreads(), entre leer y escribir; si todos cambian un elemento, cada uno "
      "necesita el suyo, o una operación atómica" },
    { "; __syncthreads() between the two orders them", "; un __syncthreads() entre los dos los ordena" },
    { "; they are of one warp, whose threads do not run in step: __syncwarp() between the two orders them",
      "; son de un warp, cuyos hilos no van al mismo paso: los ordena un __syncwarp() entre los dos" },
    { "; they are of one warp, whose threads do not run in step: __syncthreads() between the two orders them, "
      "__syncwarp() where only threads of one warp meet",
      "; son de un warp, cuyos hilos no van al mismo paso: los ordena un __syncthreads() entre los dos, o __syncwarp() "
      "si solo coinciden hilos de un warp" },
    { "; both take the same element there: each needs one of its own, or an atomic",
      "; los dos usan ahí el mismo elemento: cada uno necesita el suyo, o una operación atómica" },
    { "; both take the same element there: does the index lack %s? each needs one of its own, or an atomic",
      "; los dos usan ahí el mismo elemento: ¿le falta %s al índice? Cada uno necesita el suyo, o una operación "
      "atómica" },
    { "line %s: %s %s %s%s; line %s: %s", "línea %s: %s %s %s%s; línea %s: %s" },
    { "; that is right only where an old value does no harm",
      "; eso solo está bien donde un valor antiguo no molesta" },
    { "; each time both wrote the same value", "; los dos escribieron cada vez el mismo valor" },
    { "%s it", "lo %s" },
    { "cudaFreeAsync gives back %s, line %s, and its stream has not waited for %s, line %s, which %s",
      "cudaFreeAsync devuelve %s, línea %s, y su flujo no ha esperado a que acabe %s, línea %s, que %s" },
    { "gives that memory in another stream", "da esa memoria en otro flujo" },
    { "takes that memory back in another stream", "recupera esa memoria en otro flujo" },
    { "%s %s %s, line %s, and has not waited for %s, line %s, which %s",
      "%s %s %s, línea %s, y no ha esperado a que acabe %s, línea %s, que %s" },
    { "%s %s, line %s", "%s %s, línea %s" },
    { "gets %s", "recibe %s" },
    { "%s %u bytes at %s%s", "%s %u bytes en %s%s" },
    { " in line %s", " en la línea %s" },

    /* check/findings.cpp */
    { "the launch asks for none, by the third value in <<<...>>>",
      "el lanzamiento no pide ninguna, con el tercer valor de <<<...>>>" },
    { "the array has been freed", "el array se ha liberado" },
    { "%lld bytes before its beginning", "%lld bytes antes de su principio" },
    { "%lld bytes past its end", "%lld bytes más allá de su final" },
    { "reaches past its end", "llega más allá de su final" },
    { "far from any array", "lejos de cualquier array" },
    { "the address, byte %lld of the array, is no multiple of %lld",
      "la dirección, byte %lld del array, no es múltiplo de %lld" },
    { "%zu bytes of %s are never freed", "%zu bytes de %s no se liberan nunca" },

    /* check/in_flight.cpp */
    { "no __pipeline_commit() has put it into a group, so no wait is for it",
      "ningún __pipeline_commit() la ha puesto en un grupo, así que nadie la espera" },
    { "the thread has not waited for it: __pipeline_wait_prior()",
      "el hilo no la ha esperado: __pipeline_wait_prior()" },
    { "that thread has not waited for it: __pipeline_wait_prior(), then __syncthreads()",
      "ese hilo no la ha esperado: __pipeline_wait_prior(), y después __syncthreads()" },

    /* check/kernel.cpp */
    { "threads of one block wait at line %s%s", "unos hilos de un bloque esperan en la línea %s%s" },
    { " for others that have returned, line %s", " a otros que han vuelto, línea %s" },
    { " for others that have reached the end of the kernel", " a otros que han llegado al final del kernel" },
    { ", others at line %s", ", y otros en la línea %s" },
    { " for lanes that never come", " a otros de su warp que nunca llegan" },
    { "global memory by __pipeline_memcpy_async, which writes only to shared memory",
      "memoria global con __pipeline_memcpy_async, que solo escribe en memoria compartida" },
    { "shared memory by __pipeline_memcpy_async, which reads only global memory",
      "memoria compartida con __pipeline_memcpy_async, que solo lee memoria global" },
    { "the value of lane %u, which is not in the mask",
      "el valor de la posición %u del warp, que no está en la máscara" },
    { "is lane %u of its warp, which the mask 0x%08x does not name",
      "es la posición %u de su warp, que la máscara 0x%08x no incluye" },
    { "the value of lane %u, which has returned", "el valor de la posición %u del warp, que ya ha terminado" },
    { "the value of lane %u, which the block does not have",
      "el valor de la posición %u del warp, que el bloque no tiene" },

    /* check/operations.cpp */
    { "kernel %s", "el kernel %s" },
    { "an operation", "una operación" },
    { "the program ends and has not waited for the kernel, whose printf is lost",
      "el programa termina sin haber esperado al kernel, cuyo printf se pierde" },

    /* check/report.cpp */
    { "warning: ", "aviso: " },
    { " and %s", " y %s" },
    { "  Seen %llu times.\n", "  Visto %llu veces.\n" },
    { "nothing was run: the program launched no kernel, so nothing has been checked\n",
      "no se ejecutó nada: el programa no lanzó ningún kernel, así que no se ha comprobado nada\n" },
    { "nothing was run: every launch was refused, so nothing has been checked\n",
      "no se ejecutó nada: todos los lanzamientos fueron rechazados, así que no se ha comprobado nada\n" },
    { "nothing found%s: %zu %s, %llu %s, %llu accesses watched\n",
      "no se encontró nada%s: %zu %s, %llu %s, %llu accesos vigilados\n" },
    { "kernel", "kernel" },
    { "kernels", "kernels" },
    { "launch", "lanzamiento" },
    { "launches", "lanzamientos" },
    { "%zu warnings; STRICT=1 makes them errors\n", "%zu avisos; STRICT=1 los hace errores\n" },
    { "%zu warning; STRICT=1 makes it an error\n", "%zu aviso; STRICT=1 lo hace error\n" },
    { "%zu findings, %zu of them warnings\n", "%zu hallazgos, %zu de ellos avisos\n" },
    { "%zu findings, %zu of them warning\n", "%zu hallazgos, %zu de ellos aviso\n" },
    { "%zu findings\n", "%zu hallazgos\n" },
    { "%zu finding\n", "%zu hallazgo\n" },
    { "not known: whether accesses of kernel %s race, %llu times: too many locks, fences and atomics lie between\n",
      "no se sabe: si unos accesos del kernel %s compiten, %llu veces: hay entre ellos demasiados cerrojos, vallas y "
      "operaciones atómicas\n" },

    /* check/explain.cpp, check/report.cpp, check/witness.cpp: other orders of the threads */
    { "a variable of the thread", "una variable del hilo" },
    { "an order that needs a further launch: %s = %s instead of %s; again: %s ORDER=%u",
      "un orden que necesita otro lanzamiento: %s = %s en vez de %s; otra vez: %s ORDER=%u" },
    { "an order in which it goes wrong: %s = %s instead of %s; again: %s ORDER=%u",
      "un orden en el que falla: %s = %s en vez de %s; otra vez: %s ORDER=%u" },
    { "the same", "lo mismo con" },
    { "no order of %u changed the result: that proves nothing",
      "ningún orden de %u ha cambiado el resultado: eso no demuestra nada" },
    { "both write the same value", "los dos escriben el mismo valor" },
    { "no race was found, so no other order was tried",
      "no hay ninguna carrera, así que no se ha probado ningún otro orden" },
    { "no race was found, so no other order was tried; make check names what is wrong",
      "no hay ninguna carrera, así que no se ha probado ningún otro orden; make check dice qué falla" },
    { "thread %s of block %s, line %s: ", "hilo %s del bloque %s, línea %s: " },
    { "order %u of %s\n", "orden %u: %s\n" },
    { ": %s to %s", ": de %s a %s" },
    { " (usually %s)", " (normalmente %s)" },
    { "... %ld more accesses to", "... %ld accesos más a" },
    { " (other bits)", " (otros bits)" },

    /* run/watchdog.cpp: all wait */
    { " at %s", " en %s" },
    { "CPU device: %s: every block that has begun waits%s, and none can end. Blocks begin here in order, when a "
      "CPU thread is free, and kernels one after the other: a wait for a later block or for another stream's kernel "
      "never ends. On a GPU it ends only if all are there at once, which cudaLaunchCooperativeKernel asks for. "
      "Ctrl-C ends it.\n",
      "dispositivo CPU: %s: todos los bloques que han empezado esperan%s y ninguno puede acabar. Aquí los bloques "
      "empiezan por orden, cuando queda libre un hilo de la CPU, y los kernels uno tras otro: quien espera a un bloque "
      "posterior o al kernel de otro stream no acaba nunca. En una GPU acaba solo si todos están a la vez, que es lo "
      "que pide cudaLaunchCooperativeKernel. Ctrl-C lo termina.\n" },

    /* check/spaces.cpp */
    { "CPU device: no room for the bug finder's memory; ulimit -v unlimited\n",
      "dispositivo CPU: no cabe la memoria del buscador de errores; ulimit -v unlimited\n" },
    { "the dynamic shared memory", "la memoria compartida dinámica" },
    { "a __device__ variable", "una variable __device__" },

    /* check/stray.cpp */
    { "the table of virtual functions of an object that the host has made",
      "la tabla de funciones virtuales de un objeto que creó el anfitrión" },
    { "the host's variable by the name of %s, not the device's",
      "la variable del anfitrión de nombre %s, no la del dispositivo" },
    { "memory of the host", "memoria del anfitrión" },
    { "a null pointer", "puntero nulo" },
    { "an address outside of any array", "una dirección fuera de cualquier array" },

    /* traffic/count.cpp, traffic/report.cpp */
    { "the program was ended", "se terminó el programa" },
    { "load", "lee" },
    { "store", "escribe" },
    { "atomic", "atómica" },
    { "threads launched", "hilos lanzados" },
    { "blocks launched", "bloques lanzados" },
    { "  of a single warp", "  de un solo warp" },
    { "barriers of blocks", "barreras de bloques" },
    { "atomics of threads", "operaciones atómicas de hilos" },
    { "  on global memory", "  en memoria global" },
    { "bytes of global memory", "bytes de memoria global" },
    { "  loaded", "  leídos" },
    { "    not among a thread's last 12", "    no en los 12 últimos del hilo" },
    { "    in pieces below 16 bytes", "    en trozos menores de 16 bytes" },
    { "    while no shared was read", "    sin leer compartida mientras" },
    { "    in sectors", "    en sectores" },
    { "  stored", "  escritos" },
    { "bytes of shared memory", "bytes de memoria compartida" },
    { "stores of threads to shared", "escrituras de hilos en compartida" },
    { "loads of a thread, at most", "lecturas de un hilo, como mucho" },
    { "trips of a thread through loops", "vueltas de bucle de un hilo" },
    { "atomics of a warp, at most", "atómicas de un warp, como mucho" },
    { "neighbouring threads read ", "los hilos vecinos leen " },
    { "neighbouring threads write ", "los hilos vecinos escriben " },
    { "neighbouring threads change ", "los hilos vecinos cambian " },
    { "addresses that follow no pattern", "direcciones sin ningún patrón" },
    { "mostly the same address, others far away", "casi siempre la misma dirección, y otras lejanas" },
    { "neighbouring addresses, but these do not begin and end where sectors do",
      "direcciones vecinas, que no empiezan y acaban donde los sectores" },
    { "addresses %ld bytes apart, all in one bank", "direcciones separadas %ld bytes, todas en un mismo banco" },
    { "addresses %ld bytes apart", "direcciones separadas %ld bytes" },
    { "  %s %s%s%s: %s bank conflict per request, %s would do: %s%s\n",
      "  %s %s%s%s: %s conflicto de bancos por petición, bastarían %s: %s%s\n" },
    { "  %s %s%s%s: %s bank conflicts per request, %s would do: %s%s\n",
      "  %s %s%s%s: %s conflictos de bancos por petición, bastarían %s: %s%s\n" },
    { "  %s %s%s%s: %s sectors per request, %s would do: %s%s\n",
      "  %s %s%s%s: %s sectores por petición, bastarían %s: %s%s\n" },
    { " (approximate)", " (aproximado)" },
    { "  counted                                   in all  most in a block  in Nsight Compute",
      "  contado                                 en total  máx. por bloque  en Nsight Compute" },
    { "\nkernel %s, %llu launch\n", "\nkernel %s, %llu lanzamiento\n" },
    { "\nkernel %s, %llu launches\n", "\nkernel %s, %llu lanzamientos\n" },
    { "                                                                       sectors              conflicts\n"
      "  line                                          memory      requests /request  least use %  /request",
      "                                                                      sectores             conflictos\n"
      "  línea                                         memoria   peticiones    /pet. mínimo uso % /petición" },
    { "  ~ approximate: only the first were counted: there were too many, or the kernel failed",
      "  ~ aproximado: solo se contaron los primeros: eran demasiados, o el kernel falló" },
    { "  ~ approximate: a warp's threads did not make the same trips through a loop",
      "  ~ aproximado: los hilos de un warp no dieron las mismas vueltas de un bucle" },
    { "  ~ approximate: copied by words of 4 or 16 bytes; which a GPU would take is not known",
      "  ~ aproximado: copiado en palabras de 4 o 16 bytes; no se sabe cuáles usaría una GPU" },
    { "  line 0: the compiler has moved it out of a loop and does not say from which line",
      "  línea 0: el compilador lo ha sacado de un bucle y no dice de qué línea" },
    { "\nA request is one instruction of a warp; a sector is 32 bytes; least: what the bytes asked for\nwould fill; "
      "conflicts: extra turns beyond the fewest possible. Per request these are exact unless\nmarked ~: what a GPU's "
      "profiler shows, before caches. How many requests there are depends on\nwhat the compiler keeps in registers: "
      "those are this build's, not a GPU's.",
      "\nUna petición es una instrucción de un warp; un sector son 32 bytes; mínimo: los que llenarían los\nbytes "
      "pedidos; conflictos: turnos de más sobre los menos posibles. Por petición son exactos salvo los\nmarcados con "
      "~: lo que muestra el profiler de una GPU, antes de las cachés. Cuántas peticiones hay\ndepende de lo que el "
      "compilador deja en registros: son las de esta compilación, no las de una GPU." },
    { "nothing was run: the program launched no kernel, so nothing has been counted",
      "no se ejecutó nada: el programa no lanzó ningún kernel, así que no se ha contado nada" },
    { "nothing was run: every launch was refused, so nothing has been counted",
      "no se ejecutó nada: todos los lanzamientos fueron rechazados, así que no se ha contado nada" },
    /* libraries/ */
    { "CPU device: %s: %s, %zu bytes at %p: %s\n", "dispositivo CPU: %s: %s, %zu bytes en %p: %s\n" },
    { "is memory of the host; cudaMalloc gives the device's",
      "es memoria del host; la del dispositivo la da cudaMalloc" },
    { "goes past the end of an array, or lies in none", "se sale de un array, o no está en ninguno" },
    { "CPU device: %s: %s must be in the host's memory here\n",
      "dispositivo CPU: %s: %s debe estar aquí en la memoria del host\n" },
    { "CPU device: cuBLAS needs OpenBLAS here: apt-get install libopenblas0\n",
      "dispositivo CPU: cuBLAS necesita aquí OpenBLAS: apt-get install libopenblas0\n" },
    { "CPU device: this OpenBLAS has no %s\n", "dispositivo CPU: esta OpenBLAS no tiene %s\n" },
    { "CPU device: cuRAND's generator %d is not available; there are XORWOW (%d) and Philox4_32_10 (%d)\n",
      "dispositivo CPU: el generador %d de cuRAND no está disponible; hay XORWOW (%d) y Philox4_32_10 (%d)\n" },

    { NULL, NULL }
};
// clang-format on

/* The Spanish of `english`; itself, where the table has none. */
static inline const char *spanish_of(const char *english)
{
    for (int i = 0; spanish[i][0]; i++)
        if (!strcmp(spanish[i][0], english))
            return spanish[i][1];
    return english;
}

#endif
