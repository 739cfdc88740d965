"""Give everybody the skeleton of their name.

Who looks like somebody who was here before keeps the name, and gets a skeleton of their own; the
operator reads of it here, and whenever they run `manage.py check_names`.
"""

from django.db import migrations, models

import accounts.names

def fill(apps, schema_editor):
    User = apps.get_model("accounts", "User")
    people = dict(User.objects.order_by("pk").values_list("pk", "username"))
    for number, skeleton, twin in accounts.names.told_apart(people.items()):
        User.objects.filter(pk=number).update(name_skeleton=skeleton)
        if twin is not None:
            name = people[number]
            print(f"\n    person {number}, {name} ({name!a}), looks like {twin or 'nothing'}")


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0010_deliverable_address"),
    ]

    operations = [
        migrations.AlterModelManagers(name="user", managers=[]),
        migrations.AlterField(
            model_name="user",
            name="username",
            field=models.CharField(
                error_messages={"unique": "This name is taken or looks like another."},
                help_text="2 to 30 letters of one alphabet, digits, and . _ - between them. No web addresses.",
                max_length=30,
                unique=True,
                validators=[accounts.names.good_name],
                verbose_name="name",
            ),
        ),
        migrations.AlterConstraint(
            model_name="user",
            name="one_user_a_name",
            constraint=models.UniqueConstraint(
                models.functions.Lower("username"),
                name="one_user_a_name",
                violation_error_message="This name is taken or looks like another.",
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="name_skeleton",
            field=models.CharField(editable=False, max_length=200, null=True),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="user",
            name="name_skeleton",
            field=models.CharField(editable=False, max_length=200, unique=True),
        ),
    ]
