"""One request, made of an address, a person and much garbage; always the same for its seed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

from django import forms
from django.apps import apps

from tests.factories import PASSWORD
from tests.fuzz import garbage
from tests.fuzz.addresses import Address
from tests.fuzz.world import World

CSRF = "c" * 32
ODD_METHODS = ["HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "BREW", "get", ""]
OTHER_FIELDS = (
    *("actions", "ply", "pieces", "text", "next", "warning", "token", "block", "on", "from"),
    *("game", "message", "turn", "confirmed", "where", "kind", "tiles", "card", "_selected_action"),
    *("csrfmiddlewaretoken", "action_add", "action_remove", "action_primary", "action_send"),
    *("after", "tables", "games", "finished", "mails"),
    *("q", "o", "p", "e", "all", "_facets", "_to_field", "_popup", "_changelist_filters"),
    *("app_label", "model_name", "field_name", "term", "needs", "bots", "standing"),
    *("level", "again", "passkey", "take", "young", "change", "with"),
    *("status__exact", "kind__exact", "what__exact", "language__exact", "by_name"),
)
LOOKUPS = (
    *("", "__exact", "__iexact", "__in", "__range", "__isnull", "__gt", "__lte", "__contains"),
    *("__regex", "__iregex", "__startswith", "__year", "__date", "__hour", "__week_day", "__x"),
    *("__id__in", "__username__regex", "__password__startswith", "__pk", "__user__email"),
)
HEADERS = (
    *("HX-Request", "HX-Boosted", "HX-Target", "HX-Trigger", "HX-Trigger-Name", "HX-Prompt"),
    *("HX-Current-URL", "HX-Current-URL-URI-AutoEncoded", "HX-History-Restore-Request"),
    *("Accept", "Accept-Language", "Accept-Encoding", "Referer", "Origin", "User-Agent", "Range"),
    *("X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Forwarded-Port", "Via"),
    *("If-Modified-Since", "If-None-Match", "Authorization", "X-CSRFToken", "Purpose"),
    *("Sec-Purpose", "Sec-Fetch-Site", "X-Requested-With", "X-HTTP-Method-Override", "Expect"),
    *("Content-Encoding", "Last-Event-ID", "Tilepost-Refresh"),
)
COOKIES = ("sessionid", "csrftoken", "messages", "django_language", "x")
TYPES = (
    "application/x-www-form-urlencoded; charset=utf-16",
    "application/x-www-form-urlencoded; charset=\x80",
    "application/x-www-form-urlencoded; charset=utf-8; charset=latin-1",
    "multipart/form-data",
    "multipart/form-data; boundary=",
    "multipart/form-data; boundary=b; charset=utf-16",
    "application/json; charset=nonsense",
    "application/json",
    "text/plain",
    "\xff",
    "",
)


@dataclass(frozen=True, slots=True)
class Request:
    """As a server hands it over."""

    who: str
    method: str
    path: str
    query: bytes
    headers: tuple[tuple[str, bytes], ...]
    body: bytes

    def __str__(self) -> str:
        """All that is needed to send it again."""
        given = "\n".join(f"  {name}: {value[:300]!r}" for name, value in self.headers)
        head = f"{self.method} {self.path[:500]!r} ?{self.query[:1000]!r}"
        return f"{self.who}: {head}\n{given}\n  {self.body[:3000]!r}"


def make_request(dice: Random, world: World, address: Address, who: str, method: str) -> Request:
    if dice.random() < 0.07:
        method = dice.choice(ODD_METHODS)
    path, game = _path(dice, world, address)
    body, content_type = b"", ""
    if method not in ("GET", "HEAD"):
        body, content_type = _body(dice, world, game)
    headers = [("host", b"testserver"), ("cookie", _cookies(dice, world, who))]
    if content_type:
        headers.append(("content-type", content_type.encode("latin-1", "replace")))
    if dice.random() < 0.9:
        headers.append(("x-csrftoken", CSRF.encode()))
    if dice.random() < 0.3:
        headers.append(("hx-request", b"true"))
    if dice.random() < 0.4:
        headers += [_header(dice) for _ in range(dice.randrange(1, 4))]
    if dice.random() < 0.03:
        headers[0] = ("host", dice.choice([b"evil.example", b"\xff", b"", b"testserver:x", b"a b"]))
    return Request(who, method, path, _query(dice, world, path), tuple(headers), body)


def _path(dice: Random, world: World, address: Address) -> tuple[str, str]:
    """Mostly right; else with something strange in one place. And the code of the game in it."""
    values = {name: world.names[name](dice) for name in address.names}
    game = values.get("code", "")
    if address.names and dice.random() < 0.35:
        values[dice.choice(address.names)] = garbage.text(dice)
    path = address.filled(values)
    if dice.random() < 0.02:
        path = path.rstrip("/")
    if dice.random() < 0.02:
        path += garbage.text(dice)
    # As a server has it: what was not UTF-8 is replaced.
    return path.encode("utf-8", "replace").decode()[:20_000], game


def _query(dice: Random, world: World, path: str) -> bytes:
    kind = dice.random()
    if kind < 0.4:
        return b""
    if kind < 0.43:
        return garbage.raw(dice)
    if kind < 0.5:
        return quote(garbage.raw(dice), safe="=&;+%").encode()
    if path.startswith("/admin/") and kind < 0.8:
        return _encoded(dice, {_lookup(dice): _value(dice, "on")})
    fields = {name: _value(dice, name) for name in dice.sample(_field_names(), 3)}
    if dice.random() < 0.3:
        fields["on"] = str(dice.choice(world.games).pk)
    return _encoded(dice, fields)


def _encoded(dice: Random, fields: dict[str, str]) -> bytes:
    """Some of it twice."""
    pairs = [(name, value.encode("utf-8", "surrogatepass")) for name, value in fields.items()]
    if pairs and dice.random() < 0.2:
        pairs.append((dice.choice(pairs)[0], garbage.raw(dice)))
    return urlencode(pairs).encode()


def _body(dice: Random, world: World, game: str) -> tuple[bytes, str]:
    """Every field that any form has, so that whichever form it is goes deep; a few are garbage."""
    kind = dice.random()
    if kind < 0.05:
        return garbage.raw(dice), dice.choice(TYPES)
    fields = {name: _good(dice, name) for name in _field_names() if dice.random() < 0.8}
    fields |= world.turns.get(game, {})
    if dice.random() < 0.4:
        fields.pop("actions", "")
    fields["on"] = str(dice.choice(world.games).pk)
    for name in dice.sample(sorted(fields), dice.choice([0, 0, 1, 1, 2, 8])):
        fields[name] = garbage.text(dice)
    if kind < 0.7:
        return _encoded(dice, fields), "application/x-www-form-urlencoded"
    if kind < 0.85:
        return _multipart(dice, fields)
    if kind < 0.9:
        return json.dumps(fields).encode(), "application/json"
    return _encoded(dice, fields), dice.choice(TYPES)


def _multipart(dice: Random, fields: dict[str, str]) -> tuple[bytes, str]:
    """Some of them files."""
    parts = []
    for name, value in fields.items():
        file = b'; filename="a\x00.png"' if dice.random() < 0.05 else b""
        head = b'Content-Disposition: form-data; name="' + name.encode() + b'"' + file
        if dice.random() < 0.02:
            head += b"\r\nContent-Type: text/plain; charset=utf-16"
        if dice.random() < 0.02:
            head += b"\r\nContent-Transfer-Encoding: base64"
        parts.append(b"--b\r\n" + head + b"\r\n\r\n" + value.encode("utf-8", "surrogatepass"))
    end = b"" if dice.random() < 0.1 else b"\r\n--b--\r\n"
    return b"\r\n".join(parts) + end, "multipart/form-data; boundary=b"


def _cookies(dice: Random, world: World, who: str) -> bytes:
    given: dict[str, bytes] = {"csrftoken": CSRF.encode()}
    session = world.session_of(who)
    if session:
        given["sessionid"] = session.encode()
    if dice.random() < 0.15:
        strange = quote(garbage.text(dice)[:3000], errors="replace").encode()
        given[dice.choice(COOKIES)] = dice.choice([garbage.raw(dice), strange])
    return b"; ".join(name.encode() + b"=" + value for name, value in given.items())


def _header(dice: Random) -> tuple[str, bytes]:
    name = dice.choice(HEADERS).lower()
    value = garbage.text(dice)[:4000].encode("utf-8", "replace")
    # A server refuses these itself.
    return name, value.translate(None, b"\r\n\x00")


@cache
def _form_fields() -> dict[str, Any]:
    found: dict[str, Any] = {}
    kinds = list(forms.BaseForm.__subclasses__())
    while kinds:
        kind = kinds.pop()
        kinds += kind.__subclasses__()
        found |= getattr(kind, "base_fields", {})
    return found


@cache
def _columns() -> list[str]:
    apps_of_ours = [apps.get_app_config(name) for name in ("games", "accounts")]
    models = [model for app in apps_of_ours for model in app.get_models()]
    return sorted({field.name for model in models for field in model._meta.get_fields()})


def _lookup(dice: Random) -> str:
    """What the lists of the admin could be filtered by, if they let everything in."""
    return dice.choice(_columns()) + dice.choice(LOOKUPS)


@cache
def _field_names() -> list[str]:
    return sorted({*OTHER_FIELDS, *_form_fields()})


def _value(dice: Random, name: str) -> str:
    return garbage.text(dice) if dice.random() < 0.6 else _good(dice, name)


GOOD = {
    "actions": ["[]", '[{"kind": "pass"}]'],
    "ply": ["0", "6"],
    "expected_ply": ["0", "6"],
    "to_ply": ["0", "1", "2"],
    "seat": ["0", "1"],
    "bot": ["greedy", "easy", ""],
    "person": ["charlie"],
    "role": ["", "moderator"],
    "who": ["charlie", "new@example.org"],
    "on": ["1"],
    "why": ["because"],
    "pieces": ['["ro", "bc"]'],
    "next": ["/", "/lobby/", "1"],
    "language": ["en", "fr", "he"],
    "time_zone": ["Europe/Paris"],
    "birth_date": ["1970-01-31"],
    "first_day": ["2099-01-01"],
    "last_day": ["2099-01-02"],
    "email": ["alice@example.org", "new@example.org"],
    "login": ["alice"],
    "password": ["wrong", "wrong", "wrong", PASSWORD],
    "password1": ["a long way home"],
    "username": ["dora"],
    "kind": ["place", "trade", "pass", "swap", "flip", "score", "end"],
    "tiles": ["0", "1"],
    "where": ["0,0", "1,0"],
    "block": ["0", "1"],
    "csrfmiddlewaretoken": [CSRF],
    "credential": ["{}", "null"],
}


@cache
def _goods(name: str) -> list[str]:
    """What somebody who means well might send under this name."""
    field = _form_fields().get(name)
    choices = [str(value) for value, _words in getattr(field, "choices", None) or []]
    return GOOD.get(name) or choices or ["1", "on", "words"]


def _good(dice: Random, name: str) -> str:
    return dice.choice(_goods(name))
