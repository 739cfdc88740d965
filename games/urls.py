"""The games' addresses."""

from __future__ import annotations

from django.urls import path

from games.views import pages

urlpatterns = [
    path("", pages.home, name="home"),
    path("rules/qwirkle/", pages.qwirkle_rules, name="qwirkle-rules"),
]
