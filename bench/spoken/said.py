"""What is said at a table, by language: calls, missing ranks, talk that holds their words, a television."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sayings:
    """What people say in one language.

    Attributes:
        language: its code.
        calls: by the honour's code, the ways in which it is called.
        sans: the ways in which a rank is said to be missing, ``{}`` its name.
        about: talk about a call, ``{}`` its words: what is hardest to tell from one.
        about_sans: talk about a missing rank, ``{}`` its name.
        talk: everything else, with the same words in it.
        television: what is said in the background.
    """

    language: str
    calls: Mapping[str, tuple[str, ...]]
    sans: tuple[str, ...]
    about: tuple[str, ...]
    about_sans: tuple[str, ...]
    talk: tuple[str, ...]
    television: tuple[str, ...]


ENGLISH = Sayings(
    language="en",
    calls={
        "TD": ("ten takes!", "the ten takes!", "nine, ten takes!", "and ten takes!"),
        "JC": ("jack takes!", "the jack takes!", "ten, jack takes!", "um, jack takes!"),
        "QS": ("queen takes!", "the queen takes!", "jack, queen takes!", "um, queen takes!"),
        "KH": ("king takes!", "the king takes!", "queen, king takes!", "and king takes!"),
        "7D": ("yellow dwarf!", "the yellow dwarf!", "five, six, yellow dwarf!", "um, yellow dwarf!"),
    },
    sans=("no {}", "without a {}"),
    about=(
        "did you say {}",
        "you should have said {}",
        "I never said {} in this round",
        "why does nobody say {} here",
        "{} is what you have to say",
        "{} nothing if you do not say so",
        "{} only if you called it in time",
        "he always says {} far too late",
    ),
    about_sans=(
        "did you say no {}",
        "you should have said no {}",
        "who has no {} here",
        "why did nobody say without a {}",
        "no {} is what you have to say",
        "you have no {} if you ask me",
        "without a {} you do not win this game",
        "he said no {} and he had one",
    ),
    talk=(
        "you forgot to say queen takes",
        "who has the yellow dwarf",
        "I still have the king",
        "it is your turn, Ana",
        "pass me the salt please",
        "that makes one hundred and six points",
        "the king does not take",
        "shall we play yellow dwarf again tomorrow",
        "when does the ten take anything",
        "ha ha ha ha",
        "without a doubt",
        "did you see the queen on television",
        "Bruno, whose turn is it",
        "she takes everything",
        "eight, nine, ten",
        "jack",
        "come on, hurry up",
        "give me five chips",
        "oh no",
        "he never takes the jack",
        "the queen takes the box only if you say so",
        "no, six chips are mine",
    ),
    television=(
        "the weather tomorrow will be cold and windy in the north",
        "the minister said that talks would go on next week",
        "and now the sports news from around the country",
    ),
)
FRENCH = Sayings(
    language="fr",
    calls={
        "TD": ("dix qui prend !", "le dix prend !", "neuf, dix qui prend !", "et dix qui prend !"),
        "JC": ("valet qui prend !", "le valet prend !", "dix, valet qui prend !", "euh, valet qui prend !"),
        "QS": ("dame qui prend !", "la dame prend !", "valet, dame qui prend !", "euh, dame qui prend !"),
        "KH": ("roi qui prend !", "le roi prend !", "dame, roi qui prend !", "et roi qui prend !"),
        "7D": ("nain jaune !", "le nain jaune !", "cinq, six, nain jaune !", "euh, nain jaune !"),
    },
    sans=("sans {}", "pas de {}"),
    about=(
        "est-ce que t'as dit {}",
        "fallait dire {}",
        "j'ai jamais dit {} dans cette manche",
        "{} c'est ce qu'il faut dire",
        "{} seulement si tu le dis à temps",
        "il dit toujours {} trop tard",
    ),
    about_sans=(
        "est-ce que t'as dit sans {}",
        "fallait dire sans {}",
        "pourquoi personne a dit sans {}",
        "sans {} c'est ce qu'il faut dire",
        "t'as pas de {} si tu veux mon avis",
        "il a dit sans {} alors qu'il en avait un",
    ),
    talk=(
        "t'as oublié de dire dame qui prend",
        "qui a le nain jaune",
        "il me reste le roi",
        "c'est à toi de jouer, Ana",
        "passe-moi le sel",
        "ça fait cent six points",
        "le roi prend pas",
        "on joue au nain jaune demain",
        "ha ha ha ha",
        "sans doute",
        "Bruno, c'est à qui",
        "elle prend tout",
        "huit, neuf, dix",
        "valet",
        "la dame prend la case seulement si tu le dis",
    ),
    television=(
        "le temps sera froid et venteux demain dans le nord",
        "le ministre a déclaré que les discussions continueraient la semaine prochaine",
        "et maintenant le sport avec les résultats du week-end",
    ),
)
GERMAN = Sayings(
    language="de",
    calls={
        "TD": ("Zehn nimmt!", "die Zehn nimmt!", "neun, Zehn nimmt!", "und Zehn nimmt!"),
        "JC": ("Bube nimmt!", "der Bube nimmt!", "zehn, Bube nimmt!", "äh, Bube nimmt!"),
        "QS": ("Dame nimmt!", "die Dame nimmt!", "Bube, Dame nimmt!", "äh, Dame nimmt!"),
        "KH": ("König nimmt!", "der König nimmt!", "Dame, König nimmt!", "und König nimmt!"),
        "7D": ("gelber Zwerg!", "der gelbe Zwerg!", "fünf, sechs, gelber Zwerg!", "äh, gelber Zwerg!"),
    },
    sans=("ohne {}", "keine {}"),
    about=(
        "hast du {} gesagt",
        "du musst {} sagen",
        "ich habe diese Runde nie {} gesagt",
        "{} musst du sagen",
        "{} nur wenn du es rechtzeitig sagst",
        "er sagt immer viel zu spät {}",
    ),
    about_sans=(
        "hast du ohne {} gesagt",
        "du musst ohne {} sagen",
        "warum hat niemand ohne {} gesagt",
        "ohne {} musst du sagen",
        "du hast keine {} wenn du mich fragst",
        "er hat ohne {} gesagt und hatte eine",
    ),
    talk=(
        "du hast vergessen, Dame nimmt zu sagen",
        "wer hat den gelben Zwerg",
        "ich habe noch den König",
        "du bist dran, Ana",
        "gib mir bitte das Salz",
        "das macht hundertsechs Punkte",
        "der König nimmt nicht",
        "spielen wir morgen wieder gelber Zwerg",
        "ha ha ha ha",
        "ohne Zweifel",
        "Bruno, wer ist dran",
        "sie nimmt alles",
        "acht, neun, zehn",
        "Bube",
    ),
    television=(
        "das Wetter wird morgen kalt und windig im Norden",
        "der Minister sagte, die Gespräche gehen nächste Woche weiter",
        "und nun der Sport mit den Ergebnissen vom Wochenende",
    ),
)
SAYINGS: Mapping[str, Sayings] = {each.language: each for each in (ENGLISH, FRENCH, GERMAN)}
