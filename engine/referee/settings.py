"""The numbers by which the referee judges, one a line: what it is, and what it was counted on, or a guess.

A guess says what goes wrong when it is off; what is fixed nobody may choose. Seconds are `s`; else a number
is a probability, a factor or a count. Each is read by the file that stands above it and by no other; what
several read stands first. Widths of searches, last, buy speed. `nainjaune bench numbers` prints all of them.
"""

# -- Read by several files
SHOWS = 0.5  # a look shows a face from here on; guess: lower, blurs are moved; higher, late cards stay late
TOGETHER = 0.02  # s between cards that came to rest at once; guess: more, the camera's order is lost
HIDDEN = 12.0  # s that an arm hides a card at most; guess: less, cards under an arm stay where they were seen
UNSEEN = 0.001  # a card is laid and covered unseen; guess: more, cards nobody laid explain misreadings
UNSHOWN = 0.03  # how often a card of an open hand is not seen; guess: less, a short hand overturns the round
SURELY_EMPTY = 0.7  # a box is empty, as evidence; guess: lower, a hand over a box is taken for a call
BOX_SETTLES = 0.4  # s without news of boxes: antes lie; guess: less, antes are told while chips fall
SURELY_COUNTED = 0.95  # a count too small means chips lack; guess: lower, hidden chips are missed aloud
GATHERED = 0.8  # share of cards gone from a cleared table; guess: higher, one lost card keeps a round open
FED_EARLY = 3  # boxes fed, one empty before, while cards lie; guess: fewer, a fine begins a round
SAME_MOMENT = 1e-6  # s; fixed: what a float loses through a file
MOMENT = 0.001  # s; fixed: the log's smallest step of time
ROW = 1.0  # widths that a row reaches over; guess: less, a pile that slid is ordered like a row
APART = 0.001  # s between cards entered at once; fixed: the log's smallest step of time
GRACE = 0.8  # s until a call is judged; guess: less, its card has not been seen to lie still

# -- seen_cards
FAINT = 0.005  # another face is named from here on; guess: higher, people miss the right one among the others
MOST_OTHERS = 4  # other faces named; guess: more, nobody reads them
LATE = 1.0  # s after which the log says how late a card was clear; guess: less, every card says so
SAME_WIDTH = 1e-6  # px: no card is narrower; fixed: keeps a division finite

# -- play_prior
PASSES = 0.06  # could go on and does not; counted on 67 cards of two filmed rounds: never
STOPS = 0.02  # all pass whatever they hold; guess: less, a new run needs the cards hidden in hands
HELD_BACK = 0.2  # times rarer in a hand that passed on it; counted on 6,000 simulated cards: 0.15 to 0.25
OVERLOOKED = 0.1  # the same if bound to lay it; counted on 18 simulated rounds: 0.02 loses one
STANDS_IN = 0.05  # 7♦ goes on in place of the card, in one suit; guess: more, every red seven is one
OUT_OF_TURN = 0.25  # times rarer by another than who laid last; guess: higher, arms that cross change players

# -- posterior
MISTIMED = 0.05  # of two found together the earlier lies above; guess: lower, runs under a hand stay turned
UNNOTICED = 0.01  # others are laid while one is hidden; guess: higher, orders change at every shadow
AT_ONCE = 0.6  # s in which one arm lays several; guess: more, two turns of one player are taken for one
DETOUR = 2.0  # lost (log) by each width gone to and fro; guess: less, rows are read in any order
ASTRAY = 0.05  # to and fro all the same; counted on 28 recorded rounds: without it one lost half its cards
DENIED = 1e-06  # wrong that a hand is complete; guess: more, people are asked again what they have said

# -- beam
UNFINISHED = 1e-09  # a deal of tricks gathered early; guess: more, a last card that nobody saw is never laid
ILLEGAL = 3e-06  # laid against the rules, beside misreadings; guess: more, misread cards accuse people
TALON = 0.01  # a card seen at the end is the talon's …; guess: more, cards of hands are paid by nobody
TALON_GOES_ON = 0.5  # … once they have begun; guess: less, its later cards go into hands
MISPLACED = 0.002  # an arm is taken for another's; guess: less, one wrong arm outweighs the rules
ANOTHERS = 0.02  # one arm brings two players' cards; counted on 828 simulated ones: 6 of 602, 5 of 226

# -- deciding
OVERTURN = 0.8  # another replaces what was told; guess: lower, the log wavers; higher, errors stay
GIVEN_UP = 0.01  # told, and hardly likely any more; guess: higher, the log wavers between three ways
AT_LAST = 0.5  # the same once nothing more comes; fixed: the likelier of two
SOON = 0.5  # s that a card waits for better looks; guess: less, it is told from one torn look
LIKELY = 0.6  # told then from here on; guess: lower, more is corrected; higher, phones lag behind
SEEN = 0.1  # what looks give a card told so soon; guess: lower, rules tell what nobody saw
PATIENCE = 4.0  # s that a doubtful card waits; guess: less, more is corrected; more, phones stand still
PATIENCE_CARDS = 2  # later cards that it waits for; guess: more, phones stand still in quick runs
TOLD_STAYS = 0.03  # share for which what was told stays; guess: higher, suits are corrected in vain

# -- account
LAID_BEFORE = 0.1  # s that a card lies before it is seen still; counted on 1,003 simulated: a tenth over 0.13
INFERRED = 0.5  # confidence told of a card nobody saw; fixed: neither likely nor unlikely

# -- gate
DOUBTFUL = 0.7  # people are asked about a call below; guess: lower, talk empties boxes; higher, all are asked
EARLY = 0.3  # s that a call ends before its arm is seen; guess: less, calls made while reaching are dropped
WAITS = 4.0  # s that a call waits for its card; guess: less, slow hands lose calls; more, talk waits for one
STOPPED = 2.0  # s after which a run may have stopped; guess: less, «sans six» is heard in every run

# -- intake/sightings
SHORTEST = 0.6  # s to lay and to cover a card; guess: less, every blink hides one
EMPTIED = 100.0  # times likelier by chips that leave its box; guess: more, a knocked box lays an honour

# -- intake/following
QUIET = 4.0  # s after the last card of an open hand; guess: less, a slow hand is taken for short

# -- rounds/disagreement
STRAINED = -8.0  # log weight of a card that nothing explains; guess: higher, a blur warns people
LOST = 3  # such cards among the last; guess: fewer, people are called for nothing
RECENT = 6  # cards looked back upon; guess: more, a warning comes when it is over
FOUND = 3  # explained cards in a row that end it; guess: fewer, the warning flickers

# -- rounds/gathering
TAKEN_BACK = 3.0  # s a card lay that was only held there; guess: more, a quick round takes cards back

# -- rounds/hands
GUESSED = 2  # cards lacking that are still guessed; guess: more, a settlement is a lottery
LEAST_REST = 0.001  # left for faces no look names; guess: none, a misread hand is told as certain

# -- rounds/next_round
FED = 2  # boxes fed on a cleared table, none empty before; guess: one, a late fine begins a round
DEALING = 4.0  # s from gathering to the next card; guess: less, a pile squared up leads the next deal
SWEEP = 5.0  # s for which shown cards are gathered; guess: less, the last ones are cards of the next round

# -- rounds/pause
GOES_ON = 60.0  # s kept after people stopped; guess: more, what is seen later belongs to another evening

# -- tricks/in_turn
REVOKES = 0.005  # does not follow suit; guess: more, misread suits become revokes
REVOKED = 0.02  # times rarer of a suit not followed; guess: more, a misread suit later costs a fine

# -- tricks/taken
TRICK_TAKEN = 1.5  # s in which a trick is gathered; guess: less, its cards are taken back one by one
LEADS = 8.0  # s until the next trick is led; guess: less, a slow lead ends the deal (simulated people: 6)

# -- tricks/untold
FORGOTTEN = 3.0  # s a card lies before people hear that bids lack; guess: less, a card shown to all warns

# -- people/asking
ASK_AFTER = 6.0  # s before people are asked during play; guess: less, they are asked what the next card tells
ASK_UNTIL = 30.0  # s after which it waits for the end; guess: more, nobody remembers which card it was
DOUBT = 0.75  # asked about below; guess: higher, people are asked all evening
SETTLED = 0.97  # a question has answered itself; guess: lower, it vanishes and comes again

# -- people/questions
ENOUGH = 0.9  # likely payments ask last; guess: higher, every round ends with questions
OFFERED = 0.01  # alternatives are offered from here on; guess: higher, the right one is not among them
MOST_OFFERED = 4  # alternatives offered; guess: more, a phone's page does not hold them

# -- witnesses/face
MISREAD = 0.004  # read as quite another; guess: less, one torn look outweighs the rules
UNSURE = 0.05  # more of that for a look that is sure of nothing; guess: less, blurs decide
NOTHING = 1e-07  # a face reported that is no card; guess: more, real cards that fit badly are dropped
SHADE = 0.03  # the same without a face; counted on 28 shadows of simulated arms: none was a card
INVENTED = 0.002  # a card in an open hand that is none; guess: less, a thumb is paid for
FADES = 4  # power by which what shows of a face makes it no shadow; guess: less, shadows are cards
AGAIN = 0.001  # a known card is reported again; guess: more, twins of it in hands are lost

# -- witnesses/lies
LEAST = 0.001  # least probability that a card lies there; fixed: keeps the odds finite

# -- witnesses/row
ELSEWHERE = 0.02  # times rarer than beside his own; guess: less, a second row is another player's
NEWCOMER = 0.5  # for who has laid none yet, anywhere; guess: less, nobody begins a row
DECIDED = 0.95  # a card is its player's once decided; guess: higher, one wrong player takes a row with him

# -- witnesses/place
HAND_PLACE = 0.25  # of a seat's distance that a hand misses it; guess: less, wide hands change owners
FAR = 0.02  # left for one who sits elsewhere; guess: less, a hand pushed to the middle is nobody's

# -- witnesses/call
HEARD_FOR = 10.0  # times likelier by a voice; guess: more, talk lays cards
SPOKEN_FOR = 30.0  # times likelier by a tap or chips; guess: less, a tap loses against a blur
FOREIGN = 0.02  # calls what another laid; guess: less, a joke changes a card's player
FETCHED = 0.1  # a box emptied by another arm; counted on 97 simulated ones: 7
BELATED = 15.0  # s after which it tells no more whose card; guess: more, it speaks for a later one
MEANT = 20.0  # times likelier unseen if none looks like it; guess: less, a covered honour stays unseen
UNLIKE = 0.01  # what looks give a face that it is not; guess: more, the card itself is called unseen
UNCALLED = 0.3  # an honour laid and not called; guess: less, silent honours are explained away

# -- witnesses/sans
MIDST = 0.5  # s it may still move while that is said; guess: less, it is put down to the card before
BEFORE_SANS = 5.0  # times likelier one rank below; guess: more, talk changes ranks
AFTER_SANS = 0.1  # times rarer from who said so; guess: less, a rank heard wrongly forbids his next card

# -- witnesses/visit
SAME_VISIT = 1.0  # s in which an arm brings no second card; guess: more, quick runs are shadows
WITH_IT = 0.3  # s in which one arm's cards lay still; guess: more, a second arm's card is his too
REMNANT = 0.1  # no face after one of the same arm: no card; guess: less, fingers are cards
UNBROUGHT = 0.1  # no arm brought it: known, or none; guess: less, a lamp lays cards; more, cards are lost

# -- witnesses/gap
MEANWHILE = 1.0  # s a gap begins after it lay: white on white; guess: less, what came in the gap lay before
UNWATCHED = 0.3  # laid unseen while nothing was seen; guess: less, after a dropout nothing fits

# -- witnesses/taken_back
STAYS = 0.04  # taken back and stays all the same; guess: less, a shadow takes a card for good
REGAINED = 0.3  # a lost card found again where it lay; guess: less, it is laid twice
SAME_PLACE = 0.3  # widths within which it is; guess: more, the next card on the pile is the last one
SETTLES = 0.5  # s in which its hand moves it on; guess: more, a quick second card is the first

# -- moves/drop
HARDLY_ANY = 0.1  # shows less of its face: none, maybe; guess: higher, worn cards are dropped at the end

# -- moves/reread
SEEN_SURELY = 0.9  # a face seen so surely lies there …; guess: lower, cards swap faces at the end
HARDLY_SEEN = 0.8  # … and not where it is seen less; guess: higher, the same

# -- moves/search
BETTER = 1e-06  # log by which an order is better; fixed: what sums of floats differ by

# -- Widths of searches: speed, not truth
WIDTH = 150  # histories kept
CROWD = 130  # of them with the round over, or going on: neither crowds out the other
ALIKE = 16  # of them that leave the game alike
SAME = 2  # of them with the same cards, and honours by the same players
CONSIDERED = 10  # continuations looked at for each kept: an unread card may be any
TAIL = 14.0  # e to the minus this of the best: below it they only cost time
TRIED = 40  # histories that tell where in the order a card fits
COVERED = 40  # after which one may lie covered; counted on 1,854 continuations kept: 7 came of later ones
CLEAR = 0.002  # faces below are tried when nothing likelier is legal
STRANGE = 0.0001  # likely plays below, together: unlikely ones are tried, too
WIDER = 4  # times as many histories before people are asked about a round that is over
WAYS = 24  # ways of a round whose payments are compared
ORDERED_AT_MOST = 4  # cards laid at once whose order is tried
FOLLOWED = 3  # two cards of one arm, and the one after them
EARLIER = 4  # places earlier in which a late card is tried
NEIGHBOURS = 2  # cards of its row beside which one that no arm brought is tried
JOLT = 7.5  # log lost by a card that does not go on as it should: from here on one is looked for
MENDED = 8  # explanations with too full a hand that are tried with one card more
LEANS = (8.0, 60.0, 400.0)  # times likelier his, for who holds cards back
RECONSIDERED = 8  # explanations found so that are weighed with all
UNNOTICED_AT_MOST = 2  # cards that nobody saw which are added, one after the other
