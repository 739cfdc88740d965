"""Tags whose result lasts: in words, file names and addresses nothing changes but the language.

They replace Django's own of the same names. What varies, by a variable or a filter, is left to it.
"""

from __future__ import annotations

from django import template
from django.template import Context, Node
from django.template.base import FilterExpression, NodeList, Parser, Token, Variable
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as django_url
from django.template.loader_tags import BlockNode, ExtendsNode, IncludeNode, do_include
from django.templatetags.i18n import do_translate
from django.templatetags.static import StaticNode
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.kit.lasting import Kept

register = template.Library()


class Lasting(Node):
    """A node that is rendered once for each language, with and without escaping."""

    child_nodelists = ()

    def __init__(self, node: Node | NodeList) -> None:
        self.node = node
        self.made: dict[tuple[str | None, bool], str] = {}

    def render(self, context: Context) -> str:
        key = get_language(), context.autoescape
        if key not in self.made:
            self.made[key] = self.node.render(context)
        return self.made[key]


@register.tag("translate")
@register.tag("trans")
def translate(parser: Parser, token: Token) -> Node:
    node = do_translate(parser, token)
    constant = _is_constant(node.filter_expression) and (
        node.message_context is None or _is_constant(node.message_context)
    )
    return Lasting(node) if constant and not node.asvar else node


@register.tag("static")
def static(parser: Parser, token: Token) -> Node:
    node = StaticNode.handle_token(parser, token)
    return Lasting(node) if _is_constant(node.path) and not node.varname else node


@register.tag("url")
def url(parser: Parser, token: Token) -> Node:
    """Names with a colon may mean another page elsewhere."""
    node: URLNode = django_url(parser, token)
    if node.kwargs or node.asvar or ":" in token.contents or not _is_constant(node.view_name):
        return node
    return Address(node) if node.args else Lasting(node)


class Address(Node):
    """The address of something: a page names that of one game again and again."""

    child_nodelists = ()

    def __init__(self, node: URLNode) -> None:
        self.node = node

    def render(self, context: Context) -> str:
        values = [value.resolve(context) for value in self.node.args]
        if not all(isinstance(value, str | int) for value in values):
            return self.node.render(context)
        key = (self.node.view_name.var, context.autoescape, *values)
        return _addresses.get(key, lambda: self.node.render(context))


_addresses: Kept[str] = Kept(most=2000)


class Include(IncludeNode):
    """Each template is found once, and rendered in the same go.

    One that extends another has blocks of its own, and is left to Django.
    """

    def __init__(self, node: IncludeNode) -> None:
        super().__init__(node.template, extra_context=node.extra_context)
        self.found: dict[str, NodeList | None] = {}

    def render(self, context: Context) -> SafeString:
        name = self.template.resolve(context)
        if not isinstance(name, str) or name.startswith("."):
            return super().render(context)
        if name not in self.found:
            self.found[name] = _without_blocks(context, name)
        nodes = self.found[name]
        if nodes is None:
            return super().render(context)
        values = {key: value.resolve(context) for key, value in self.extra_context.items()}
        with context.push(**values):
            return nodes.render(context)


@register.tag("include")
def include(parser: Parser, token: Token) -> Node:
    node = do_include(parser, token)
    return node if node.isolated_context else Include(node)


def _without_blocks(context: Context, name: str) -> NodeList | None:
    assert context.template is not None
    nodes = context.template.engine.get_template(name).nodelist
    has_blocks = any(nodes.get_nodes_by_type(kind) for kind in (ExtendsNode, BlockNode))
    return None if has_blocks else nodes


def _is_constant(expression: FilterExpression) -> bool:
    """A word in quotes, and nothing done to it."""
    value = expression.var
    literal = value.literal is not None if isinstance(value, Variable) else True
    return literal and not expression.filters
