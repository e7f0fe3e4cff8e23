"""What a complete record does not state: absence taken for *not*, as lines of the observation.

A record that nobody declares complete says nothing by its silence. For an event for which it is declared complete nobody of the population
has that event within the period, named or not, but those of whom one of the source's observations up to then speaks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from checkspec.theory.declared import Complete, Source
from checkspec.theory.statable import named
from checkspec.theory.typed import (
    And,
    At,
    Compare,
    Event,
    Formula,
    Happened,
    Individual,
    Line,
    Moment,
    ObservationInstant,
    Quantified,
    Role,
    Same,
)


def unstated(source: Source, instant: ObservationInstant, stated: Sequence[Formula]) -> Iterator[Line]:
    """The lines that an observation by the source adds at `instant`, if `stated` is what its observations state up to then; one for each
    event for which it is complete."""
    for complete in source.complete:
        for event in complete.events:
            who = dict.fromkeys(each for fact in stated for each in named(fact, event))
            label = f"{source.shown}, complete for {event.name} of {complete.population.variable.kind.name}"
            yield Line(Role.COMPLETE, label, _nobody_else(complete, event, instant, who), complete.span)


def _nobody_else(complete: Complete, event: Event, instant: ObservationInstant, who: Iterable[Individual]) -> Formula:
    span, population = complete.span, complete.population
    variable = population.variable
    moment = Moment(variable, event, span)
    parts: list[Formula] = [] if population.where is None else [population.where]
    parts.append(Happened(variable, event, span))
    if complete.begins is not None:
        parts.append(Compare(">=", moment, complete.begins, ">=", span))
    if complete.ends is not None:
        parts.append(Compare("<", moment, complete.ends, "before", span))
    parts += [Same(variable, each, True, span) for each in who if each.kind is variable.kind]
    where = parts[0] if len(parts) == 1 else And(tuple(parts), span)
    return At(instant, Quantified("no", variable, population.phrases, where, None, span), span)
