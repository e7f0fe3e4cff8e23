"""Witnesses, instances and the question as SMT-LIB text; the only place that knows a solver."""
