"""The games' addresses."""

from __future__ import annotations

from django.urls import include, path

from games.learning import tutorial_views
from games.learning import views as learning_views
from games.moderation import views as moderation_views
from games.people import vacation_views
from games.people import views as people_views
from games.play.views import game, notes, pictures, places, replay
from games.post import mailbox
from games.post import views as post_views
from games.tables.views import home, invited, lobby, waiting

table = [
    path("", waiting.table, name="game"),
    path("play/", game.play, name="play"),
    path("draft/", game.draft, name="draft"),
    path("places/", places.places, name="places"),
    path("order/", game.order, name="order"),
    path("resign/", game.resign, name="resign"),
    path("talk/", game.talk, name="talk"),
    path("note/", notes.note, name="note"),
    path("events/", game.events, name="events"),
    path("at/<int:ply>/", replay.position, name="position"),
    path("at/<int:ply>/sum/", replay.sum_at, name="sum"),
    path("at/<int:ply>/<int:stamp>.png", replay.picture, name="position-picture"),
    path("picture/<int:ply>-<int:stamp>.svg", pictures.picture, name="picture"),
    path("record/", replay.record, name="record"),
    path("check/", replay.check, name="check"),
    path("report/", moderation_views.report_game, name="report-game"),
    path("join/", waiting.join, name="join"),
    path("young/", waiting.young, name="young"),
    path("leave/", waiting.leave, name="leave"),
    path("cancel/", waiting.cancel, name="cancel"),
    path("start/", waiting.start, name="start"),
    path("computer/", waiting.add_bot, name="add-bot"),
    path("invite/", waiting.invite, name="invite"),
    path("rematch/", waiting.rematch, name="rematch"),
]

lesson = [
    path("", tutorial_views.show, name="learn-step"),
    path("draft/", tutorial_views.draft, name="learn-draft"),
    path("order/", tutorial_views.order, name="learn-order"),
    path("play/", tutorial_views.play, name="learn-play"),
]

urlpatterns = [
    path("", home.home, name="home"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("tables/new/", lobby.new_table, name="new-table"),
    path("play-now/<slug:slug>/", lobby.play_now, name="play-now"),
    path("play-now/<slug:slug>/alone/", lobby.play_now, {"seats": 1}, name="play-alone"),
    path("computer/", lobby.computer, name="computer"),
    path("events/", game.my_events, name="my-events"),
    path("games/<slug:which>/", home.my_games, name="my-games"),
    path("next/", home.next_game, name="next-game"),
    path("g/<slug:code>/", include(table)),
    path("invitations/<slug:token>/", invited.invited, name="invited"),
    path("invitations/<int:invitation_id>/decline/", waiting.decline, name="decline"),
    path("people/<str:username>/", people_views.profile, name="profile"),
    path("people/<str:username>/block/", people_views.block, name="block"),
    path("people/<str:username>/report/", moderation_views.report_person, name="report-person"),
    path("reports/", moderation_views.my_reports, name="my-reports"),
    path("warning/read/", moderation_views.read_warning, name="read-warning"),
    path("settings/", people_views.settings, name="settings"),
    path("settings/tips/off/", people_views.tips_off, name="tips-off"),
    path("settings/mail/", post_views.mail_settings, name="mail-settings"),
    path("settings/vacation/", vacation_views.vacation, name="vacation"),
    path("settings/vacation/end/", vacation_views.come_back, name="come-back"),
    path("settings/calendar/reset/", post_views.reset_calendar, name="reset-calendar"),
    path("calendar/<slug:token>.ics", post_views.calendar, name="calendar"),
    path("unsubscribe/<str:token>/", post_views.unsubscribe, name="unsubscribe"),
    path("mailbox/", mailbox.mailbox, name="mailbox"),
    path("mailbox/<int:number>/", mailbox.mail, name="mail"),
    path("mailbox/<int:number>/html/", mailbox.mail_html, name="mail-html"),
    path("settings/data/", people_views.data, name="my-data"),
    path("settings/guest/", people_views.take_along, name="take-along"),
    path("settings/delete/", people_views.delete, name="delete-account"),
    path("rules/", learning_views.index, name="rules"),
    path("rules/<slug:address>/", learning_views.rules, name="rules-of"),
    path("rules/<slug:address>/text/", learning_views.text, name="rules-text"),
    path("learn/<slug:slug>/", tutorial_views.learn, name="learn"),
    path("learn/<slug:slug>/done/", tutorial_views.finished, name="learn-done"),
    path("learn/<slug:slug>/<int:step>/", include(lesson)),
]
