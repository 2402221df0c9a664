#!/usr/bin/env python3
"""tests/quiz.py - do the quizzes hold what they promise? For tests/shell/quiz.bats, which says what must be found.

  quiz.py form ROOT           four choices, the place and length of the right one, where the answer stands
  quiz.py languages ROOT      both languages have the same questions, numbers, right choices, words in backticks
  quiz.py gift ROOT FOLDER    FOLDER/en/lab01.gift, ..., read by pygiftparser, says what the source says
  quiz.py qti ROOT FOLDER     so does the zip

ROOT is the kit, or a copy of its handouts/ and solutions/quiz/. Each line of the output is a fault.
status 0: none; 1: some; 3: pygiftparser is not here
"""
import html.parser
import re
import sys
import xml.etree.ElementTree as ElementTree
import zipfile
from pathlib import Path

SHEETS = {'en': r'See (?:figure \d+ and )?section (\d+): "([^"]+)"\.',
          'es': r'Véase (?:la figura \d+ y )?la sección (\d+): «([^»]+)»\.'}
faults = []


def fault(where, what):
    faults.append(f'{where}: {what}')


def sources(root):
    """{'en': {'lab01': quiz}, 'es': ...}, as the kit's own script reads them."""
    sys.path.insert(0, str(root / 'solutions' / 'quiz'))
    sys.dont_write_bytecode = True
    import quiz
    return {language: {path.stem: quiz.read(path)
                       for path in sorted((root / 'solutions/quiz' / language).glob('*.txt'))}
            for language in SHEETS}


# ---- the rules ----------------------------------------------------------------------------------------

def section(root, language, lab, number):
    text = (root / 'handouts' / language / f'{lab}.md').read_text(encoding='utf-8')
    found = re.search(rf'^## {number}\. .*?(?=^## |\Z)', text, re.M | re.S)
    return ' '.join(found[0].split()) if found else ''


def check_question(root, language, lab, number, question):
    where = f'{language}/{lab}, question {number}'
    see = re.fullmatch(SHEETS[language], question.see)
    if not see or see[2] not in section(root, language, lab, see[1]):
        fault(where, f'the sheet does not have this: {question.see}')
    right = [len(choice.text) for choice in question.choices if choice.right]
    wrong = [len(choice.text) for choice in question.choices if not choice.right]
    if len(right) != 1 or len(wrong) != 3:
        fault(where, 'must have four choices, one of them right')
    elif right[0] > max(wrong):
        fault(where, 'the right choice is the longest')
    if max(right + wrong) > 1.5 * min(right + wrong) + 6:
        fault(where, 'choices of unlike length')
    if not all(choice.feedback for choice in question.choices):
        fault(where, 'a choice without feedback')


def check_key(where, key):
    if len(key) != 10:
        fault(where, f'must have 10 questions, and has {len(key)}')
    if any(key.count(letter) not in (2, 3) for letter in 'abcd'):
        fault(where, f'key {key}: each letter must come two or three times')
    if re.search(r'(.)\1\1', key) or any(key == (key[:n] * 10)[:len(key)] for n in range(1, 6)):
        fault(where, f'key {key}: has a pattern')


def form(root):
    for language, quizzes in sources(root).items():
        keys = {}
        for lab, quiz in quizzes.items():
            for number, question in enumerate(quiz.questions, 1):
                check_question(root, language, lab, number, question)
            keys[lab] = ''.join(question.right()[0] for question in quiz.questions)
            check_key(f'{language}/{lab}', keys[lab])
        if len(set(keys.values())) < len(keys):
            fault(language, 'two labs have the same key')
        whole = ''.join(keys.values())
        if any(abs(whole.count(letter) - len(whole) / 4) > 2 for letter in 'abcd'):
            fault(language, 'the letters are not spread evenly over the labs')
        if sorted(keys) != sorted(path.stem[:5] for path in (root / 'handouts' / language).glob('lab0[1-9].md')):
            fault(language, 'not every lab has a quiz')


def parts(question):
    """Everything that a person reads in a question, in order."""
    for text in question.text:
        yield text
    for choice in question.choices:
        yield choice.text
        yield choice.feedback


def numbers(text, language):
    """12,345.6 and 12 345,6 are the same; sorted."""
    space = ',' if language == 'en' else ' '
    text = re.sub(rf'(?<=\d){space}(?=\d{{3}}(?!\d))', '', text)
    if language == 'es':
        text = re.sub(r'(?<=\d),(?=\d)', '.', text)
    return sorted(re.findall(r'\d+(?:\.\d+)*', text))


def quoted(text, printed={}):
    """What stands between backticks; what a lab prints in Spanish, as in English."""
    return [printed.get(words, words) for words in re.findall('`([^`]*)`', text)]


def languages(root):
    both = sources(root)
    with open('tests/words/printed.txt', encoding='utf-8') as pairs:
        printed = {spanish: english for english, spanish in (line.rstrip('\n').split(' => ', 1) for line in pairs)}
    if list(both['en']) != list(both['es']):
        fault('solutions/quiz', 'not the same quizzes in both languages')
    for lab in both['en'].keys() & both['es'].keys():
        english, spanish = both['en'][lab].questions, both['es'][lab].questions
        if len(english) != len(spanish):
            fault(lab, f'{len(english)} questions in English, {len(spanish)} in Spanish')
        for number, (one, other) in enumerate(zip(english, spanish), 1):
            where = f'{lab}, question {number}'
            if one.right() != other.right():
                fault(where, f'right is {one.right()} in English, {other.right()} in Spanish')
            for a, b in zip(parts(one), parts(other)):
                if numbers(a, 'en') != numbers(b, 'es'):
                    fault(where, f'other numbers: {a} | {b}')
                if sorted(quoted(a)) != sorted(quoted(b, printed)):
                    fault(where, f'other words in backticks: {a} | {b}')


# ---- what was made, read back ---------------------------------------------------------------------------

class Text(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.text, self.fenced = '', False

    def handle_starttag(self, tag, attrs):
        self.fenced = self.fenced or tag == 'pre'
        self.text += '`' if tag == 'code' and not self.fenced else ' ' if tag in ('p', 'pre') else ''

    def handle_endtag(self, tag):
        self.text += '`' if tag == 'code' and not self.fenced else ' ' if tag in ('p', 'pre') else ''
        self.fenced = self.fenced and tag != 'pre'

    def handle_data(self, data):
        self.text += data


def plain(made):
    reader = Text()
    reader.feed(made)
    reader.close()
    text = reader.text.translate(str.maketrans('“”‘’', '""\'\''))
    return ' '.join(text.split())


def expected(quiz):
    for question in quiz.questions:
        choices = [(choice.text, choice.feedback, choice.right) for choice in question.choices]
        yield ' '.join(' '.join(question.text).split()), question.see, choices


def from_gift(path):
    try:
        from pygiftparser import parser, utils
    except ImportError:
        print('no pygiftparser')
        sys.exit(3)
    with open(path, encoding='utf-8') as file:
        for question in parser.parseFile(file):
            read = lambda text: plain(utils.transformSpecials(text))  # noqa: E731
            choices = [(read(answer.answer), read(answer.feedback), answer.fraction == 100)
                       for answer in question.answers.answers]
            yield read(question.text), read(question.generalFeedback), choices


def from_zip(path):
    with zipfile.ZipFile(path) as archive:
        name = max((name for name in archive.namelist() if name.endswith('.xml')),
                   key=lambda name: archive.getinfo(name).file_size)
        tree = ElementTree.fromstring(archive.read(name))
    spaces = {'q': tree.tag[1:].split('}')[0]}
    for item in tree.iterfind('.//q:item', spaces):
        feedback = {node.get('ident'): plain(node.find('.//q:mattext', spaces).text)
                    for node in item.iterfind('q:itemfeedback', spaces)}
        right = [node.find('.//q:varequal', spaces).text for node in item.iterfind('.//q:respcondition', spaces)
                 if node.find('q:setvar', spaces) is not None and node.find('q:setvar', spaces).text == '100']
        choices = [(plain(label.find('.//q:mattext', spaces).text), feedback.get(label.get('ident') + '_fb'),
                    label.get('ident') in right) for label in item.iterfind('.//q:response_label', spaces)]
        yield plain(item.find('q:presentation/q:material/q:mattext', spaces).text), feedback.get('general_fb'), choices


def read_back(root, folder, ending, reader):
    for language, quizzes in sources(root).items():
        for lab, quiz in quizzes.items():
            path = folder / language / f'{lab}.{ending}'
            if not path.is_file():
                fault(path, 'is not there')
                continue
            wanted, got = list(expected(quiz)), list(reader(path))
            if len(wanted) != len(got):
                fault(path, f'has {len(got)} questions, and the source {len(wanted)}')
            for number, (one, other) in enumerate(zip(wanted, got), 1):
                if one != other:
                    fault(path, f'question {number}: {other} is in the source {one}')


def main(what, root, folder=None):
    root = Path(root)
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent / '.quiz'))
    if what == 'form':
        form(root)
    elif what == 'languages':
        languages(root)
    elif what == 'gift':
        read_back(root, Path(folder), 'gift', from_gift)
    else:
        read_back(root, Path(folder), 'zip', from_zip)
    print('\n'.join(faults), end='\n' if faults else '')
    sys.exit(bool(faults))


if __name__ == '__main__':
    main(*sys.argv[1:])
