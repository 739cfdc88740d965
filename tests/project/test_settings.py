"""The settings, each time in a Python of their own: they are read once a process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PRODUCTION = {"SECRET_KEY": "x" * 60, "ALLOWED_HOSTS": "tilepost.example"}


WHICH = "import qwirkle_site.settings as s; print(s.DEBUG, s.ALLOWED_HOSTS)"


def load(program: str = WHICH, /, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=kept | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_production_is_what_starts_when_nothing_says_otherwise() -> None:
    assert load(**PRODUCTION).stdout == "False ['tilepost.example']\n"


def test_every_cookie_of_production_goes_over_tls_alone() -> None:
    program = (
        "import qwirkle_site.settings as s;"
        "print(*(bool(getattr(s, f'{name}_COOKIE_SECURE', False))"
        " for name in ('SESSION', 'CSRF', 'LANGUAGE')))"
    )

    assert load(program, **PRODUCTION).stdout == "True True True\n"
    assert load(program, DEBUG="1").stdout == "False False False\n"


@pytest.mark.parametrize("missing", list(PRODUCTION))
def test_production_refuses_to_start_without(missing: str) -> None:
    outcome = load(**PRODUCTION | {missing: " "})

    assert outcome.returncode == 1
    assert f"ImproperlyConfigured: {missing} is not set" in outcome.stderr


@pytest.mark.parametrize(
    ("setting", "complaint"),
    [
        ({"DEBUG": "perhaps"}, "DEBUG is 'perhaps'; it must be 1 or 0."),
        ({"EMAIL_PORT": "smtp"}, "EMAIL_PORT is 'smtp'; it must be a whole number."),
        ({"DATABASE_URL": "sqlite:///x.db"}, "DATABASE_URL must name a PostgreSQL"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_refuses_a_setting_that_makes_no_sense(setting: dict[str, str], complaint: str) -> None:
    outcome = load(**PRODUCTION | setting)

    assert outcome.returncode == 1
    assert complaint in outcome.stderr


def test_development_keeps_its_key_between_starts(tmp_path: Path) -> None:
    program = "import qwirkle_site.settings as s; print(s.SECRET_KEY)"
    environment = os.environ | {"DEBUG": "1", "VAR_DIR": str(tmp_path / "var"), "SECRET_KEY": ""}
    keys = {
        subprocess.check_output([sys.executable, "-c", program], cwd=ROOT, env=environment)
        for _ in range(2)
    }

    assert len(keys) == 1
