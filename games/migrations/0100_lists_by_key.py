"""What lists ask for is kept with each game and seat, and found by an index.

Written for a site that goes on meanwhile: columns come without a rewrite of their table, indexes
are built beside the writing, and rows are filled in by the thousand, each thousand in a
transaction of its own. What the old version of the site finishes after that, `recount` sees to.
"""

import datetime

import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.contrib.postgres.operations import (
    AddConstraintNotValid,
    AddIndexConcurrently,
    RemoveIndexConcurrently,
    ValidateConstraint,
)
from django.db import migrations, models

AT_ONCE = 5_000

SEATS = """
UPDATE games_player AS player SET over_at = game.finished_at, public =
game.status = 'finished' AND game.public, company = CASE WHEN game.status = 'cancelled' THEN ''
WHEN game.seats = 1 AND player.left THEN 'uncounted' WHEN game.seats = 1 THEN 'alone'
WHEN EXISTS (SELECT FROM games_player AS other WHERE other.game_id = game.id
AND other.seat <> player.seat AND (other.user_id IS NOT NULL OR other.bot = '')) THEN 'people'
ELSE 'computer' END
FROM games_game AS game WHERE game.id = player.game_id AND player.over_at IS NULL
AND game.status IN ('finished', 'cancelled') AND game.id >= %s AND game.id < %s
"""
TURNS = """
UPDATE games_game AS game SET waits_for_id = player.user_id FROM games_player AS player
WHERE player.game_id = game.id AND player.seat = game.to_act AND player.bot = ''
AND game.status = 'active' AND game.waits_for_id IS DISTINCT FROM player.user_id
AND game.id >= %s AND game.id < %s
"""
TALLIES = """
INSERT INTO games_tally (user_id, company, played, won, most)
SELECT user_id, company, count(*), count(*) FILTER (WHERE place = 1), max(score)
FROM games_player WHERE company IN ('people', 'computer', 'alone') AND user_id IS NOT NULL
GROUP BY user_id, company
"""
BY_WORDS = """
CREATE INDEX CONCURRENTLY {name} ON {table}
USING gin (to_tsvector('simple'::regconfig, COALESCE({column}, ''))){where}
"""


def fill(apps, schema_editor):
    """A few thousand games at a time, so that nobody waits for long."""
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT min(id), max(id) FROM games_game")
        first, last = cursor.fetchone()
        for start in range(first or 0, (last or -1) + 1, AT_ONCE):
            for statement in (SEATS, TURNS):
                cursor.execute(statement, [start, start + AT_ONCE])
        cursor.execute("DELETE FROM games_tally")
        cursor.execute(TALLIES)
        cursor.execute("ANALYZE games_game, games_player, games_tally")


def by_words(name, table, column, where=""):
    return migrations.RunSQL(
        BY_WORDS.format(name=name, table=table, column=column, where=where),
        f"DROP INDEX CONCURRENTLY {name}",
    )


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("games", "0095_private_notes"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='DayCount',
            fields=[
                ('day', models.DateField(primary_key=True, serialize=False)),
                ('games', models.PositiveIntegerField()),
                ('people', models.PositiveIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='Tally',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('company', models.CharField(choices=[('people', 'People'), ('computer', 'Computer'), ('alone', 'Alone'), ('uncounted', 'Uncounted')], max_length=10)),
                ('played', models.PositiveIntegerField(default=0)),
                ('won', models.PositiveIntegerField(default=0)),
                ('most', models.IntegerField(default=0)),
            ],
            options={
                'verbose_name_plural': 'tallies',
            },
        ),
        migrations.AddField(
            model_name='game',
            name='waits_for',
            field=models.ForeignKey(db_index=False, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='player',
            name='company',
            field=models.CharField(blank=True, choices=[('people', 'People'), ('computer', 'Computer'), ('alone', 'Alone'), ('uncounted', 'Uncounted')], db_default='', default='', editable=False, max_length=10),
        ),
        migrations.AddField(
            model_name='player',
            name='over_at',
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='player',
            name='public',
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.AddField(
            model_name='tally',
            name='user',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tallies', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='daycount',
            constraint=models.CheckConstraint(condition=models.Q(('day__gte', datetime.date(2000, 1, 1)), ('day__lte', datetime.date(2200, 1, 1))), name='days_are_of_our_days'),
        ),
        migrations.AddConstraint(
            model_name='tally',
            constraint=models.UniqueConstraint(models.F('user'), models.F('company'), name='one_tally_a_company'),
        ),
        AddConstraintNotValid(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('over_at__gte', datetime.datetime(2000, 1, 1, 0, 0, tzinfo=datetime.timezone.utc)), ('over_at__lte', datetime.datetime(2200, 1, 1, 0, 0, tzinfo=datetime.timezone.utc))), name='games_are_over_in_our_days'),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        ValidateConstraint(model_name='player', name='games_are_over_in_our_days'),
        AddIndexConcurrently(
            model_name='act',
            index=models.Index(models.F('what'), models.F('id'), name='acts_by_what'),
        ),
        AddIndexConcurrently(
            model_name='act',
            index=models.Index(models.F('by_name'), models.F('id'), name='acts_by_whom'),
        ),
        AddIndexConcurrently(
            model_name='game',
            index=models.Index(models.OrderBy(models.F('moved_at'), descending=True), models.OrderBy(models.F('id'), descending=True), condition=models.Q(('status', 'active'), ('public', True)), name='games_to_watch'),
        ),
        AddIndexConcurrently(
            model_name='game',
            index=models.Index(models.F('opened_by'), models.OrderBy(models.F('moved_at'), descending=True), condition=models.Q(('status', 'active'), ('public', True)), name='games_to_watch_of_a_person'),
        ),
        AddIndexConcurrently(
            model_name='game',
            index=models.Index(models.OrderBy(models.F('created_at'), descending=True), models.OrderBy(models.F('id'), descending=True), condition=models.Q(('status', 'open'), ('public', True)), name='tables_to_join'),
        ),
        AddIndexConcurrently(
            model_name='game',
            index=models.Index(models.F('opened_by'), models.OrderBy(models.F('created_at'), descending=True), condition=models.Q(('status', 'open')), name='open_tables_of_a_person'),
        ),
        AddIndexConcurrently(
            model_name='game',
            index=models.Index(models.F('waits_for'), models.F('deadline'), condition=models.Q(('waits_for__isnull', False)), name='turns_of_a_person'),
        ),
        AddIndexConcurrently(
            model_name='game',
            index=models.Index(models.F('moved_at'), condition=models.Q(('status', 'active'), ('waits_for', None)), name='turns_of_bots'),
        ),
        AddIndexConcurrently(
            model_name='game',
            index=models.Index(models.F('id'), condition=models.Q(('status', 'active'), ('deadline', None), ('paused_at', None), ('turn_time__isnull', False), ('waits_for__isnull', False)), name='turns_without_a_clock'),
        ),
        AddIndexConcurrently(
            model_name='game',
            index=models.Index(models.F('id'), condition=models.Q(('paused_at__isnull', False)), name='paused_games'),
        ),
        AddIndexConcurrently(
            model_name='game',
            index=models.Index(models.F('status'), models.F('id'), name='games_by_status'),
        ),
        AddIndexConcurrently(
            model_name='game',
            index=models.Index(models.F('engine_slug'), models.F('id'), name='games_by_kind'),
        ),
        AddIndexConcurrently(
            model_name='game',
            index=models.Index(models.F('started_at'), name='games_by_start'),
        ),
        AddIndexConcurrently(
            model_name='game',
            index=models.Index(models.F('finished_at'), name='games_by_end'),
        ),
        AddIndexConcurrently(
            model_name='game',
            index=models.Index(models.F('seed_opens_at'), name='games_by_seed'),
        ),
        AddIndexConcurrently(
            model_name='player',
            index=models.Index(models.F('user'), models.F('over_at'), condition=models.Q(('company', ''), ('over_at__isnull', False)), name='seats_called_off'),
        ),
        AddIndexConcurrently(
            model_name='notification',
            index=models.Index(django.db.models.functions.text.Upper('email'), condition=models.Q(('email', ''), _negated=True), name='mails_to_an_address'),
        ),
        AddIndexConcurrently(
            model_name='invitation',
            index=models.Index(models.F('user'), condition=models.Q(('answer', 'waiting')), name='invitations_not_answered'),
        ),
        AddIndexConcurrently(
            model_name='invitation',
            index=models.Index(django.db.models.functions.text.Upper('email'), condition=models.Q(('answer', 'waiting'), models.Q(('email', ''), _negated=True)), name='addresses_not_answered'),
        ),
        AddIndexConcurrently(
            model_name='notification',
            index=models.Index(models.F('user'), models.F('id'), name='mails_of_a_person'),
        ),
        AddIndexConcurrently(
            model_name='notification',
            index=models.Index(models.F('user'), models.F('not_before'), models.F('id'), condition=models.Q(('state', 'waiting')), name='due_to_a_person'),
        ),
        AddIndexConcurrently(
            model_name='notification',
            index=models.Index(models.F('state'), models.F('id'), name='mails_by_state'),
        ),
        AddIndexConcurrently(
            model_name='notification',
            index=models.Index(models.F('id'), condition=models.Q(('state', 'waiting'), models.Q(('last_error', ''), _negated=True)), name='mails_set_aside'),
        ),
        AddIndexConcurrently(
            model_name='notification',
            index=models.Index(models.F('created_at'), condition=models.Q(('state', 'failed')), name='mails_failed_lately'),
        ),
        AddIndexConcurrently(
            model_name='notification',
            index=models.Index(models.F('kind'), models.F('id'), name='mails_by_kind'),
        ),
        AddIndexConcurrently(
            model_name='player',
            index=models.Index(models.F('user'), models.F('game'), name='seats_of_a_person'),
        ),
        AddIndexConcurrently(
            model_name='player',
            index=models.Index(models.F('user'), condition=models.Q(('over_at', None)), name='seats_going'),
        ),
        AddIndexConcurrently(
            model_name='player',
            index=models.Index(models.F('user'), models.OrderBy(models.F('over_at'), descending=True), models.OrderBy(models.F('id'), descending=True), condition=models.Q(('company__gt', '')), name='seats_finished'),
        ),
        AddIndexConcurrently(
            model_name='player',
            index=models.Index(models.F('user'), models.OrderBy(models.F('over_at'), descending=True), models.OrderBy(models.F('id'), descending=True), condition=models.Q(('company__gt', ''), ('public', True)), name='seats_finished_in_public'),
        ),
        AddIndexConcurrently(
            model_name='player',
            index=models.Index(models.F('user'), models.F('company'), models.OrderBy(models.F('over_at'), descending=True), models.OrderBy(models.F('id'), descending=True), condition=models.Q(('company__gt', '')), name='seats_by_company'),
        ),
        AddIndexConcurrently(
            model_name='report',
            index=models.Index(models.F('status'), models.F('id'), name='reports_by_status'),
        ),
        AddIndexConcurrently(
            model_name='report',
            index=models.Index(models.F('category'), models.F('id'), name='reports_by_category'),
        ),
        AddIndexConcurrently(
            model_name='setback',
            index=models.Index(models.F('tried_at'), name='setbacks_by_try'),
        ),
        AddIndexConcurrently(
            model_name='notification',
            index=models.Index(models.F('not_before'), models.F('id'), condition=models.Q(('state', 'waiting')), name='mails_due'),
        ),
        AddIndexConcurrently(
            model_name='notification',
            index=models.Index(models.F('not_before'), models.F('id'), condition=models.Q(('kind', 'account'), ('state', 'waiting')), name='account_mails_due'),
        ),
        RemoveIndexConcurrently(model_name='notification', name='due_notifications'),
        RemoveIndexConcurrently(model_name='notification', name='due_account_mails'),
        by_words("acts_by_words", "games_act", "why"),
        by_words("reports_by_words", "games_report", "text"),
        by_words("mails_by_words", "games_notification", "last_error", " WHERE NOT (last_error = '')"),
        migrations.AlterField(
            model_name='player',
            name='user',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='seats_taken', to=settings.AUTH_USER_MODEL, verbose_name='person'),
        ),
    ]
