"""The numbers of the room that follows cards, each with its source (see `vision.settings`)."""

from __future__ import annotations

from dataclasses import dataclass

from vision.settings import fact, reasoned, tuned


@dataclass(frozen=True, slots=True)
class Faces:
    """How sure a face must be (probability), whatever it is asked for."""

    sure: float = reasoned(
        0.9,
        "Read surely: believed against what speaks against a card there, be it an arm, a strip's outline, "
        "or that the card lay elsewhere.",
        why="along a sleeve and along strips outlines fit that are none",
        date="2026-11-22",
    )
    well: float = reasoned(
        0.8,
        "Read well enough for a card that only its place suggests: under another one, next in a hand, in a "
        "gap of a row of two.",
        why="not noted; of so many places one always shows some face",
        date="2026-11-21",
    )
    fair: float = reasoned(
        0.6,
        "Read well enough to be a card and no telephone, the same as a known one, or one between others.",
        why="not noted; came with the fit of what reads as a card alone",
        date="2026-11-21",
    )
    likely: float = reasoned(
        0.5,
        "Likelier than all other faces together: enough where the place is known from a row, and to cast "
        "doubt on another face read there.",
        why="likelier than not",
        date="2026-11-21",
    )
    faint: float = reasoned(
        0.1,
        "An outline along which no face is likelier outlines no card.",
        why="not noted; came with hands laid open being seen card by card",
        date="2026-11-21",
    )


@dataclass(frozen=True, slots=True)
class Overlaps:
    """How much two outlines share, for what."""

    one_card: float = reasoned(
        0.5,
        "Two looks whose outlines overlap more are at one card.",
        why="not noted; came with outlines being fitted to what changed",
        date="2026-11-21",
    )
    same_place: float = reasoned(
        0.75,
        "Overlap from which on an outline is just where a card lies; two cards of a fan overlap less.",
        why="not noted; came with a card laid on cards that changes little",
        date="2026-11-21",
    )
    covered: float = reasoned(
        0.7,
        "Share of a card's outline that later cards cover, from which on it can neither go nor be pushed to "
        "light.",
        why="not noted; came with a card misread as a buried one being told",
        date="2026-11-21",
    )


@dataclass(frozen=True, slots=True)
class News:
    """How much of an outline, or of what has changed, explains the other."""

    explains: float = reasoned(
        0.5,
        "Share of a piece of news that a card must cover to explain it.",
        why="most of it",
        date="2026-11-21",
    )
    least_changed: float = reasoned(
        0.05,
        "Share of an outline that must have changed for a card: of what is only printed white upon white, "
        "where several outlines agree, and of the first card that is not read well.",
        why="less is an edge of what lay there before",
        date="2026-11-22",
    )
    mostly_changed: float = reasoned(
        0.6,
        "Share that must have changed of what peeps out onto bare table, and of a card read surely that "
        "lies across one laid with it.",
        why="not noted; came with two cards laid at once where white lies on white",
        date="2026-11-22",
    )


@dataclass(frozen=True, slots=True)
class Alongside:
    """A card that peeps out from under one laid with it (`vision.tracking.alongside`)."""

    short: int = reasoned(
        32,
        "Pixels of the upper card's short side as the news is looked at.",
        why="not noted; came with the lower of two cards being found by what changed beside the upper",
        date="2026-11-22",
    )
    aspect: float = fact(
        1.4,
        "Long over short side of a card, as it is looked at; the outlines keep their own.",
        source="poker cards, 63 mm × 88 mm",
    )
    shifts: tuple[float, ...] = reasoned(
        (-0.72, 0.73, 0.12),
        "First, end and step: how far the lower card may peep out, in short sides, along either side.",
        why="not noted; came with the lower of two cards being found by what changed beside the upper",
        date="2026-11-22",
    )
    turns: tuple[float, ...] = reasoned(
        (-16.0, -8.0, 0.0, 8.0, 16.0),
        "Degrees by which it may be turned against the upper one.",
        why="not noted; came with the lower of two cards being found by what changed beside the upper",
        date="2026-11-22",
    )
    blank: float = reasoned(
        0.5,
        "What a strip that has not changed at all costs, against explaining all of the news.",
        why="white on white",
        date="2026-11-22",
    )


@dataclass(frozen=True, slots=True)
class Fans:
    """Rows of cards over one another (`vision.tracking.fans`)."""

    crowded: float = reasoned(
        0.55,
        "Share of the usual step by which a card read between two lies apart from either.",
        why="not noted; came with hands laid open being seen card by card",
        date="2026-11-21",
    )
    widest_step: float = reasoned(
        0.4,
        "Share of a card's short side that a step is taken for at most.",
        why="two seen may have one between them",
        date="2026-11-22",
    )
    wide: float = reasoned(
        1.45,
        "From so many usual steps on, a card may have been missed between two.",
        why="not noted; halfway to two steps, nearly",
        date="2026-11-21",
    )
    least_step: float = reasoned(
        0.15,
        "Share of a card's short side by which cards of a fan lie apart at least.",
        why="less shows no index",
        date="2026-11-21",
    )
    side_by_side: float = reasoned(
        1.02,
        "Share of a card's short side: where all steps are wider the cards lie beside one another, not over.",
        why="nothing is to be looked for between such cards",
        date="2026-11-23",
    )
    scan: float = reasoned(
        0.07,
        "Share of a card's short side between two places that are read.",
        why="not noted; half the least step",
        date="2026-11-21",
    )
    skew: float = reasoned(
        20.0,
        "Degrees by which cards of one row may be turned against it and against each other.",
        why="not noted; came with hands laid open being seen card by card",
        date="2026-11-21",
    )
    same_card: float = reasoned(
        0.6,
        "Overlap from which two outlines are one card where one of them hardly shows a face.",
        why="it lies wrongly",
        date="2026-11-22",
    )
    heard: float = reasoned(
        0.4,
        "A second reading counts if it is at least this share as sure as the first.",
        why="not noted; came with hands laid open being seen card by card",
        date="2026-11-21",
    )


@dataclass(frozen=True, slots=True)
class Fitting:
    """Fitting a card's outline to what it changed (`vision.tracking.fitting`)."""

    long_side: float = reasoned(
        72.0,
        "Pixels of a card's long side in the rectified picture.",
        why="enough for its edges, few enough to be fast",
        date="2026-11-21",
    )
    turns: int = reasoned(
        24,
        "Directions tried first, over half a turn.",
        why="every 7.5°, made exact then",
        date="2026-11-21",
    )
    edge_weight: float = reasoned(
        0.6,
        "What a full set of new edges counts, against having all changes inside.",
        why="not noted; came with outlines being fitted to what changed",
        date="2026-11-21",
    )
    edge_full: float = reasoned(
        24.0,
        "Levels of difference across an edge that make it as clear as it can be.",
        why="not noted; came with outlines being fitted to what changed",
        date="2026-11-21",
    )
    sharp: float = reasoned(
        80.0,
        "The same for a card on bare table.",
        why="its own edge is clearer than its shadow's",
        date="2026-11-21",
    )
    solid: float = reasoned(
        0.86,
        "Share of its own rectangle that a shape fills when it is a single card on bare table.",
        why="not noted; came with outlines being fitted to what changed",
        date="2026-11-21",
    )
    near: int = reasoned(
        5,
        "Pixels of the rectified picture within which a rough place is made exact.",
        why="not noted; came with a search in a third of the time",
        date="2026-11-22",
    )
    beside: int = reasoned(
        9,
        "Pixels round a card that are looked at for it.",
        why="its place is rough, and edges are found by differences",
        date="2026-11-22",
    )
    aspects: tuple[float, float] = reasoned(
        (1.2, 1.85),
        "Long over short side of playing cards.",
        why="1.4 (poker) to 1.8 (tarot), with room for errors and shadows",
        date="2026-11-21",
    )
    squarest: float = reasoned(
        1.3,
        "The same of one from which the cards' size is learned, at least.",
        why="they are 1.4 (poker) to 1.8 (tarot)",
        date="2026-11-24",
    )
    askew: float = reasoned(
        4.0,
        "Degrees by which the angles of a card that lies on the plane are off (standard deviation).",
        why="of cards that lie on the given films' tables they are off by 0 to 9, of held ones by 3 to 21",
        date="2026-11-27",
    )
    off_short: float = reasoned(
        0.06,
        "The same of its short side, natural logarithm …",
        why="fingers and other cards hide an edge: off by up to 0.1 then; held it is larger by 0.1 to 0.2",
        date="2026-11-27",
    )
    off_long: float = reasoned(
        0.06,
        "… and of its long side.",
        why="as for the short one",
        date="2026-11-27",
    )
    nearly_square: float = reasoned(
        1.25,
        "Long over short side of what is seen of a card, below which either may be the card's short one.",
        why="cards are 1.4 and longer; fingers hide a third of one",
        date="2026-11-27",
    )
    same_news: int = reasoned(
        2,
        "Small pixels from the news within which a change belongs to it.",
        why="elsewhere it is print that a shivering camera shows",
        date="2026-11-22",
    )
    most_places: int = reasoned(
        4,
        "Clearly different places that are given.",
        why="not noted; came with outlines being fitted to what changed",
        date="2026-11-21",
    )


@dataclass(frozen=True, slots=True)
class Gathered:
    """Cards that are taken off the table (`vision.tracking.gathered`)."""

    changed: float = reasoned(
        0.7,
        "Share of a card's outline that changes when it is lifted off the bare table.",
        why="not noted; came with the next deal beginning by itself",
        date="2026-11-21",
    )
    shown_again: float = reasoned(
        0.85,
        "Share of the outline that must look as it did before the card.",
        why="not noted; came with the next deal beginning by itself",
        date="2026-11-21",
    )
    partly: float = reasoned(
        0.3,
        "Share that changes at least when it was lifted in pieces …",
        why="one of which may have been told before",
        date="2026-11-22",
    )
    wholly: float = reasoned(
        0.97,
        "… if then nearly all of it looks as before.",
        why="not noted; came with cards gathered in several goes",
        date="2026-11-22",
    )
    alike: float = reasoned(
        2.0,
        "Steps of change within which two levels are alike.",
        why="light drifts while a card lies",
        date="2026-11-21",
    )
    least_upon: float = reasoned(
        0.1,
        "Share of its outline that a card shares with one below it to lie upon it.",
        why="not noted; came with the next deal beginning by itself",
        date="2026-11-21",
    )


@dataclass(frozen=True, slots=True)
class Leafing:
    """Leafing through a hand laid open (`vision.tracking.leafing`)."""

    steps: tuple[float, ...] = reasoned(
        (0.15, 0.21, 0.27, 0.33, 0.39, 0.45, 0.51, 0.57, 0.63, 0.69, 0.75),
        "How far the next card may lie from the one upon it, in short sides of a card.",
        why="less shows no index",
        date="2026-11-23",
    )
    turn: float = reasoned(
        5.0,
        "Degrees by which it may be turned against that one, either way; where all read alike it is not.",
        why="not noted; came with hands being leafed through",
        date="2026-11-23",
    )
    otherwise: float = reasoned(
        0.2,
        "How likely another face must be at a place that reads like a card above for it to be that one's.",
        why="a hand holds no card twice",
        date="2026-11-23",
    )
    same_strip: float = reasoned(
        0.13,
        "Places so many short sides apart may show one card.",
        why="less than the least step",
        date="2026-11-23",
    )
    well: float = reasoned(
        0.9,
        "Share of the surest reading from which on places read well.",
        why="not noted; came with hands being leafed through",
        date="2026-11-23",
    )
    as_good: float = reasoned(
        0.15,
        "Faces, or a part of one, that it may tell less than what was found …",
        why="not noted; came with hands being leafed through from what reads surely",
        date="2026-11-23",
    )
    covered: float = reasoned(
        0.9,
        "… for outlines along which nothing surer is read to be none, if so much of each lies on its cards.",
        why="not noted; came with hands being leafed through from what reads surely",
        date="2026-11-23",
    )
    most: int = fact(
        15,
        "Cards in a hand at most.",
        source="the deal by three leaves that many",
    )
    reaches: float = reasoned(
        2.0,
        "Outlines that touch when they are grown so many times belong to one row.",
        why="not noted; came with hands being leafed through",
        date="2026-11-23",
    )


@dataclass(frozen=True, slots=True)
class Lying:
    """What lies on the table already (`vision.tracking.lying_cards`)."""

    paper_of: int = reasoned(
        5,
        "Cards laid last whose paper is looked for.",
        why="they lie in the same light",
        date="2026-11-27",
    )
    paper_tint: float = reasoned(
        1.3,
        "By how much (ratio) the colours of paper may differ from each other, against that paper.",
        why="a hand's red is twice its blue, against white",
        date="2026-11-27",
    )
    paper_dark: float = reasoned(
        0.5,
        "Share of that paper's light that paper has at least.",
        why="a hand's shadow on it",
        date="2026-11-27",
    )
    too_little: float = reasoned(
        0.12,
        "Share of a card that may stay unexplained.",
        why="not noted; came with cards fitted one after another",
        date="2026-11-27",
    )
    print_apart: int = reasoned(
        2,
        "Small pixels from a card's paper within which its print is.",
        why="a court card's picture is five of them wide",
        date="2026-11-27",
    )
    hand: float = reasoned(
        0.3,
        "In cards: so much that is solid and no paper is a hand.",
        why="four fingers on a card",
        date="2026-11-27",
    )
    look_again: float = reasoned(
        0.2,
        "Seconds between two looks at a card whose face is in doubt.",
        why="not noted; came with the first referee",
        date="2026-11-21",
    )
    several: int = reasoned(
        2,
        "Outlines along which one face is read beyond doubt: then it is not the strip's beside an arm.",
        why="one may be read from the card beside it",
        date="2026-11-22",
    )
    most_unread: int = reasoned(
        2,
        "Outlines without a face, of one piece of news, that may be cards upon others, or round which a "
        "face is looked for farther off.",
        why="not noted; came with cards in plain sight being told",
        date="2026-11-22",
    )
    strip_changed: float = reasoned(
        0.15,
        "Share that must have changed of what a card shows beside one laid with it.",
        why="white upon white, only what is printed has",
        date="2026-11-22",
    )
    least_shown: float = reasoned(
        0.12,
        "Share of its outline that must have changed for a further card to be new.",
        why="not noted; came with a card laid on cards that changes little",
        date="2026-11-21",
    )
    least_left: float = reasoned(
        0.05,
        "Share of its outline that hands and other cards must leave in sight to tell that it has not "
        "changed.",
        why="not noted; came with two cards laid at once of which none is lost",
        date="2026-11-23",
    )
    straightened: float = reasoned(
        0.85,
        "Overlap below which a card was straightened, if it left news where it lay.",
        why="not noted; came with a straightened card that has only moved",
        date="2026-11-22",
    )
    hides: float = reasoned(
        0.65,
        "Overlap from which on a card upon another one hides too much of it for that to be read more surely.",
        why="not noted; came with no card lying upon one that is still read",
        date="2026-11-22",
    )
    lifted_wholly: float = reasoned(
        0.9,
        "Share of its outline that has changed where a card was taken back and no face is seen there now …",
        why="not noted; came with cards taken back in changing light",
        date="2026-11-22",
    )
    lifted: float = reasoned(
        0.6,
        "… and share that must look as before it.",
        why="not noted; came with cards taken back in changing light",
        date="2026-11-22",
    )
    touched: float = reasoned(
        0.2,
        "Share of its outline that has changed where a card was lifted off others.",
        why="not noted; came with the next deal beginning by itself",
        date="2026-11-21",
    )
    hidden_wholly: float = reasoned(
        0.92,
        "Share of its outline under cards laid later from which on nothing of a card can be seen where it "
        "lies.",
        why="not noted; came with cards being read without what others hide",
        date="2026-11-23",
    )
    together: float = reasoned(
        0.5,
        "Seconds within which cards found together were laid together.",
        why="not noted; came with arms that meet being told apart",
        date="2026-11-21",
    )
    left: float = reasoned(
        0.1,
        "Share of what a card that was pushed leaves behind that has changed at least.",
        why="it may lie on white ones",
        date="2026-11-21",
    )


@dataclass(frozen=True, slots=True)
class New:
    """Which new cards explain a piece of news (`vision.tracking.new_cards`)."""

    most_at_once: int = reasoned(
        8,
        "Cards looked for in one piece of news.",
        why="not noted; came with outlines being fitted to what changed",
        date="2026-11-21",
    )
    measures: int = reasoned(
        5,
        "Cards lying alone from which the cards' size is learnt.",
        why="not noted; came with outlines being fitted to what changed",
        date="2026-11-21",
    )
    one_size: float = reasoned(
        0.86,
        "Overlap from which on the finder has outlined what lies alone as one card, too.",
        why="a first card was measured too large",
        date="2026-11-23",
    )
    readable: float = reasoned(
        0.7,
        "What a readable face counts, against covering all of the news.",
        why="not noted; came with outlines being fitted to what changed",
        date="2026-11-21",
    )
    misfit: float = reasoned(
        1.5,
        "What an outline of e times a card's size loses against one that fits.",
        why="two cards make one large one",
        date="2026-11-22",
    )
    inside: float = reasoned(
        0.8,
        "Share of its outline that must have changed for a card between others.",
        why="not noted; came with cards of a fan being taken from the finder",
        date="2026-11-21",
    )
    agree: int = reasoned(
        3,
        "So many outlines beside each other along which one face is read …",
        why="not noted; came with several outlines that read the same face",
        date="2026-11-22",
    )
    agreed: float = reasoned(
        0.55,
        "… for which it need be no surer than this.",
        why="not noted; came with several outlines that read the same face",
        date="2026-11-22",
    )
    beside: float = reasoned(
        0.2,
        "Overlap with a new card from which on an outline peeps out from under it.",
        why="not noted; came with several outlines that read the same face",
        date="2026-11-22",
    )
    sure_bare_changed: float = reasoned(
        0.4,
        "Share that must have changed of what peeps out onto bare table, of a card read surely.",
        why="not noted; came with two cards laid at once where white lies on white",
        date="2026-11-22",
    )
    unread_changed: float = reasoned(
        0.3,
        "Share of its outline that must have changed for a card of which no face is read.",
        why="less is mostly the rest of one that its hand hid",
        date="2026-11-23",
    )
    areas: tuple[float, float] = reasoned(
        (0.6, 1.6),
        "Sizes of an outline, in cards of this table, between which it is one card's.",
        why="what is read along a strip is mostly another face, and two cards make one large one",
        date="2026-11-22",
    )


@dataclass(frozen=True, slots=True)
class Strips:
    """Outlines of strips, made a card wide (`vision.tracking.strips`)."""

    off: float = reasoned(
        0.15,
        "Share of a card's side by which an outline may be off.",
        why="so much the plane may err",
        date="2026-11-23",
    )


@dataclass(frozen=True, slots=True)
class Tracks:
    """Looks associated with cards (`vision.tracking.tracks`)."""

    off_plane: float = reasoned(
        12.0,
        "Chi-square from which on a card does not lie on the table's plane.",
        why="of three standard deviations in one of its three measures, or two in all",
        date="2026-11-27",
    )
    off_among_cards: float = reasoned(
        40.0,
        "The same upon other cards.",
        why="outlines that others and fingers hide are off by up to 32; no hand is held there",
        date="2026-11-27",
    )
    same_near: float = reasoned(
        0.6,
        "In sides of a square of a card's size: so near a known card of its face a look is at that card.",
        why="outlines of buried cards shift, a second card of one face does not exist",
        date="2026-11-27",
    )
    laid_within: float = tuned(
        1.5,
        "Seconds that a place stirs before what a hand lays there comes to rest; where cards are held it "
        "stirs for longer.",
        measured_on="looks under hands at living-4 and the simulated rounds 931 and 936: at 135 laid cards "
        "at most 0.8, at 35 held ones beside cards that lie 2.1 to 21, but two below (0.1 and 0.6)",
        count=170,
        date="2026-11-27",
    )
    where_laid: float = reasoned(
        1.2,
        "In long sides of a card: so near a lying card one is laid, middle to middle.",
        why="a pile, or a row: side by side they are 0.7 apart, end to end 1",
        date="2026-11-27",
    )
    another: float = reasoned(
        0.3,
        "Share of a card that has changed, beside a known one of its face, from which on it is another card.",
        why="white upon white, a whole new card changes about so much",
        date="2026-11-27",
    )
    least_changed: float = reasoned(
        0.1,
        "Share of a card in sight that must have changed for it to be new.",
        why="white upon white, what is printed has, and the edges",
        date="2026-11-27",
    )
    margins: tuple[float, ...] = reasoned(
        (1.3, 0.8, 2.0),
        "What is shown to the finder round the news, in sides of a card, at each try.",
        why="a card's length; of a half hidden card it sees now and then more in another picture",
        date="2026-11-27",
    )
    read: int = reasoned(
        8,
        "Outlines of one look at most that are read, those with the most news first …",
        why="the card, its likes, and what lies beside it",
        date="2026-11-27",
    )
    strip: float = reasoned(
        0.04,
        "… and with this share of news at least.",
        why="of a card upon cards, beside the fingers, little more may differ",
        date="2026-11-27",
    )
    completed: int = reasoned(
        3,
        "Outlines of one look at most that are completed.",
        why="one card is laid at a time; the rest are cards under it",
        date="2026-11-27",
    )
    same_card: float = reasoned(
        0.75,
        "Share of the smaller of two outlines from which on both show one card, the surer one's face.",
        why="a card laid so wholly upon another hides its face",
        date="2026-11-27",
    )
    agree: int = reasoned(
        3,
        "Looks of one picture that show a face well enough together.",
        why="along wrong outlines faces differ",
        date="2026-11-27",
    )
    hand: float = reasoned(
        0.3,
        "Share of a card at the picture's border from which on what hangs together with it is a hand.",
        why="a shadow is less; the fingers that hold a card, and the cards of a fan beside it, are more",
        date="2026-11-28",
    )
    edge: int = reasoned(
        2,
        "Small pixels round a card that it explains.",
        why="its shadow, and the outline's error",
        date="2026-11-27",
    )


@dataclass(frozen=True, slots=True)
class Glimpses:
    """Looks while hands are over the table (`vision.tracking.glimpses`)."""

    least: float = reasoned(
        0.2,
        "Share of a card that must have come to rest for a look.",
        why="a card laid across another shows that much of itself beside the fingers",
        date="2026-11-27",
    )
    card: float = reasoned(
        300.0,
        "Small pixels of a card as long as none has been seen.",
        why="15 by 25 of them in a usual picture",
        date="2026-11-27",
    )
    same: float = reasoned(
        0.01,
        "Seconds by which a part must have come to rest later than when it was looked at.",
        why="less than between two pictures",
        date="2026-11-27",
    )
    apart: float = reasoned(
        0.12,
        "Seconds between two looks at least.",
        why="cards of a run rest for 0.25 s",
        date="2026-11-27",
    )
    first: float = reasoned(
        0.25,
        "The same while no card has been laid.",
        why="antes go in; the first card waits long enough",
        date="2026-11-27",
    )
    tries: int = reasoned(
        3,
        "Looks at what has come to rest, as long as none shows a new card there.",
        why="the finder sees a little more or less round it each time",
        date="2026-11-27",
    )
    lies: float = reasoned(
        0.8,
        "Seconds after which what rests elsewhere is looked at …",
        why="hands that hold cards stir more often",
        date="2026-11-27",
    )
    apart_elsewhere: float = reasoned(
        0.5,
        "… and seconds between two such looks at least.",
        why="players lay in turn; so the work is bounded",
        date="2026-11-27",
    )
    window: float = reasoned(
        2.5,
        "In sides of a card: so far from the last card laid at most a look reaches.",
        why="a pile and the cards round it",
        date="2026-11-27",
    )


@dataclass(frozen=True, slots=True)
class TrackingSettings:
    """All numbers of the room."""

    faces: Faces = Faces()
    overlaps: Overlaps = Overlaps()
    news: News = News()
    alongside: Alongside = Alongside()
    fans: Fans = Fans()
    fitting: Fitting = Fitting()
    gathered: Gathered = Gathered()
    leafing: Leafing = Leafing()
    lying: Lying = Lying()
    new: New = New()
    strips: Strips = Strips()
    tracks: Tracks = Tracks()
    glimpses: Glimpses = Glimpses()


TRACKING = TrackingSettings()
