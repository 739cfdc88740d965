from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0080_young_players'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='is_new_here',
            field=models.BooleanField(default=False, editable=False),
        ),
    ]
