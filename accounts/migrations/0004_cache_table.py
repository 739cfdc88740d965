from django.core.management import call_command
from django.db import migrations


def create_cache_table(apps, schema_editor):
    """Does nothing where another cache is configured, or the table is there."""
    call_command("createcachetable", database=schema_editor.connection.alias, verbosity=0)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_clock_and_post")]
    operations = [migrations.RunPython(create_cache_table, migrations.RunPython.noop)]
