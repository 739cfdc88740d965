"""What docs/operating.md says of a server, done word for word: and then people play."""

from __future__ import annotations

import http.client
import json
import re
import secrets
import shlex
import subprocess
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import psycopg
import pytest

from tests import production
from tests.mail import PostOffice
from tests.patience import PATIENCE, wait_until
from tests.production import ROOT

HOST = "tilepost.example"
PASSWORD = "correct horse battery"
PAGES = ("/", "/lobby/", "/rules/qwirkle/", "/rules/shifting-stones/", "/accounts/signup/")
TWO_PLAYERS = f"""
import json
from accounts.services import create_user
from games.engine.thinking import Thinking
from games.kinds import KINDS
from games.models import Game
from games.tables.services import tables
people = [
    create_user(username=name, email=f"{{name}}@example.org", password={PASSWORD!r})
    for name in ("alice", "bob")
]
game = tables.open_table(opener=people[0], engine_slug="qwirkle", seats=2)
tables.join(game_id=game.pk, user=people[1], token=game.invite_token)
game = Game.objects.get(pk=game.pk)
view = game.engine.view(game.engine.load(game.state), game.to_act)
print(json.dumps([
    game.code,
    game.players.get(seat=game.to_act).user.username,
    game.players.exclude(seat=game.to_act).get().user.email,
    KINDS["qwirkle"].bots["greedy"].choose(view, Thinking()),
]))
"""


def documented() -> tuple[list[list[str]], list[list[str]]]:
    """The commands that end, and the programs that go on, as the document lists them."""
    section = (ROOT / "docs" / "operating.md").read_text().partition("## On a server")[2]
    before, programs = re.findall(r"^```\n(.+?)^```", section, re.DOTALL | re.MULTILINE)[:2]
    split = [
        [shlex.split(line, comments=True) for line in block.splitlines()]
        for block in (before, programs)
    ]
    return split[0], split[1]


@dataclass
class Visitor:
    """A browser behind the site's own proxy, which speaks TLS with it."""

    port: int
    cookies: SimpleCookie = field(default_factory=SimpleCookie)

    def ask(self, method: str, path: str, form: Any = None, **headers: str) -> Any:
        server = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        sent = {"Host": HOST, "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}
        sent["Cookie"] = "; ".join(f"{key}={morsel.value}" for key, morsel in self.cookies.items())
        if form is not None:
            sent |= {"Content-Type": "application/x-www-form-urlencoded"}
            sent |= {"Origin": f"https://{HOST}"}
        body = None if form is None else urlencode(form)
        server.request(method, path, body, sent | headers)
        answer = server.getresponse()
        answer.text = answer.read().decode(errors="replace")  # type: ignore[attr-defined]
        for cookie in answer.headers.get_all("Set-Cookie", []):
            self.cookies.load(cookie)
        server.close()
        return answer

    def log_in(self, name: str) -> None:
        page = self.ask("GET", "/accounts/login/")
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.text)
        assert token, page.text
        form = {"login": name, "password": PASSWORD, "csrfmiddlewaretoken": token[1]}
        assert self.ask("POST", "/accounts/login/", form).status == 302


def check_pages(visitor: Visitor) -> None:
    """Each page is there, with every script and style that it names."""
    named: set[str] = set()
    for path in PAGES:
        page = visitor.ask("GET", path)
        assert page.status == 200, (path, page.text)
        assert "no-store" in page.headers["Cache-Control"]
        named |= set(re.findall(r'(?:src|href)="(/static/[^"#]+)', page.text))
    assert any(name.endswith(".js") for name in named)
    for name in named:
        file = visitor.ask("GET", name)
        assert file.status == 200, name
        assert "immutable" in file.headers["Cache-Control"], name


def check_careful(visitor: Visitor) -> None:
    insecure = visitor.ask("GET", "/lobby/", **{"X-Forwarded-Proto": "http"})
    assert insecure.status == 301
    assert insecure.headers["Location"] == f"https://{HOST}/lobby/"
    assert visitor.ask("GET", "/lobby/", Host="elsewhere.example").status == 400
    token = re.search(r'"x-csrftoken": "(\w+)"', visitor.ask("GET", "/").text)
    assert token
    form = {"language": "he", "next": "/"}
    chosen = visitor.ask("POST", "/language/setlang/", form, **{"X-CSRFToken": token[1]})
    assert chosen.status == 302
    for cookie in visitor.cookies.values():
        assert cookie["secure"], cookie.key
        assert cookie["samesite"] == "Lax", cookie.key
    assert '<html lang="he" dir="rtl">' in (hebrew := visitor.ask("GET", "/rules/").text)
    assert re.search("[א-ת]{3}", hebrew)


def check_crowd(port: int, database: str) -> None:
    """More requests at once than the database has connections: all are served, now or later."""
    left = 150
    while left:
        with ThreadPoolExecutor(100) as crowd:
            asked = crowd.map(lambda _: Visitor(port).ask("GET", "/lobby/").status, range(left))
        seen = Counter(asked)
        assert seen.keys() <= {200, 503}, seen
        assert seen[200], seen
        left = seen[503]
    with psycopg.connect(database) as server:
        held = server.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE client_port IS NOT NULL"
        ).fetchone()
    assert held is not None
    assert held[0] < 25


@pytest.mark.xdist_group("celery")
def test_a_server_set_up_as_the_document_says_is_one_on_which_people_play(
    tmp_path: Path, post_office: PostOffice
) -> None:
    site = tmp_path / "site"
    site.mkdir()
    for part in ("manage.py", "scripts", "locale", "qwirkle_site", "games", "accounts"):
        (site / part).symlink_to(ROOT / part)
    programs = production.python_with(ROOT / "requirements.txt", tmp_path / "python")
    before, lasting = documented()
    port = production.free_port()
    with (
        production.postgres(tmp_path / "postgres", max_connections=40) as postgres,
        production.redis(tmp_path) as broker,
    ):
        environment = production.clean_environment() | {
            "PATH": f"{programs}:/usr/bin:/bin",
            "SECRET_KEY": secrets.token_urlsafe(60),
            "ALLOWED_HOSTS": HOST,
            "BEHIND_PROXY": "1",
            "DATABASE_URL": postgres.address,
            "CELERY_BROKER_URL": broker,
            "CACHE_URL": production.another_database(broker),
            "DEFAULT_FROM_EMAIL": f"post@{HOST}",
            "EMAIL_HOST": "127.0.0.1",
            "EMAIL_PORT": str(post_office.port),
            "POST_TURN_DELAY": "0",
            "REQUESTS_AT_ONCE": "4",
            "VAR_DIR": str(tmp_path / "var"),
            # The document leaves the port to whoever sets up the proxy.
            "UVICORN_PORT": str(port),
        }

        def run(*command: str) -> str:
            done = subprocess.run(
                command, cwd=site, env=environment, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, (command, done.stdout, done.stderr)
            return done.stdout

        for command in before:
            # What it would fetch is linked already.
            if command[0] != "pip":
                run(*command)
        code, player, opponent, actions = json.loads(
            run("python", "manage.py", "shell", "--no-imports", "-c", TWO_PLAYERS)
        )
        with production.running(lasting, site, environment) as said:
            wait_until(lambda: said() and production.answers(port), said)
            visitor = Visitor(port)
            check_pages(visitor)
            check_careful(visitor)
            person = Visitor(port)
            person.log_in(player)
            table = person.ask("GET", f"/g/{code}/")
            token = re.search(r'"x-csrftoken": "(\w+)"', table.text)
            assert token, table.text
            played = person.ask(
                "POST",
                f"/g/{code}/play/",
                {"actions": json.dumps(actions), "ply": "0"},
                **{"X-CSRFToken": token[1], "HX-Request": "true"},
            )
            assert played.status == 200, played.text
            assert 'data-ply="1"' in played.text

            def mails_about_it() -> list[Any]:
                return [mail for mail in post_office.taken if mail["To"] == opponent]

            wait_until(lambda: said() and mails_about_it(), said)
            words = mails_about_it()[-1].get_body(("plain",)).get_content()
            assert f"https://{HOST}/g/{code}/" in words
            check_crowd(port, postgres.address)
            assert "Internal Server Error" not in said()
