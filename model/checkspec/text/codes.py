"""The closed list of diagnostic codes. Each has its section in docs/errors.md and a fixture in tests/refusals."""

from __future__ import annotations

from enum import Enum


class Code(Enum):
    """A code and the sentence that says what it is about. 1xx text, 2xx names and kinds, 3xx instants and populations,
    4xx promises and expectations, 5xx files, 6xx what may not be meant, 7xx sources, 9xx limits. 6xx are warnings, all others errors."""

    DRN101 = "a word or sign cannot stand here"
    DRN102 = "a colon is missing"
    DRN103 = "a bracket or brace is not closed, or was never opened"
    DRN104 = "a string is not closed on its line"
    DRN105 = "a word of the language cannot be a name"
    DRN106 = "a sign is not one of the language"
    DRN107 = "`and` and `or` are mixed without brackets"
    DRN108 = "a duration or a number is not written like this"
    DRN109 = "a verdict is expected"
    DRN110 = "something is nested too deeply"
    DRN111 = "a file is not UTF-8"
    DRN112 = "a text has an invisible control character"
    DRN113 = "a file is too large"
    DRN114 = "a file says nothing"
    DRN115 = "a part of a statement is missing"
    DRN116 = "a head stands after its formula or in the middle of one"
    DRN117 = "a word or sign is not needed"

    DRN201 = "a name is declared twice"
    DRN202 = "two names differ only by capital letters"
    DRN203 = "a word cannot be a name"
    DRN204 = "nothing has that name"
    DRN205 = "there is no such kind or type"
    DRN206 = "a kind has no such field, event or state"
    DRN207 = "a word has two meanings where it stands"
    DRN208 = "a state, a moment or a thing is written like another of them"
    DRN209 = "no reference of a kind is said that way"
    DRN210 = "a value or a side of a comparison is of the wrong sort"
    DRN211 = "a definition refers to itself"
    DRN212 = "a define is used with the wrong arguments"
    DRN213 = "a value is given twice"
    DRN214 = "two unknowns are multiplied"
    DRN215 = "a value is negative or a fraction of something countable"
    DRN216 = "`none` or `unknown` cannot stand there"
    DRN217 = "no rule or assumption has that label"
    DRN218 = "a source is cited that is not declared"

    DRN301 = "a state needs an instant"
    DRN302 = "knowledge needs an instant"
    DRN303 = "a consumer does not see that kind"
    DRN304 = "something cannot stand inside `seen by`"
    DRN305 = "counts of different populations are mixed"
    DRN306 = "moments and durations are mixed"
    DRN307 = "a number has no unit"
    DRN308 = "`every` says nothing"
    DRN309 = "a population is not fixed by moments"
    DRN310 = "nothing says when a member of a population is complete"

    DRN401 = "there is no such promise"
    DRN402 = "there is no such offer"
    DRN403 = "there is no such observation"
    DRN404 = "the same is expected twice"
    DRN405 = "there is no such case"
    DRN406 = "a statement cannot stand there"

    DRN501 = "there is no such rulebook"
    DRN502 = "the release of a rulebook is missing or unknown"
    DRN503 = "a file cannot be used"
    DRN504 = "a file lies outside the project"
    DRN505 = "files use each other in a circle"

    DRN601 = "a kind has nearly the name of another"
    DRN602 = "the releases of a rule choose nothing"
    DRN603 = "a span has no instant in it"
    DRN604 = "a promise of completion leaves something open"

    DRN701 = "there is no such boundary"
    DRN702 = "a source cannot notice what it is said to state"
    DRN703 = "a total speaks of nobody"
    DRN704 = "a complete record leaves open whom it speaks of"

    DRN901 = "a text is too deep or too large"
    DRN902 = "a file was not read within the limits"

    @property
    def title(self) -> str:
        return str(self.value)

    @property
    def warns(self) -> bool:
        """Whether a text with it can be used all the same."""
        return self.name.startswith("DRN6")
