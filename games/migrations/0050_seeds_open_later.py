"""A seed opens when the end of its game cannot be taken back any more; and who came to a seat."""

from datetime import timedelta

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Exists, F, OuterRef
from django.db.models.functions import Coalesce, Now

GUARD = """
CREATE OR REPLACE FUNCTION guard_trail() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    forgotten text[] := ARRAY['by_id', 'game_id', 'person_id', 'other_id', 'report_id'];
BEGIN
    IF TG_OP = 'UPDATE'
       AND to_jsonb(NEW) - forgotten = to_jsonb(OLD) - forgotten
       AND (NEW.by_id IS NULL OR NEW.by_id = OLD.by_id)
       AND (NEW.game_id IS NULL OR NEW.game_id = OLD.game_id)
       AND (NEW.person_id IS NULL OR NEW.person_id = OLD.person_id)
       AND (NEW.other_id IS NULL OR NEW.other_id = OLD.other_id)
       AND (NEW.report_id IS NULL OR NEW.report_id = OLD.report_id)
    THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = 'integrity_constraint_violation';
END;
$$;
"""
AS_BEFORE = GUARD.replace("'other_id', ", "").replace(
    "       AND (NEW.other_id IS NULL OR NEW.other_id = OLD.other_id)\n", ""
)


def open_seeds(apps, schema_editor):
    """What was shown stays shown; what moderators decided opens three days after."""
    games = apps.get_model("games", "Game").objects
    ended = Coalesce(F("finished_at"), F("moved_at"), Now())
    decided = games.filter(status="finished", end_reason="adjudicated")
    decided.update(seed_opens_at=ended + timedelta(days=3))
    games.filter(status="finished", seed_opens_at=None).update(seed_opens_at=ended)
    # Annulled after it was over: its seed had been shown.
    acts = apps.get_model("games", "Act").objects
    shown = acts.filter(game=OuterRef("pk"), what="annul", before__status="finished")
    shown = shown.exclude(before__end_reason="adjudicated")
    games.filter(Exists(shown), status="cancelled").update(seed_opens_at=ended)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0030_setbacks"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.AddField(
            model_name="game",
            name="seed_opens_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="seed shown from"),
        ),
        migrations.AddField(
            model_name="act",
            name="other",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="acts_that_seated",
                to=settings.AUTH_USER_MODEL,
                verbose_name="other person",
            ),
        ),
        migrations.RunSQL(GUARD, AS_BEFORE),
        migrations.RunPython(open_seeds, migrations.RunPython.noop),
    ]
