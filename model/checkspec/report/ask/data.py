"""The questions for the supplier as a JSON document. docs/json.md says what is in it, docs/ask.schema.json in which shape."""

from __future__ import annotations

import json
from typing import Any

from checkspec.report.ask.inquiry import Asked, Inquiry
from checkspec.report.ask.question import Write
from checkspec.report.document import escaped


def inquiry_document(found: Inquiry, name: str, version: str) -> str:
    """The whole document."""
    return escaped(json.dumps({"checkspec": version, "file": name, "ask": inquiry_data(found)}, indent=2))


def inquiry_data(found: Inquiry) -> dict[str, Any]:
    """The promises and the questions, which number themselves from 1."""
    return {
        "case": found.theory.case,
        "promises": [asked_data(each) for each in found.asked],
        "questions": [
            {
                "number": number,
                "part": question.part,
                "question": question.text,
                "promises": list(open_for),
                "write": [write_data(each) for each in question.writes],
            }
            for number, (question, open_for) in enumerate(zip(found.questions, found.open_for, strict=True), 1)
        ],
    }


def asked_data(asked: Asked) -> dict[str, Any]:
    promise = asked.promise
    return {
        "offer": promise.offer,
        "promise": promise.name,
        "file": promise.span.source.name,
        "line": promise.span.line,
        "completion": asked.completion,
        "parts": [{"part": part.name, "named": part.named or None, "open": list(numbers)} for part, numbers in asked.parts],
    }


def write_data(write: Write) -> dict[str, Any]:
    """A line of the language; `instead`: of which line, if it replaces something."""
    span = write.instead
    instead = None if span is None else {"file": span.source.name, "line": span.line, "text": " ".join(span.text.split())}
    return {"text": write.text, "instead": instead, "note": write.note or None}
