# What is asked for, and what this machine has: the labs, DEVICE, BUILD, the compilers and their versions, the
# GPUs, how many compilers may run at once; what cannot be had is refused. The Makefile includes this first.
# If a lab has several folders, the one that holds its own header, labNN_name/name.h, counts: a copy
# under another name has no such header.
LIKE_LABS := $(patsubst %/,%,$(filter lab%/,$(sort $(wildcard lab[0-9][0-9]_*/))))
lab_of = $(firstword $(subst _, ,$(1)))
WITH_HEADER := $(foreach folder,$(LIKE_LABS),\
    $(if $(wildcard $(folder)/$(folder:$(call lab_of,$(folder))_%=%).h),$(folder)))
LAB_FOLDERS := $(foreach lab,$(sort $(foreach folder,$(LIKE_LABS),$(call lab_of,$(folder)))),\
    $(firstword $(filter $(lab)_%,$(WITH_HEADER)) $(filter $(lab)_%,$(LIKE_LABS)))/)
ALL_LABS := $(foreach folder,$(LAB_FOLDERS),$(call lab_of,$(folder)))
LABS := $(ALL_LABS)
MAKEFLAGS += --no-builtin-rules --no-print-directory
.SUFFIXES:
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
ifndef V
.SILENT:
endif
MAKERS := Makefile $(sort $(wildcard common/build/*.mk))# what is made anew when these change

# A folder that Windows has copied has lost its scripts' right to be run.
$(shell [ ! -e common/cpu_device/cucc ] || [ -x common/cpu_device/cucc ] || \
    chmod +x $(wildcard *.sh common/*.sh) common/cpu_device/cucc)

comma := ,
es := $(filter es%,$(firstword $(REPORT_LANG) $(LC_ALL) $(LC_MESSAGES) $(LANG)))# what people read is in Spanish
# Numbers have a point: where the locale has a comma, awk takes 1.5 for 1, and writes 1,5.
ifneq ($(LC_ALL),)
export LC_MESSAGES := $(LC_ALL)
export LC_CTYPE := $(LC_ALL)
export LC_ALL :=
endif
export LC_NUMERIC := C
unexport CDPATH # with which cd writes where it went
ifneq ($(and $(filter environment,$(origin ARCH)),$(filter x86_64 amd64 aarch64 arm64,$(ARCH))),)
ARCH := # of this machine's CPU, which says nothing of a GPU
endif
ifeq ($(origin LABS),command line)
override LABS := $(addprefix lab,$(patsubst lab%,%,$(subst $(comma), ,$(LABS))))# 01,03 -> lab01 lab03
# Sheet 0 has slides.
DECKS := $(if $(filter slides,$(MAKECMDGOALS)),$(notdir $(basename $(wildcard solutions/slides/en/*.md))))
NO_LAB := $(filter-out $(ALL_LABS) $(DECKS),$(LABS))
$(if $(NO_LAB),$(error LABS: $(if $(es),no existe $(NO_LAB); los labs son,there is no $(NO_LAB); labs are) $(ALL_LABS)))
endif
$(if $(or $(filter-out en es,$(REPORT_LANG)),$(word 2,$(REPORT_LANG))),\
    $(if $(wildcard handouts/$(REPORT_LANG)/report.md),,\
    $(error REPORT_LANG=$(REPORT_LANG): $(if $(es),debe ser en o es,must be en or es))))
ifeq ($(REPORT_LANG),)
export REPORT_LANG := $(if $(es),es,en)
endif
quote = '$(subst ','\'',$(1))'# for the shell
# Refused now, because at the end of a sweep it would have cost minutes.
is_there = $(shell [ $(1) $(call quote,$(2)) ] && echo yes)
$(if $(filter command,$(origin LAB)),\
    $(error LAB=$(LAB): $(if $(es),se llama LABS: make progress LABS=03,it is called LABS: make progress LABS=03)))
ifneq ($(and $(filter-out none,$(REFERENCE)),$(filter plot% report practice,$(MAKECMDGOALS))),)
THERE_ARE := $(patsubst reference/%/,%,$(wildcard reference/*/))
$(if $(call is_there,-d,$(if $(findstring /,$(REFERENCE)),,reference/)$(REFERENCE)),,\
    $(error REFERENCE=$(REFERENCE):$(if $(es),\
    no existe tal carpeta; en reference/ hay,\
    there is no such folder; in reference/ there is): $(THERE_ARE)))
endif
ifneq ($(and $(PICTURE),$(filter practice,$(MAKECMDGOALS))),)
$(if $(call is_there,-f,$(PICTURE)),,\
    $(error PICTURE=$(PICTURE): $(if $(es),no existe ese archivo,there is no such file)))
endif
ifneq ($(filter plot%,$(MAKECMDGOALS)),)
$(if $(shell command -v gnuplot),,$(error $(firstword $(MAKECMDGOALS)):$(if $(es),\
    hace falta gnuplot; ./setup.sh lo instala,\
    needs gnuplot; ./setup.sh installs it)))
endif
ifneq ($(and $(CARD),$(filter report practice,$(MAKECMDGOALS))),)
CARDS := $(shell sed -n '/^name,/d; s/^\([a-z0-9]*\),.*/\1/p' reference/cards.csv)
$(if $(and $(filter $(CARDS),$(CARD)),$(filter 1,$(words $(CARD)))),,$(error CARD=$(CARD):$(if $(es),\
    no existe tal tarjeta; existen,\
    there is no such card; there are) $(CARDS)))
endif
version_of = $(shell $(1) --version 2>/dev/null | grep -m 1 -E '[0-9]\.[0-9]')
ifdef QUICK
DEVICE := cpu
BUILD := build/quick
OPTIMISE := -O1 -march=native -g0
LINKER := $(if $(shell command -v ld.gold),-fuse-ld=gold)
endif
ARCHS := $(patsubst sm_%,%,$(subst .,,$(subst $(comma), ,$(CUDA_ARCH))))# 8.0, sm_80 and 80 are the same
# The GPUs here, as 86 90; native where there is one that an old driver does not describe. nvidia-smi may
# take seconds, so this make passes the answer on to those that it calls.
ifneq ($(if $(filter-out 0,$(MAKELEVEL)),$(findstring environment,$(origin KIT_GPUS))),environment)
ifneq ($(if $(strip $(DEVICE)),$(if $(ARCHS),,$(filter cuda,$(DEVICE))),$(shell command -v nvcc)),)
export KIT_GPUS := $(sort $(shell timeout 60 nvidia-smi --query-gpu=compute_cap --format=csv$(comma)noheader 2>&1 | \
    sed -nE 's/^ *([0-9]+)[.]([0-9]).*/\1\2/p; s/^(GPU [0-9]|\[N|.*not a valid field).*/native/p'))
endif
endif
override DEVICE := $(or $(strip $(DEVICE)),$(if $(and $(shell command -v nvcc),$(KIT_GPUS)),cuda,cpu))
$(if $(filter $(DEVICE),cuda cpu),,$(error DEVICE=$(DEVICE): $(if $(es),debe ser cuda o cpu,must be cuda or cpu)))
WATCHED_IN := $(if $(strip $(BUILD)),,build)
override BUILD := $(patsubst %/,%,$(or $(strip $(BUILD)),build/$(DEVICE)))
odd_signs := $(shell printf %s $(call quote,$(BUILD)) | LC_ALL=C tr -d 'A-Za-z0-9_./+\200-\377-' | wc -c | tr -d ' ')
$(if $(filter-out 0,$(odd_signs))$(filter -%,$(BUILD)),$(error BUILD=$(BUILD):$(if $(es),\
    debe ser una carpeta cuyo nombre conste de letras$(comma) cifras y . _ + - sin espacios,\
    must be a folder whose name consists of letters, digits and . _ + - without a blank)))
$(if $(shell [ $(BUILD) -ef . ] && echo yes),$(error BUILD=$(BUILD):$(if $(es),\
    es la propia carpeta del kit; dé otra$(comma) como BUILD=build/mine,\
    is the folder of the kit itself; give one of its own, as BUILD=build/mine)))
not_given = $(or $(filter default undefined,$(origin $(1))),$(if $(strip $($(1))),,empty))
CCBIN := $(if $(call not_given,CXX),,-ccbin $(CXX))
override CXX := $(if $(call not_given,CXX),$(if $(shell command -v g++),g++,clang++),$(CXX))
c_of = $(patsubst %c++,%cc,$(subst g++,gcc,$(subst clang++,clang,$(1))))# g++-14: gcc-14
override CC := $(if $(call not_given,CC),$(call c_of,$(CXX)),$(CC))
NVCC ?= nvcc
OPTIMISE ?= -O3 -march=native
# A build that watches shares the plain C.
C_OPTIMISE := $(if $(and $(CHECK),$(if $(QUICK),,yes)),-O3 -march=native,$(OPTIMISE))
ARCHS := $(or $(ARCHS),$(filter-out native,$(KIT_GPUS)))
has = $(strip $(shell sh common/build/has.sh $(call quote,$(CC)) '$(1)' '$(2)' '$(3)'))
BLAS := $(call has,cblas.h,openblas,openblas_get_num_threads())
# The network's pictures.
PHOTOS := $(call has,stdio.h jpeglib.h png.h libexif/exif-data.h,jpeg png exif,\
!jpeg_std_error || !png_sig_cmp || !exif_data_new)
# BUILT_WITH is what a program says of itself. KNOBS is all that decides what the compilers make, this
# machine included where "native" stands for it: a home folder may be seen from machines that differ.
CXX_IS := $(call version_of,$(CXX))
CC_IS := $(call version_of,$(CC))
NVCC_IS := $(if $(filter cuda,$(DEVICE)),$(call version_of,$(NVCC)))
GPU_IS := $(or $(ARCHS:%=sm_%),native)
BUILT_WITH := $(strip $(DEVICE)$(if $(NVCC_IS),$(comma) $(NVCC): $(NVCC_IS)$(comma) $(GPU_IS)); $(CXX): $(CXX_IS); \
    $(OPTIMISE) $(SANITIZE) $(CHECK))
cpu_flags = $(shell grep -m 1 -E '^(flags|Features)' /proc/cpuinfo 2>/dev/null | cksum)
NATIVE_IS := $(if $(findstring native,$(OPTIMISE) $(C_OPTIMISE)),$(cpu_flags))
KNOBS := $(strip $(BUILT_WITH); $(CC): $(CC_IS); $(if $(NVCC_IS),$(CCBIN)) $(BLAS) $(PHOTOS) \
    $(NATIVE_IS) $(QUICK) $(NVCC_PREPEND_FLAGS) \
    $(NVCC_APPEND_FLAGS) $(CPATH) $(C_INCLUDE_PATH) $(CPLUS_INCLUDE_PATH) $(LIBRARY_PATH))
# Why what is asked for cannot be had; empty if it can.
writable = $(shell at=$(1); until [ -e $$at ]; do at=$$(dirname $$at); done; [ -d $$at ] && [ -w $$at ] && echo yes)
no_compiler = $(1)=$($(1)):$(if $(es),\
    no hay tal compilador en PATH; make doctor dice cuáles sirven,\
    there is no such compiler on PATH; make doctor lists those that serve)
no_nvcc = DEVICE=cuda: $(if $(es),no hay nvcc,there is no nvcc) (NVCC=$(NVCC)); \
    module load cuda$(comma) make doctor$(comma) $(if $(es),o,or) DEVICE=cpu
two_openmps = CXX=$(CXX)$(if $(es),\
    y CC=$(CC): deben ser los dos gcc o los dos clang$(comma) porque cada uno tiene su biblioteca de OpenMP,\
    and CC=$(CC): must be both gcc or both clang$(comma) because each has an OpenMP library of its own)
not_writable = BUILD=$(BUILD):$(if $(es),\
    no se puede escribir; nombre una carpeta suya$(comma) como,\
    cannot be written; name a folder of yours$(comma) as) BUILD=/tmp/build
refusal = $(or \
    $(if $(CXX_IS),,$(call no_compiler,CXX)), \
    $(if $(CC_IS),,$(call no_compiler,CC)), \
    $(if $(filter cuda$(NVCC_IS),$(DEVICE)),$(no_nvcc)), \
    $(if $(filter 1,$(words $(findstring clang,$(CXX_IS)) $(findstring clang,$(CC_IS)))),$(two_openmps)), \
    $(if $(call writable,$(BUILD)),,$(not_writable)))

# Builds use the cores that they may; -j given by whoever calls wins, and a make that another one called takes
# part in that one's jobs. Where anything but a build is asked for, one target is made after the other: nothing
# is measured beside a build. What such a command needs built it asks a make of its own for.
BUILDS := labs objects test-programs wrong grade-reader grade-programs grade-scripts \
    lab% solution% build/% $(BUILD)/% /%
ifeq ($(MAKELEVEL)$(filter -j% --jobs%,$(MAKEFLAGS)),0)
MAKEFLAGS += -j$(shell sh common/tools/jobs.sh)
endif
BUILDING := $(if $(filter-out $(BUILDS),$(MAKECMDGOALS)),,$(MAKECMDGOALS))
ifeq ($(BUILDING),)
.NOTPARALLEL:
endif
