"""Verdicts, reasons and least worlds."""
