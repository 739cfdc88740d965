"""Makes the golden records: whole games, one at least for each seat count and end reason.

They pin down what a rules version does, to the last draw. So this is run only when a version is
added (`python -m tests.kinds.make_golden`), and it leaves every record that exists as it is. A
change to the code that a record does not survive is a change of the rules, not of the record.
"""

from __future__ import annotations

import os

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from tests.kinds.proofs import PROOFS

    for proof in PROOFS:
        proof.shelf.fill()
