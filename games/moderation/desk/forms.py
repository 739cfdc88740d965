"""What an act needs to know. Every one asks why."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, TypeAlias

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.kit.turns import in_turns
from games.models import Game, Player, Report
from games.models.moderation import LONGEST_REASON
from games.moderation.services.shutting_out import TheirGames
from games.play.selectors import moves_of, withdrawn_seats
from games.post.moderators_notices import ROLE_NAMES
from games.tables.forms import days
from games.words import player_name

# An act is about a game, a person, a report or the site: which, its form and its plan know.
AnyTarget: TypeAlias = Any
# What a form has read: of what type, each of its fields knows.
Chosen: TypeAlias = Mapping[str, Any]
# What Django's forms take besides, passed on as it came.
Rest: TypeAlias = Any

EXTENSIONS = [
    ("3600", gettext_lazy("1 hour")),
    ("43200", gettext_lazy("12 hours")),
    *((str(count * 86400), days(count)) for count in (1, 2, 3, 5, 7, 14, 30)),
]
SANCTIONS = [(str(count), days(count)) for count in (1, 3, 7, 14, 30, 90, 365)]


def _text_area() -> forms.Textarea:
    return forms.Textarea({"rows": 3})


class ActForm(forms.Form):
    """Only why. `target` is what the act is about."""

    why = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        widget=_text_area(),
        help_text=gettext_lazy("Shown to the people affected and kept in the audit log."),
    )

    def __init__(
        self, target: AnyTarget, by: User, *args: Rest, many: bool = False, **kwargs: Rest
    ) -> None:
        self.target, self.by, self.many = target, by, many
        super().__init__(*args, **kwargs)
        # The reason is asked for last.
        self.order_fields([name for name in self.fields if name != "why"])

    @property
    def asks_more(self) -> bool:
        return any(not field.is_hidden and field.name != "why" for field in self)

    def arguments(self) -> dict[str, object]:
        """As the service takes them."""
        return dict(self.cleaned_data)


class QuietForm(ActForm):
    """What only moderators read."""

    def __init__(self, *args: Rest, **kwargs: Rest) -> None:
        super().__init__(*args, **kwargs)
        self.fields["why"].help_text = _("Only moderators see this.")


class AtPlyForm(ActForm):
    """What is confirmed is about the game as it was shown."""

    expected_ply = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def __init__(self, target: Game, *args: Rest, **kwargs: Rest) -> None:
        super().__init__(target, *args, **kwargs)
        self.fields["expected_ply"].initial = target.ply


class ExtendForm(ActForm):
    expected_ply = forms.IntegerField(widget=forms.HiddenInput, min_value=0, required=False)
    span = forms.ChoiceField(
        label=gettext_lazy("More time"), choices=EXTENSIONS, initial=str(3 * 86400)
    )

    def __init__(self, target: Game, *args: Rest, **kwargs: Rest) -> None:
        super().__init__(target, *args, **kwargs)
        if self.many:
            del self.fields["expected_ply"]
        else:
            self.fields["expected_ply"].initial = target.ply

    def clean_span(self) -> timedelta:
        return timedelta(seconds=int(self.cleaned_data["span"]))


class TakeBackForm(AtPlyForm):
    to_ply = forms.TypedChoiceField(label=gettext_lazy("Go back to before"), coerce=int)

    def __init__(self, target: Game, *args: Rest, **kwargs: Rest) -> None:
        super().__init__(target, *args, **kwargs)
        choices = _plies(target)
        self.fields["to_ply"].choices = choices  # type: ignore[attr-defined]
        self.fields["to_ply"].initial = choices[0][0] if choices else None


def _plies(game: Game) -> list[tuple[int, str]]:
    """The last move first. A game that has ended may also just go on."""
    by_seat = {player.seat: player_name(player) for player in game.players.all()}
    presenter = game.kind.presenter
    choices = [
        (turn[0].ply, f"{turn[0].ply + 1}. {by_seat[turn[0].seat]}: {presenter.mail_entry(turn)}")
        for turn in reversed(in_turns(presenter, moves_of(game)))
    ]
    if not game.is_active:
        choices.insert(0, (game.ply, _("nothing: the game just continues")))
    return choices


def _seat(choice: str) -> int:
    return int(choice.partition(":")[0])


class SeatForm(ActForm):
    """A choice names who sits there: if that has changed since, it is none any more."""

    seat = forms.TypedChoiceField(label=gettext_lazy("Player"), coerce=_seat)

    def __init__(self, target: Game, *args: Rest, **kwargs: Rest) -> None:
        super().__init__(target, *args, **kwargs)
        gone = withdrawn_seats(target)
        self.fields["seat"].choices = [  # type: ignore[attr-defined]
            (f"{player.seat}:{player.user_id or ''}:{player.bot}", player_name(player))
            for player in target.players.all()
            if player.seat not in gone and self.can_be_chosen(player)
        ]

    def can_be_chosen(self, player: Player) -> bool:
        return True


class SeatBotForm(SeatForm):
    bot = forms.ChoiceField(label=gettext_lazy("Who takes over"))

    def __init__(self, target: Game, *args: Rest, **kwargs: Rest) -> None:
        super().__init__(target, *args, **kwargs)
        bots = [(code, bot.name) for code, bot in target.kind.bots.items()]
        self.fields["bot"].choices = bots  # type: ignore[attr-defined]

    def can_be_chosen(self, player: Player) -> bool:
        return not player.left and not player.bot


class SeatPersonForm(SeatForm):
    person = forms.CharField(
        label=gettext_lazy("Who takes over"),
        help_text=gettext_lazy("The name of someone who has agreed to it."),
    )

    def clean_person(self) -> User:
        name = self.cleaned_data["person"].replace("\x00", "")
        members = User.objects.filter(is_active=True, is_guest=False)
        person = members.filter(username__iexact=name).first()
        if person is None:
            raise forms.ValidationError(_("No player has that name."))
        return person


class AdjudicateForm(AtPlyForm):
    """A place for each seat."""

    def __init__(self, target: Game, *args: Rest, **kwargs: Rest) -> None:
        super().__init__(target, *args, **kwargs)
        players = list(target.players.all())
        standing = sorted((player.score for player in players), reverse=True)
        for player in players:
            self.fields[f"place_{player.seat}"] = forms.TypedChoiceField(
                label=_("Place of %(name)s") % {"name": player_name(player)},
                choices=[(place, place) for place in range(1, len(players) + 1)],
                coerce=int,
                initial=standing.index(player.score) + 1,
            )
        self.order_fields([name for name in self.fields if name != "why"])

    def arguments(self) -> dict[str, object]:
        data = dict(self.cleaned_data)
        places = [data.pop(f"place_{player.seat}") for player in self.target.players.all()]
        return data | {"places": places}


class MessageForm(ActForm):
    message_id = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=2**63 - 1)


class MuteForm(ActForm):
    span = forms.ChoiceField(label=gettext_lazy("For"), choices=SANCTIONS, initial="7")

    def arguments(self) -> dict[str, object]:
        data = dict(self.cleaned_data)
        until = timezone.now() + timedelta(days=int(data.pop("span")))
        return data | {"until": until}


class SuspendForm(MuteForm):
    games = forms.ChoiceField(
        label=gettext_lazy("Their games"),
        choices=TheirGames.choices,
        initial=TheirGames.GO_ON,
    )


class BanForm(ActForm):
    games = forms.ChoiceField(
        label=gettext_lazy("Their games"),
        choices=[choice for choice in TheirGames.choices if choice[0] != TheirGames.GO_ON],
    )


class RoleForm(ActForm):
    role = forms.ChoiceField(
        label=gettext_lazy("Role"), choices=list(ROLE_NAMES.items()), required=False
    )


class AssignForm(QuietForm):
    to = forms.ChoiceField(label=gettext_lazy("Assigned to"), required=False)

    def __init__(self, target: Report, by: User, *args: Rest, **kwargs: Rest) -> None:
        super().__init__(target, by, *args, **kwargs)
        self.staff = {str(user.pk): user for user in _moderators()}
        names = [(pk, user.username) for pk, user in self.staff.items()]
        self.fields["to"].choices = [*names, ("", _("Unassigned"))]  # type: ignore[attr-defined]
        self.fields["to"].initial = str(by.pk)
        self.fields["why"].required = False

    def arguments(self) -> dict[str, object]:
        data = dict(self.cleaned_data)
        to = self.staff.get(data["to"])
        return {"to": to, "why": data["why"] or f"→ {to.username if to else '–'}"}


def _moderators() -> list[User]:
    backend = "django.contrib.auth.backends.ModelBackend"
    staff = User.objects.with_perm("games.handle_reports", backend=backend)
    return list(staff.filter(is_staff=True).order_by("username"))


class AnswerForm(QuietForm):
    upheld = forms.TypedChoiceField(
        label=gettext_lazy("Outcome"),
        choices=[
            ("1", Report.Status.UPHELD.label),
            ("0", Report.Status.DISMISSED.label),
        ],
        coerce=lambda value: value == "1",
    )
    answer = forms.CharField(
        label=gettext_lazy("Reply to the reporter"),
        max_length=LONGEST_REASON,
        widget=_text_area(),
    )
