"""Templates whose constant parts are joined: text and lasting words that follow each other become
one node. A third of what a page renders is such, and each node costs the same however little it
holds. Nothing else about Django's templates changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from django.template import Context, Node, Origin, Template
from django.template.base import NodeList, TextNode, VariableNode, render_value_in_context
from django.template.defaulttags import CommentNode, IfNode, LoadNode
from django.template.loaders import cached
from django.template.loaders.base import Loader as BaseLoader
from django.utils.html import escape
from django.utils.safestring import SafeString

from games.pages.lasting import Lasting


class FoldingLoader(BaseLoader):
    """What is compiled is folded before anybody can render it."""

    def get_template(self, template_name: str, skip: list[Origin] | None = None) -> Template:
        found = super().get_template(template_name, skip)
        fold(found.nodelist)
        return found


class Loader(cached.Loader, FoldingLoader):
    """Django's own, which keeps templates: it compiles by what comes after it here."""


class Value(VariableNode):
    """Most of what is shown is text already: it needs no format of the reader's language."""

    def render(self, context: Context) -> str:
        try:
            output = self.filter_expression.resolve(context)
        except UnicodeDecodeError:
            return ""
        if type(output) is SafeString:
            return output
        if type(output) is str:
            return escape(output) if context.autoescape else output
        return render_value_in_context(output, context)


def fold(nodes: NodeList) -> None:
    """In place, since others refer to the same lists."""
    nodes[:] = list(_folded(nodes))
    for node in nodes:
        for inside in _lists_in(node):
            fold(inside)


def _lists_in(node: Node) -> Iterable[NodeList]:
    if isinstance(node, IfNode):
        return [nodes for _condition, nodes in node.conditions_nodelists]
    found = (getattr(node, name, None) for name in node.child_nodelists)
    return [nodes for nodes in found if isinstance(nodes, NodeList)]


def _folded(nodes: Iterable[Node]) -> Iterator[Node]:
    shown = (node for node in nodes if not isinstance(node, CommentNode | LoadNode))
    for constant, together in groupby(shown, _is_constant):
        run = list(together)
        if constant and len(run) > 1:
            yield _like(run[0], Lasting(NodeList(run)))
        else:
            yield from map(_quick, run)


def _is_constant(node: Node) -> bool:
    return type(node) in (TextNode, Lasting)


def _quick(node: Node) -> Node:
    if type(node) is not VariableNode:
        return node
    return _like(node, Value(node.filter_expression))


def _like(old: Node, new: Node) -> Node:
    """Where it came from, which is told when it fails."""
    new.token, new.origin = old.token, old.origin
    return new
