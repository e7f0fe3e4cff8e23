"""A world with one individual more, which is like one that is there: where nothing says how many there are, that is a world again."""

from __future__ import annotations

from dataclasses import replace

from checkspec.meaning.world import World


def with_double(world: World, name: str) -> World:
    """The world with an unnamed individual that has the fields, events and states of the member of that name, and is known, and knows, as
    it does. Whether that is a world is for others to find out. Raises KeyError if there is no such member."""
    like = world.member(name)
    number = 1 + sum(each.kind == like.kind and not each.named for each in world.members)
    double = replace(like, name=f"{like.kind}#{number}", named=False)
    known = dict(world.knowledge)
    for (consumer, individual), samples in world.knowledge.items():
        if individual == name:
            known[consumer, double.name] = samples
        if consumer == name:
            known[double.name, individual] = samples
    return replace(world, members=(*world.members, double), knowledge=known)
