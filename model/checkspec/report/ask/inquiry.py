"""The questions for the supplier across a whole offer: of each promise what it names, what it leaves open, and what to write once that is
answered. Read from the text alone; nothing is solved."""

from __future__ import annotations

from collections.abc import Sequence

from checkspec.report.ask.consumers import concerned, consumer_part
from checkspec.report.ask.observers import observer_part
from checkspec.report.ask.parts import acceptance_part, boundary_part, cutoff_part, event_part, population_part
from checkspec.report.ask.question import ORDER, Part, Question, subject
from checkspec.report.ask.values import value_part
from checkspec.text.lists import joined
from checkspec.text.node import Node, node
from checkspec.theory.completion import completion_of
from checkspec.theory.typed import Promise, Theory


@node
class Asked(Node):
    """One promise: each of its parts with the numbers of the questions that are open about it, from 1. `completion`: it asks an event of
    each member of a set."""

    promise: Promise
    completion: bool
    parts: tuple[tuple[Part, tuple[int, ...]], ...]


@node
class Inquiry(Node):
    """`asked`: the promises, in the order of the file. `questions`: each once, however many promises leave it open; `open_for`: of each,
    which those are."""

    theory: Theory
    asked: tuple[Asked, ...]
    questions: tuple[Question, ...]
    open_for: tuple[tuple[str, ...], ...]


def inquiry(theory: Theory, base: Theory, promises: Sequence[Promise]) -> Inquiry:
    """What these promises of a scenario leave open. `base`: the file's scenario without its cases, whose promises can name nothing else."""
    known = {promise.span for promise in base.promises}
    book: dict[tuple[str, str], list[tuple[str, Question]]] = {}
    found = [(promise, list(_parts(theory, base if promise.span in known else theory, promise))) for promise in promises]
    for promise, parts in found:
        for part in parts:
            for question in part.questions:
                book.setdefault((question.part, question.text), []).append((promise.full_name, question))
    book = dict(sorted(book.items(), key=lambda each: ORDER.index(each[0][0])))
    numbers = {key: number for number, key in enumerate(book, 1)}
    asked = [
        Asked(
            promise,
            completion_of(promise.formula) is not None,
            tuple((part, tuple(numbers[each.part, each.text] for each in part.questions)) for part in parts),
        )
        for promise, parts in found
    ]
    questions = [_merged([each for _, each in those]) for those in book.values()]
    open_for = [tuple(dict.fromkeys(name for name, _ in those)) for those in book.values()]
    return Inquiry(theory, tuple(asked), tuple(questions), tuple(open_for))


def _merged(those: Sequence[Question]) -> Question:
    """The same question, asked of several promises."""
    first = those[0]
    writes = tuple(dict.fromkeys(write for each in those for write in each.writes))
    if not first.listed and writes and writes[0].instead is None:
        writes = writes[:1]  # it answers for all of them
    text = f"{first.text}: {joined(map(subject, writes))}." if first.listed else first.text
    return Question(first.part, text, writes)


def _parts(theory: Theory, scope: Theory, promise: Promise) -> Sequence[Part]:
    completion = completion_of(promise.formula)
    consumers = concerned(theory, promise)
    found: list[Part | None] = []
    if completion is None:
        found = [event_part(theory, promise), consumer_part(theory, promise, consumers)]
    else:
        found = [
            acceptance_part(theory, scope, promise, completion),
            population_part(theory, scope, promise, completion),
            boundary_part(theory, promise, completion),
            cutoff_part(scope, promise, completion),
            consumer_part(theory, promise, consumers),
            observer_part(theory, completion),
        ]
    found.append(value_part(theory, promise, completion, consumers or ()))
    return [each for each in found if each is not None]
