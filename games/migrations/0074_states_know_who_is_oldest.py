"""Who opens when the opener leaves goes by age: games that run learn it from their options."""

from django.db import migrations


def tell_states(apps, schema_editor):
    games = apps.get_model("games", "Game").objects.filter(
        engine_slug="qwirkle", options__has_key="seniority", state__isnull=False
    )
    for game in games.exclude(state__has_key="seniority").iterator():
        game.state["seniority"] = game.options["seniority"]
        game.save(update_fields=["state"])


class Migration(migrations.Migration):
    dependencies = [("games", "0073_who_made_a_move")]
    operations = [migrations.RunPython(tell_states, migrations.RunPython.noop)]
