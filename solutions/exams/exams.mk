# The exams and their keys, to be printed. The Makefile includes this.
#group for lecturers
.PHONY: exams
exams: ## two exams and their keys to print, in both languages, under results/exams
	sh handouts/build.sh --of solutions/exams results/exams
