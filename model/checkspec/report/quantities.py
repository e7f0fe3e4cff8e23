"""Numbers as text: exact, as the language writes them where it can."""

from __future__ import annotations

from fractions import Fraction


def number_text(value: Fraction) -> str:
    """`3`, `-2`, `0.25`, or `1/3` where no decimal is exact."""
    value = Fraction(value)
    rest, digits = value.denominator, 0
    for factor in (2, 5):
        power = 0
        while rest % factor == 0:
            rest //= factor
            power += 1
        digits = max(digits, power)
    if rest != 1:
        return f"{value.numerator}/{value.denominator}"
    if digits == 0:
        return str(value.numerator)
    whole, part = divmod(abs(value.numerator) * 10**digits // value.denominator, 10**digits)
    return f"{'-' if value < 0 else ''}{whole}.{part:0{digits}d}"


def duration_text(value: Fraction) -> str:
    """A duration or instant of so many seconds: `0s`, `250ms`, `1.5s`, `1m30s`, `2h`, `1/3s`; exact for any value."""
    value = Fraction(value)
    if value < 0:
        return f"-{duration_text(-value)}"
    if 0 < value < 1:
        milliseconds = number_text(value * 1000)
        return f"{number_text(value)}s" if "/" in milliseconds else f"{milliseconds}ms"
    if "/" in number_text(value):
        return f"{number_text(value)}s"
    hours, rest = divmod(value, 3600)
    minutes, seconds = divmod(rest, 60)
    parts = [f"{hours}h" if hours else "", f"{minutes}m" if minutes else "", f"{number_text(seconds)}s" if seconds else ""]
    return "".join(parts) or "0s"
