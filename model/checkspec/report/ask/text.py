"""The questions for the supplier as text, 80 columns wide."""

from __future__ import annotations

from collections.abc import Iterator

from checkspec.report.ask.inquiry import Asked, Inquiry
from checkspec.report.ask.question import Question
from checkspec.report.places import place_text
from checkspec.report.prose import Paint, harmless, pad, wrap
from checkspec.theory.typed import Theory


def ask_lines(found: Inquiry, paint: Paint, own: str) -> Iterator[str]:
    """What each promise names and leaves open, then the questions."""
    case = "" if found.theory.case is None else f", in case {found.theory.case}"
    yield paint.strong(harmless(f"{own}{case}"))
    offer: str | None = ""
    for each in found.asked:
        if each.promise.offer != offer:
            offer = each.promise.offer
            yield ""
            yield _offer_text(found.theory, offer, paint)
        yield ""
        yield from _promise_lines(each, paint, own)
    yield ""
    if not found.questions:
        yield "Nothing is left open."
        return
    several = len(found.questions) > 1
    yield f"{len(found.questions)} question{'s' if several else ''} for the supplier:"
    for number, (question, open_for) in enumerate(zip(found.questions, found.open_for, strict=True), 1):
        yield ""
        yield from _question_lines(number, question, open_for, paint, own)


def _offer_text(theory: Theory, name: str | None, paint: Paint) -> str:
    if name is None:
        return paint.strong("outside of an offer")
    title = next(each.title for each in theory.offers if each.name == name)
    return paint.strong(harmless(f"offer {name}" + (f'  "{title}"' if title else "")))


def _promise_lines(asked: Asked, paint: Paint, own: str) -> Iterator[str]:
    promise = asked.promise
    title = f'  "{promise.title}"' if promise.title else ""
    yield f"  {harmless(promise.name + title)}  {paint.place(harmless(f'({place_text(promise.span, own)})'))}"
    yield from wrap(" ".join(promise.span.text.split()), 4, 6)
    if not asked.parts:
        yield "    Nothing to ask."
        return
    width = max(len(part.name) for part, _ in asked.parts)
    for part, numbers in asked.parts:
        open_ = f"open: question{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}" if numbers else ""
        text = "; ".join(each for each in (part.named, open_) if each)
        yield from wrap(f"{pad(part.name, width)}  {text}", 4, width + 6)


def _question_lines(number: int, question: Question, open_for: tuple[str, ...], paint: Paint, own: str) -> Iterator[str]:
    inner = len(f"  {number}. ")
    yield from wrap(f"{number}. {paint.strong(question.part)} ({', '.join(open_for)})", 2, inner)
    yield from wrap(question.text, inner)
    for write in question.writes:
        instead = "" if write.instead is None else f" in place of {place_text(write.instead, own)}:"
        if instead:
            yield f"{' ' * inner}# {harmless(instead.strip())}"
        lines = wrap(write.text, inner + 2, inner + 4)
        if write.note:
            lines[-1] += f"  # {write.note}"
        yield from lines
