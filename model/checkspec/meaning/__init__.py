"""Worlds and the evaluator: what a formula means. Imports no solver."""
