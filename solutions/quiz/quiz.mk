# The quizzes, for Moodle, Canvas and paper, under results/quiz. The Makefile includes this where it is.
.PHONY: quiz
quiz: ## ten questions a lab: Moodle's GIFT, Canvas's QTI, a page to print; LABS=01,03
	@command -v python3 >/dev/null || { echo "quiz: needs python3: ./setup.sh --tests" >&2; exit 1; }
	python3 solutions/quiz/quiz.py make results/quiz $(if $(filter-out file,$(origin LABS)),$(LABS))
