"""The names of the commands, and the first of them that may be left out."""

from __future__ import annotations

import os

import click

from checkspec.arguments import misspelt

COMMANDS = ("check", "why", "require", "ask", "explain")


class Commands(click.Group):
    """A group whose first word may also be a file: then the command is `check`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args:
            raise click.UsageError("say which files or folders to check; `checkspec --help` tells more", ctx)
        misspelt(args[0], COMMANDS, ctx)
        if args[0] not in {"-h", "--help", "--version"} and not (args[0] in COMMANDS and not _is_file_alone(args)):
            args = ["check", *args]
        return super().parse_args(ctx, args)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_usage("checkspec", "[OPTIONS] FILE|FOLDER…", "Usage: ")
        formatter.write_usage("checkspec", "why FILE OFFER.PROMISE", "       ")
        formatter.write_usage("checkspec", "require FILE OFFER.PROMISE", "       ")
        formatter.write_usage("checkspec", "ask FILE [OFFER]", "       ")
        formatter.write_usage("checkspec", "explain CODE", "       ")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self.commands["check"].format_options(ctx, formatter)
        self.format_commands(ctx, formatter)


def _is_file_alone(args: list[str]) -> bool:
    """Whether a command's name stands alone and there is a file of that name: then that file is meant."""
    return len(args) == 1 and os.path.exists(args[0])
