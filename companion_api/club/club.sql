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

-- What a table tells: each line once, in order. Says which number the club has now; without lines, too.
-- It is the only way in: a table writes no row itself, so that it is this function that says which table it
-- is (by whom it came in, whatever role it takes on), when its words arrived, and how many and long they may be.
CREATE OR REPLACE FUNCTION club.deliver(
    of text, numbers bigint[], evenings text[], seqs integer[], ats double precision[], bodies text[]
) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    me name := session_user;
    known bigint;
    before bigint;
BEGIN
    -- Whoever forgets something is waited for here: each statement below sees what was forgotten.
    IF array_length(numbers, 1) > 2000 OR length(of) > 200 THEN
        RAISE EXCEPTION 'too many lines at once';
    END IF;
    LOCK TABLE club.evenings, club.events IN ROW EXCLUSIVE MODE;
    INSERT INTO club.streams ("table", stream) VALUES (me, of) ON CONFLICT DO NOTHING;
    IF (SELECT count(*) > 1000 FROM club.streams s WHERE s."table" = me) THEN
        RAISE EXCEPTION 'more than 1000 streams of one table';
    END IF;
    SELECT s.last INTO known FROM club.streams s WHERE s."table" = me AND s.stream = of FOR UPDATE;
    before := known;
    FOR i IN 1 .. coalesce(array_length(numbers, 1), 0) LOOP
        CONTINUE WHEN numbers[i] <= known;
        IF numbers[i] <> known + 1 THEN
            RAISE EXCEPTION 'line % after %', numbers[i], known;
        END IF;
        IF octet_length(bodies[i]) > 200000 OR length(evenings[i]) > 200 THEN
            RAISE EXCEPTION 'line % is too long', numbers[i];
        END IF;
        known := numbers[i];
        IF seqs[i] = 0 AND bodies[i] IS NULL THEN  -- forgotten
            DELETE FROM club.events e WHERE e."table" = me AND e.evening = evenings[i];
            DELETE FROM club.evenings e WHERE e."table" = me AND e.evening = evenings[i];
        ELSIF EXISTS (SELECT FROM club.closed c WHERE c."table" = me AND c.evening = evenings[i]) THEN
            CONTINUE;
        ELSIF seqs[i] = 0 THEN
            -- By another stream the whole evening is told anew: nothing of what was told before stays.
            DELETE FROM club.events e USING club.evenings o
                WHERE e."table" = me AND e.evening = evenings[i]
                AND o."table" = me AND o.evening = evenings[i] AND o.stream <> of;
            INSERT INTO club.evenings ("table", evening, stream, number, started, setup)
                VALUES (me, evenings[i], of, known, ats[i], bodies[i])
                ON CONFLICT ("table", evening) DO UPDATE
                SET stream = excluded.stream, number = excluded.number, setup = excluded.setup;
        ELSIF bodies[i] IS NOT NULL THEN
            INSERT INTO club.events ("table", evening, seq, stream, number, at, body)
                VALUES (me, evenings[i], seqs[i], of, known, ats[i], bodies[i])
                ON CONFLICT ("table", evening, seq) DO UPDATE
                SET stream = excluded.stream, number = excluded.number, at = excluded.at,
                    body = excluded.body, arrived = excluded.arrived;
        END IF;
    END LOOP;
    IF known > before THEN
        UPDATE club.streams s SET last = known WHERE s."table" = me AND s.stream = of;
        PERFORM pg_notify('club_table', me::text);
    END IF;
    RETURN known;
END $$;

-- Whom a table forgets in an evening that is closed: these rows of its own, as they were read, say so.
CREATE OR REPLACE FUNCTION club.say_anew(kinds text[], places text[], befores text[], afters text[])
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF array_length(kinds, 1) > 100000 OR EXISTS (SELECT FROM unnest(afters) a WHERE octet_length(a) > 200000) THEN
        RAISE EXCEPTION 'too much at once';
    END IF;
    LOCK TABLE club.evenings, club.events IN ROW EXCLUSIVE MODE;
    FOR i IN 1 .. coalesce(array_length(kinds, 1), 0) LOOP
        IF kinds[i] = 'evenings' THEN
            UPDATE club.evenings e SET setup = afters[i] FROM club.closed c
                WHERE e.ctid = places[i]::tid AND e.setup = befores[i] AND e."table" = session_user
                AND c."table" = session_user AND c.evening = e.evening;
        ELSE
            UPDATE club.events e SET body = afters[i] FROM club.closed c
                WHERE e.ctid = places[i]::tid AND e.body = befores[i] AND e."table" = session_user
                AND c."table" = session_user AND c.evening = e.evening;
        END IF;
    END LOOP;
    PERFORM pg_notify('club_table', '');
END $$;

-- Whatever the host writes is told to everybody who listens.
CREATE OR REPLACE FUNCTION club.tell_drawn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
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
GRANT USAGE ON SCHEMA club TO {tables}, {board}, {host};
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA club FROM PUBLIC;
GRANT EXECUTE ON FUNCTION club.deliver, club.say_anew TO {tables};
-- A table reads its own rows, and writes none; an older version let it.
REVOKE ALL ON ALL TABLES IN SCHEMA club FROM {tables};
GRANT SELECT ON club.streams, club.evenings, club.events, club.seats, club.rounds, club.closed TO {tables};
GRANT SELECT ON ALL TABLES IN SCHEMA club TO {board}, {host};
GRANT INSERT, UPDATE, DELETE ON club.players, club.rounds, club.seats TO {host};
-- To forget:
GRANT UPDATE, DELETE ON club.evenings, club.events TO {host};
GRANT INSERT ON club.closed TO {host};

DO $$
DECLARE
    one text;
BEGIN
    FOREACH one IN ARRAY
        ARRAY['tables', 'streams', 'evenings', 'events', 'closed', 'players', 'rounds', 'seats']
    LOOP
        EXECUTE format('ALTER TABLE club.%I ENABLE ROW LEVEL SECURITY', one);
        EXECUTE format('DROP POLICY IF EXISTS board ON club.%I', one);
        EXECUTE format('CREATE POLICY board ON club.%I FOR SELECT TO {board} USING (true)', one);
        EXECUTE format('DROP POLICY IF EXISTS host ON club.%I', one);
        EXECUTE format('CREATE POLICY host ON club.%I TO {host} USING (true) WITH CHECK (true)', one);
    END LOOP;
    FOREACH one IN ARRAY ARRAY['streams', 'evenings', 'events', 'closed', 'seats'] LOOP
        EXECUTE format('DROP POLICY IF EXISTS own ON club.%I', one);
        EXECUTE format(
            'CREATE POLICY own ON club.%I TO {tables} '
            'USING ("table" = current_user) WITH CHECK ("table" = current_user)', one
        );
    END LOOP;
    DROP POLICY IF EXISTS drawn ON club.rounds;
    CREATE POLICY drawn ON club.rounds FOR SELECT TO {tables} USING (true);
END $$;
