"""Each person's first three games of a kind are marked, those of before too."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

FIRST = """
UPDATE games_player SET is_new_here = true WHERE id IN (
SELECT id FROM (
SELECT player.id, row_number() OVER (
PARTITION BY player.user_id, game.engine_slug ORDER BY player.game_id) AS number
FROM games_player AS player JOIN games_game AS game ON game.id = player.game_id
WHERE player.user_id IS NOT NULL AND game.started_at IS NOT NULL) AS seats
WHERE number <= 3)
"""


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('games', '0100_lists_by_key'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='is_new_here',
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.RunSQL(FIRST, migrations.RunSQL.noop),
        AddIndexConcurrently(
            model_name='player',
            index=models.Index(models.F('user'), condition=models.Q(('is_new_here', True)), name='first_seats'),
        ),
    ]
