SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE public.club_stream (
    name text NOT NULL
);

CREATE TABLE public.evening_notes (
    evening integer NOT NULL,
    note text NOT NULL,
    jpeg bytea
);

CREATE TABLE public.evenings (
    id integer NOT NULL,
    started double precision NOT NULL,
    token text NOT NULL,
    setup text NOT NULL
);

CREATE SEQUENCE public.evenings_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.evenings_id_seq OWNED BY public.evenings.id;

CREATE TABLE public.events (
    evening integer NOT NULL,
    seq integer NOT NULL,
    at double precision NOT NULL,
    body text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    checksum bigint
);

CREATE TABLE public.house_presets (
    name text NOT NULL,
    body text NOT NULL
);

CREATE TABLE public.outbox (
    number integer NOT NULL,
    evening integer NOT NULL,
    key text NOT NULL,
    seq integer NOT NULL
);

CREATE SEQUENCE public.outbox_number_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.outbox_number_seq OWNED BY public.outbox.number;

CREATE TABLE public.passed_on (
    token text NOT NULL,
    body text NOT NULL
);

CREATE TABLE public.pictures (
    evening integer NOT NULL,
    seq integer NOT NULL,
    jpeg bytea NOT NULL
);

CREATE TABLE public.pictures_kept (
    evening integer NOT NULL
);

CREATE TABLE public.schema_version (
    version integer NOT NULL
);

ALTER TABLE ONLY public.evenings ALTER COLUMN id SET DEFAULT nextval('public.evenings_id_seq'::regclass);

ALTER TABLE ONLY public.outbox ALTER COLUMN number SET DEFAULT nextval('public.outbox_number_seq'::regclass);

INSERT INTO public.evening_notes VALUES (1, 'Chez mamie, avec Zoé', NULL);

INSERT INTO public.evenings VALUES (1, 1795750362.0945902, '9xj0HoUGpmYEpsItlmeV1A', '{"players": ["Ana", "Bruno", "Zoe\u0301"], "dealer": "Zoe\u0301", "stock_chips": {"jeton": 40, "contrat": 3}}');
INSERT INTO public.evenings VALUES (2, 1795750364.891202, '9xj0HoUGpmYEpsItlmeV1A', '{"rules": "avantcoureur", "players": [{"name": "JC"}, {"name": "Jean"}, {"name": "Jean-Paul"}], "dealer": "Jean"}');
INSERT INTO public.evenings VALUES (3, 1795750365.7190487, '9xj0HoUGpmYEpsItlmeV1A', '{"players": ["Ana", "Bruno", "Chlo\u00e9"], "dealer": "Chlo\u00e9"}');
INSERT INTO public.evenings VALUES (4, 1577145600, '', '{}');

INSERT INTO public.events VALUES (1, 1, 1795750362.424937, '{"type": "game_started", "seq": 1, "t": 0.0, "game": "nain-jaune", "rules": "lindor", "options": {}, "players": ["Ana", "Bruno", "Zoé"], "stock": {"Ana": 70, "Bruno": 70, "Zoé": 70}, "stock_chips": {"jeton": 40, "contrat": 3}}', 1, 3442605521);
INSERT INTO public.events VALUES (1, 2, 1795750362.424937, '{"type": "round_started", "seq": 2, "t": 0.0, "dealer": "Zoé", "boxes": {"TD": 0, "JC": 0, "QS": 0, "KH": 0, "7D": 0}}', 1, 2322507128);
INSERT INTO public.events VALUES (1, 3, 1795750362.692086, '{"type": "card_played", "seq": 3, "t": 0.336, "player": "Ana", "card": "KS", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": null, "then": null, "person": true}, "alternatives": [], "by": "host"}', 1, 1181247377);
INSERT INTO public.events VALUES (1, 4, 1795750362.7132022, '{"type": "card_played", "seq": 4, "t": 0.602, "player": "Ana", "card": "8H", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": null, "then": 9, "person": true}, "alternatives": [], "by": "host"}', 1, 274691893);
INSERT INTO public.events VALUES (1, 5, 1795750362.719946, '{"type": "card_played", "seq": 5, "t": 0.615, "player": "Bruno", "card": "9S", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 9, "then": 10, "person": true}, "alternatives": [], "by": "host"}', 1, 4056543013);
INSERT INTO public.events VALUES (1, 6, 1795750362.7415943, '{"type": "card_played", "seq": 6, "t": 0.628, "player": "Bruno", "card": "TS", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 10, "then": 11, "person": true}, "alternatives": [], "by": "host"}', 1, 3057500664);
INSERT INTO public.events VALUES (1, 7, 1795750362.755968, '{"type": "card_played", "seq": 7, "t": 0.65, "player": "Zoé", "card": "JS", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 11, "then": 12, "person": true}, "alternatives": [], "by": "host"}', 1, 4119754142);
INSERT INTO public.events VALUES (1, 8, 1795750362.7721298, '{"type": "card_played", "seq": 8, "t": 0.661, "player": "Zoé", "card": "QS", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 12, "then": 13, "person": true}, "alternatives": [], "by": "host"}', 1, 4040742454);
INSERT INTO public.events VALUES (1, 9, 1795750362.7988918, '{"type": "card_played", "seq": 9, "t": 0.676, "player": "Zoé", "card": "KD", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 13, "then": null, "person": true}, "alternatives": [], "by": "host"}', 1, 487375880);
INSERT INTO public.events VALUES (1, 10, 1795750362.7988918, '{"type": "alert", "seq": 10, "t": 0.676, "kind": "missed_call", "player": "Zoé", "card": "QS", "chips": 9, "again": true}', 1, 2168481312);
INSERT INTO public.events VALUES (1, 11, 1795750362.9595504, '{"type": "card_played", "seq": 11, "t": 0.745, "player": "Zoé", "card": "TH", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": null, "then": 11, "person": true}, "alternatives": [], "by": "host"}', 1, 911858718);
INSERT INTO public.events VALUES (1, 12, 1795750362.9749951, '{"type": "card_played", "seq": 12, "t": 0.872, "player": "Ana", "card": "JH", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 11, "then": 12, "person": true}, "alternatives": [], "by": "host"}', 1, 4290338647);
INSERT INTO public.events VALUES (1, 13, 1795750362.9817393, '{"type": "card_played", "seq": 13, "t": 0.873, "player": "Ana", "card": "QC", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 12, "then": 13, "person": true}, "alternatives": [], "by": "host"}', 1, 1330791218);
INSERT INTO public.events VALUES (1, 14, 1795750363.0017853, '{"type": "card_played", "seq": 14, "t": 0.899, "player": "Zoé", "card": "KC", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 13, "then": null, "person": true}, "alternatives": [], "by": "host"}', 1, 1118593777);
INSERT INTO public.events VALUES (1, 15, 1795750363.0123374, '{"type": "card_played", "seq": 15, "t": 0.91, "player": "Zoé", "card": "AS", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": null, "then": 2, "person": true}, "alternatives": [], "by": "host"}', 1, 3927092849);
INSERT INTO public.events VALUES (1, 16, 1795750363.030459, '{"type": "card_played", "seq": 16, "t": 0.927, "player": "Zoé", "card": "2S", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 2, "then": 3, "person": true}, "alternatives": [], "by": "host"}', 1, 4063118585);
INSERT INTO public.events VALUES (1, 17, 1795750363.0561824, '{"type": "card_played", "seq": 17, "t": 0.934, "player": "Ana", "card": "3H", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 3, "then": 4, "person": true}, "alternatives": [], "by": "host"}', 1, 775401748);
INSERT INTO public.events VALUES (1, 18, 1795750363.0728705, '{"type": "card_played", "seq": 18, "t": 0.97, "player": "Ana", "card": "4C", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 4, "then": 5, "person": true}, "alternatives": [], "by": "host"}', 1, 953994547);
INSERT INTO public.events VALUES (1, 19, 1795750363.0821168, '{"type": "card_played", "seq": 19, "t": 0.971, "player": "Bruno", "card": "5S", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 5, "then": 6, "person": true}, "alternatives": [], "by": "host"}', 1, 2260196348);
INSERT INTO public.events VALUES (1, 20, 1795750363.1104746, '{"type": "card_played", "seq": 20, "t": 0.988, "player": "Bruno", "card": "6H", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 6, "then": 7, "person": true}, "alternatives": [], "by": "host"}', 1, 906125242);
INSERT INTO public.events VALUES (1, 21, 1795750363.1181083, '{"type": "card_played", "seq": 21, "t": 1.015, "player": "Zoé", "card": "7S", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 7, "then": 8, "person": true}, "alternatives": [], "by": "host"}', 1, 42633317);
INSERT INTO public.events VALUES (1, 22, 1795750363.246123, '{"type": "card_played", "seq": 22, "t": 1.059, "player": "Zoé", "card": "8S", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 8, "then": 9, "person": true}, "alternatives": [], "by": "host"}', 1, 1854328079);
INSERT INTO public.events VALUES (1, 23, 1795750363.283889, '{"type": "card_played", "seq": 23, "t": 1.176, "player": "Bruno", "card": "9D", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 9, "then": 10, "person": true}, "alternatives": [], "by": "host"}', 1, 1675235768);
INSERT INTO public.events VALUES (1, 24, 1795750363.3295188, '{"type": "card_played", "seq": 24, "t": 1.226, "player": "Zoé", "card": "TC", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 10, "then": 11, "person": true}, "alternatives": [], "by": "host"}', 1, 2799162311);
INSERT INTO public.events VALUES (1, 25, 1795750363.3385522, '{"type": "card_played", "seq": 25, "t": 1.236, "player": "Ana", "card": "JC", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 11, "then": 12, "person": true}, "alternatives": [], "by": "host"}', 1, 1566756487);
INSERT INTO public.events VALUES (1, 26, 1795750363.343615, '{"type": "card_played", "seq": 26, "t": 1.24, "player": "Bruno", "card": "QD", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 12, "then": 13, "person": true}, "alternatives": [], "by": "host"}', 1, 626391682);
INSERT INTO public.events VALUES (1, 27, 1795750363.343615, '{"type": "alert", "seq": 27, "t": 1.24, "kind": "missed_call", "player": "Ana", "card": "JC", "chips": 6, "again": true}', 1, 1594843902);
INSERT INTO public.events VALUES (1, 28, 1795750363.349645, '{"type": "card_played", "seq": 28, "t": 1.241, "player": "Bruno", "card": "6S", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 13, "then": 7, "person": true}, "alternatives": [], "by": "host"}', 1, 2280529013);
INSERT INTO public.events VALUES (1, 29, 1795750363.3529224, '{"type": "card_played", "seq": 29, "t": 1.242, "player": "Ana", "card": "7D", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 7, "then": 8, "person": true}, "alternatives": [], "by": "host"}', 1, 3034116165);
INSERT INTO public.events VALUES (1, 30, 1795750363.3562813, '{"type": "card_played", "seq": 30, "t": 1.253, "player": "Bruno", "card": "8D", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 8, "then": 9, "person": true}, "alternatives": [], "by": "host"}', 1, 2143679942);
INSERT INTO public.events VALUES (1, 31, 1795750363.3562813, '{"type": "alert", "seq": 31, "t": 1.253, "kind": "missed_call", "player": "Ana", "card": "7D", "chips": 15, "again": true}', 1, 2411784744);
INSERT INTO public.events VALUES (3, 48, 1795862928.018893, '{"type": "alert", "kind": "uncertain", "player": "Ana", "seq": 48}', 2, 2114097670);
INSERT INTO public.events VALUES (1, 32, 1795750363.359584, '{"type": "card_played", "seq": 32, "t": 1.254, "player": "Bruno", "card": "2C", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 9, "then": 3, "person": true}, "alternatives": [], "by": "host"}', 1, 3119386392);
INSERT INTO public.events VALUES (1, 33, 1795750363.3680615, '{"type": "card_played", "seq": 33, "t": 1.263, "player": "Bruno", "card": "3S", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 3, "then": 4, "person": true}, "alternatives": [], "by": "host"}', 1, 1831279976);
INSERT INTO public.events VALUES (1, 34, 1795750363.3761137, '{"type": "card_played", "seq": 34, "t": 1.271, "player": "Bruno", "card": "4S", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 4, "then": 5, "person": true}, "alternatives": [], "by": "host"}', 1, 3521821692);
INSERT INTO public.events VALUES (1, 35, 1795750363.3805707, '{"type": "card_played", "seq": 35, "t": 1.272, "player": "Zoé", "card": "5C", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 5, "then": 6, "person": true}, "alternatives": [], "by": "host"}', 1, 1705148158);
INSERT INTO public.events VALUES (1, 36, 1795750363.3854232, '{"type": "card_played", "seq": 36, "t": 1.282, "player": "Bruno", "card": "6C", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 6, "then": 7, "person": true}, "alternatives": [], "by": "host"}', 1, 309067549);
INSERT INTO public.events VALUES (1, 37, 1795750363.389884, '{"type": "card_played", "seq": 37, "t": 1.283, "player": "Ana", "card": "7H", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 7, "then": 8, "person": true}, "alternatives": [], "by": "host"}', 1, 914965692);
INSERT INTO public.events VALUES (1, 38, 1795750363.3952098, '{"type": "card_played", "seq": 38, "t": 1.291, "player": "Zoé", "card": "8C", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 8, "then": 9, "person": true}, "alternatives": [], "by": "host"}', 1, 2456414393);
INSERT INTO public.events VALUES (1, 39, 1795750363.3987062, '{"type": "card_played", "seq": 39, "t": 1.292, "player": "Zoé", "card": "AC", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 9, "then": 2, "person": true}, "alternatives": [], "by": "host"}', 1, 3849698030);
INSERT INTO public.events VALUES (1, 40, 1795750363.4019942, '{"type": "card_played", "seq": 40, "t": 1.293, "player": "Zoé", "card": "2D", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 2, "then": 3, "person": true}, "alternatives": [], "by": "host"}', 1, 494947605);
INSERT INTO public.events VALUES (1, 41, 1795750363.4125745, '{"type": "card_played", "seq": 41, "t": 1.303, "player": "Zoé", "card": "4D", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 3, "then": null, "person": true}, "alternatives": [], "by": "host"}', 1, 4147775232);
INSERT INTO public.events VALUES (1, 42, 1795750363.4265292, '{"type": "hand_shown", "seq": 42, "t": 1.317, "player": "Ana", "cards": ["AD", "4H", "AH", "TD", "7C", "5D"], "by": "host"}', 1, 3994429498);
INSERT INTO public.events VALUES (1, 43, 1795750363.4406655, '{"type": "hand_shown", "seq": 43, "t": 1.335, "player": "Bruno", "cards": ["6D", "3C", "2H"], "by": "host"}', 1, 3167769077);
INSERT INTO public.events VALUES (1, 44, 1795750363.4406655, '{"type": "settlement", "seq": 44, "t": 1.303, "round": 1, "dealer": "Zoé", "winner": "Zoé", "opera": false, "takes": [], "missed_calls": [{"player": "Zoé", "card": "QS", "chips": 9}, {"player": "Ana", "card": "JC", "chips": 6}, {"player": "Ana", "card": "7D", "chips": 15}], "betes": [{"player": "Ana", "card": "TD", "chips": 3}], "swept": {}, "payments": [{"from": "Ana", "to": "Zoé", "chips": 28, "reason": "points"}, {"from": "Bruno", "to": "Zoé", "chips": 11, "reason": "points"}], "boxes": {"TD": 6, "JC": 6, "QS": 9, "KH": 12, "7D": 15}, "net": {"Ana": -46, "Bruno": -26, "Zoé": 24}, "transfers": [{"from": "Ana", "to": "Zoé", "chips": 28}, {"from": "Bruno", "to": "Zoé", "chips": 11}]}', 1, 697151940);
INSERT INTO public.events VALUES (1, 45, 1795750363.4568644, '{"type": "round_started", "seq": 45, "t": 1.351, "dealer": "Bruno", "by": "host"}', 1, 3235848705);
INSERT INTO public.events VALUES (1, 46, 1795750363.4792068, '{"type": "card_played", "seq": 46, "t": 1.375, "player": "Zoé", "card": "8H", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": null, "then": 9, "person": true}, "alternatives": [], "by": "host"}', 1, 867239219);
INSERT INTO public.events VALUES (1, 47, 1795750363.4966123, '{"type": "card_played", "seq": 47, "t": 1.395, "player": "Zoé", "card": "9C", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 9, "then": 10, "person": true}, "alternatives": [], "by": "host"}', 1, 3324972503);
INSERT INTO public.events VALUES (1, 48, 1795750363.5124414, '{"type": "card_played", "seq": 48, "t": 1.41, "player": "Zoé", "card": "TH", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 10, "then": 11, "person": true}, "alternatives": [], "by": "host"}', 1, 2466598748);
INSERT INTO public.events VALUES (1, 49, 1795750363.537966, '{"type": "card_played", "seq": 49, "t": 1.43, "player": "Zoé", "card": "JS", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 11, "then": 12, "person": true}, "alternatives": [], "by": "host"}', 1, 2030985490);
INSERT INTO public.events VALUES (1, 50, 1795750363.551939, '{"type": "card_played", "seq": 50, "t": 1.45, "player": "Zoé", "card": "QC", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 12, "then": 13, "person": true}, "alternatives": [], "by": "host"}', 1, 3416292294);
INSERT INTO public.events VALUES (1, 51, 1795750363.5722158, '{"type": "card_played", "seq": 51, "t": 1.468, "player": "Ana", "card": "KH", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 13, "then": null, "person": true}, "alternatives": [], "by": "host"}', 1, 251517554);
INSERT INTO public.events VALUES (1, 52, 1795750363.6088161, '{"type": "card_played", "seq": 52, "t": 1.488, "player": "Ana", "card": "AD", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": null, "then": 2, "person": true}, "alternatives": [], "by": "host"}', 1, 3966967281);
INSERT INTO public.events VALUES (1, 53, 1795750363.6088161, '{"type": "alert", "seq": 53, "t": 1.488, "kind": "missed_call", "player": "Ana", "card": "KH", "chips": 24, "again": true}', 1, 783875167);
INSERT INTO public.events VALUES (1, 54, 1795750363.643907, '{"type": "card_played", "seq": 54, "t": 1.54, "player": "Ana", "card": "2S", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 2, "then": 3, "person": true}, "alternatives": [], "by": "host"}', 1, 482702457);
INSERT INTO public.events VALUES (1, 55, 1795750363.6639295, '{"type": "card_played", "seq": 55, "t": 1.555, "player": "Ana", "card": "3H", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 3, "then": 4, "person": true}, "alternatives": [], "by": "host"}', 1, 1339628022);
INSERT INTO public.events VALUES (1, 56, 1795750363.6749783, '{"type": "card_played", "seq": 56, "t": 1.57, "player": "Ana", "card": "4S", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 4, "then": 5, "person": true}, "alternatives": [], "by": "host"}', 1, 3462556705);
INSERT INTO public.events VALUES (1, 57, 1795750363.68787, '{"type": "card_played", "seq": 57, "t": 1.584, "player": "Ana", "card": "5S", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 5, "then": 6, "person": true}, "alternatives": [], "by": "host"}', 1, 1387886150);
INSERT INTO public.events VALUES (1, 58, 1795750363.7008104, '{"type": "card_played", "seq": 58, "t": 1.594, "player": "Bruno", "card": "6H", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 6, "then": 7, "person": true}, "alternatives": [], "by": "host"}', 1, 3485483903);
INSERT INTO public.events VALUES (1, 59, 1795750363.7199314, '{"type": "card_played", "seq": 59, "t": 1.612, "player": "Bruno", "card": "7H", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 7, "then": 8, "person": true}, "alternatives": [], "by": "host"}', 1, 748237737);
INSERT INTO public.events VALUES (1, 60, 1795750363.7354465, '{"type": "card_played", "seq": 60, "t": 1.628, "player": "Bruno", "card": "8D", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 8, "then": 9, "person": true}, "alternatives": [], "by": "host"}', 1, 32812428);
INSERT INTO public.events VALUES (1, 61, 1795750363.7529974, '{"type": "card_played", "seq": 61, "t": 1.645, "player": "Zoé", "card": "9H", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 9, "then": 10, "person": true}, "alternatives": [], "by": "host"}', 1, 3615496865);
INSERT INTO public.events VALUES (1, 62, 1795750363.7680044, '{"type": "card_played", "seq": 62, "t": 1.659, "player": "Ana", "card": "TD", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 10, "then": 11, "person": true}, "alternatives": [], "by": "host"}', 1, 315708649);
INSERT INTO public.events VALUES (1, 63, 1795750363.7812657, '{"type": "card_played", "seq": 63, "t": 1.676, "player": "Ana", "card": "JH", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 11, "then": 12, "person": true}, "alternatives": [], "by": "host"}', 1, 2006897622);
INSERT INTO public.events VALUES (1, 64, 1795750363.7812657, '{"type": "alert", "seq": 64, "t": 1.676, "kind": "missed_call", "player": "Ana", "card": "TD", "chips": 9, "again": true}', 1, 817797649);
INSERT INTO public.events VALUES (1, 65, 1795750363.8725924, '{"type": "card_played", "seq": 65, "t": 1.76, "player": "Ana", "card": "QH", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 12, "then": 13, "person": true}, "alternatives": [], "by": "host"}', 1, 4293541706);
INSERT INTO public.events VALUES (1, 66, 1795750363.9498754, '{"type": "card_played", "seq": 66, "t": 1.793, "player": "Ana", "card": "KS", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 13, "then": null, "person": true}, "alternatives": [], "by": "host"}', 1, 3432271239);
INSERT INTO public.events VALUES (1, 67, 1795750363.9931476, '{"type": "card_played", "seq": 67, "t": 1.868, "player": "Ana", "card": "4D", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": null, "then": 5, "person": true}, "alternatives": [], "by": "host"}', 1, 3841964565);
INSERT INTO public.events VALUES (1, 68, 1795750364.0540771, '{"type": "card_played", "seq": 68, "t": 1.945, "player": "Zoé", "card": "5C", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 5, "then": 6, "person": true}, "alternatives": [], "by": "host"}', 1, 426109224);
INSERT INTO public.events VALUES (1, 69, 1795750364.0906491, '{"type": "card_played", "seq": 69, "t": 1.983, "player": "Bruno", "card": "6S", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 6, "then": 7, "person": true}, "alternatives": [], "by": "host"}', 1, 1086827229);
INSERT INTO public.events VALUES (1, 70, 1795750364.1503816, '{"type": "card_played", "seq": 70, "t": 2.023, "player": "Bruno", "card": "7S", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 7, "then": 8, "person": true}, "alternatives": [], "by": "host"}', 1, 3620143940);
INSERT INTO public.events VALUES (1, 71, 1795750364.1969795, '{"type": "card_played", "seq": 71, "t": 2.075, "player": "Ana", "card": "8C", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 8, "then": 9, "person": true}, "alternatives": [], "by": "host"}', 1, 2813203487);
INSERT INTO public.events VALUES (1, 72, 1795750364.2141597, '{"type": "card_played", "seq": 72, "t": 2.111, "player": "Ana", "card": "9D", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 9, "then": 10, "person": true}, "alternatives": [], "by": "host"}', 1, 462002190);
INSERT INTO public.events VALUES (1, 73, 1795750364.3142092, '{"type": "card_played", "seq": 73, "t": 2.112, "player": "Bruno", "card": "TS", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 10, "then": 11, "person": true}, "alternatives": [], "by": "host"}', 1, 2922462167);
INSERT INTO public.events VALUES (1, 74, 1795750364.3641624, '{"type": "card_played", "seq": 74, "t": 2.235, "player": "Bruno", "card": "JC", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 11, "then": 12, "person": true}, "alternatives": [], "by": "host"}', 1, 4050871651);
INSERT INTO public.events VALUES (1, 75, 1795750364.4185734, '{"type": "card_played", "seq": 75, "t": 2.273, "player": "Bruno", "card": "QD", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 12, "then": 13, "person": true}, "alternatives": [], "by": "host"}', 1, 4168265340);
INSERT INTO public.events VALUES (1, 76, 1795750364.4185734, '{"type": "alert", "seq": 76, "t": 2.273, "kind": "missed_call", "player": "Bruno", "card": "JC", "chips": 12, "again": true}', 1, 4220532630);
INSERT INTO public.events VALUES (1, 77, 1795750364.46199, '{"type": "card_played", "seq": 77, "t": 2.346, "player": "Bruno", "card": "KC", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 13, "then": null, "person": true}, "alternatives": [], "by": "host"}', 1, 953469060);
INSERT INTO public.events VALUES (1, 78, 1795750364.5882008, '{"type": "card_played", "seq": 78, "t": 2.422, "player": "Bruno", "card": "AC", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": null, "then": 2, "person": true}, "alternatives": [], "by": "host"}', 1, 1635638895);
INSERT INTO public.events VALUES (1, 79, 1795750364.6040018, '{"type": "card_played", "seq": 79, "t": 2.493, "player": "Bruno", "card": "2H", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 2, "then": 3, "person": true}, "alternatives": [], "by": "host"}', 1, 902859097);
INSERT INTO public.events VALUES (1, 80, 1795750364.6271799, '{"type": "card_played", "seq": 80, "t": 2.524, "player": "Bruno", "card": "3C", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 3, "then": 4, "person": true}, "alternatives": [], "by": "host"}', 1, 2904333705);
INSERT INTO public.events VALUES (1, 81, 1795750364.6406171, '{"type": "card_played", "seq": 81, "t": 2.537, "player": "Bruno", "card": "4H", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 4, "then": 5, "person": true}, "alternatives": [], "by": "host"}', 1, 507103209);
INSERT INTO public.events VALUES (1, 82, 1795750364.6600358, '{"type": "card_played", "seq": 82, "t": 2.555, "player": "Zoé", "card": "5D", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 5, "then": 6, "person": true}, "alternatives": [], "by": "host"}', 1, 1062006647);
INSERT INTO public.events VALUES (1, 83, 1795750364.681345, '{"type": "card_played", "seq": 83, "t": 2.566, "player": "Zoé", "card": "6D", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 6, "then": 7, "person": true}, "alternatives": [], "by": "host"}', 1, 4165381845);
INSERT INTO public.events VALUES (1, 84, 1795750364.699782, '{"type": "card_played", "seq": 84, "t": 2.59, "player": "Zoé", "card": "2D", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 7, "then": 3, "person": true}, "alternatives": [], "by": "host"}', 1, 1032942059);
INSERT INTO public.events VALUES (1, 85, 1795750364.7206984, '{"type": "card_played", "seq": 85, "t": 2.613, "player": "Bruno", "card": "3S", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 3, "then": 4, "person": true}, "alternatives": [], "by": "host"}', 1, 2495865041);
INSERT INTO public.events VALUES (1, 86, 1795750364.7400107, '{"type": "card_played", "seq": 86, "t": 2.63, "player": "Zoé", "card": "4C", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 4, "then": 5, "person": true}, "alternatives": [], "by": "host"}', 1, 875094060);
INSERT INTO public.events VALUES (1, 87, 1795750364.761493, '{"type": "card_played", "seq": 87, "t": 2.651, "player": "Zoé", "card": "JD", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 5, "then": 12, "person": true}, "alternatives": [], "by": "host"}', 1, 1661573034);
INSERT INTO public.events VALUES (1, 88, 1795750364.7840958, '{"type": "card_played", "seq": 88, "t": 2.67, "player": "Ana", "card": "QS", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 12, "then": 13, "person": true}, "alternatives": [], "by": "host"}', 1, 2577199545);
INSERT INTO public.events VALUES (1, 89, 1795750364.808686, '{"type": "card_played", "seq": 89, "t": 2.695, "player": "Ana", "card": "AS", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 13, "then": null, "person": true}, "alternatives": [], "by": "host"}', 1, 3513056114);
INSERT INTO public.events VALUES (1, 90, 1795750364.808686, '{"type": "alert", "seq": 90, "t": 2.695, "kind": "missed_call", "player": "Ana", "card": "QS", "chips": 18, "again": true}', 1, 4168123665);
INSERT INTO public.events VALUES (1, 91, 1795750364.8276722, '{"type": "hand_shown", "seq": 91, "t": 2.724, "player": "Bruno", "cards": ["AH"], "by": "host"}', 1, 3106394658);
INSERT INTO public.events VALUES (1, 92, 1795750364.85602, '{"type": "hand_shown", "seq": 92, "t": 2.743, "player": "Zoé", "cards": ["9S", "2C", "6C"], "by": "host"}', 1, 767629556);
INSERT INTO public.events VALUES (2, 28, 1795750365.4717593, '{"type": "card_played", "seq": 28, "t": 0.56, "player": "JC", "card": "KS", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": null, "then": null, "person": true}, "alternatives": [], "by": "host"}', 1, 901577769);
INSERT INTO public.events VALUES (1, 93, 1795750364.85602, '{"type": "settlement", "seq": 93, "t": 2.695, "round": 2, "dealer": "Bruno", "winner": "Ana", "opera": false, "takes": [], "missed_calls": [{"player": "Ana", "card": "KH", "chips": 24}, {"player": "Ana", "card": "TD", "chips": 9}, {"player": "Bruno", "card": "JC", "chips": 12}, {"player": "Ana", "card": "QS", "chips": 18}], "betes": [], "swept": {}, "payments": [{"from": "Bruno", "to": "Ana", "chips": 1, "reason": "points"}, {"from": "Zoé", "to": "Ana", "chips": 17, "reason": "points"}], "boxes": {"TD": 9, "JC": 12, "QS": 18, "KH": 24, "7D": 30}, "net": {"Ana": 3, "Bruno": -16, "Zoé": -32}, "transfers": [{"from": "Bruno", "to": "Ana", "chips": 1}, {"from": "Zoé", "to": "Ana", "chips": 17}]}', 1, 2392896877);
INSERT INTO public.events VALUES (1, 94, 1795750364.8761494, '{"type": "evening_ended", "seq": 94, "t": 2.762, "by": "host"}', 1, 1181200265);
INSERT INTO public.events VALUES (2, 1, 1795750364.909144, '{"type": "game_started", "seq": 1, "t": 0.0, "game": "nain-jaune", "rules": "avantcoureur", "options": {}, "players": ["JC", "Jean", "Jean-Paul"]}', 1, 1939562053);
INSERT INTO public.events VALUES (2, 2, 1795750364.909144, '{"type": "round_started", "seq": 2, "t": 0.0, "dealer": "Jean", "boxes": {"TD": 0, "JC": 0, "QS": 0, "KH": 0, "7D": 0}}', 1, 1259603757);
INSERT INTO public.events VALUES (2, 3, 1795750365.1525831, '{"type": "card_played", "seq": 3, "t": 0.016, "player": "Jean-Paul", "card": "JD", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": null, "then": 12, "person": true}, "alternatives": [], "by": "host"}', 1, 1289129334);
INSERT INTO public.events VALUES (2, 4, 1795750365.1747658, '{"type": "card_played", "seq": 4, "t": 0.263, "player": "Jean-Paul", "card": "QD", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 12, "then": 13, "person": true}, "alternatives": [], "by": "host"}', 1, 2103490849);
INSERT INTO public.events VALUES (2, 5, 1795750365.1798854, '{"type": "card_played", "seq": 5, "t": 0.264, "player": "JC", "card": "KD", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 13, "then": null, "person": true}, "alternatives": [], "by": "host"}', 1, 1079349660);
INSERT INTO public.events VALUES (2, 6, 1795750365.1863132, '{"type": "card_played", "seq": 6, "t": 0.277, "player": "JC", "card": "QC", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": null, "then": 13, "person": true}, "alternatives": [], "by": "host"}', 1, 4146976068);
INSERT INTO public.events VALUES (2, 7, 1795750365.1888838, '{"type": "card_played", "seq": 7, "t": 0.278, "player": "Jean", "card": "KC", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 13, "then": null, "person": true}, "alternatives": [], "by": "host"}', 1, 233488804);
INSERT INTO public.events VALUES (2, 8, 1795750365.1963203, '{"type": "card_played", "seq": 8, "t": 0.285, "player": "Jean", "card": "7D", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": null, "then": null, "person": true}, "alternatives": [], "by": "host"}', 1, 2383719192);
INSERT INTO public.events VALUES (2, 9, 1795750365.2196262, '{"type": "card_played", "seq": 9, "t": 0.305, "player": "Jean", "card": "5C", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": null, "then": 6, "person": true}, "alternatives": [], "by": "host"}', 1, 2480308319);
INSERT INTO public.events VALUES (2, 10, 1795750365.2196262, '{"type": "alert", "seq": 10, "t": 0.305, "kind": "missed_call", "player": "Jean", "card": "7D", "chips": 5, "again": true}', 1, 1714368580);
INSERT INTO public.events VALUES (2, 11, 1795750365.2333481, '{"type": "card_played", "seq": 11, "t": 0.324, "player": "Jean", "card": "6C", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 6, "then": 7, "person": true}, "alternatives": [], "by": "host"}', 1, 847736202);
INSERT INTO public.events VALUES (2, 12, 1795750365.2406387, '{"type": "card_played", "seq": 12, "t": 0.325, "player": "Jean-Paul", "card": "7C", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 7, "then": 8, "person": true}, "alternatives": [], "by": "host"}', 1, 692388329);
INSERT INTO public.events VALUES (2, 13, 1795750365.2598188, '{"type": "card_played", "seq": 13, "t": 0.345, "player": "Jean-Paul", "card": "8C", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 8, "then": 9, "person": true}, "alternatives": [], "by": "host"}', 1, 4276968942);
INSERT INTO public.events VALUES (2, 14, 1795750365.2799072, '{"type": "card_played", "seq": 14, "t": 0.362, "player": "Jean", "card": "9C", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 9, "then": 10, "person": true}, "alternatives": [], "by": "host"}', 1, 1967532023);
INSERT INTO public.events VALUES (2, 15, 1795750365.2877994, '{"type": "card_played", "seq": 15, "t": 0.376, "player": "JC", "card": "TC", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 10, "then": 11, "person": true}, "alternatives": [], "by": "host"}', 1, 2845367975);
INSERT INTO public.events VALUES (2, 16, 1795750365.3038101, '{"type": "card_played", "seq": 16, "t": 0.392, "player": "Jean-Paul", "card": "JC", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 11, "then": null, "person": true}, "alternatives": [], "by": "host"}', 1, 2861923488);
INSERT INTO public.events VALUES (2, 17, 1795750365.3173656, '{"type": "card_played", "seq": 17, "t": 0.408, "player": "Jean-Paul", "card": "2C", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": null, "then": 3, "person": true}, "alternatives": [], "by": "host"}', 1, 32027857);
INSERT INTO public.events VALUES (2, 18, 1795750365.3173656, '{"type": "alert", "seq": 18, "t": 0.408, "kind": "missed_call", "player": "Jean-Paul", "card": "JC", "chips": 2, "again": true}', 1, 2754179132);
INSERT INTO public.events VALUES (2, 19, 1795750365.3294535, '{"type": "card_played", "seq": 19, "t": 0.42, "player": "Jean", "card": "3C", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 3, "then": 4, "person": true}, "alternatives": [], "by": "host"}', 1, 3820089132);
INSERT INTO public.events VALUES (2, 20, 1795750365.3437707, '{"type": "card_played", "seq": 20, "t": 0.43, "player": "Jean-Paul", "card": "4C", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 4, "then": 5, "person": true}, "alternatives": [], "by": "host"}', 1, 1227328234);
INSERT INTO public.events VALUES (2, 21, 1795750365.3594007, '{"type": "card_played", "seq": 21, "t": 0.448, "player": "Jean-Paul", "card": "4H", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 5, "then": 5, "person": true}, "alternatives": [], "by": "host"}', 1, 1762248039);
INSERT INTO public.events VALUES (2, 22, 1795750365.3757775, '{"type": "card_played", "seq": 22, "t": 0.464, "player": "Jean-Paul", "card": "5H", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 5, "then": 6, "person": true}, "alternatives": [], "by": "host"}', 1, 3399153245);
INSERT INTO public.events VALUES (2, 23, 1795750365.392396, '{"type": "card_played", "seq": 23, "t": 0.477, "player": "Jean", "card": "6H", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 6, "then": 7, "person": true}, "alternatives": [], "by": "host"}', 1, 3831881693);
INSERT INTO public.events VALUES (2, 24, 1795750365.4037678, '{"type": "card_played", "seq": 24, "t": 0.492, "player": "JC", "card": "7H", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 7, "then": 8, "person": true}, "alternatives": [], "by": "host"}', 1, 1487901243);
INSERT INTO public.events VALUES (2, 25, 1795750365.4301345, '{"type": "card_played", "seq": 25, "t": 0.52, "player": "JC", "card": "JH", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 8, "then": 12, "person": true}, "alternatives": [], "by": "host"}', 1, 3223188734);
INSERT INTO public.events VALUES (2, 26, 1795750365.4425476, '{"type": "card_played", "seq": 26, "t": 0.521, "player": "Jean-Paul", "card": "QH", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 12, "then": 13, "person": true}, "alternatives": [], "by": "host"}', 1, 2682744646);
INSERT INTO public.events VALUES (2, 27, 1795750365.4557314, '{"type": "card_played", "seq": 27, "t": 0.544, "player": "JC", "card": "KH", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 13, "then": null, "person": true}, "alternatives": [], "by": "host"}', 1, 4121677053);
INSERT INTO public.events VALUES (2, 29, 1795750365.4717593, '{"type": "alert", "seq": 29, "t": 0.56, "kind": "missed_call", "player": "JC", "card": "KH", "chips": 4, "again": true}', 1, 1622634080);
INSERT INTO public.events VALUES (2, 30, 1795750365.4837508, '{"type": "card_played", "seq": 30, "t": 0.572, "player": "JC", "card": "TS", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": null, "then": 11, "person": true}, "alternatives": [], "by": "host"}', 1, 3579481859);
INSERT INTO public.events VALUES (2, 31, 1795750365.4917061, '{"type": "card_played", "seq": 31, "t": 0.573, "player": "JC", "card": "JS", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 11, "then": 12, "person": true}, "alternatives": [], "by": "host"}', 1, 2512536146);
INSERT INTO public.events VALUES (2, 32, 1795750365.5351193, '{"type": "card_played", "seq": 32, "t": 0.625, "player": "JC", "card": "QS", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 12, "then": null, "person": true}, "alternatives": [], "by": "host"}', 1, 2926466816);
INSERT INTO public.events VALUES (2, 33, 1795750365.5639942, '{"type": "card_played", "seq": 33, "t": 0.649, "player": "JC", "card": "2H", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": null, "then": 3, "person": true}, "alternatives": [], "by": "host"}', 1, 2469462353);
INSERT INTO public.events VALUES (2, 34, 1795750365.5639942, '{"type": "alert", "seq": 34, "t": 0.649, "kind": "missed_call", "player": "JC", "card": "QS", "chips": 3, "again": true}', 1, 2744272516);
INSERT INTO public.events VALUES (2, 35, 1795750365.5840967, '{"type": "card_played", "seq": 35, "t": 0.668, "player": "JC", "card": "3H", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 3, "then": 4, "person": true}, "alternatives": [], "by": "host"}', 1, 2014128531);
INSERT INTO public.events VALUES (2, 36, 1795750365.6054645, '{"type": "card_played", "seq": 36, "t": 0.689, "player": "JC", "card": "6D", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 4, "then": 7, "person": true}, "alternatives": [], "by": "host"}', 1, 560941284);
INSERT INTO public.events VALUES (2, 37, 1795750365.633949, '{"type": "card_played", "seq": 37, "t": 0.712, "player": "JC", "card": "2S", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 7, "then": 3, "person": true}, "alternatives": [], "by": "host"}', 1, 1827162);
INSERT INTO public.events VALUES (2, 38, 1795750365.6561048, '{"type": "card_played", "seq": 38, "t": 0.737, "player": "JC", "card": "5S", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 3, "then": null, "person": true}, "alternatives": [], "by": "host"}', 1, 3838329159);
INSERT INTO public.events VALUES (2, 39, 1795750365.671893, '{"type": "hand_shown", "seq": 39, "t": 0.756, "player": "Jean", "cards": ["5D", "9D", "2D", "8D", "AH", "9H", "AD", "7S"], "by": "host"}', 1, 2706506685);
INSERT INTO public.events VALUES (2, 40, 1795750365.6839156, '{"type": "hand_shown", "seq": 40, "t": 0.768, "player": "Jean-Paul", "cards": ["AC", "TH", "4S", "8S", "3D"], "by": "host"}', 1, 4096970734);
INSERT INTO public.events VALUES (2, 41, 1795750365.6839156, '{"type": "settlement", "seq": 41, "t": 0.737, "round": 1, "dealer": "Jean", "winner": "JC", "opera": false, "takes": [], "missed_calls": [{"player": "Jean", "card": "7D", "chips": 5}, {"player": "Jean-Paul", "card": "JC", "chips": 2}, {"player": "JC", "card": "KH", "chips": 4}, {"player": "JC", "card": "QS", "chips": 3}], "betes": [], "swept": {}, "payments": [{"from": "Jean", "to": "JC", "chips": 42, "reason": "points"}, {"from": "Jean-Paul", "to": "JC", "chips": 26, "reason": "points"}], "boxes": {"TD": 1, "JC": 2, "QS": 3, "KH": 4, "7D": 5}, "net": {"JC": 68, "Jean": -57, "Jean-Paul": -26}, "transfers": [{"from": "Jean", "to": "JC", "chips": 42}, {"from": "Jean-Paul", "to": "JC", "chips": 26}]}', 1, 1865118566);
INSERT INTO public.events VALUES (2, 42, 1795750365.7000237, '{"type": "evening_ended", "seq": 42, "t": 0.787, "by": "host"}', 1, 685608092);
INSERT INTO public.events VALUES (4, 1, 1577145600, '{"type": "game_started", "game": "nain-jaune", "rules": "lindor", "options": {}, "players": ["Ana", "=Papi"], "imported": true, "seq": 1}', 1, 1446591190);
INSERT INTO public.events VALUES (4, 2, 1577145600, '{"type": "settlement", "round": 1, "dealer": "=Papi", "winner": "Ana", "opera": false, "takes": [], "missed_calls": [], "betes": [], "swept": {}, "payments": [], "boxes": {}, "net": {"Ana": 5, "=Papi": -5}, "transfers": [], "longest": {}, "seq": 2}', 1, 706034582);
INSERT INTO public.events VALUES (3, 1, 1795750365.7756808, '{"type": "game_started", "seq": 1, "t": 0.0, "game": "nain-jaune", "rules": "lindor", "options": {}, "players": ["Ana", "Bruno", "Chloé"]}', 1, 3619439489);
INSERT INTO public.events VALUES (3, 2, 1795750365.7756808, '{"type": "round_started", "seq": 2, "t": 0.0, "dealer": "Chloé", "boxes": {"TD": 0, "JC": 0, "QS": 0, "KH": 0, "7D": 0}}', 1, 3758268500);
INSERT INTO public.events VALUES (3, 3, 1795750365.9734313, '{"type": "card_played", "seq": 3, "t": 0.013, "player": "Ana", "card": "QS", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": null, "then": 13, "person": true}, "alternatives": [], "by": "host"}', 1, 4217221096);
INSERT INTO public.events VALUES (3, 4, 1795750365.9900682, '{"type": "card_played", "seq": 4, "t": 0.218, "player": "Ana", "card": "KH", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 13, "then": null, "person": true}, "alternatives": [], "by": "host"}', 1, 8189184);
INSERT INTO public.events VALUES (3, 5, 1795750365.9900682, '{"type": "alert", "seq": 5, "t": 0.218, "kind": "missed_call", "player": "Ana", "card": "QS", "chips": 9, "again": true}', 1, 3774139038);
INSERT INTO public.events VALUES (3, 6, 1795750366.0006695, '{"type": "card_played", "seq": 6, "t": 0.23, "player": "Ana", "card": "4D", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": null, "then": 5, "person": true}, "alternatives": [], "by": "host"}', 1, 1673501054);
INSERT INTO public.events VALUES (3, 7, 1795750366.0006695, '{"type": "alert", "seq": 7, "t": 0.23, "kind": "missed_call", "player": "Ana", "card": "KH", "chips": 12, "again": true}', 1, 817794364);
INSERT INTO public.events VALUES (3, 8, 1795750366.0063133, '{"type": "card_played", "seq": 8, "t": 0.231, "player": "Ana", "card": "5D", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 5, "then": 6, "person": true}, "alternatives": [], "by": "host"}', 1, 3731276894);
INSERT INTO public.events VALUES (3, 9, 1795750366.0145288, '{"type": "card_played", "seq": 9, "t": 0.242, "player": "Ana", "card": "6H", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 6, "then": 7, "person": true}, "alternatives": [], "by": "host"}', 1, 1739993639);
INSERT INTO public.events VALUES (3, 10, 1795750366.0198865, '{"type": "card_played", "seq": 10, "t": 0.251, "player": "Ana", "card": "7D", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 7, "then": 8, "person": true}, "alternatives": [], "by": "host"}', 1, 1365515404);
INSERT INTO public.events VALUES (3, 11, 1795750366.0216599, '{"type": "card_played", "seq": 11, "t": 0.252, "player": "Ana", "card": "8H", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 8, "then": 9, "person": true}, "alternatives": [], "by": "host"}', 1, 1042718848);
INSERT INTO public.events VALUES (3, 12, 1795750366.0216599, '{"type": "alert", "seq": 12, "t": 0.252, "kind": "missed_call", "player": "Ana", "card": "7D", "chips": 15, "again": true}', 1, 3541555419);
INSERT INTO public.events VALUES (3, 13, 1795750366.2047067, '{"type": "card_played", "seq": 13, "t": 0.253, "player": "Ana", "card": "9C", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 9, "then": 10, "person": true}, "alternatives": [], "by": "host"}', 1, 3962682350);
INSERT INTO public.events VALUES (3, 14, 1795750366.2118607, '{"type": "card_played", "seq": 14, "t": 0.442, "player": "Bruno", "card": "TS", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 10, "then": 11, "person": true}, "alternatives": [], "by": "host"}', 1, 825280685);
INSERT INTO public.events VALUES (3, 15, 1795750366.2147303, '{"type": "card_played", "seq": 15, "t": 0.443, "player": "Bruno", "card": "JS", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 11, "then": 12, "person": true}, "alternatives": [], "by": "host"}', 1, 3557120795);
INSERT INTO public.events VALUES (3, 16, 1795750366.2208498, '{"type": "card_played", "seq": 16, "t": 0.45, "player": "Bruno", "card": "QD", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 12, "then": 13, "person": true}, "alternatives": [], "by": "host"}', 1, 3506165906);
INSERT INTO public.events VALUES (3, 47, 1795848436.5750635, '{"type": "alert", "kind": "uncertain", "player": "Ana", "seq": 47}', 2, 4187655881);
INSERT INTO public.events VALUES (3, 17, 1795750366.2247941, '{"type": "card_played", "seq": 17, "t": 0.451, "player": "Bruno", "card": "KC", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 13, "then": null, "person": true}, "alternatives": [], "by": "host"}', 1, 129710759);
INSERT INTO public.events VALUES (3, 18, 1795750366.233021, '{"type": "card_played", "seq": 18, "t": 0.46, "player": "Bruno", "card": "6D", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": null, "then": 7, "person": true}, "alternatives": [], "by": "host"}', 1, 382726185);
INSERT INTO public.events VALUES (3, 19, 1795750366.2383988, '{"type": "card_played", "seq": 19, "t": 0.461, "player": "Bruno", "card": "7S", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 7, "then": 8, "person": true}, "alternatives": [], "by": "host"}', 1, 1373479741);
INSERT INTO public.events VALUES (3, 20, 1795750366.2520218, '{"type": "card_played", "seq": 20, "t": 0.476, "player": "Bruno", "card": "8C", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 8, "then": 9, "person": true}, "alternatives": [], "by": "host"}', 1, 2046977132);
INSERT INTO public.events VALUES (3, 21, 1795750366.255583, '{"type": "card_played", "seq": 21, "t": 0.485, "player": "Bruno", "card": "9D", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 9, "then": 10, "person": true}, "alternatives": [], "by": "host"}', 1, 1056010510);
INSERT INTO public.events VALUES (3, 22, 1795750366.2631373, '{"type": "card_played", "seq": 22, "t": 0.492, "player": "Bruno", "card": "TD", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 10, "then": 11, "person": true}, "alternatives": [], "by": "host"}', 1, 3355376432);
INSERT INTO public.events VALUES (3, 23, 1795750366.2765667, '{"type": "card_played", "seq": 23, "t": 0.501, "player": "Chloé", "card": "JH", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 11, "then": 12, "person": true}, "alternatives": [], "by": "host"}', 1, 2261504741);
INSERT INTO public.events VALUES (3, 24, 1795750366.2765667, '{"type": "alert", "seq": 24, "t": 0.501, "kind": "missed_call", "player": "Bruno", "card": "TD", "chips": 3, "again": true}', 1, 289624961);
INSERT INTO public.events VALUES (3, 25, 1795750366.281666, '{"type": "card_played", "seq": 25, "t": 0.512, "player": "Chloé", "card": "QH", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 12, "then": 13, "person": true}, "alternatives": [], "by": "host"}', 1, 214991863);
INSERT INTO public.events VALUES (3, 26, 1795750366.2852437, '{"type": "card_played", "seq": 26, "t": 0.513, "player": "Bruno", "card": "KS", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 13, "then": null, "person": true}, "alternatives": [], "by": "host"}', 1, 3088412147);
INSERT INTO public.events VALUES (3, 27, 1795750366.2896533, '{"type": "card_played", "seq": 27, "t": 0.514, "player": "Bruno", "card": "3H", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": null, "then": 4, "person": true}, "alternatives": [], "by": "host"}', 1, 3436267151);
INSERT INTO public.events VALUES (3, 28, 1795750366.3055093, '{"type": "card_played", "seq": 28, "t": 0.525, "player": "Bruno", "card": "4H", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 4, "then": 5, "person": true}, "alternatives": [], "by": "host"}', 1, 3730818232);
INSERT INTO public.events VALUES (3, 29, 1795750366.3090243, '{"type": "card_played", "seq": 29, "t": 0.539, "player": "Bruno", "card": "5S", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 5, "then": 6, "person": true}, "alternatives": [], "by": "host"}', 1, 1261168244);
INSERT INTO public.events VALUES (3, 30, 1795750366.3156576, '{"type": "card_played", "seq": 30, "t": 0.544, "player": "Chloé", "card": "6C", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 6, "then": 7, "person": true}, "alternatives": [], "by": "host"}', 1, 3995836603);
INSERT INTO public.events VALUES (3, 31, 1795750366.3254309, '{"type": "card_played", "seq": 31, "t": 0.552, "player": "Chloé", "card": "7C", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 7, "then": 8, "person": true}, "alternatives": [], "by": "host"}', 1, 2637784639);
INSERT INTO public.events VALUES (3, 32, 1795750366.3469427, '{"type": "card_played", "seq": 32, "t": 0.576, "player": "Chloé", "card": "8S", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 8, "then": 9, "person": true}, "alternatives": [], "by": "host"}', 1, 1661641731);
INSERT INTO public.events VALUES (3, 33, 1795750366.3697948, '{"type": "card_played", "seq": 33, "t": 0.599, "player": "Chloé", "card": "9S", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 9, "then": 10, "person": true}, "alternatives": [], "by": "host"}', 1, 1849875931);
INSERT INTO public.events VALUES (3, 34, 1795750366.3822584, '{"type": "card_played", "seq": 34, "t": 0.611, "player": "Bruno", "card": "TH", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 10, "then": 11, "person": true}, "alternatives": [], "by": "host"}', 1, 1526513914);
INSERT INTO public.events VALUES (3, 35, 1795750366.3863018, '{"type": "card_played", "seq": 35, "t": 0.612, "player": "Chloé", "card": "JD", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 11, "then": 12, "person": true}, "alternatives": [], "by": "host"}', 1, 4228391375);
INSERT INTO public.events VALUES (3, 36, 1795750366.3952425, '{"type": "card_played", "seq": 36, "t": 0.62, "player": "Ana", "card": "QC", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 12, "then": 13, "person": true}, "alternatives": [], "by": "host"}', 1, 1914822979);
INSERT INTO public.events VALUES (3, 37, 1795750366.5414872, '{"type": "card_played", "seq": 37, "t": 0.746, "player": "Ana", "card": "2S", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 13, "then": 3, "person": true}, "alternatives": [], "by": "host"}', 1, 2766027479);
INSERT INTO public.events VALUES (3, 38, 1795750366.5574906, '{"type": "card_played", "seq": 38, "t": 0.785, "player": "Chloé", "card": "3C", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 3, "then": 4, "person": true}, "alternatives": [], "by": "host"}', 1, 64283682);
INSERT INTO public.events VALUES (3, 39, 1795750366.5662162, '{"type": "card_played", "seq": 39, "t": 0.791, "player": "Chloé", "card": "4S", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 4, "then": 5, "person": true}, "alternatives": [], "by": "host"}', 1, 3905844059);
INSERT INTO public.events VALUES (3, 40, 1795750366.580458, '{"type": "card_played", "seq": 40, "t": 0.804, "player": "Bruno", "card": "5H", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": 5, "then": null, "person": true}, "alternatives": [], "by": "host"}', 1, 1336952799);
INSERT INTO public.events VALUES (3, 41, 1795750366.721628, '{"type": "hand_shown", "seq": 41, "t": 0.844, "player": "Ana", "cards": ["AS", "JC", "AC", "2D", "6S"], "by": "host"}', 1, 4257806308);
INSERT INTO public.events VALUES (3, 42, 1795750366.7883658, '{"type": "hand_shown", "seq": 42, "t": 0.981, "player": "Chloé", "cards": ["2C", "3D", "AH", "2H", "AD", "7H"], "by": "host"}', 1, 1996190437);
INSERT INTO public.events VALUES (3, 43, 1795750366.7883658, '{"type": "settlement", "seq": 43, "t": 0.804, "round": 1, "dealer": "Chloé", "winner": "Bruno", "opera": false, "takes": [], "missed_calls": [{"player": "Ana", "card": "QS", "chips": 9}, {"player": "Ana", "card": "KH", "chips": 12}, {"player": "Ana", "card": "7D", "chips": 15}, {"player": "Bruno", "card": "TD", "chips": 3}], "betes": [{"player": "Ana", "card": "JC", "chips": 6}], "swept": {}, "payments": [{"from": "Ana", "to": "Bruno", "chips": 20, "reason": "points"}, {"from": "Chloé", "to": "Bruno", "chips": 16, "reason": "points"}], "boxes": {"TD": 3, "JC": 12, "QS": 9, "KH": 12, "7D": 15}, "net": {"Ana": -41, "Bruno": 21, "Chloé": -31}, "transfers": [{"from": "Ana", "to": "Bruno", "chips": 20}, {"from": "Chloé", "to": "Bruno", "chips": 16}]}', 1, 3221888316);
INSERT INTO public.events VALUES (3, 44, 1795750366.8400652, '{"type": "round_started", "seq": 44, "t": 1.047, "dealer": "Bruno", "by": "host"}', 1, 2858465506);
INSERT INTO public.events VALUES (3, 45, 1795750366.8601694, '{"type": "card_played", "seq": 45, "t": 1.091, "player": "Chloé", "card": "9D", "confidence": 1.0, "why": {"face": 1.0, "arm": 1.0, "wanted": null, "then": 10, "person": true}, "alternatives": [], "by": "host"}', 1, 1254663623);
INSERT INTO public.events VALUES (3, 46, 1795750366.8822224, '{"type": "alert", "kind": "uncertain", "seq": 46}', 1, 2994785794);

INSERT INTO public.house_presets VALUES ('Chez mamie', '{"name": "Chez mamie", "game": "nain-jaune", "rules": "lindor", "options": {"opera": "no_card"}}');

INSERT INTO public.outbox VALUES (1, 3, '2395ee4f9ae97952', 0);
INSERT INTO public.outbox VALUES (2, 3, '2395ee4f9ae97952', 1);
INSERT INTO public.outbox VALUES (3, 3, '2395ee4f9ae97952', 2);
INSERT INTO public.outbox VALUES (4, 3, '2395ee4f9ae97952', 3);
INSERT INTO public.outbox VALUES (5, 3, '2395ee4f9ae97952', 4);
INSERT INTO public.outbox VALUES (6, 3, '2395ee4f9ae97952', 5);
INSERT INTO public.outbox VALUES (7, 3, '2395ee4f9ae97952', 6);
INSERT INTO public.outbox VALUES (8, 3, '2395ee4f9ae97952', 7);
INSERT INTO public.outbox VALUES (9, 3, '2395ee4f9ae97952', 8);
INSERT INTO public.outbox VALUES (10, 3, '2395ee4f9ae97952', 9);
INSERT INTO public.outbox VALUES (11, 3, '2395ee4f9ae97952', 10);
INSERT INTO public.outbox VALUES (12, 3, '2395ee4f9ae97952', 11);
INSERT INTO public.outbox VALUES (13, 3, '2395ee4f9ae97952', 12);
INSERT INTO public.outbox VALUES (14, 3, '2395ee4f9ae97952', 13);
INSERT INTO public.outbox VALUES (15, 3, '2395ee4f9ae97952', 14);
INSERT INTO public.outbox VALUES (16, 3, '2395ee4f9ae97952', 15);
INSERT INTO public.outbox VALUES (17, 3, '2395ee4f9ae97952', 16);
INSERT INTO public.outbox VALUES (18, 3, '2395ee4f9ae97952', 17);
INSERT INTO public.outbox VALUES (19, 3, '2395ee4f9ae97952', 18);
INSERT INTO public.outbox VALUES (20, 3, '2395ee4f9ae97952', 19);
INSERT INTO public.outbox VALUES (21, 3, '2395ee4f9ae97952', 20);
INSERT INTO public.outbox VALUES (22, 3, '2395ee4f9ae97952', 21);
INSERT INTO public.outbox VALUES (23, 3, '2395ee4f9ae97952', 22);
INSERT INTO public.outbox VALUES (24, 3, '2395ee4f9ae97952', 23);
INSERT INTO public.outbox VALUES (25, 3, '2395ee4f9ae97952', 24);
INSERT INTO public.outbox VALUES (26, 3, '2395ee4f9ae97952', 25);
INSERT INTO public.outbox VALUES (27, 3, '2395ee4f9ae97952', 26);
INSERT INTO public.outbox VALUES (28, 3, '2395ee4f9ae97952', 27);
INSERT INTO public.outbox VALUES (29, 3, '2395ee4f9ae97952', 28);
INSERT INTO public.outbox VALUES (30, 3, '2395ee4f9ae97952', 29);
INSERT INTO public.outbox VALUES (31, 3, '2395ee4f9ae97952', 30);
INSERT INTO public.outbox VALUES (32, 3, '2395ee4f9ae97952', 31);
INSERT INTO public.outbox VALUES (33, 3, '2395ee4f9ae97952', 32);
INSERT INTO public.outbox VALUES (34, 3, '2395ee4f9ae97952', 33);
INSERT INTO public.outbox VALUES (35, 3, '2395ee4f9ae97952', 34);
INSERT INTO public.outbox VALUES (36, 3, '2395ee4f9ae97952', 35);
INSERT INTO public.outbox VALUES (37, 3, '2395ee4f9ae97952', 36);
INSERT INTO public.outbox VALUES (38, 3, '2395ee4f9ae97952', 37);
INSERT INTO public.outbox VALUES (39, 3, '2395ee4f9ae97952', 38);
INSERT INTO public.outbox VALUES (40, 3, '2395ee4f9ae97952', 39);
INSERT INTO public.outbox VALUES (41, 3, '2395ee4f9ae97952', 40);
INSERT INTO public.outbox VALUES (42, 3, '2395ee4f9ae97952', 41);
INSERT INTO public.outbox VALUES (43, 3, '2395ee4f9ae97952', 42);
INSERT INTO public.outbox VALUES (44, 3, '2395ee4f9ae97952', 43);
INSERT INTO public.outbox VALUES (45, 3, '2395ee4f9ae97952', 44);
INSERT INTO public.outbox VALUES (46, 3, '2395ee4f9ae97952', 45);
INSERT INTO public.outbox VALUES (47, 3, '2395ee4f9ae97952', 46);
INSERT INTO public.outbox VALUES (48, 3, '2395ee4f9ae97952', 47);
INSERT INTO public.outbox VALUES (49, 3, '2395ee4f9ae97952', 48);

INSERT INTO public.pictures VALUES (3, 46, '\xffd820612070696374757265');

INSERT INTO public.schema_version VALUES (3);

SELECT pg_catalog.setval('public.evenings_id_seq', 4, true);

SELECT pg_catalog.setval('public.outbox_number_seq', 49, true);

ALTER TABLE ONLY public.club_stream
    ADD CONSTRAINT club_stream_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.evening_notes
    ADD CONSTRAINT evening_notes_pkey PRIMARY KEY (evening);

ALTER TABLE ONLY public.evenings
    ADD CONSTRAINT evenings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (evening, seq);

ALTER TABLE ONLY public.house_presets
    ADD CONSTRAINT house_presets_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (number);

ALTER TABLE ONLY public.passed_on
    ADD CONSTRAINT passed_on_pkey PRIMARY KEY (token);

ALTER TABLE ONLY public.pictures_kept
    ADD CONSTRAINT pictures_kept_pkey PRIMARY KEY (evening);

ALTER TABLE ONLY public.pictures
    ADD CONSTRAINT pictures_pkey PRIMARY KEY (evening, seq);

CREATE INDEX ix_outbox_key ON public.outbox USING btree (key);

ALTER TABLE ONLY public.evening_notes
    ADD CONSTRAINT evening_notes_evening_fkey FOREIGN KEY (evening) REFERENCES public.evenings(id);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_evening_fkey FOREIGN KEY (evening) REFERENCES public.evenings(id);

ALTER TABLE ONLY public.pictures
    ADD CONSTRAINT pictures_evening_fkey FOREIGN KEY (evening) REFERENCES public.evenings(id);

ALTER TABLE ONLY public.pictures_kept
    ADD CONSTRAINT pictures_kept_evening_fkey FOREIGN KEY (evening) REFERENCES public.evenings(id);
