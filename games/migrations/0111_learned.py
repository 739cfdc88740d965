import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0110_new_here'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Learned',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('engine_slug', models.CharField(max_length=30, verbose_name='game')),
                ('steps', models.JSONField(default=list, verbose_name='steps')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='learned', to=settings.AUTH_USER_MODEL, verbose_name='person')),
            ],
            options={
                'verbose_name': 'tutorial',
                'verbose_name_plural': 'tutorials',
                'constraints': [models.UniqueConstraint(models.F('user'), models.F('engine_slug'), name='one_tutorial_a_game')],
            },
        ),
    ]
