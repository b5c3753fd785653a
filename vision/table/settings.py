"""The numbers of the table's room, each with its source (see `vision.settings`)."""

from __future__ import annotations

from dataclasses import dataclass

from vision.settings import fact, reasoned, tuned


@dataclass(frozen=True, slots=True)
class Bearings:
    """Keeping the bearings of a table (`vision.table.bearings`)."""

    first_wait: float = reasoned(
        0.5,
        "Seconds until the board is looked for again; each wait is twice the one before …",
        why="not noted; came with the board being found by itself",
        date="2026-11-21",
    )
    longest_wait: float = reasoned(
        6.0,
        "… but no longer than this.",
        why="not noted; came with the board being found by itself",
        date="2026-11-27",
    )
    exact: float = reasoned(
        1.5,
        "Millimetres of error below which one picture of the markers is enough.",
        why="not noted; came with markers being fitted over more pictures",
        date="2026-11-21",
    )
    clearer: float = reasoned(
        0.7,
        "A view takes the place of the one before where its error is at most this share of that one's.",
        why="not noted; came with markers being fitted over more pictures",
        date="2026-11-21",
    )
    give_up: float = reasoned(
        6.0,
        "Seconds at rest after a bump until the table is taken as it is, its new place unknown.",
        why="not noted; came with the noticing of bumps",
        date="2026-11-21",
    )
    patience: float = reasoned(
        2.0,
        "Seconds without anything to be seen, or without a board, after which people are told.",
        why="not noted; came with dark pictures being noticed",
        date="2026-11-21",
    )
    try_again: float = reasoned(
        0.7,
        "Seconds between two tries to find the new place.",
        why="not noted; came with the noticing of bumps",
        date="2026-11-21",
    )
    first_look: float = reasoned(
        1.0,
        "Seconds after which what has not moved since the first picture is taken to have lain there before.",
        why="not noted; came with cards that lie there at the first look",
        date="2026-11-27",
    )
    clearer_read: float = tuned(
        0.5,
        "By how much more of the honours' certainty a picture must tell when it is turned over to be a "
        "mirror's, if no board is found in it.",
        measured_on="filmed boards: the mirror's picture told 1.0 and 2.1 of 5 less",
        count=2,
        date="2026-11-27",
    )
    still_width: int = reasoned(
        480,
        "Pixels of a still of the whole table.",
        why="what lies where is seen, and no card that somebody holds is read",
        date="2026-11-27",
    )


@dataclass(frozen=True, slots=True)
class Board:
    """The board's own shape (`vision.table.board`)."""

    side: float = reasoned(
        240.0,
        "Millimetres that a board's side is taken to be where nothing tells its size.",
        why="not noted; came with the board being found by itself",
        date="2026-11-21",
    )
    least_area: float = reasoned(
        400.0,
        "Square pixels below which four corners are no board.",
        why="not noted; came with the board being found by itself; twenty pixels a side",
        date="2026-11-21",
    )
    usual_lens: float = reasoned(
        0.8,
        "A camera's focal length where the board does not tell it; picture widths.",
        why="not noted; came with boards that are no square",
        date="2026-11-22",
    )
    lenses: tuple[float, float] = reasoned(
        (0.5, 2.0),
        "What the board may tell of it; picture widths.",
        why="not noted; came with boards that are no square",
        date="2026-11-22",
    )
    square: float = reasoned(
        1.1,
        "A board whose sides differ by less than this factor is square.",
        why="most are, and lenses are only guessed",
        date="2026-11-22",
    )
    tap_error: float = reasoned(
        3.0,
        "Pixels by which each tapped corner may lie off.",
        why="a fingertip on a phone's picture hits to about 3",
        date="2026-11-21",
    )


@dataclass(frozen=True, slots=True)
class Bump:
    """Noticing a push, and telling where everything lies then (`vision.table.bump`)."""

    width: int = reasoned(
        640,
        "About how wide the pictures are in which points are followed.",
        why="not noted; came with the noticing of bumps",
        date="2026-11-21",
    )
    match_width: int = reasoned(
        960,
        "The same where a new place is looked for.",
        why="not noted; came with the noticing of bumps",
        date="2026-11-21",
    )
    points: int = reasoned(
        160,
        "Points followed on the known table.",
        why="not noted; came with the noticing of bumps",
        date="2026-11-21",
    )
    every: float = reasoned(
        0.1,
        "Seconds between two looks.",
        why="less than a thing must lie still to be read",
        date="2026-11-21",
    )
    step: float = reasoned(
        0.9,
        "Pixels (of the small picture) that points must have moved for a bump.",
        why="cameras shiver by a tenth",
        date="2026-11-21",
    )
    fewest: int = reasoned(
        12,
        "Points found again that can bear witness.",
        why="not noted; came with the noticing of bumps",
        date="2026-11-21",
    )
    together: float = reasoned(
        0.6,
        "Share of the points found again that must have gone the same way.",
        why="not noted; came with the noticing of bumps",
        date="2026-11-21",
    )
    turned: float = reasoned(
        0.4,
        "Share of these that must have moved by a step.",
        why="what lies where all turns round has not",
        date="2026-11-22",
    )
    off: float = reasoned(
        1.5,
        "Pixels by which a point may miss where the others went; a tenth of the way when that is more.",
        why="not noted; came with a hand over a small board being no bump",
        date="2026-11-21",
    )
    lost: float = reasoned(
        0.25,
        "Share of the points below which so few are found again that the picture may be another one …",
        why="not noted; came with the noticing of bumps",
        date="2026-11-21",
    )
    lost_for: float = reasoned(
        1.5,
        "… if it stays so for these seconds.",
        why="an arm over the board goes away again",
        date="2026-11-21",
    )
    stayed: float = reasoned(
        0.5,
        "Share of the board's points which show, where they stay, that only the cards beside it have gone …",
        why="most of what stands out on a table is on the cards",
        date="2026-11-22",
    )
    fewest_stayed: int = reasoned(
        5,
        "… and how many must, at least.",
        why="not noted; came with cards that are gathered being no bump",
        date="2026-11-22",
    )
    calm: float = reasoned(
        0.6,
        "Pixels between two looks below which the picture is at rest.",
        why="less than a step; stripes and noise shiver",
        date="2026-11-23",
    )
    clear: float = reasoned(
        0.05,
        "How clearly points must stand out, against the clearest, to tell whether all rests …",
        why="in noise what is faint strays, and along stripes it slides",
        date="2026-11-23",
    )
    faint: float = reasoned(
        0.02,
        "… and where there are few of these, and to be followed.",
        why="not noted; came with bumps that are over in noise",
        date="2026-11-23",
    )
    rest: float = reasoned(
        0.3,
        "Seconds of rest after which the new place is looked for.",
        why="not noted; came with the noticing of bumps",
        date="2026-11-21",
    )
    renew: float = reasoned(
        4.0,
        "Seconds after which the points are chosen afresh.",
        why="cards have come and gone",
        date="2026-11-21",
    )
    hidden: float = reasoned(
        0.02,
        "Share of the picture that arms hide by then at most.",
        why="points on an arm go its way",
        date="2026-11-22",
    )
    grain: tuple[int, int] = reasoned(
        (5, 5),
        "Pixels over which noise is smoothed where it is asked whether all rests.",
        why="not noted; came with bumps being noticed in noise",
        date="2026-11-22",
    )
    wide: tuple[int, int] = reasoned(
        (41, 41),
        "Pixels over which light is smoothed there.",
        why="lamps tremble while all rests, and light is wide",
        date="2026-11-22",
    )
    narrow: tuple[int, int] = tuned(
        (21, 21),
        "Pixels over which light is smoothed where one picture is drawn upon another.",
        measured_on="two simulated bumps without a board: off by 3 pixels at most; 44 at (41, 41)",
        count=6,
        date="2026-11-28",
    )
    clear_edge: float = reasoned(
        10.0,
        "Levels by which an edge counts there at most.",
        why="a card stands out ten times as much as the grain of wood, and may have come since",
        date="2026-11-28",
    )
    rounds: int = reasoned(
        40,
        "Rounds there after which it is close enough.",
        why="a second of one core at most",
        date="2026-11-28",
    )
    speaks: float = reasoned(
        20.0,
        "Levels by which a pixel counts at most that is not as it should be.",
        why="something else lies there now",
        date="2026-11-23",
    )
    stays: float = reasoned(
        0.97,
        "How much less the table misses where it was than where the board went if it has stayed.",
        why="the faint stripes of a cloth tell it, and they are little of the picture",
        date="2026-11-23",
    )
    strays_for: float = reasoned(
        1.0,
        "Seconds after their choice in which points that stray by themselves are left out.",
        why="they are noise, not things",
        date="2026-11-22",
    )
    fits: float = tuned(
        1.05,
        "How much more a part of the table may miss where all of it went together than where it went alone.",
        measured_on="simulated bumps: one is mended, all others end as before",
        count=80,
        date="2026-11-25",
    )
    edge: int = reasoned(
        25,
        "Pixels about the board's edge …",
        why="not noted; came with the board's edge as a witness",
        date="2026-11-23",
    )
    same_edge: float = reasoned(
        0.8,
        "… and how alike it must look there, best where it was, if it has stayed.",
        why="arms, shadows and chips may look like a push",
        date="2026-11-23",
    )
    patch: int = reasoned(
        21,
        "Side of the patch round a point, pixels of the small picture.",
        why="not noted; came with the noticing of bumps",
        date="2026-11-21",
    )
    alike: float = reasoned(
        26.0,
        "Mean difference (levels of 255) of two patches that may show the same thing.",
        why="not noted; came with the noticing of bumps",
        date="2026-11-21",
    )
    same: float = reasoned(
        5.0,
        "The same of two patches that show the same place, but for noise.",
        why="not noted; came with a hand over a small board being no bump",
        date="2026-11-21",
    )
    least_matches: int = reasoned(
        14,
        "Pairs that must agree on the new place.",
        why="not noted; came with the noticing of bumps",
        date="2026-11-21",
    )
    agree: float = reasoned(
        0.5,
        "Share of the table in sight of both pictures that must look the same at the new place.",
        why="not noted; came with the noticing of bumps",
        date="2026-11-21",
    )


@dataclass(frozen=True, slots=True)
class Honours:
    """Finding the board by the honours printed on it (`vision.table.honours`)."""

    sure: float = reasoned(
        0.5,
        "A face this probable is taken for the honour it looks like.",
        why="likelier than all others together",
        date="2026-11-21",
    )
    faint: float = reasoned(
        0.2,
        "What is an honour with this probability is kept until it is seen better.",
        why="chips lie on most of them, and the next picture may show less",
        date="2026-11-27",
    )
    near: float = reasoned(
        0.3,
        "A missing honour is looked for this far (of a box) from where the others say it should be.",
        why="not noted; came with the board being found by itself",
        date="2026-11-21",
    )
    crooked: float = reasoned(
        0.06,
        "Share of a box by which the middles of a board's honours may lie off their places, and of a "
        "picture's length by which the outlines of a tableau's may miss one size.",
        why="not noted; both filmed rounds are found so",
        date="2026-11-21",
    )
    card: tuple[float, float] = fact(
        (59.0, 88.0),
        "Short and long side of a card in mm.",
        source="between the French and the English size",
    )
    corner_weight: float = reasoned(
        0.1,
        "What a picture's corner tells of the plane, against its middle.",
        why="it errs three times as far, and errors count squared",
        date="2026-11-21",
    )
    spread: float = reasoned(
        0.35,
        "Pixels by which the middle of a printed honour errs at least.",
        why="not noted; came with the board being found by itself",
        date="2026-11-21",
    )
    room: float = reasoned(
        1.25,
        "Sides of a box around an honour that stands alone, in long sides of its picture, at most.",
        why="not noted; came with boxes that lie in a row",
        date="2026-11-21",
    )


@dataclass(frozen=True, slots=True)
class Lines:
    """Straight edges of a picture (`vision.table.lines`)."""

    width: int = reasoned(
        960,
        "How wide the picture is in which edges are looked for.",
        why="a board's walls are then some pixels thick, and a search takes a twentieth of a second",
        date="2026-11-27",
    )
    shortest: float = reasoned(
        0.03,
        "Shares of the picture's width: the shortest piece of an edge that is kept …",
        why="a third of a cell of a board that fills a fourth of the picture",
        date="2026-11-27",
    )
    off: float = reasoned(
        0.002,
        "… how far the ends of pieces of one edge may lie off it …",
        why="two pixels: the two sides of a wall are further apart",
        date="2026-11-27",
    )
    gap: float = reasoned(
        0.05,
        "… and the widest gap between two of them.",
        why="a wall's end, a chip on it or a finger",
        date="2026-11-27",
    )
    turned: float = reasoned(
        2.5,
        "Degrees by which pieces of one edge may be turned.",
        why="half a pixel in twenty",
        date="2026-11-27",
    )
    kept: int = reasoned(
        110,
        "How many edges are kept, those first of which most is seen.",
        why="a board has some forty; pairs of pairs of all would be too many",
        date="2026-11-27",
    )


@dataclass(frozen=True, slots=True)
class Lattice:
    """Boards proposed by straight edges (`vision.table.lattice`)."""

    parallel: float = reasoned(
        25.0,
        "Degrees between opposite sides at most.",
        why="so much does a near board's perspective turn them before a wide lens",
        date="2026-11-27",
    )
    crossing: float = reasoned(
        40.0,
        "Degrees between crossing sides at least.",
        why="a board that looks narrower shows no boxes",
        date="2026-11-27",
    )
    apart: tuple[float, float] = reasoned(
        (0.06, 0.6),
        "How far apart opposite lines may be, shares of the picture's width.",
        why="two cells of the smallest board that shows its chips; a board that fills the picture",
        date="2026-11-27",
    )
    beside: float = reasoned(
        0.5,
        "By how much of their distance opposite lines may miss lying beside each other.",
        why="a hand may hide half of each",
        date="2026-11-27",
    )
    long: float = reasoned(
        0.3,
        "How long the longer of two opposite lines must be, shares of their distance.",
        why="a cell's side",
        date="2026-11-27",
    )
    seen: float = reasoned(
        1.2,
        "How much of the four sides must be seen, of 4.",
        why="walls stand round two thirds of a board, and a hand hides half of it",
        date="2026-11-27",
    )
    seen_of_some: float = reasoned(
        2.0,
        "The same where two of the lines are no outer ones.",
        why="these are walls, seen for most of their length",
        date="2026-11-27",
    )
    sides: tuple[float, float] = reasoned(
        (0.08, 0.9),
        "A board's shortest and longest side, shares of the picture's width.",
        why="smaller ones show no chips; larger ones leave no room for cards",
        date="2026-11-27",
    )
    thin: float = reasoned(
        2.8,
        "How many times longer than the shortest a board's longest side may look.",
        why="seen from 20 degrees above the table",
        date="2026-11-27",
    )
    lenses: tuple[float, ...] = reasoned(
        (0.55, 0.7, 0.9, 1.2, 1.7),
        "Focal lengths with which a square is tried, picture widths.",
        why="usual lenses in equal steps",
        date="2026-11-27",
    )
    crooked: float = reasoned(
        0.08,
        "By how much a square's two sides and its angle may be off (natural logarithm, cosine).",
        why="walls seen at their tops make a board look so much longer one way",
        date="2026-11-27",
    )
    lens_spread: float = reasoned(
        0.4,
        "Spread of lenses about the usual one (natural logarithm).",
        why="between a phone's wide and its narrow lens lies a factor of two",
        date="2026-11-27",
    )
    unlikely: float = reasoned(
        12.0,
        "How unlikely a square may look (`lattice.tilt`) to be proposed.",
        why="five standard deviations",
        date="2026-11-27",
    )
    tilt_counts: float = reasoned(
        0.1,
        "What of that counts against a side that is seen, where proposals are ranked.",
        why="the score weighs it again",
        date="2026-11-27",
    )
    same: float = reasoned(
        0.008,
        "Steps in which corners are compared, shares of the picture's width: in one step it is one board.",
        why="ten pixels of 1280: both faces of one wall",
        date="2026-11-27",
    )
    kept: int = reasoned(
        20000,
        "How many squares are proposed, those first of which most is seen.",
        why="scoring them takes a fraction of a second",
        date="2026-11-27",
    )


@dataclass(frozen=True, slots=True)
class Score:
    """How well a board explains a picture (`vision.table.score`)."""

    spots: int = reasoned(
        18,
        "Places on each line of a board at which it is looked for.",
        why="six for each cell's side",
        date="2026-11-27",
    )
    off: float = reasoned(
        0.025,
        "Shares of the board's side: how far an edge may lie from the line that it is …",
        why="half a wall's thickness",
        date="2026-11-27",
    )
    aslant: float = reasoned(
        0.06,
        "… and how far its ends may be apart across the line, shares of its length.",
        why="three degrees",
        date="2026-11-27",
    )
    edge: float = reasoned(
        6.0,
        "Log odds of a board whose inner (or outer) lines are all seen.",
        why="as much as one and a half honours that are read",
        date="2026-11-27",
    )
    stroke: float = reasoned(
        2.1,
        "Log odds against a board in whose blank cells strokes as long as its side are seen.",
        why="a third of what the same strokes say along its lines",
        date="2026-11-27",
    )
    inner: float = reasoned(
        0.72,
        "Share of a cell's side that counts as its inside.",
        why="walls and their shadows fall into the rest",
        date="2026-11-27",
    )
    picture: float = reasoned(
        0.77,
        "Long side of a printed honour, cells …",
        why="88 mm in a box of 115; 70 in the printed kit's of 93",
        date="2026-11-27",
    )
    size_spread: float = reasoned(
        0.22,
        "… and its spread (natural logarithm).",
        why="boards differ by a third",
        date="2026-11-27",
    )
    proportion: float = reasoned(
        1.45,
        "How many times longer than wide it is …",
        why="a card's is 1.4 to 1.57, and walls hide some of it",
        date="2026-11-27",
    )
    stout_spread: float = reasoned(
        0.2,
        "… and its spread (natural logarithm).",
        why="chips and walls hide a part, and the outline is inferred",
        date="2026-11-27",
    )
    turned: float = reasoned(
        0.12,
        "Radians by which it is turned against the board.",
        why="cards that were glued in by hand",
        date="2026-11-27",
    )
    longish: float = reasoned(
        1.15,
        "How many times longer than wide an outline must be to say which way it lies.",
        why="chips and walls may hide a third of a picture",
        date="2026-11-27",
    )
    across: float = reasoned(
        -3.0,
        "Log odds of a picture that lies across the board.",
        why="one board in twenty has such",
        date="2026-11-27",
    )
    beside: float = reasoned(
        0.12,
        "Cells by which its middle is off the cell's.",
        why="walls hide some of it, and are taken for lines that they stand beside",
        date="2026-11-27",
    )
    odd: float = reasoned(
        -6.0,
        "Log odds of any outline in a cell at least.",
        why="even a card that was thrown into a box says no more",
        date="2026-11-27",
    )
    trust: float = reasoned(
        0.98,
        "How far the reader's probabilities are believed.",
        why="chips on a picture can make it another",
        date="2026-11-27",
    )
    further: float = reasoned(
        2.0,
        "Log odds of each honour beyond the second that lies where it should.",
        why="one card in seven on a table lies so near a given place by chance",
        date="2026-11-27",
    )
    contradicts: float = reasoned(
        -0.5,
        "Log odds below which a card in a cell speaks against the honour there.",
        why="it is more likely another card than all else",
        date="2026-11-27",
    )
    unseen: float = reasoned(
        -0.7,
        "Log odds of an honour of which nothing is seen.",
        why="on a board in use every other one lies under chips or a hand",
        date="2026-11-27",
    )


@dataclass(frozen=True, slots=True)
class Search:
    """Looking for the board (`vision.table.search`)."""

    same: float = reasoned(
        0.3,
        "Overlap from which what is seen now is what was seen before.",
        why="cards beside each other overlap less",
        date="2026-11-27",
    )
    scored: int = reasoned(
        1000,
        "How many boards are compared with all edges: those whose faces fit best.",
        why="it takes a fraction of a second",
        date="2026-11-27",
    )
    enough: float = tuned(
        7.0,
        "Log odds from which a board is one, all proposals near it together …",
        measured_on="8 pictures of simulated boards full of chips, all have more; 32 without one, none has "
        "more than 6",
        count=40,
        date="2026-11-27",
    )
    clear: float = tuned(
        2.5,
        "… and by how much it must surpass any other place, its own turned or in a mirror too …",
        measured_on="mirrored pictures of boards, most of them full of chips: at 2 one is taken for a board",
        count=8,
        date="2026-11-27",
    )
    elsewhere: float = reasoned(
        0.15,
        "… that is further away than this share of its side.",
        why="the tops of its walls are nearer",
        date="2026-11-27",
    )
    rare: float = reasoned(
        3.0,
        "Log odds of a board with its honours in other cells than usual.",
        why="one in twenty",
        date="2026-11-27",
    )
    error: float = tuned(
        0.05,
        "Share of its side by which a corner of a board found by its edges may be off.",
        measured_on="pictures of four filmed rounds in which it is found: 0.026 at the median, 0.051 for 95 "
        "of 100",
        count=31,
        date="2026-11-27",
    )


@dataclass(frozen=True, slots=True)
class Markers:
    """Finding the markers of the printed kit (`vision.table.markers`)."""

    enlarged: int = reasoned(
        2,
        "How many times larger a picture is looked at again where markers are missing.",
        why="small ones are then told",
        date="2026-11-21",
    )
    remembered: int = reasoned(
        12,
        "Pictures whose markers are fitted together.",
        why="not noted; came with the board being found by its markers",
        date="2026-11-21",
    )
    stray: float = reasoned(
        3.0,
        "Millimetres by which a marker may lie off the others' plane.",
        why="more is no marker of this board",
        date="2026-11-21",
    )
    crooked: float = reasoned(
        2.0,
        "Millimetres left over that mean sheets put together crookedly, or a print scaled one way only.",
        why="not noted; came with what is wrong with a print being told",
        date="2026-11-21",
    )
    far_off: float = reasoned(
        15.0,
        "Millimetres of error beyond which a fit says nothing.",
        why="not noted; came with the board being found by itself",
        date="2026-11-21",
    )
    alike: float = reasoned(
        0.35,
        "Pixels by which the corners of all markers may be off alike, which a fit with free places cannot "
        "see.",
        why="so that 95 % of a board's corners lie within the error that is told",
        date="2026-11-21",
    )
    still: float = reasoned(
        1.5,
        "Pixels that a marker's corners may move from picture to picture of a table at rest.",
        why="more is a push, and what was seen before holds no more",
        date="2026-11-21",
    )
    smallest: float = reasoned(
        20.0,
        "Pixels round a marker below which it cannot be read.",
        why="it is six cells across; of a picture of dots every speck would be one",
        date="2026-11-27",
    )
    scale_off: float = reasoned(
        0.012,
        "Share by which a print may be off its scale.",
        why="more makes a millimetre in eight centimetres",
        date="2026-11-21",
    )
    sheet_scale: int = reasoned(
        6,
        "Pixels per millimetre in which the check sheet is looked at.",
        why="a third of a percent of a bank card is a pixel and a half",
        date="2026-11-21",
    )
    card_shows: float = reasoned(
        14.0,
        "How far (CIE L*a*b*, OpenCV's levels) a card's colour must lie from the paper's.",
        why="not noted; came with the print's scale being told by a bank card",
        date="2026-11-21",
    )
    look: int = reasoned(
        26,
        "Pixels of the sheet on either side of its rough place in which an edge is looked for.",
        why="not noted; came with a wrong scale being told to a third of a percent",
        date="2026-11-21",
    )


@dataclass(frozen=True, slots=True)
class Plane:
    """The table's plane and the cards' size on it (`vision.table.plane`)."""

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


@dataclass(frozen=True, slots=True)
class TableSettings:
    """All numbers of the room."""

    bearings: Bearings = Bearings()
    board: Board = Board()
    bump: Bump = Bump()
    honours: Honours = Honours()
    lines: Lines = Lines()
    lattice: Lattice = Lattice()
    score: Score = Score()
    search: Search = Search()
    markers: Markers = Markers()
    plane: Plane = Plane()


TABLE = TableSettings()
