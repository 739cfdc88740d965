"""Nobody changes or deletes what was done: the database refuses, whoever asks.

A person, game or report that is deleted is forgotten in the trail; nothing else may change.
"""

from django.db import migrations

GUARD = """
CREATE FUNCTION guard_trail() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    forgotten text[] := ARRAY['by_id', 'game_id', 'person_id', 'report_id'];
BEGIN
    IF TG_OP = 'UPDATE'
       AND to_jsonb(NEW) - forgotten = to_jsonb(OLD) - forgotten
       AND (NEW.by_id IS NULL OR NEW.by_id = OLD.by_id)
       AND (NEW.game_id IS NULL OR NEW.game_id = OLD.game_id)
       AND (NEW.person_id IS NULL OR NEW.person_id = OLD.person_id)
       AND (NEW.report_id IS NULL OR NEW.report_id = OLD.report_id)
    THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = 'integrity_constraint_violation';
END;
$$;
CREATE TRIGGER guard_trail BEFORE UPDATE OR DELETE ON games_act
    FOR EACH ROW EXECUTE FUNCTION guard_trail();
"""
UNGUARD = "DROP TRIGGER guard_trail ON games_act; DROP FUNCTION guard_trail();"


class Migration(migrations.Migration):
    dependencies = [("games", "0003_moderation")]
    operations = [migrations.RunSQL(GUARD, UNGUARD)]
