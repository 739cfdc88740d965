"""What a reviewer broke once: hidden things, replaced and lost seats, mails, odd input."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.machinery.errors import ServiceError
from games.models import Act, Game, Notification, SitePause
from games.moderation.services import (
    endings,
    games,
    looking,
    people,
    reports,
    seats,
    shutting_out,
    site,
)
from games.moderation.services.take_back import take_back
from games.people.services import leaving
from games.play.services import expiry, moves, talk
from games.post.services import delivery, telling
from tests.factories import UserFactory, log_in
from tests.playing import play_on, start_game, user_to_act

DAY = timedelta(days=1)
Kind = Notification.Kind


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def back(game: Game, to_ply: int, by: User) -> Act:
    ply = fresh(game).ply
    return take_back(by=by, game_id=game.pk, why="a mistake", to_ply=to_ply, expected_ply=ply)


def refusal(act: object) -> str:
    with pytest.raises(ServiceError) as refused:
        act()
    return refused.value.code


def test_the_trail_does_not_tell_what_was_traded(game: Game, sena: User, mona: User) -> None:
    hand = game.state["hands"][game.to_act]
    trade = [{"kind": "trade", "tiles": hand[:3]}]
    moves.play(game_id=game.pk, user=user_to_act(game), actions=trade, expected_ply=game.ply)

    act = back(game, game.ply, sena)

    assert sorted(act.before["moves"][0]["action"]["tiles"]) == sorted(hand[:3])
    page = log_in(mona).get(f"/admin/games/act/{act.pk}/change/").content.decode()
    assert "trade" in page
    assert "tiles" not in page.partition("<pre>")[2]


def test_a_moderator_takes_no_seat_nor_does_who_has_looked(
    game: Game, mona: User, sena: User
) -> None:
    def seat(person: User, by: User) -> None:
        seats.seat_person(by=by, game_id=game.pk, why="so", seat=0, person=person)

    assert refusal(lambda: seat(mona, mona)) == "that-is-you"
    looking.look(by=sena, game_id=game.pk, why="a report")
    assert refusal(lambda: seat(sena, mona)) == "has-looked"


def test_a_game_that_was_decided_keeps_its_seed(game: Game, sena: User, alice: User) -> None:
    endings.adjudicate(by=sena, game_id=game.pk, why="so", places=[1, 2], expected_ply=game.ply)

    for address in ("record/", "check/"):
        assert log_in(alice).get(f"/g/{game.code}/{address}").status_code == 404
    seed = bytes(game.seed).hex()
    assert seed not in log_in(alice).get(f"/g/{game.code}/").content.decode()


def test_nobody_is_seated_where_a_bot_was_removed(
    alice: User, bob: User, charlie: User, mona: User
) -> None:
    game = play_on(start_game(alice, bob, charlie), 4)
    seats.seat_bot(by=mona, game_id=game.pk, why="gone", seat=0)
    seats.remove(by=mona, game_id=game.pk, why="gone", seat=0)

    def seat() -> None:
        seats.seat_person(by=mona, game_id=game.pk, why="so", seat=0, person=UserFactory())

    assert refusal(seat) == "has-left"


def test_a_bot_that_took_over_comes_back_as_it_was(
    alice: User, bob: User, charlie: User, mona: User
) -> None:
    game = play_on(start_game(alice, bob, charlie), 4)
    seats.seat_bot(by=mona, game_id=game.pk, why="gone", seat=0)
    seats.remove(by=mona, game_id=game.pk, why="gone", seat=0)

    back(game, 4, mona)

    player = game.players.get(seat=0)
    assert (player.bot, player.left) == ("greedy", True)


def test_for_an_account_that_is_gone_a_bot_comes_back(
    alice: User, bob: User, charlie: User, mona: User
) -> None:
    game = play_on(start_game(alice, bob, charlie), 4)
    seat = game.players.get(user=alice).seat
    leaving.delete_account(user=alice)

    back(game, 4, mona)

    player = game.players.get(seat=seat)
    assert (player.user, player.bot, player.left) == (None, "greedy", False)


@pytest.mark.parametrize("choice", ["bot", "withdraw"])
def test_the_others_are_told_of_a_seat_that_a_ban_emptied_but_not_why(
    alice: User, bob: User, charlie: User, sena: User, choice: str
) -> None:
    game = play_on(start_game(alice, bob, charlie), 4)

    shutting_out.ban(by=sena, person_id=alice.pk, why="A private matter.", games=choice)

    act = Act.objects.get(game=game)
    told = Notification.objects.filter(kind=Kind.NOTICE, data__act=act.pk)
    assert {item.user for item in told} == {bob, charlie}
    page = log_in(bob).get(f"/g/{game.code}/").content.decode()
    assert "Their account was suspended or banned." in page
    assert "A private matter." not in page


def test_a_turn_that_a_moderator_skipped_is_not_missed_after_taking_back(
    game: Game, mona: User
) -> None:
    seat = game.to_act
    games.skip(by=mona, game_id=game.pk, why="so", expected_ply=game.ply)
    play_on(fresh(game), 2)

    back(game, fresh(game).ply - 1, mona)

    assert game.players.get(seat=seat).missed == 0


def test_what_a_senior_decided_no_moderator_undoes(game: Game, sena: User, mona: User) -> None:
    endings.annul(by=sena, game_id=game.pk, why="so")

    assert refusal(lambda: back(game, game.ply, mona)) == "not-allowed"


def test_who_was_replaced_by_a_bot_can_be_put_back(game: Game, alice: User, mona: User) -> None:
    seat = game.players.get(user=alice).seat
    seats.seat_bot(by=mona, game_id=game.pk, why="a mistake", seat=seat)

    seats.seat_person(by=mona, game_id=game.pk, why="sorry", seat=seat, person=alice)

    player = game.players.get(seat=seat)
    assert (player.user, player.bot, player.left) == (alice, "", False)


def test_a_gift_of_time_stays_one_through_a_pause(alice: User, bob: User, mona: User) -> None:
    game = play_on(start_game(alice, bob, turn_time=3 * DAY, bank=2 * DAY), 3)
    seat = game.to_act
    games.extend(by=mona, game_id=game.pk, why="so", span=7 * DAY)
    games.pause(by=mona, game_id=game.pk, why="so")
    games.resume(by=mona, game_id=game.pk, why="so")
    # Six days pass.
    Game.objects.filter(pk=game.pk).update(deadline=fresh(game).deadline - 6 * DAY)

    play_on(fresh(game), 1)

    assert game.players.get(seat=seat).bank_left == 2 * DAY


def test_a_longer_turn_is_reminded_of_anew(game: Game, mona: User) -> None:
    user = user_to_act(game)
    for kind in (Kind.REMINDER, Kind.LAST_REMINDER):
        telling.write([telling.notification_for(user=user, kind=kind, game=game, ply=game.ply)])

    games.extend(by=mona, game_id=game.pk, why="so", span=7 * DAY)
    Game.objects.filter(pk=game.pk).update(remind_at=timezone.now())
    expiry.send_reminders()

    reminders = game.notifications.filter(kind__in=[Kind.REMINDER, Kind.LAST_REMINDER])
    assert reminders.filter(ply=game.ply).count() == 1


def test_what_was_confirmed_for_one_is_not_done_to_another(
    game: Game, mona: User, charlie: User
) -> None:
    """The preview named somebody; by the time it is confirmed, another sits or is to move."""
    browser, seat = log_in(mona), game.to_act
    extend = {"on": game.pk, "span": "86400", "why": "so", "expected_ply": game.ply}
    holder = game.players.get(seat=seat)
    remove = {"on": game.pk, "why": "so", "seat": f"{seat}:{holder.user_id}:", "confirmed": "1"}
    seats.seat_person(by=mona, game_id=game.pk, why="so", seat=seat, person=charlie)
    play_on(fresh(game), 1)
    before = fresh(game).deadline

    page = browser.post("/admin/act/extend/", extend | {"confirmed": "1"}, follow=True)
    assert "Someone has moved." in page.content.decode()
    assert browser.post("/admin/act/remove/", remove).status_code == 422

    assert fresh(game).deadline == before
    assert not game.players.get(seat=seat).left


@pytest.mark.parametrize(
    "address",
    [
        "games/game/?game=%00",
        "games/game/?status__exact=%00",
        "games/game/?q=%00",
        "games/act/?by_name=%00",
        "accounts/user/?language__exact=%00",
    ],
)
def test_nonsense_in_a_list_is_not_found(mona: User, address: str) -> None:
    assert log_in(mona).get(f"/admin/{address}").status_code == 404


@pytest.mark.parametrize("chosen", ["x", "\x00", "9" * 30])
def test_nonsense_chosen_in_a_list_is_not_found(mona: User, chosen: str) -> None:
    form = {"action": "pause", "_selected_action": chosen}

    assert log_in(mona).post("/admin/games/game/", form).status_code == 404


def test_what_is_for_one_game_is_not_done_to_many(
    game: Game, mona: User, alice: User, bob: User
) -> None:
    other = start_game(alice, bob)
    form = {"on": f"{game.pk},{other.pk}", "why": "so", "seat": "0::", "confirmed": "1"}

    assert log_in(mona).post("/admin/act/remove/", form).status_code == 404


def test_the_page_of_an_act_on_many_asks_as_often_as_on_few(
    mona: User, alice: User, bob: User, django_assert_max_num_queries: object
) -> None:
    made = [start_game(alice, bob) for _ in range(8)]
    browser = log_in(mona)
    numbers = ",".join(str(game.pk) for game in made)

    with django_assert_max_num_queries(10):
        assert browser.get(f"/admin/act/pause/?on={numbers}").status_code == 200


def test_nobody_reads_who_reported_them_nor_notes_about_themselves(
    mona: User, sena: User, alice: User
) -> None:
    report = reports.report(reporter=alice, category="abuse", person=mona, text="Not nice.")
    people.note(by=User.objects.get(username="owner"), person_id=mona.pk, why="keep an eye")
    browser = log_in(mona)

    assert browser.get(f"/admin/games/report/{report.pk}/change/").status_code == 404
    for address in ("", "games/report/", "games/act/", f"accounts/user/{mona.pk}/change/"):
        page = browser.get(f"/admin/{address}").content.decode()
        assert "Not nice." not in page
        assert "keep an eye" not in page
    assert log_in(sena).get(f"/admin/games/report/{report.pk}/change/").status_code == 200


def test_who_plays_there_does_not_answer_a_report_on_the_game(
    mona: User, bob: User, alice: User
) -> None:
    game = start_game(mona, bob)
    report = reports.report(reporter=alice, category="other", game=game)

    def answer() -> None:
        reports.answer(by=mona, report_id=report.pk, why="so", upheld=False, answer="no")

    assert refusal(answer) == "concerns-you"


def test_what_waits_to_be_sent_to_somebody_shut_out_is_dropped(
    game: Game, mona: User, post_office: object
) -> None:
    user = user_to_act(game)
    shutting_out.suspend(by=mona, person_id=user.pk, why="so", until=timezone.now() + DAY)
    Notification.objects.update(not_before=timezone.now())

    delivery.deliver()

    kinds = set(user.notifications.filter(state="sent").values_list("kind", flat=True))
    assert kinds == {"notice"}


def test_who_is_suspended_can_still_stop_mails(mona: User, alice: User) -> None:
    shutting_out.suspend(by=mona, person_id=alice.pk, why="so", until=timezone.now() + DAY)

    assert log_in(alice).get("/unsubscribe/nonsense/").status_code != 403


def test_reading_a_warning_does_not_swallow_the_next(mona: User, alice: User) -> None:
    people.warn(by=mona, person_id=alice.pk, why="First.")
    browser = log_in(alice)
    shown = User.objects.get(pk=alice.pk).warning
    people.warn(by=mona, person_id=alice.pk, why="Second.")

    browser.post("/warning/read/", {"warning": shown})
    page = browser.get("/").content.decode()
    assert "First." in page
    assert "Second." in page

    browser.post("/warning/read/", {"warning": "First.\r\nSecond."})
    assert "Second." not in browser.get("/").content.decode()


def test_an_annulled_game_is_not_also_over(
    alice: User, bob: User, sena: User, post_office: object
) -> None:
    game = play_on(start_game(alice, bob))
    endings.annul(by=sena, game_id=game.pk, why="so")
    Notification.objects.update(not_before=timezone.now())

    delivery.deliver()

    sent = set(Notification.objects.filter(state="sent").values_list("kind", flat=True))
    assert "over" not in sent
    assert "notice" in sent


def test_staff_without_a_role_do_not_come_in(owner: User) -> None:
    idle = UserFactory(is_staff=True)

    assert log_in(idle).get("/admin/", follow=True).status_code == 403


def test_a_role_works_even_if_nobody_made_the_roles(db: None) -> None:
    owner = UserFactory(is_staff=True, is_superuser=True)
    person = UserFactory()

    people.change_role(by=owner, person_id=person.pk, why="welcome", role="moderator")

    assert User.objects.get(pk=person.pk).has_perm("games.warn")


def test_a_hidden_message_goes_into_no_mail(
    game: Game, mona: User, alice: User, bob: User, post_office: object
) -> None:
    said = talk.say(game_id=game.pk, user=alice, text="a rude word")
    talk.say(game_id=game.pk, user=alice, text="hello again")
    games.hide_message(by=mona, game_id=game.pk, why="rude", message_id=said.pk)
    Notification.objects.filter(kind=Kind.MESSAGE).update(not_before=timezone.now())

    delivery.deliver()

    mail = next(mail for mail in post_office.taken if mail["To"] == bob.email)
    body = mail.get_body(("plain",)).get_content()
    assert "hello again" in body
    assert "a rude word" not in body


def test_a_message_that_is_hidden_alone_brings_no_mail(
    game: Game, mona: User, alice: User, post_office: object
) -> None:
    said = talk.say(game_id=game.pk, user=alice, text="a rude word")
    games.hide_message(by=mona, game_id=game.pk, why="rude", message_id=said.pk)
    Notification.objects.filter(kind=Kind.MESSAGE).update(not_before=timezone.now())

    delivery.deliver()

    assert not Notification.objects.filter(kind=Kind.MESSAGE, state="sent").exists()


def test_nothing_is_enforced_while_the_site_is_paused(game: Game, sena: User) -> None:
    site.pause_site(by=sena, why="a new server")
    # The turn began, the site was paused, and the time would be over.
    now = timezone.now()
    Game.objects.filter(pk=game.pk).update(turn_began_at=now - 3 * DAY, deadline=now - DAY)
    SitePause.objects.update(began_at=now - 2 * DAY)

    assert expiry.enforce_deadlines() == 0
    assert fresh(game).ply == game.ply
    site.resume_site(by=sena, why="it runs")
    assert fresh(game).deadline > timezone.now()


def test_no_page_of_the_desk_tells_a_hand(game: Game, mona: User, alice: User, bob: User) -> None:
    """With the hidden tiles exchanged, every page a moderator can open is the same."""
    browser = log_in(mona)
    addresses = [
        "/admin/",
        "/admin/games/game/",
        f"/admin/games/game/{game.pk}/change/",
        f"/admin/act/take_back/?on={game.pk}",
        f"/admin/act/remove/?on={game.pk}",
    ]

    def pages() -> list[str]:
        found = []
        for address in addresses:
            text = browser.get(address).content.decode()
            found.append("\n".join(line for line in text.splitlines() if "csrf" not in line))
        return found

    before = pages()
    state = fresh(game).state
    state["hands"] = [[state["bag"].pop() for _ in hand] for hand in state["hands"]]
    Game.objects.filter(pk=game.pk).update(state=state)

    assert pages() == before
