"""We speak each language completely, and say nothing that nobody hears."""

import json
import re
from pathlib import Path

import pytest

import languages
from companion_api.saying.telling import event_line, signed
from companion_api.saying.words import words
from companion_api.web.door.serve import words as terminal
from engine.cards import DECK, parse_card
from engine.errors import BadInput
from engine.events import BIDS, Alert, Bid, CardPlayed, Claimed, Exchanged, Fined, FloaterSeen, TrumpNamed
from engine.explanation import Ground, Reason
from engine.games import nap
from languages import BY_NUMBER, LANGUAGES, leaves

OF_RULES = ("options", "presets")
"""What has a test of its own: ``tests/companion_api/saying/test_rule_words.py``."""
WORDS = {
    name: {
        key: entry
        for part in languages.page_parts()
        for key, entry in json.loads((folder / "page" / f"{part}.json").read_text(encoding="utf-8")).items()
        if key not in OF_RULES
    }
    for name, folder in languages.FOLDERS.items()
}
ROOT = Path(__file__).parents[2]


def written(ending, *rooms):
    """All that stands in files of a kind in these rooms."""
    files = (path for room in rooms for path in sorted((ROOT / room).rglob(f"*{ending}")))
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


PAGE = written(".js", "companion_api/page", "clubhouse/page")
COMMANDS = written(".py", "companion_api", "clubhouse")
ENGINE = written(".py", "engine")


def spoken(code):
    """Texts that stand in some code as they are, and beginnings of those that it puts together."""
    return set(re.findall(r'"([\w.]+)"', code)), set(re.findall(r'["\'`](\w[\w.]*[._])\$?{', code))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_everything(language):
    french, other = dict(leaves(WORDS["fr"])), dict(leaves(WORDS[language]))
    missing = {key for key in french.keys() ^ other.keys() if not BY_NUMBER.match(key)}
    assert missing == set(), (
        f"languages/{language}/page/*.json: missing beside French, or not there in French: {sorted(missing)}"
    )
    for key in french.keys() & other.keys():
        places = [sorted(set(re.findall(r"{(\w+)", text))) for text in (french[key], other[key])]
        assert places[0] == places[1], key


def test_every_number_has_its_words():
    for language, table in WORDS.items():
        for path, _ in leaves(table):
            if BY_NUMBER.match(path) and path.split(".")[0] != "index":
                assert words(language).entry(path.rpartition(".")[0] + ".n") is not None, (language, path)


def test_no_word_is_missing_and_none_is_idle():
    exact, begun = spoken(PAGE + COMMANDS)
    rules, rules_begun = spoken(ENGINE)
    table = dict(leaves(WORDS["fr"]))
    forms = {form for text in table.values() for form in re.findall(r"{\w+:(\w+)}", text)}
    idle = set()
    for path in table:
        where, key = path.split(".")[0], path.split(".")[-1]
        if where in ("why", "alert", "alert_why", "broken") and path not in exact:
            base = re.sub("_(all|who|hand|none)$", "", key)
            known = rules | exact if where == "alert" else rules  # one is raised where the log is taken in
            heard = base in known or any(base.startswith(start) for start in rules_begun if start[-1] == "_")
        else:
            above = path.split(".")
            heard = any(".".join(above[:depth]) in exact for depth in range(1, len(above) + 1))
            heard = heard or any(path.startswith(start) for start in begun)
            heard = heard or where in forms or (where == "terminal" and key in exact)
        if not heard:
            idle.add(path)
    assert idle == set()
    named = set(re.findall(r'\b(?:t|say|count)\(\s*"([\w.]+)"', PAGE + COMMANDS))
    known = {".".join(path.split(".")[:depth]) for path in table for depth in range(1, 9)}
    spaces = ("", "terminal.", "phone_camera.")
    assert {path for path in named if not known & {space + path for space in spaces}} == set()


@pytest.mark.parametrize(
    ("language", "form", "code", "name"),
    [
        ("fr", "name", "AH", "as de cœur"),
        ("fr", "the", "AH", "l’as de cœur"),
        ("fr", "obj", "QS", "la dame de pique"),
        ("fr", "of", "KH", "du roi de cœur"),
        ("fr", "of", "AC", "de l’as de trèfle"),
        ("fr", "of", "QS", "de la dame de pique"),
        ("fr", "e", "QS", "e"),
        ("fr", "e", "KH", ""),
        ("en", "the", "TD", "the 10 of diamonds"),
        ("en", "of", "JC", "of the jack of clubs"),
        ("de", "the", "KH", "der Herz-König"),
        ("de", "obj", "KH", "den Herz-König"),
        ("de", "of", "KH", "des Herz-Königs"),
        ("de", "obj", "JC", "den Kreuz-Buben"),
        ("de", "of", "QS", "der Pik-Dame"),
        ("de", "the", "AS", "das Pik-Ass"),
        ("de", "obj", "TD", "die Karo-10"),
    ],
)
def test_cards_are_called_as_grammar_asks(language, form, code, name):
    assert words(language).card(parse_card(code), form) == name


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_cards_name_is_read_again(language):
    say = words(language)
    for card in DECK:
        assert parse_card(say.card(card)) == card
        for rank in languages.heard(language)["ranks"][card.rank - 1]:
            name = say.entry("card.name.n").format(n=rank, suit=say.entry(f"suits.{card.suit}"))
            assert parse_card(name) == card


def test_french_never_needs_to_elide_before_a_name():
    elided = re.compile(r"\b(de|que|le|la|jusque|lorsque) {(player|other|name|giver|taker|dealer)")
    found = {path: elided.search(text)[0] for path, text in leaves(WORDS["fr"]) if elided.search(text)}
    assert found == {}, (
        f"languages/fr/page/*.json: {found}: before Ana it would have to be «d’Ana»; put the sentence "
        "so that no de, que, le, la, jusque, lorsque stands before a name («{player} paie», «à {player}»)"
    )


def test_templates_take_what_they_are_given():
    french = words("fr")
    counted = [(parse_card("KH"), 10), (parse_card("4S"), 4), (parse_card("AD"), 1)]
    said = french.say("why.points", player="Ana", other="Bruno", cards=counted)
    assert said == "Ana paie à Bruno les points restés en main : R♥ 10 + 4♠ 4 + A♦ 1 = 15"
    assert french.say("why.points", player="Ana", other="Bruno", cards=counted[:1]).endswith(": R♥ 10")
    assert french.pieces({"jeton": 1, "fiche": 0, "contrat": 2}) == "2 contrats et 1 jeton"
    assert words("en").pieces({"peg": 3}) == "3 peg"
    with pytest.raises(BadInput, match="expected one of fr, de, en, es"):
        words("it")


def test_alerts():
    queen, king = parse_card("QS"), parse_card("KH")
    assert (
        words("fr").alert(Alert("missed_call", "Ana", queen)) == "Ana a posé la dame de pique sans annoncer"
    )
    assert words("de").alert(Alert("missed_call", "Ana", king)) == "Ana hat den Herz-König ohne Ansage gelegt"
    assert words("en").alert(Alert("uncertain")) == "The camera is not certain"
    assert words("fr").alert(Alert("late_call", card=queen)) == "Annonce hors délai : la dame de pique"
    assert words("fr").alert(Alert("something new")) == "À vérifier à la table"


def test_what_lies_behind_an_alert():
    king = parse_card("KH")
    told = Alert("uncertain", "Ana", extra={"reason": "hand_unseen", "seen": 3, "of": 5})
    said = "La caméra n’a pas vu toute la main : Ana (cartes vues : 3 sur 5)"
    assert words("fr").alert_in_full(told) == said
    told = Alert("uncertain", extra={"reason": "unfinished", "left": {"Ana": 2, "Bruno": 0}})
    assert words("en").why(told) == "the round is not over; cards in hand: Ana 2, Bruno 0"
    told = Alert("illegal_card", "Ana", king, extra={"reason": "broken", "rule": "king"})
    assert words("de").why(told) == "nach einem König beginnt derselbe Spieler neu"
    told = Alert("void_call", "Ana", king, extra={"reason": "foreign"})
    assert words("de").why(told) == "jemand anders hat den Herz-König gelegt"
    assert words("fr").why(Alert("missed_call", "Ana", king, extra={"chips": 9})) == ""
    old = Alert("late_call", "Ana", king, "une ligne d’autrefois")
    assert words("fr").alert_in_full(old) == words("fr").alert(old)


OTHERWISE = {
    "fr": r"\b(?:tu|toi|ton|tes)\b",
    "es": r"\busted(?:es)?\b|\b\w+[ae]n(?:se|l[aeo]s?)\b|\b(?:digan|sigan|toquen|abran|permitan|escaneen|"
    r"pongan|elijan|miren|esperen|hagan|prueben|jueguen|empiecen|saben jugar)\b",
}
"""How people would be spoken to otherwise than as everywhere: fr «vous», es «tú», «vosotros»."""


@pytest.mark.parametrize("language", OTHERWISE)
def test_people_are_spoken_to_in_one_way(language):
    said = [(path, text) for path, text in leaves(WORDS[language]) if isinstance(text, str)]
    assert [each for each in said if re.search(OTHERWISE[language], each[1], re.IGNORECASE)] == []


def test_names_stay_as_they_are():
    assert signed({"Jean-Paul": -3, "{Zoé}": 0, "Eve": 3}, plus=True) == "Jean-Paul −3, {Zoé} 0, Eve +3"
    assert words("en").say("told.round_started", player="{Zoé}") == "{Zoé} deals"


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_people_tell_of_a_deal_of_nap_has_its_line(language):
    told = [
        *(Bid("Ana", bid, floater) for bid in BIDS for floater in (None, True, False)),
        *(FloaterSeen("Ana"), Exchanged("Ana", 1), TrumpNamed("Ana", "H"), Fined("Ana", 5), Claimed("Ana")),
    ]
    assert {type(event) for event in told} == set(nap.TOLD) - {CardPlayed}
    lines = [event_line(event, words(language)) for event in told]
    assert all(line and "Ana" in line and "None" not in line for line in lines)
    assert len(set(lines)) == len(told) - 2, "whoever passes says nothing of the floater"


def test_sources_are_numbers_or_words():
    told = Reason(
        "missed_call",
        "Ana",
        grounds=(Ground("missed_call", "lost", ("000", "001")), Ground("call_window", "round", ("house",))),
    )
    assert words("en").grounds(told) == "missed_call lost: 000 001, call_window round: custom at many tables"
    assert (
        words("fr").because(told).startswith("Annonce oubliée : la case reste, rien de plus — texte allemand")
    )
    assert words("de").sources(["000", "house"]) == "000 deutscher Text"


def test_what_is_alike_for_everybody_is_told_once():
    antes = [Reason("nap_ante", player, -2) for player in ("Ana", "Bruno", "Chloé")]
    said = [text for _, text in words("fr").reasons(antes, 3)]
    assert said == ["Chacun met 2 dans la poule"]
    assert len(words("fr").reasons(antes, 4)) == 3
    hoc = [Reason("hoc_king", p, -1, "Eve", {"card": parse_card("KH"), "owed": 1}) for p in ("Ana", "Bruno")]
    said = [text for _, text in words("de").reasons(hoc, 3)]
    assert said == ["Hoc: Eve sagt den Herz-König an, der seine Farbe abschließt; alle zahlen je 1"]


def test_a_capped_debt_is_told():
    short = Reason("hoc_king", "Ana", 0, "Eve", {"card": parse_card("KH"), "owed": 1})
    assert words("fr").reason(short).endswith("Ana lui paie 0 (dette plafonnée : sur 1, il restait 0 à Ana)")


def test_the_terminal_speaks_the_users_language():
    assert terminal({"LANG": "de_DE.UTF-8"})("stop_demo").startswith("Strg-C")
    assert terminal({"LANG": "en_GB.UTF-8"})("stop_demo").startswith("Ctrl-C to")
    french = terminal({"LANG": "C"})("stop_demo")
    assert french == terminal({})("stop_demo") == "Ctrl-C pour arrêter."
