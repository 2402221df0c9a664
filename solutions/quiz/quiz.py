#!/usr/bin/env python3
"""solutions/quiz/quiz.py - the quizzes of the labs, in the forms that courses read.

  quiz.py make FOLDER [lab01 ...]  FOLDER/en/lab01.gift for Moodle, .zip for Canvas, .html to print; es/ likewise
  quiz.py questions FILE           questions and choices as a student sees them, without the key
  quiz.py choices FILE             the choices alone: who picks the right ones from these, guesses by their form
  quiz.py key FILE                 the right letters, in a line

The source, en/lab01.txt, is the plain text of text2qti (pypi.org/project/text2qti), which makes the zip. Of that
format this reads what stands here, indented by four:

  % a comment
  Quiz title: Lab 1: adding two vectors
  Quiz description: What students read first.

  1.  A question, which may go on in the next line, or have a fence with an output.
  ... See section 1: "words of that section of the sheet, which answer it".
  a)  A choice.
  ... What it reveals, and what is right.
  *b) The right one.

What is missing of text2qti (./setup.sh --tests puts it into .quiz) or pandoc is named, and the rest is written.
status 0: written; 1: text2qti or pandoc failed; 2: bad usage, or a mistake in a source
"""
import html
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
LIBRARIES = HERE.parent.parent / '.quiz'
WORDS = {
    'en': {'name': 'Name', 'date': 'Date', 'key': 'Key'},
    'es': {'name': 'Nombre', 'date': 'Fecha', 'key': 'Soluciones'},
}


def fail(status, text):
    print('quiz: ' + text, file=sys.stderr)
    sys.exit(status)


# ---- the source --------------------------------------------------------------------------------------

class Quiz:
    def __init__(self):
        self.title = self.description = ''
        self.questions = []


class Question:
    def __init__(self, text):
        self.text, self.see, self.choices = text, '', []

    def right(self):
        return [choice.letter for choice in self.choices if choice.right]


class Choice:
    def __init__(self, letter, text, right):
        self.letter, self.text, self.right, self.feedback = letter, text, right, ''


def blocks(path):
    """(line number, mark, text) of what begins at the margin, with the lines that go on."""
    found, fenced = [], False
    for number, line in enumerate(path.read_text(encoding='utf-8').splitlines(), 1):
        fenced ^= line.strip().startswith('```')
        if line.startswith('%') or (not line.strip() and not fenced):
            continue
        if line.startswith('    ') and found:
            found[-1][2].append(line[4:])
            continue
        match = re.fullmatch(r'(Quiz title:|Quiz description:|\.\.\.|[0-9]+\.|\*?[a-z]\)) +(\S.*)', line)
        if not match:
            fail(2, f"{path}:{number}: '{line}': must begin with a number, a), *a), ... or four blanks")
        found.append((number, match[1], [match[2]]))
    for number, mark, lines in found:
        parts = re.split(r'(?:^|\n)```\w*\n(.*?)\n```', '\n'.join(lines), flags=re.S)
        for i in range(0, len(parts), 2):
            parts[i] = ' '.join(parts[i].split())
            if re.search(r'[*_<>$\\\[\]]', re.sub(r'`[^`]*`', '', parts[i])):
                fail(2, f'{path}:{number}: * _ < > $ [ ] and \\ must stand between backticks')
        yield number, mark, parts


def read(path):
    """The quiz of a source. A text is a list: prose, fence, prose, fence, ..."""
    quiz, last = Quiz(), None
    for number, mark, text in blocks(path):
        if mark == 'Quiz title:':
            quiz.title = text[0]
        elif mark == 'Quiz description:':
            quiz.description = text[0]
        elif mark == '...':
            if isinstance(last, Question) and not last.see:
                last.see = text[0]
            elif isinstance(last, Choice) and not last.feedback:
                last.feedback = text[0]
            else:
                fail(2, f'{path}:{number}: feedback must follow a question or a choice, once')
        elif mark[:-1].isdigit():
            quiz.questions.append(Question(text))
            last = quiz.questions[-1]
            if int(mark[:-1]) != len(quiz.questions):
                fail(2, f'{path}:{number}: question {mark} must be {len(quiz.questions)}.')
        else:
            choices = quiz.questions[-1].choices if quiz.questions else []
            letter = mark.strip('*)')
            if not quiz.questions or letter != 'abcd'[len(choices):][:1]:
                fail(2, f'{path}:{number}: choice {mark} must be one of a) to d), in this order, after a question')
            choices.append(Choice(letter, text[0], mark.startswith('*')))
            last = choices[-1]
    complete(path, quiz)
    return quiz


def complete(path, quiz):
    for number, question in enumerate(quiz.questions, 1):
        if len(question.choices) != 4 or len(question.right()) != 1:
            fail(2, f'{path}: question {number}: has {len(question.choices)} choices, {len(question.right())} of '
                 'them right; must have four and one')
        if not question.see or not all(choice.feedback for choice in question.choices):
            fail(2, f'{path}: question {number}: lacks "... See section" or the feedback of a choice')
    if not quiz.questions or not quiz.title or not quiz.description:
        fail(2, f'{path}: must have a title, a description and questions')


# ---- Moodle: GIFT -------------------------------------------------------------------------------------

def as_html(text):
    """Prose, fence, prose, ... as HTML without attributes."""
    parts = [text] if isinstance(text, str) else text
    made = ''
    for i, part in enumerate(parts):
        part = html.escape(part, quote=False)
        if i % 2:
            made += f'<pre>{part}</pre>'
        elif part:
            made += '<p>' + re.sub(r'`([^`]*)`', r'<code>\1</code>', part) + '</p>'
    return made


def gift_text(text):
    return re.sub(r'([~=#{}:])', r'\\\1', as_html(text)).replace('\n', '\\n')


def gift(quiz, lab):
    made = [f'// {quiz.title}. Moodle: Question bank, Import, GIFT.\n']
    for number, question in enumerate(quiz.questions, 1):
        lines = [f'::{lab} {number:02}::[html]{gift_text(question.text)} {{']
        for choice in question.choices:
            lines.append(f'{"=" if choice.right else "~"}{gift_text(choice.text)}#{gift_text(choice.feedback)}')
        made.append('\n'.join(lines) + f'\n####{gift_text(question.see)}\n}}\n')
    return '\n'.join(made)


# ---- on paper -----------------------------------------------------------------------------------------

def as_markdown(text, indent):
    made = ''
    for i, part in enumerate(text):
        made += f'\n\n```text\n{part}\n```\n\n' if i % 2 else part
    return made.strip().replace('\n', '\n' + ' ' * indent)


def page(quiz, words):
    """Markdown for pandoc: the questions, and the key on a page of its own."""
    line = '\\_' * 24
    made = [f'# {quiz.title}\n', f'{words["name"]} {line} {words["date"]} {line}\n', quiz.description + '\n']
    for number, question in enumerate(quiz.questions, 1):
        mark = f'{number}.'.ljust(4)
        made.append(f'::: question\n{mark}{as_markdown(question.text, 4)}\n')
        made.append('\n'.join(f'    {choice.letter})  {choice.text}' for choice in question.choices) + '\n:::\n')
    made.append(f'::: key\n\n# {quiz.title}: {words["key"]}\n')
    for number, question in enumerate(quiz.questions, 1):
        made.append(f'**{number}: {question.right()[0]}**. {question.see}\n')
        for choice in question.choices:
            made.append(f'{choice.letter})  {choice.feedback}')
        made.append('')
    return '\n'.join(made) + '\n:::\n'


def write_page(quiz, language, to, scratch):
    sheet_style = (HERE.parent.parent / 'handouts' / 'style.css').read_text(encoding='utf-8')
    style = scratch / 'style.html'
    style.write_text(f'<style>\n{sheet_style}\n.key {{ break-before: page; }}\n.question {{ break-inside: avoid; }}\n'
                     '</style>\n', encoding='utf-8')
    run(['pandoc', '-f', 'markdown-smart-tex_math_dollars', '-t', 'html5', '-s', '--self-contained', '-H', style,
         '-M', f'lang={language}', '-M', f'pagetitle={quiz.title}', '-o', to], page(quiz, WORDS[language]))


# ---- the three forms ------------------------------------------------------------------------------------

def run(command, text=None, **more):
    done = subprocess.run([str(word) for word in command], input=text, capture_output=True, text=True,
                          encoding='utf-8', **more)
    if done.returncode:
        fail(1, f'{command[0]}: ' + (done.stderr.strip() or done.stdout.strip() or 'failed').splitlines()[-1])


def text2qti():
    """How to call it: the one on PATH, or the one in .quiz; [] if there is none."""
    if shutil.which('text2qti'):
        return ['text2qti']
    if (LIBRARIES / 'text2qti').is_dir():
        return [sys.executable, '-c', f'import sys; sys.path.insert(0, {str(LIBRARIES)!r}); sys.argv[0] = "text2qti"\n'
                'from text2qti.cmdline import main; main()']
    return []


def write_forms(source, folder, scratch, by, pandoc):
    """Complete, or not at all: made in scratch, then moved."""
    language, lab = source.parent.name, source.stem
    quiz = read(source)
    (scratch / f'{lab}.gift').write_text(gift(quiz, lab), encoding='utf-8')
    if by:
        shutil.copy(source, scratch)
        run(by + [f'{lab}.txt'], cwd=scratch)
    if pandoc:
        write_page(quiz, language, scratch / f'{lab}.html', scratch)
    for form in 'gift', 'zip', 'html':
        if (scratch / f'{lab}.{form}').exists():
            shutil.move(scratch / f'{lab}.{form}', folder / language / f'{lab}.{form}')


def make(folder, labs):
    sources = [path for path in sorted(HERE.glob('e[ns]/lab[0-9][0-9].txt')) if not labs or path.stem in labs]
    for lab in labs:
        if lab not in [path.stem for path in sources]:
            fail(2, f"'{lab}': there is no such quiz; lab01, for instance, is one")
    for source in sources:
        read(source)
    by, pandoc = text2qti(), shutil.which('pandoc')
    try:
        for language in 'en', 'es':
            (folder / language).mkdir(parents=True, exist_ok=True)
            if not os.access(folder / language, os.W_OK):
                raise PermissionError
    except OSError:
        fail(2, f"cannot write into '{folder}': name another folder")
    for source in sources:
        with tempfile.TemporaryDirectory() as scratch:
            write_forms(source, folder, Path(scratch), by, pandoc)
    print(f'quiz: {len(sources)} quizzes in {folder}: GIFT for Moodle' + (', QTI 1.2 for Canvas' if by else '') +
          (', HTML to print' if pandoc else '') + '; not tried in Moodle or Canvas')
    if not by:
        print('no zip for Canvas: text2qti is not here; ./setup.sh --tests or pip install text2qti brings it')
    if not pandoc:
        print('no page to print: pandoc is not here; ./setup.sh --tests brings it')


def show(what, path):
    quiz = read(path)
    if what == 'key':
        print(' '.join(question.right()[0] for question in quiz.questions))
        return
    for number, question in enumerate(quiz.questions, 1):
        print(f'{number}. ' + (as_markdown(question.text, 0) if what == 'questions' else ''))
        for choice in question.choices:
            print(f'   {choice.letter}) {choice.text}')
        print()


def main(arguments):
    if len(arguments) > 1 and arguments[0] == 'make':
        make(Path(arguments[1]), arguments[2:])
    elif len(arguments) == 2 and arguments[0] in ('questions', 'choices', 'key'):
        if not Path(arguments[1]).is_file():
            fail(2, f"'{arguments[1]}': there is no such file; solutions/quiz/en/lab01.txt is one")
        show(arguments[0], Path(arguments[1]))
    else:
        fail(2, 'say what to do: quiz.py make FOLDER [lab01 ...], or quiz.py questions, choices or key FILE')


if __name__ == '__main__':
    main(sys.argv[1:])
