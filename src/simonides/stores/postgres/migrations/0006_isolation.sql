-- The second wall between palaces, behind the condition of every statement: a transaction sees the rows of its palace alone, and
-- can write no others, even for the owner of the tables. Only a superuser, and a role made to bypass policies, is not held to it.

DO $$
DECLARE
    found text;
BEGIN
    FOR found IN
        SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'palace' AND NOT a.attisdropped
        WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace ORDER BY c.relname
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', found);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', found);
        EXECUTE format('CREATE POLICY own_palace ON %I USING (palace = current_palace())', found);
    END LOOP;
END
$$;
