"""The games' addresses."""

from __future__ import annotations

from django.urls import include, path

from games.views import game, lobby, mailbox, people, post, replay, reports, rules, waiting

table = [
    path("", game.game, name="game"),
    path("play/", game.play, name="play"),
    path("draft/", game.draft, name="draft"),
    path("order/", game.order, name="order"),
    path("resign/", game.resign, name="resign"),
    path("talk/", game.talk, name="talk"),
    path("events/", game.events, name="events"),
    path("at/<int:ply>/", replay.position, name="position"),
    path("record/", replay.record, name="record"),
    path("check/", replay.check, name="check"),
    path("report/", reports.report_game, name="report-game"),
    path("join/", waiting.join, name="join"),
    path("young/", waiting.young, name="young"),
    path("leave/", waiting.leave, name="leave"),
    path("cancel/", waiting.cancel, name="cancel"),
    path("start/", waiting.start, name="start"),
    path("computer/", waiting.add_bot, name="add-bot"),
    path("invite/", waiting.invite, name="invite"),
    path("rematch/", waiting.rematch, name="rematch"),
]

urlpatterns = [
    path("", lobby.home, name="home"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("tables/new/", lobby.new_table, name="new-table"),
    path("play-now/<slug:slug>/", lobby.play_now, name="play-now"),
    path("play-now/<slug:slug>/alone/", lobby.play_now, {"seats": 1}, name="play-alone"),
    path("events/", game.my_events, name="my-events"),
    path("next/", lobby.next_game, name="next-game"),
    path("g/<slug:code>/", include(table)),
    path("invitations/<slug:token>/", waiting.invited, name="invited"),
    path("invitations/<int:invitation_id>/decline/", waiting.decline, name="decline"),
    path("people/<str:username>/", people.profile, name="profile"),
    path("people/<str:username>/block/", people.block, name="block"),
    path("people/<str:username>/report/", reports.report_person, name="report-person"),
    path("reports/", reports.my_reports, name="my-reports"),
    path("warning/read/", reports.read_warning, name="read-warning"),
    path("settings/", people.settings, name="settings"),
    path("settings/mail/", post.mail_settings, name="mail-settings"),
    path("settings/vacation/", post.vacation, name="vacation"),
    path("settings/vacation/end/", post.come_back, name="come-back"),
    path("settings/calendar/reset/", post.reset_calendar, name="reset-calendar"),
    path("calendar/<slug:token>.ics", post.calendar, name="calendar"),
    path("unsubscribe/<str:token>/", post.unsubscribe, name="unsubscribe"),
    path("mailbox/", mailbox.mailbox, name="mailbox"),
    path("mailbox/<int:number>/", mailbox.mail, name="mail"),
    path("mailbox/<int:number>/html/", mailbox.mail_html, name="mail-html"),
    path("settings/data/", people.data, name="my-data"),
    path("settings/delete/", people.delete, name="delete-account"),
    path("rules/", rules.index, name="rules"),
    path("rules/qwirkle/", rules.of_qwirkle, name="qwirkle-rules"),
    path("rules/shifting-stones/", rules.of_shifting_stones, name="shifting-stones-rules"),
]
