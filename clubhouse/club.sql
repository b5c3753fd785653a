-- What stands in a club's database (PostgreSQL 15 or newer), and who may do what with it.
-- Run by `nainjaune club setup`; again, it changes nothing. {tables}, {board} and {host} are roles.

CREATE SCHEMA IF NOT EXISTS club;

-- A table is the role by which it comes in.
CREATE TABLE IF NOT EXISTS club.tables (
    "table" name PRIMARY KEY,
    number integer NOT NULL UNIQUE
);
CREATE TABLE IF NOT EXISTS club.streams (
    "table" name NOT NULL DEFAULT current_user,
    stream text NOT NULL,
    last bigint NOT NULL DEFAULT 0,
    PRIMARY KEY ("table", stream)
);
CREATE TABLE IF NOT EXISTS club.evenings (
    "table" name NOT NULL DEFAULT current_user,
    evening text NOT NULL,
    stream text NOT NULL,
    number bigint NOT NULL,
    started double precision NOT NULL,
    setup text NOT NULL,
    arrived timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY ("table", evening)
);
CREATE TABLE IF NOT EXISTS club.events (
    "table" name NOT NULL DEFAULT current_user,
    evening text NOT NULL,
    seq integer NOT NULL,
    stream text NOT NULL,
    number bigint NOT NULL,
    at double precision NOT NULL,
    body text NOT NULL,
    arrived timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY ("table", evening, seq),
    UNIQUE ("table", stream, number)
);
-- Evenings in which something was forgotten: nothing more is taken of them, whatever a table tells anew.
-- Whom a table forgets in one later it renames in its own rows (`forgetting.forget_with_table`).
CREATE TABLE IF NOT EXISTS club.closed (
    "table" name NOT NULL DEFAULT current_user,
    evening text NOT NULL,
    PRIMARY KEY ("table", evening)
);
CREATE TABLE IF NOT EXISTS club.players (
    name text PRIMARY KEY,
    here boolean NOT NULL DEFAULT true,
    came bigint GENERATED ALWAYS AS IDENTITY
);
-- A night is one evening of the club, by the day on which its first round was drawn.
CREATE TABLE IF NOT EXISTS club.rounds (
    night date NOT NULL,
    round integer NOT NULL,
    drawn timestamptz NOT NULL DEFAULT clock_timestamp(),
    ends timestamptz,
    PRIMARY KEY (night, round)
);
-- Place 0 deals first, the others follow in playing order.
CREATE TABLE IF NOT EXISTS club.seats (
    night date NOT NULL,
    round integer NOT NULL,
    "table" name NOT NULL REFERENCES club.tables,
    place integer NOT NULL,
    player text NOT NULL,
    PRIMARY KEY (night, round, "table", place),
    UNIQUE (night, round, player),
    FOREIGN KEY (night, round) REFERENCES club.rounds ON DELETE CASCADE
);

-- How it stands with each table: when it called last (`heard`), how often it has told something (`told`), how
-- often that has to be read anew from its first line (`anew`), how many bytes it has told in all.
CREATE TABLE IF NOT EXISTS club.calls (
    "table" name PRIMARY KEY REFERENCES club.tables ON DELETE CASCADE,
    heard timestamptz NOT NULL DEFAULT 'epoch',
    told bigint NOT NULL DEFAULT 0,
    anew bigint NOT NULL DEFAULT 0,
    bytes bigint NOT NULL DEFAULT 0
);
-- How often the host has written something: boards look here, and whatever is notified only wakes them.
CREATE TABLE IF NOT EXISTS club.written (times bigint NOT NULL DEFAULT 0);
INSERT INTO club.written SELECT 0 WHERE NOT EXISTS (SELECT FROM club.written);

DROP FUNCTION IF EXISTS club.deliver(text, bigint[], text[], integer[], double precision[], text[]);
DROP FUNCTION IF EXISTS club.say_anew(text[], text[], text[], text[]);

-- Each line once, in order; returns which number the club has now. {{"stream": S, "lines": [[number, evening,
-- seq (0: the evening itself), at, body (null: forgotten)] …]}}, without lines, too.
CREATE OR REPLACE FUNCTION club.take_lines(me name, told jsonb) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    of text := told ->> 'stream';
    lines jsonb := coalesce(told -> 'lines', '[]');
    known bigint;
    before bigint;
    line jsonb;
    this record;
BEGIN
    IF length(of) > 200 OR jsonb_array_length(lines) > 2000 THEN
        RAISE EXCEPTION 'too many lines at once';
    END IF;
    -- Whoever forgets something is waited for here: each statement below sees what was forgotten.
    LOCK TABLE club.evenings, club.events IN ROW EXCLUSIVE MODE;
    INSERT INTO club.streams ("table", stream) VALUES (me, of) ON CONFLICT DO NOTHING;
    IF (SELECT count(*) > 1000 FROM club.streams s WHERE s."table" = me)
        OR (SELECT count(*) > 5000 FROM club.evenings e WHERE e."table" = me) THEN
        RAISE EXCEPTION 'more streams or evenings than a table may tell';
    END IF;
    SELECT s.last INTO known FROM club.streams s WHERE s."table" = me AND s.stream = of FOR UPDATE;
    before := known;
    FOR line IN SELECT * FROM jsonb_array_elements(lines) LOOP
        SELECT (line ->> 0)::bigint AS number, line ->> 1 AS evening, (line ->> 2)::integer AS seq,
            (line ->> 3)::double precision AS at, line ->> 4 AS body INTO this;
        CONTINUE WHEN this.number <= known;
        IF this.number <> known + 1 OR length(this.evening) > 200 THEN
            RAISE EXCEPTION 'line % after %', this.number, known;
        END IF;
        known := this.number;
        IF octet_length(this.body) > 50000 THEN
            this.body := '';  -- boards set the evening aside; what comes after it still comes
        END IF;
        IF this.seq = 0 AND this.body IS NULL THEN  -- forgotten
            DELETE FROM club.events e WHERE e."table" = me AND e.evening = this.evening;
            DELETE FROM club.evenings e WHERE e."table" = me AND e.evening = this.evening;
        ELSIF EXISTS (SELECT FROM club.closed c WHERE c."table" = me AND c.evening = this.evening) THEN
            CONTINUE;
        ELSIF this.seq = 0 THEN
            -- By another stream the whole evening is told anew: nothing of what was told before stays.
            DELETE FROM club.events e USING club.evenings o
                WHERE e."table" = me AND e.evening = this.evening
                AND o."table" = me AND o.evening = this.evening AND o.stream <> of;
            INSERT INTO club.evenings ("table", evening, stream, number, started, setup)
                VALUES (me, this.evening, of, known, this.at, this.body)
                ON CONFLICT ("table", evening) DO UPDATE
                SET stream = excluded.stream, number = excluded.number, setup = excluded.setup;
        ELSIF this.body IS NOT NULL THEN
            INSERT INTO club.events ("table", evening, seq, stream, number, at, body)
                VALUES (me, this.evening, this.seq, of, known, this.at, this.body)
                ON CONFLICT ("table", evening, seq) DO UPDATE
                SET stream = excluded.stream, number = excluded.number, at = excluded.at,
                    body = excluded.body, arrived = excluded.arrived;
        END IF;
    END LOOP;
    IF known > before THEN
        UPDATE club.streams s SET last = known WHERE s."table" = me AND s.stream = of;
        PERFORM club.count_told(me, octet_length(lines::text), 0);
    END IF;
    RETURN known;
END $$;

-- A table has told so many bytes; wakes boards.
CREATE OR REPLACE FUNCTION club.count_told(me name, more bigint, renewed integer) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    now_told bigint;
BEGIN
    UPDATE club.calls c SET told = c.told + 1, anew = c.anew + renewed, bytes = c.bytes + more,
        heard = clock_timestamp() WHERE c."table" = me RETURNING c.bytes INTO now_told;
    IF now_told > 500000000 THEN  -- a thousand long evenings
        RAISE EXCEPTION 'this table has told more than a club keeps';
    END IF;
    PERFORM pg_notify('club_table', me::text);
END $$;

-- Who is to sit at a table: {{"round": N, "players": [in playing order]}}; null: nobody.
CREATE OR REPLACE FUNCTION club.seated(me name) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT jsonb_build_object('round', max(s.round), 'players', jsonb_agg(s.player ORDER BY s.place))
    FROM club.seats s WHERE s."table" = me AND (s.night, s.round) =
        (SELECT r.night, r.round FROM club.rounds r ORDER BY r.night DESC, r.round DESC LIMIT 1)
    HAVING count(*) > 0
$$;

-- What a table has told of its closed evenings: [[evening, seq (0: the evening itself), body] …].
CREATE OR REPLACE FUNCTION club.closed_lines(me name) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT coalesce(jsonb_agg(jsonb_build_array(l.evening, l.seq, l.body)), '[]') FROM (
        SELECT e.evening, 0 AS seq, e.setup AS body FROM club.evenings e WHERE e."table" = me
        UNION ALL SELECT e.evening, e.seq, e.body FROM club.events e WHERE e."table" = me
    ) l JOIN club.closed c ON c."table" = me AND c.evening = l.evening
$$;

-- Whom a table forgets in an evening that is closed: [[evening, seq, as it was read, as it is said now] …].
CREATE OR REPLACE FUNCTION club.say_anew(me name, lines jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    line jsonb;
BEGIN
    LOCK TABLE club.evenings, club.events IN ROW EXCLUSIVE MODE;
    FOR line IN SELECT l FROM jsonb_array_elements(lines) l
        JOIN club.closed c ON c."table" = me AND c.evening = l ->> 0 WHERE octet_length(l ->> 3) <= 50000
    LOOP
        IF (line ->> 1)::integer = 0 THEN
            UPDATE club.evenings e SET setup = line ->> 3
                WHERE e."table" = me AND e.evening = line ->> 0 AND e.setup = line ->> 2;
        ELSE
            UPDATE club.events e SET body = line ->> 3 WHERE e."table" = me AND e.evening = line ->> 0
                AND e.seq = (line ->> 1)::integer AND e.body = line ->> 2;
        END IF;
    END LOOP;
    PERFORM club.count_told(me, octet_length(lines::text), 1);
END $$;

-- The only thing that a table may do here. It reads and writes no row itself: this function says which table
-- it is (by whom it came in, whatever role it takes on), when its words arrived, and how many and long they are.
CREATE OR REPLACE FUNCTION club.table(asks text, told jsonb DEFAULT NULL) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me name := session_user;
BEGIN
    IF NOT EXISTS (SELECT FROM club.tables t WHERE t."table" = me) THEN
        RAISE EXCEPTION 'not a table of this club';
    ELSIF pg_column_size(told) > 20000000 THEN
        RAISE EXCEPTION 'too much at once';
    END IF;
    CASE asks
        WHEN 'lines' THEN
            RETURN to_jsonb(club.take_lines(me, told));
        WHEN 'here' THEN
            PERFORM set_config('synchronous_commit', 'off', true);  -- of no weight, and every two seconds
            UPDATE club.calls c SET heard = clock_timestamp() WHERE c."table" = me;
            RETURN club.seated(me);
        WHEN 'closed' THEN
            RETURN club.closed_lines(me);
        WHEN 'anew' THEN
            PERFORM club.say_anew(me, told);
            RETURN NULL;
    END CASE;
END $$;

-- Called by boards and by the host: ends what a table does for longer than it may, whatever it has set for
-- itself, and what it does in the server's other databases. Says how many were ended.
CREATE OR REPLACE FUNCTION club.end_long() RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT count(*) FILTER (WHERE pg_terminate_backend(a.pid))
    FROM pg_stat_activity a JOIN club.tables t ON t."table" = a.usename
    WHERE a.datname <> current_database()
        OR (a.state <> 'idle' AND clock_timestamp() - coalesce(a.xact_start, a.query_start) > interval '20 s')
$$;

-- Whatever the host writes is told to everybody who listens.
CREATE OR REPLACE FUNCTION club.tell_drawn() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    UPDATE club.written SET times = times + 1;
    PERFORM pg_notify('club_host', TG_TABLE_NAME);
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER told AFTER INSERT OR UPDATE OR DELETE ON club.players
    FOR EACH STATEMENT EXECUTE FUNCTION club.tell_drawn();
CREATE OR REPLACE TRIGGER told AFTER INSERT OR UPDATE OR DELETE ON club.rounds
    FOR EACH STATEMENT EXECUTE FUNCTION club.tell_drawn();
CREATE OR REPLACE TRIGGER told AFTER INSERT OR UPDATE OR DELETE ON club.seats
    FOR EACH STATEMENT EXECUTE FUNCTION club.tell_drawn();

-- Nobody comes in who has no role here; each role has what is said below and nothing else.
REVOKE ALL ON SCHEMA public FROM PUBLIC;
REVOKE ALL ON ALL TABLES IN SCHEMA club FROM PUBLIC, {tables}, {board}, {host};
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA club FROM PUBLIC, {tables}, {board}, {host};
GRANT USAGE ON SCHEMA club TO {tables}, {board}, {host};
GRANT EXECUTE ON FUNCTION club.table TO {tables};
GRANT EXECUTE ON FUNCTION club.end_long TO {board}, {host};
GRANT SELECT ON ALL TABLES IN SCHEMA club TO {board}, {host};
GRANT INSERT, UPDATE, DELETE ON club.players, club.rounds, club.seats TO {host};
-- To forget:
GRANT UPDATE, DELETE ON club.evenings, club.events TO {host};
GRANT UPDATE (anew) ON club.calls TO {host};
GRANT INSERT ON club.closed TO {host};

DO $$
DECLARE
    one text;
BEGIN
    FOREACH one IN ARRAY
        ARRAY['tables', 'streams', 'evenings', 'events', 'closed', 'calls', 'written', 'players', 'rounds', 'seats']
    LOOP
        EXECUTE format('ALTER TABLE club.%I ENABLE ROW LEVEL SECURITY', one);
        EXECUTE format('DROP POLICY IF EXISTS board ON club.%I', one);
        EXECUTE format('CREATE POLICY board ON club.%I FOR SELECT TO {board} USING (true)', one);
        EXECUTE format('DROP POLICY IF EXISTS host ON club.%I', one);
        EXECUTE format('CREATE POLICY host ON club.%I TO {host} USING (true) WITH CHECK (true)', one);
        EXECUTE format('DROP POLICY IF EXISTS own ON club.%I', one);  -- an older version's
    END LOOP;
    DROP POLICY IF EXISTS drawn ON club.rounds;
END $$;

-- What a server lets everybody do, and by which one could take its locks, its disk or its time from all.
DO $$
DECLARE
    one regprocedure;
BEGIN
    IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
        RETURN;  -- they are its superuser's; `club.end_long` ends what takes long
    END IF;
    FOR one IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'pg_catalog'::regnamespace
        AND p.proname ~ '^(pg_(try_)?advisory_|lo_|lowrite|loread|pg_logical_emit_message|pg_notify)'
    LOOP
        EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', one);
    END LOOP;
    REVOKE USAGE ON LANGUAGE plpgsql FROM PUBLIC;
END $$;
