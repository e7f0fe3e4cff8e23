"""What a total over another set says of a promise about a population: nothing, and the world shown has the total and breaks the promise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checkspec.answer.standing import Reconciliation, Total
from checkspec.answer.verdict import Answer, Verdict
from checkspec.meaning.evaluate import Evaluator, Program
from checkspec.meaning.walk import Expression, parts
from checkspec.meaning.world import World
from checkspec.report.places import column_text, place_text
from checkspec.report.prose import wrap
from checkspec.report.say import say_then
from checkspec.text.lists import joined
from checkspec.theory.population import Population
from checkspec.theory.typed import Applied, At, Theory


def total_lines(answer: Answer, reconciled: Iterable[Reconciliation], own: str) -> Iterator[str]:
    """A sentence for each total that does not establish the promise of an answer, and of whom it is made up in the broken world."""
    world = answer.broken
    if world is None or answer.verdict not in (Verdict.UNDETERMINED, Verdict.REFUTED):
        return
    for each in reconciled:
        if each.theory is answer.theory and each.at == answer.at and _speaks_of(answer.promise.formula, each.population):
            for total in each.totals:
                yield ""
                yield from wrap(_sentence(total, each.population, answer.theory, world, own), 4)


def _speaks_of(node: Expression, population: Population) -> bool:
    if isinstance(node, Applied) and node.population and node.name == population.name:
        return True
    return any(_speaks_of(part, population) for part in parts(node))


def _sentence(total: Total, population: Population, theory: Theory, world: World, own: str) -> str:
    formula, count, name = total.line.formula, total.count, population.name
    said = say_then(formula.body if isinstance(formula, At) else formula)
    evaluator = Evaluator(world, theory, Program(theory))
    instant = world.observations[total.at]
    people = [each for each in world.members if each.kind == population.kind.name]
    counted = [each for each in people if count.where is None or evaluator.truth(count.where, {count.variable: each}, instant)]
    where, member = population.everybody.where, population.everybody.variable
    inside = [each.name for each in counted if where is None or evaluator.truth(where, {member: each})]
    whom = joined(each.name for each in counted) or "nobody"
    if not counted or len(inside) == len(counted):
        belong = ""
    elif inside:
        belong = f", of whom only {joined(inside)} {'belongs' if len(inside) == 1 else 'belong'} to {name}"
    else:
        belong = f", of whom nobody belongs to {name}"
    return (
        f"The total {column_text(total.at)} is over another set than {name} and does not establish the promise: {said} "
        f"({place_text(total.line.span, own)}). In the world that breaks the promise it counts {whom}{belong}."
    )
