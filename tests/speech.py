"""What a page or a mail says, and which of it is in another language or no language at all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import allauth
import django
import polib
from django.conf import settings

ROOT = Path(__file__).resolve().parents[1]
TRANSLATED = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
ALLAUTH, DJANGO = Path(allauth.__file__).parent, Path(django.__file__).parent
LENDERS = [ALLAUTH, DJANGO / "conf", DJANGO / "contrib/admin", DJANGO / "contrib/auth"]
READ_ALOUD = ("aria-label", "title", "placeholder", "alt")
SILENT = ("script", "style", "template")
# Shorter pieces are compared as wholes only: "Send" is in many a longer word.
LONG = 14
VALUES = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w+\}|<[^>]+>")
CODE = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b|^[a-z]+(?:-[a-z]+)+$")
# What a token in an address happens to look like, nobody reads as a word.
ADDRESS = re.compile(r"https?://\S+")
JSON = re.compile(r"""[\[{]\s*["'][\w-]+["']\s*[:,\]]|: (?:null|true|false)\b""")


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.hushed: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.said += [given[name] or "" for name in READ_ALOUD if name in given]
        if tag == "input" and given.get("type") == "submit":
            self.said.append(given.get("value") or "")
        # Each language is called by its own name in the choice of languages.
        own_names = tag == "select" and given.get("name") == "language"
        if tag in SILENT or own_names:
            self.hushed.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.hushed and self.hushed[-1] == tag:
            self.hushed.pop()

    def handle_data(self, data: str) -> None:
        if not self.hushed:
            self.said.append(data)


def said_by(page: str) -> set[str]:
    """Its pieces of text as a reader sees or hears them."""
    reader = _Reader()
    reader.feed(page)
    return {words for piece in reader.said if (words := _tidy(piece))}


def _tidy(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip(" ·")


@dataclass(frozen=True)
class Catalogue:
    """What would be wrong to say in a language: by mistake, or as it is not translated yet."""

    foreign: dict[str, str] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)


def _pieces(text: str) -> Iterator[str]:
    yield from filter(None, map(_tidy, VALUES.split(text)))


def _texts(entry: polib.POEntry) -> Iterable[str]:
    return [entry.msgstr] if entry.msgstr else list(entry.msgstr_plural.values())


@cache
def _entries(language: str) -> list[polib.POEntry]:
    return list(polib.pofile(str(ROOT / f"locale/{language}/LC_MESSAGES/django.po")))


@cache
def _lent(language: str) -> list[polib.POEntry]:
    """What the frameworks have words for, in their own catalogues."""
    files = (lender / f"locale/{language}/LC_MESSAGES/django.po" for lender in LENDERS)
    return [entry for file in files for entry in polib.pofile(str(file)) if not entry.obsolete]


def _forms(piece: str) -> set[str]:
    """Labels may begin with a capital where the catalogue has none."""
    return {piece, piece[:1].upper() + piece[1:], piece[:1].lower() + piece[1:]}


@cache
def _own(language: str) -> frozenset[str]:
    entries = [*_entries(language), *(entry for entry in _lent(language) if not entry.fuzzy)]
    found = (_pieces(text) for entry in entries for text in _texts(entry))
    return frozenset(piece for pieces in found for piece in pieces)


def _of_others(language: str) -> Iterator[tuple[str, str]]:
    """Every piece that English or another language says, with the string that it is from."""
    for entry in _lent(language):
        for text in (entry.msgid, entry.msgid_plural):
            yield from ((piece, entry.msgid) for piece in _pieces(text))
    for other in TRANSLATED:
        for entry in _entries(other):
            translated = _texts(entry) if other != language else []
            for text in (entry.msgid, entry.msgid_plural, *translated):
                yield from ((piece, entry.msgid) for piece in _pieces(text))


@cache
def catalogue(language: str) -> Catalogue:
    """Pieces that other languages say and this one does not, found by comparing catalogues."""
    found, own = Catalogue(), _own(language)
    everything = "\n".join(own)
    for piece, msgid in _of_others(language):
        is_word = re.search(r"[^\W\d_]{2}", piece) is not None
        known = own.intersection(_forms(piece))
        if is_word and not known and (len(piece) < LONG or piece not in everything):
            found.foreign[piece] = msgid
    for entry in _entries(language):
        if not any(_texts(entry)):
            for piece in (*_pieces(entry.msgid), *_pieces(entry.msgid_plural)):
                for form in _forms(piece) & found.foreign.keys():
                    del found.foreign[form]
                    found.missing[form] = entry.msgid
    return found


def _heard(said: Iterable[str], wanted: dict[str, str], counted: Iterable[str] = ()) -> set[str]:
    """Where they are said. A part of what is counted already does not count again."""
    said = set(said)
    everything = "\n".join(said)
    for piece in counted:
        if len(piece) >= LONG:
            everything = everything.replace(piece, "")
    short = {wanted[piece] for piece in said if piece in wanted}
    long = (piece for piece in wanted if len(piece) >= LONG and piece in everything)
    return short | {wanted[piece] for piece in long}


def untranslated(said: Iterable[str], language: str) -> set[str]:
    """Strings of ours that are said in English, as nobody has translated them yet."""
    return _heard(said, catalogue(language).missing)


def foreign(said: Iterable[str], language: str) -> set[str]:
    """Strings that this language has words of its own for, but that are said in another."""
    found = catalogue(language)
    return _heard(said, found.foreign, found.missing)


def unspoken(said: Iterable[str]) -> set[str]:
    """Codes, slugs and JSON."""
    return {
        piece
        for piece in said
        if (words := ADDRESS.sub("", piece)) and (CODE.search(words) or JSON.search(words))
    }
