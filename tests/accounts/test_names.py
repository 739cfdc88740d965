"""Names that could be taken for somebody else's, for nothing, or for an address."""

from __future__ import annotations

import re
from io import StringIO
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.test import Client

from accounts import names
from accounts.models import User
from accounts.services import create_user
from games.moderation.desk.forms import SeatPersonForm
from games.tables.forms import InviteForm
from games.tables.services.tables import open_table
from tests.factories import PASSWORD, UserFactory, log_in
from tests.signing_up import DORA, SIGN_UP, code_mailed_to

TAKEN = "This name is taken or looks like another."
RESERVED = "This name is reserved."
CHARACTERS = "Use letters, the digits 0 to 9, and single . _ - between them."
ALPHABETS = "Use letters of one alphabet only."
ADDRESS = "A name can't look like a web address: no www or http at the start, no word after a dot."
LENGTH = "Use 2 to 30 characters."
ACCENTS = "Use at most three accents on a letter."


def sign_up(name: str) -> str:
    """What the form says to this name; where it says nothing, there is an account now."""
    client = Client()
    answer = client.post(SIGN_UP, DORA | {"username": name})
    if answer.status_code == 302:
        answer = client.post(SIGN_UP, {"code": code_mailed_to(DORA["email"])})
    return answer.content.decode().replace("&#x27;", "'")


GOOD = [
    "ada",
    "Ada_99",
    "j.r.r.t",
    "anne-marie",
    "2fast",
    "v1.2",
    "Zoë",
    "Łukasz",
    "Анна",
    "Ζωή",
    "נועה",
    "محمد",
    "さくらサクラ桜",
    "ローラ",
    "김철수",
    "李小龍",
    "अनिल",
    "Nguyễn",
]


@pytest.mark.parametrize("name", GOOD)
def test_a_name_may_be_in_any_one_script(db: None, name: str) -> None:
    names.good_name(name)

    assert create_user(username=name, email="a@example.org", password=PASSWORD).username == name


BAD = [
    ("x", LENGTH),
    ("x" * 31, LENGTH),
    ("a b", CHARACTERS),
    ("-x", CHARACTERS),
    ("x-", CHARACTERS),
    ("_ada_", CHARACTERS),
    ("a..b", CHARACTERS),
    ("a._b", CHARACTERS),
    ("a@b", CHARACTERS),
    ("ada\n", CHARACTERS),
    ("a\u200bda", CHARACTERS),
    ("a\u00adda", CHARACTERS),
    ("ad\u2060a", CHARACTERS),
    ("\u3164\u3164", CHARACTERS),
    ("ada\u115f", CHARACTERS),
    ("ada\ufe0f", CHARACTERS),
    ("ada\u034f", CHARACTERS),
    ("ada\U000e0100", CHARACTERS),
    ("ada\u0378", CHARACTERS),
    ("ada\ue000", CHARACTERS),
    ("\u0301ada", CHARACTERS),
    ("ad١", CHARACTERS),
    ("❤❤", CHARACTERS),
    ("ab\x00", CHARACTERS),
    ("ab\ud800", CHARACTERS),
    ("ᴀᴅᴍɪɴ", CHARACTERS),
    ("ᴛɪʟᴇᴘᴏsᴛ", CHARACTERS),
    ("аda", ALPHABETS),
    ("Αda", ALPHABETS),
    ("ada桜", ALPHABETS),
    ("김さくら", ALPHABETS),
    ("a\u0335\u0336\u0337\u0338", ACCENTS),
    ("casino.com", ADDRESS),
    ("www.casino-win.com", ADDRESS),
    ("casino-win．com", ADDRESS),
    ("WWWcasino", ADDRESS),
    ("http-casino", ADDRESS),
    ("Https.x", ADDRESS),
    ("пример.рф", ADDRESS),
    ("a.b.cd", ADDRESS),
]


@pytest.mark.parametrize(("name", "words"), BAD, ids=lambda value: ascii(value)[:30])
def test_what_is_no_name_is_refused_in_words(db: None, name: str, words: str) -> None:
    with pytest.raises(ValidationError) as refused:
        create_user(username=name, email="a@example.org", password=PASSWORD)

    assert refused.value.messages == [words]
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("name", "words"),
    [(name, words) for name, words in BAD if name[-1] not in "\n\x00\ud800"],
    ids=lambda value: ascii(value)[:30],
)
def test_signing_up_says_what_is_wrong_with_a_name(db: None, name: str, words: str) -> None:
    assert words in sign_up(name)
    assert not User.objects.exists()


def test_a_name_that_is_too_long_is_told_and_never_cut(db: None) -> None:
    """By the browser, which cuts what goes beyond `maxlength`, or by whoever takes it in."""
    long = "anne-marie-of-the-green-gables-farm"
    page = Client().get("/accounts/signup/").content.decode()
    (field,) = re.findall(r'<input[^>]*name="username"[^>]*>', page)
    assert "maxlength" not in field

    answer = sign_up(long)

    assert LENGTH in answer
    assert f'value="{long}"' in answer
    with pytest.raises(CommandError, match=r"30|2 to 30"):
        call_command("createsuperuser", "--noinput", username=long, email="a@x.org", verbosity=0)
    assert not User.objects.exists()


@pytest.mark.parametrize("form", [InviteForm, SeatPersonForm])
def test_where_somebody_is_named_nothing_is_cut(form: Any) -> None:
    limits = {
        name: field.widget.attrs.get("maxlength")
        for name, field in form.base_fields.items()
        if name in ("who", "person")
    }
    assert list(limits.values()) == [None]


def test_an_invitation_to_a_name_that_is_too_long_says_so(alice: User) -> None:
    UserFactory(username="anne-marie-of-the-green-gables")
    table = open_table(opener=alice, engine_slug="qwirkle", seats=2)
    for who, words in (
        ("anne-marie-of-the-green-gables-farm", "No player has that name."),
        (f"{'a' * 300}@example.org", "We can't send email to this address."),
    ):
        answer = log_in(alice).post(f"/g/{table.code}/invite/", {"who": who}, follow=True)
        assert words in answer.content.decode().replace("&#x27;", "'")
    assert not table.invitations.exists()


LOOK_ALIKES = [
    ("ada", "ａｄａ"),
    ("ada", "ADA"),
    ("ada", "АДА".replace("Д", "D")),
    ("paypal", "PAYPA1"),
    ("Ilya", "llya"),
    ("boo", "b00"),
    ("mia", "rnia"),
    ("coco", "сосо"),
    ("nina", "ΝΙΝΑ"),
    ("tom", "ТОМ"),
    ("сосо", "coco"),
    ("Катя", "катя"),
    ("катя", "КАТЯ"),
    ("ada", "ɑdɑ"),
    ("ilya", "ı\u0307lya"),
]


@pytest.mark.parametrize(("one", "other"), LOOK_ALIKES, ids=ascii)
def test_a_name_that_looks_like_another_is_taken(db: None, one: str, other: str) -> None:
    UserFactory(username=one, email="one@example.org")

    words = sign_up(other)

    assert TAKEN in words or ALPHABETS in words
    with pytest.raises(ValidationError):
        create_user(username=other, email="b@example.org", password=PASSWORD)
    assert User.objects.count() == 1


@pytest.mark.parametrize("name", ["ada1", "adam", "a-da", "аня", "adà"])
def test_a_name_that_only_resembles_another_is_free(db: None, name: str) -> None:
    UserFactory(username="ada")

    assert TAKEN not in sign_up(name)
    assert User.objects.filter(username=name).exists()


@pytest.mark.parametrize(
    "name",
    [
        "admin",
        "аdmin",
        "Аdmіn",
        "Admin1",
        "a.d.m.i.n",
        "adm1n",
        "Tilepost",
        "TiIepost",
        "tilepost-team",
        "Computer",
        "Computer_2",
        "Ordinateur",
        "компьютер",
        "Модератор",
        "modérateur1",
        "Moderateur",
        "root",
        "staff",
    ],
)
def test_names_that_sound_like_the_site_are_kept(db: None, name: str) -> None:
    words = sign_up(name)

    assert RESERVED in words or ALPHABETS in words
    assert not User.objects.exists()


def test_the_sites_own_name_is_kept_whatever_it_is(db: None, settings: Any) -> None:
    settings.SITE_NAME = "Steinpost & Co"

    assert RESERVED in sign_up("steinpost-co")
    assert RESERVED not in sign_up("Tilepost")


def test_who_runs_the_site_may_be_called_so(db: None) -> None:
    admin = create_user(username="admin", email="a@example.org", password=PASSWORD, is_staff=True)

    assert admin.is_staff


def test_a_name_is_stored_as_it_is_compared(db: None) -> None:
    assert "signup" in Client().get("/accounts/signup/").content.decode()
    sign_up("Ａda")

    assert User.objects.get().username == "Ada"
    assert User.objects.get().name_skeleton == names.skeleton("ada")


def test_the_rule_is_told_before_anybody_asks(db: None) -> None:
    page = Client().get("/accounts/signup/").content.decode()

    assert (
        "2 to 30 letters of one alphabet, digits, and . _ - between them. No web addresses." in page
    )


def test_a_superuser_needs_a_name_too(db: None) -> None:
    UserFactory(username="coco")
    for name, words in (("сосо", TAKEN), ("x y", CHARACTERS), ("casino.com", ADDRESS)):
        with pytest.raises(CommandError, match=words[:20]):
            call_command(
                "createsuperuser", "--noinput", username=name, email="a@example.org", verbosity=0
            )
    assert User.objects.count() == 1
    call_command("createsuperuser", "--noinput", username="admin", email="a@x.org", verbosity=0)


def test_the_model_itself_checks(db: None) -> None:
    UserFactory(username="coco")

    for name, words in (("сосо", TAKEN), ("a.com", ADDRESS), ("admin", RESERVED)):
        with pytest.raises(ValidationError) as refused:
            User(username=name, email="n@example.org", password="x").full_clean()
        assert words in refused.value.messages


def test_a_new_name_is_compared_too(db: None) -> None:
    UserFactory(username="coco")
    person = UserFactory(username="dora")

    person.username = "сосо"
    with pytest.raises(ValidationError, match="looks like another"):
        person.full_clean()
    person.username = "nora"
    person.save(update_fields=["username"])

    assert User.objects.get(pk=person.pk).name_skeleton == names.skeleton("nora")


def from_before(name: str, **values: object) -> User:
    """Somebody who got their name before there was a rule."""
    person = UserFactory(**values)
    skeleton = f"{names.skeleton(name)}#{person.pk}"
    User.objects.filter(pk=person.pk).update(username=name, name_skeleton=skeleton)
    return User.objects.get(pk=person.pk)


@pytest.mark.parametrize("name", ["аda", "www.casino-win.com", "\u3164", "_x_"])
def test_people_from_before_keep_their_names(db: None, name: str) -> None:
    UserFactory(username="ada")
    person = from_before(name)
    client = Client()

    client.post("/accounts/login/", {"login": name, "password": PASSWORD})
    person.language = "fr"
    person.save()

    if name.isprintable() and names.visible(name):
        assert client.session["_auth_user_id"] == str(person.pk)
        assert client.get(f"/people/{name}/").status_code == 200
    assert User.objects.get(pk=person.pk).username == name


def test_people_whose_skeleton_is_out_of_date_can_still_change_what_they_like(db: None) -> None:
    """Until the operator has run `check_names`: what looks alike changes with each new list."""
    UserFactory(username="ilker")
    person, name = UserFactory(), "i\u0307lker"
    User.objects.filter(pk=person.pk).update(username=name, name_skeleton="from the list before")
    client = log_in(person)
    chosen = {"language": "fr", "time_zone": "UTC", "theme": "dark"}

    assert client.post("/settings/", chosen).status_code == 302
    assert client.post("/language/setlang/", {"language": "de"}).status_code == 302
    known = User.objects.get(pk=person.pk)
    known.set_password("another-" + PASSWORD)
    known.save()

    known.refresh_from_db()
    assert (known.username, known.theme) == (name, "dark")
    assert known.check_password("another-" + PASSWORD)


def test_a_name_from_before_may_be_a_row_of_words(db: None) -> None:
    person = from_before("\ufdfa" * 30)

    call_command("check_names", stdout=StringIO())

    assert User.objects.get(pk=person.pk).name_skeleton


def test_the_operator_reads_which_names_break_the_rule(db: None) -> None:
    ada = UserFactory(username="ada")
    twin = from_before("аda")
    spam = from_before("www.casino-win.com")
    User.objects.filter(pk=ada.pk).update(name_skeleton="stale")
    out = StringIO()

    call_command("check_names", stdout=out)

    lines = out.getvalue().splitlines()
    assert f"{twin.pk} аda (U+0430 U+0064 U+0061): looks like ada" in lines
    assert any(line.startswith(f"{spam.pk} www.casino-win.com") for line in lines)
    assert User.objects.get(pk=ada.pk).name_skeleton == names.skeleton("ada")
    assert len(lines) == 2
