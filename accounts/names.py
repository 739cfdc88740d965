"""What a name may be, and which names look alike.

Unicode Technical Standard 39 is the measure: names are in normal form KC and in one script, and
two names look alike if they have the same skeleton. The list of look-alikes and the scripts are
Unicode's, through confusable_homoglyphs.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache

from confusable_homoglyphs.categories import alias as script_of
from confusable_homoglyphs.confusables import confusables_data
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import translation
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

SHORTEST, LONGEST = 2, 30
# Of a name by the rules; one from before may be a row of ligatures that are words.
LONGEST_SKELETON = 160
MOST_ACCENTS = 3
SIGNS = "._-"

RULE = _("2 to 30 letters of one alphabet, digits, and . _ - between them. No web addresses.")
ADDRESS_TAKEN = _("This email address is already in use.")
TAKEN = _("This name is taken or looks like another.")
RESERVED = _("This name is reserved.")
LENGTH = _("Use 2 to 30 characters.")
CHARACTERS = _("Use letters, the digits 0 to 9, and single . _ - between them.")
ACCENTS = _("Use at most three accents on a letter.")
ALPHABETS = _("Use letters of one alphabet only.")
ADDRESS = _(
    "A name can't look like a web address: no www or http at the start, no word after a dot."
)

# Letters and marks that show nothing: what Unicode calls default ignorable.
INVISIBLE = frozenset(
    chr(point)
    for first, last in (
        (0x034F, 0x034F),
        (0x115F, 0x1160),
        (0x17B4, 0x17B5),
        (0x180B, 0x180F),
        (0x3164, 0x3164),
        (0xFE00, 0xFE0F),
        (0xFFA0, 0xFFA0),
        (0xE0100, 0xE01EF),
    )
    for point in range(first, last + 1)
)
# Languages that are written in several scripts at once.
TOGETHER = (
    {"HAN", "HIRAGANA", "KATAKANA"},
    {"HAN", "HANGUL"},
    {"HAN", "BOPOMOFO"},
)
# It belongs to both Japanese syllabaries, so to Unicode it is of no script.
LONG_VOWEL = "\u30fc"

# Names that speak for the site; in each of its languages, where they are in the catalogues.
KEPT = (
    "admin",
    "administrator",
    "anonymous",
    "bot",
    "computer",
    "deleted",
    "everyone",
    "help",
    "mod",
    "moderator",
    "moderators",
    "nobody",
    "operator",
    "owner",
    "postmaster",
    "root",
    "security",
    "staff",
    "support",
    "system",
    "webmaster",
    "administrateur",
    "moderateur",
    "modérateur",
    "administrador",
    "moderador",
    "beheerder",
    "админ",
    "администратор",
    "модератор",
    "מנהל",
)
GUEST = gettext_noop("Guest")
KEPT_IN_EACH_LANGUAGE = (
    GUEST,
    gettext_noop("Computer"),
    gettext_noop("Easy computer"),
    gettext_noop("Novice computer"),
    gettext_noop("Greedy computer"),
    gettext_noop("Strategist computer"),
    gettext_noop("Master computer"),
    gettext_noop("deleted player"),
)
LEAST_OF_THE_SITE = 4
# Signs of phonetics, in no alphabet, that look like any word: ᴀᴅᴍɪɴ.
SMALL_CAPITAL = "LATIN LETTER SMALL CAPITAL"
# Above an i without its own it makes one again.
DOT = "\u0307"


def for_guest(number: int) -> str:
    """What we call somebody who has not told their name, in the language that is active."""
    return f"{gettext(GUEST)}-{number:06}"


def normalised(name: str) -> str:
    return unicodedata.normalize("NFKC", name)


def good_name(name: str) -> None:
    """A validator: all that can be said of a name without knowing the others."""
    name = normalised(name)
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(LENGTH, code="name-length")
    kinds = "".join(_kind(character) for character in name)
    if not re.fullmatch(r"(L~*|9)+(-(L~*|9)+)*", kinds):
        raise ValidationError(CHARACTERS, code="name-characters")
    if "~" * (MOST_ACCENTS + 1) in kinds:
        raise ValidationError(ACCENTS, code="name-accents")
    if not _is_of_one_script(name):
        raise ValidationError(ALPHABETS, code="name-alphabets")
    if _looks_like_an_address(name):
        raise ValidationError(ADDRESS, code="name-address")


def is_good(name: str) -> bool:
    try:
        good_name(name)
    except ValidationError:
        return False
    return True


def visible(name: str) -> str:
    """Without what cannot be seen."""
    return "".join(c for c in name if c not in INVISIBLE and unicodedata.category(c) != "Cf")


def skeleton(name: str) -> str:
    """What a name looks like, however capitalised: the same for names that look alike."""
    text = _prototype(visible(normalised(name)))
    # NINA in Greek letters looks like NINA, and so like nina: I is an l to the eye, and an i.
    text = _prototype(text.casefold()).replace("i", "l").replace(f"l{DOT}", "l")
    return text[:LONGEST_SKELETON]


def told_apart(people: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str, str | None]]:
    """For each number and name the skeleton to store, and whom a later one looks like.

    A name that is there stays: who looks like somebody before gets a skeleton of their own.
    """
    first: dict[str, str] = {}
    for number, name in people:
        looks = skeleton(name)
        twin = first.get(looks) if looks else ""
        first.setdefault(looks, name)
        yield number, looks if twin is None else f"{looks}#{number}", twin


def is_reserved(name: str) -> bool:
    """Whether it would be taken for the site, those who run it, or a bot: `Computer_2` too."""
    bare, site = _bare(name), _bare(settings.SITE_NAME)
    if bare & (_kept() | site):
        return True
    return any(part in whole for part in site if len(part) >= LEAST_OF_THE_SITE for whole in bare)


def _bare(name: str) -> set[str]:
    """Without signs and a number at the end; as written and in small letters."""
    letters = "".join(c for c in normalised(name) if c.isalnum()).rstrip("0123456789")
    return {skeleton(letters), skeleton(letters.casefold())}


@cache
def _kept() -> frozenset[str]:
    words = list(KEPT)
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            words += [gettext(word) for word in KEPT_IN_EACH_LANGUAGE]
    return frozenset().union(*(_bare(word) for word in words))


def _kind(character: str) -> str:
    """A letter, an accent, a digit, a sign, or what no name has."""
    category = unicodedata.category(character)
    if character in INVISIBLE or unicodedata.name(character, "").startswith(SMALL_CAPITAL):
        return "?"
    if category.startswith("L"):
        return "L"
    if category in ("Mn", "Mc"):
        return "~"
    if character in "0123456789":
        return "9"
    return "-" if character in SIGNS else "?"


def _is_of_one_script(name: str) -> bool:
    """Digits and signs are everybody's, and so are most accents."""
    letters = [c for c in name if unicodedata.category(c)[0] in "LM"]
    scripts = {"KATAKANA" if c == LONG_VOWEL else script_of(c) for c in letters} - {"INHERITED"}
    if "COMMON" in scripts or "Unknown" in scripts:
        return False
    return len(scripts) <= 1 or any(scripts <= group for group in TOGETHER)


def _looks_like_an_address(name: str) -> bool:
    """A mail program makes a link of anything with a word after a dot."""
    looks = skeleton(name)
    starts = any(looks.startswith(skeleton(start)) for start in ("www", "http"))
    return starts or re.search(r"\.[^\W\d_]{2}", name) is not None


def _prototype(text: str) -> str:
    """Each character replaced by the one that stands for all that look like it."""
    text = unicodedata.normalize("NFD", text).translate(_prototypes()).translate(_prototypes())
    return unicodedata.normalize("NFD", text)


@cache
def _prototypes() -> dict[int, str]:
    """The list has each pair both ways round: what the others point to is what has most of them.

    It puts marks of direction around what is written from right to left.
    """
    alike: dict[str, set[str]] = {}
    for text, others in confusables_data.items():
        twins = {other["c"].strip("\u200e") for other in others}
        alike.setdefault(text.strip("\u200e"), set()).update(twins)

    def standing(text: str) -> tuple[int, int, str]:
        return len(text), len(alike[text]), text

    return {
        ord(text): max({text, *others}, key=standing)
        for text, others in alike.items()
        if len(text) == 1
    }
