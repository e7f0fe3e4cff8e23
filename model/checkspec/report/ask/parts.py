"""What a promise of completion says of whom it is about, what is done then, and by when."""

from __future__ import annotations

from checkspec.report.ask.question import (
    ACCEPTANCE,
    BOUNDARY,
    CUTOFF,
    EVENT,
    POPULATION,
    Part,
    Question,
    Write,
    at,
    briefly_at,
    unused,
    where_noticed,
)
from checkspec.report.say import say
from checkspec.report.settle import fact_text
from checkspec.text.lists import joined
from checkspec.theory.complaints import a
from checkspec.theory.completion import Completion
from checkspec.theory.typed import (
    Applied,
    Compare,
    Event,
    FieldOf,
    Formula,
    Happened,
    Individual,
    Line,
    Moment,
    NoOther,
    Or,
    Promise,
    Quantified,
    Role,
    Same,
    State,
    Term,
    Theory,
    Variable,
    Within,
)
from checkspec.theory.walk import conjuncts, nodes
from checkspec.theory.wording import with_cutoff, with_event, with_population


def acceptance_part(theory: Theory, scope: Theory, promise: Promise, completion: Completion) -> Part:
    """Which event makes somebody a member."""
    if completion.counted:
        named = joined(f"{each.name}, {briefly_at(where_noticed(theory, each))}" for each in completion.counted)
        return Part(ACCEPTANCE, named)
    kind = completion.kind
    text = f'From which event on does {a(kind.name)} count? The promise speaks of "{set_said(completion)}", and names none.'
    events = _events_said(theory, completion)
    text += f" There is: {events}." if events else ""
    return Part(ACCEPTANCE, "", (Question(ACCEPTANCE, text, _writes(promise, with_population(scope, promise, completion))),))


def population_part(theory: Theory, scope: Theory, promise: Promise, completion: Completion) -> Part:
    """Who belongs: up to when, and whether the named ones are all."""
    questions: list[Question] = []
    named = ""
    if completion.fixed:
        named = _fixed_text(theory, completion)
    elif completion.counted:
        event = completion.counted[0].name
        text = (
            f'Up to when must {a(completion.kind.name)} be {event} to count? The set "{set_said(completion)}" may grow for ever, so that '
            "nobody can say how many of how many are done."
        )
        questions.append(Question(POPULATION, text, _writes(promise, with_population(scope, promise, completion))))
    somebody = any(not _elsewhere(theory, completion, each) for each in theory.named(completion.kind))
    if completion.fixed and not (somebody and _closed(theory, promise, completion)):
        questions.append(_closing(theory, completion))
    elif completion.fixed:
        named += "; all of them are named"
    if not completion.fixed and not questions:
        return Part(POPULATION, "see the acceptance event")
    return Part(POPULATION, named, tuple(questions))


def boundary_part(theory: Theory, promise: Promise, completion: Completion) -> Part:
    """At which boundary the promised event is noticed, and whether what counts as complete is promised."""
    events, kind = completion.events, completion.kind
    places = {event: where_noticed(theory, event) for event in events}
    word = "or" if completion.either else "and"
    named = joined((f"{event.name}, {briefly_at(found)}" for event, found in places.items() if found), word)
    unseen = [event.name for event, found in places.items() if not found]
    questions: list[Question] = []
    if unseen:
        text = f"Where is it noticed that {a(kind.name)} is {joined(unseen)}, and by whom? So far no record can speak of it."
        name = theory.boundaries[0].name if theory.boundaries else unused(theory, "observer")
        questions.append(Question(BOUNDARY, text, (Write(f"boundary {name} {{ {kind.name}: {', '.join(unseen)} }}"),)))
    whole = whole_event(theory, completion)
    if whole is not None and whole not in events:
        elsewhere = [each for each in where_noticed(theory, whole) if each not in {b for found in places.values() for b in found}]
        if elsewhere:
            said = joined((event.name for event in events), word)
            text = f"Does the promise end where {a(kind.name)} is {said}, or is it promised too that it is {whole.name}, "
            text += f"noticed {at(elsewhere)}?"
            questions.append(Question(BOUNDARY, text, _writes(promise, with_event(promise, completion, whole))))
    return Part(BOUNDARY, named, tuple(questions))


def cutoff_part(scope: Theory, promise: Promise, completion: Completion) -> Part:
    """By when."""
    if completion.cutoff is not None:
        dates = dict.fromkeys(_date(each) for each in completion.asked if not isinstance(each, Happened))
        return Part(CUTOFF, joined(dates) or f"at {_text(completion.cutoff)}")
    kind, said = completion.kind.name, joined((each.name for each in completion.events), "or" if completion.either else "and")
    text = f"By when is each such {kind} {said}? Now it says `at some time`: {a(kind)} that is unfinished when somebody looks "
    text += "does not break it."
    return Part(CUTOFF, "", (Question(CUTOFF, text, _writes(promise, with_cutoff(scope, promise, completion))),))


def event_part(theory: Theory, promise: Promise) -> Part | None:
    """For a promise of another sort: the events and states that it hangs on, and where they are noticed."""
    found: dict[Event | State, str] = {}
    for each in nodes(promise.formula):
        match each:
            case Happened(subject=Variable(), event=change) | Moment(subject=Variable(), event=change):
                found[change] = briefly_at(where_noticed(theory, change))
            case _:
                pass
    return Part(EVENT, joined(f"{change.name}, {where}" for change, where in found.items())) if found else None


# ---------------------------------------------------------------- words


def set_said(completion: Completion) -> str:
    """The set in words: `every request on A that is accepted before A is deleted`."""
    everybody = completion.everybody
    return _everybody(Quantified("every", everybody.variable, everybody.phrases, completion.where, None, everybody.span))


def _everybody(those: Quantified) -> str:
    return say(those).removesuffix(" is there")


def whole_event(theory: Theory, completion: Completion) -> Event | None:
    """The event with which one of the kind counts as complete, if one event is enough."""
    said = theory.complete.get(completion.kind.name)
    return said.event if isinstance(said, Happened) else None


def closing_text(completion: Completion) -> str:
    """`no other request on A where accepted before A.deleted`."""
    everybody = completion.everybody
    where = completion.where
    if where is not None and everybody.quantity == "no" and any(each.span.start < where.span.end for each in completion.asked):
        where = None  # what is asked stands before it
    return fact_text(NoOther(everybody.variable, everybody.phrases, where, everybody.span))


def _fixed_text(theory: Theory, completion: Completion) -> str:
    population = next((each for each in theory.populations if each.name == completion.population), None)
    texts = [_text(part) for part in conjuncts(completion.where)]
    if population is None:
        return " and ".join(texts)
    where = population.everybody.where
    inner = where.formula if isinstance(where, Applied) else where
    return f"{population.name}: {_everybody(Quantified('every', population.everybody.variable, (), inner, None, population.span))}"


def _closing(theory: Theory, completion: Completion) -> Question:
    kind, everybody = completion.kind, completion.everybody
    named = [each.name for each in theory.named(kind) if not _elsewhere(theory, completion, each)]
    said = set_said(completion)
    if not named:
        text = f'Which are they? The promise is about "{said}", and none is named, so that nobody can be accounted for.'
        phrases = "".join(f" {_text(each)}" for each in everybody.phrases)
        return Question(POPULATION, text, (Write(f"{kind.name} {unused(theory, kind.name[0].upper() + '1')}{phrases}"),))
    those = f"Are {joined(named)} all" if len(named) > 1 else f"Is {named[0]} the only one"
    text = f'{those} of "{said}", or are there others? A total that counts anybody else says nothing about these.'
    return Question(POPULATION, text, (Write(f'assume "no others": {closing_text(completion)}'),))


def _elsewhere(theory: Theory, completion: Completion, who: Individual) -> bool:
    """Whether somebody is said to refer to another than members do."""
    said = [*completion.everybody.phrases, *_refers(completion.where)]
    wanted = {each.left.field: each.right for each in said if isinstance(each, Same) and isinstance(each.left, FieldOf)}
    for line in theory.lines:
        other = line.formula.right if line.subject is who and isinstance(line.formula, Same) else None
        if isinstance(other, Individual) and line.field in wanted and other is not wanted[line.field]:
            return True
    return False


def _refers(where: Formula | None) -> list[Formula]:
    """What a condition says of references, also that of a population."""
    found: list[Formula] = []
    for part in conjuncts(where):
        found += _refers(part.formula) if isinstance(part, Applied) else [part]
    return found


def _closed(theory: Theory, promise: Promise, completion: Completion) -> bool:
    """Whether something says that there are no others: of the kind, or of a set of it."""
    lines: list[Line] = [each for each in theory.lines_for(promise.offer) if each.role is Role.ASSUMPTION]
    lines += [each for observation in theory.observations for each in observation.lines]
    return any(_closes(each, completion) for line in lines for each in nodes(line.formula))


def _closes(each: object, completion: Completion) -> bool:
    match each:
        case NoOther(variable=variable):
            return variable.kind is completion.kind
        case Quantified(quantity="every", variable=variable, body=body) if variable.kind is completion.kind and body is not None:
            parts = body.parts if isinstance(body, Or) else (body,)
            return all(isinstance(part, Same) and part.left is variable and isinstance(part.right, Individual) for part in parts)
        case _:
            return False


def _events_said(theory: Theory, completion: Completion) -> str:
    """The events that may be meant, by boundary."""
    own = {each for each in completion.kind.events.values() if each not in completion.events}
    whole = whole_event(theory, completion)
    said = []
    for boundary in theory.boundaries:
        events = [each.name for each in boundary.members if isinstance(each, Event) and each in own and each is not whole]
        if events:
            said.append(f"{', '.join(events)} (at {boundary.name})")
    return "; ".join(said)


def _date(asked: Compare | Within) -> str:
    if isinstance(asked, Within):
        return f"within {_text(asked.bound)} after {_text(asked.start)}"
    return f"{'before' if asked.operator == '<' else 'by'} {_text(asked.right)}"


def _text(formula: Formula | Term) -> str:
    return " ".join(formula.span.text.split())


def _writes(promise: Promise, text: str) -> tuple[Write, ...]:
    return (Write(text, promise.span),) if text else ()
