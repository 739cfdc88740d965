from django.conf import settings
from django.db import migrations, models

# A seat may have changed hands, and a bot may have taken it over. What cannot be told for sure
# whose it was is nobody's.
FILL = """
UPDATE games_move AS move SET person_id = player.user_id
FROM games_player AS player
WHERE player.game_id = move.game_id AND player.seat = move.seat AND player.user_id IS NOT NULL
AND move.made_at > COALESCE((
    SELECT max(act.at) FROM games_act AS act
    WHERE act.game_id = move.game_id AND act.what = 'seat_person'
    AND act.before ->> 'seat' = move.seat::text
), '-infinity')
AND (player.bot = '' OR move.made_at <= (
    SELECT min(left_at) FROM (
        SELECT act.at AS left_at FROM games_act AS act
        WHERE act.game_id = move.game_id AND act.what = 'seat_bot'
        AND act.person_id = player.user_id
        UNION ALL
        SELECT told.created_at FROM games_notification AS told
        WHERE told.game_id = move.game_id AND told.kind = 'removed'
        AND told.user_id = player.user_id
    ) AS leavings
))
"""


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0072_invitations_by_mailbox"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="move",
            name="person",
            field=models.ForeignKey(
                null=True,
                on_delete=models.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="person",
            ),
        ),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
    ]
