"""Odd inputs: texts of every format that the program reads, changed at random."""

from __future__ import annotations

import random
import re

DEEP = 5000
NUMBERS = (
    *("0", "-0", "-1", "+1", "00", "1.", ".5", "0.0", "1e5", "1e-5", "1_000", "0x10", "0b11"),
    *("1e999999999", "1e-999999999", "-1e999999999", "1E+99999999999999999999", "nan", "-inf"),
    *("inf", "Infinity", "9" * 30, "9" * 5000, f"0.{'0' * 5000}1", f"{'9' * 200}.{'9' * 200}"),
    *("1/0", "0/0", "1:0", "-3:2", "3:-2", "3:2:1", "1/1e9", f"1/{'9' * 40}", f"{'9' * 4400}/7"),
    *("2147483647", "2147483648", "9223372036854775807", "18446744073709551616", "-2147483649"),
    *(
        "\u0663",
        "\uff19",
        "\u00bd",
        "\u2212" + "1",
        "1\u00a0000",
        "1,5",
        "1%",
        "100 %",
        "1e",
        "--1",
    ),
    *("true", "null", '""', '"3:2"', '"1e999999999"', "[]", "{}", "[1]", "[[1, 2], 3]", "''", " "),
    *("{ a = 1 }", '{"a": 1}', "2020-01-01", "07:32:00", "1979-05-27T07:32:00.999999-07:00"),
)
RIGHT = (
    *("shoe.decks=1", "shoe.decks=8", "shoe.decks=infinite", "shoe.counts={2=9,6=4,T=9}"),
    *("dealer.soft17=hit", "dealer.peek=[]", "dealer.peek=[ace]", "dealer.natural_takes=original"),
    *("dealer.card_limit=4", "player.card_limit=3", "blackjack.pays=6:5", "blackjack.pays=0"),
    *(
        "double.allowed=false",
        "double.on=[9, 10, 11]",
        "double.after_split=false",
        "double.cards=3",
    ),
    *("split.max_hands=4", "split.max_hands_aces=3", "split.pairs=rank", "split.aces=free"),
    *("surrender=none", "surrender.ace=early", "surrender.other=late", "charlie={cards=5}"),
    *("charlie={cards=3,pays=2}", "insurance=none", "insurance.pays=3", "insurance.price=1/3"),
    *("side_bets=[]", "side_bets.pair.pays=[7]", "player.stand_on_21=false"),
)
PIECES = (
    *("\x00", "\x1b[2J", "\u202e", "\ud83d", "\ufeff", "\r", "\n", "\n\n", "\t", '"', "'", '"""'),
    *("[", "]", "[[", "]]", "{", "}", "=", ",", ".", "#", ":", ";", "\\", "\\u12", "\\ud800"),
    *("[" * DEEP, "{a=" * DEEP, '{"a":' * DEEP, "a" + ".a" * DEEP, "(" * DEEP, '"' * DEEP),
    *(" and ", " or ", "not " * 200, "same rank", "in player", "dealer busts", "count Qh >= "),
    *("x" * DEEP, "," * DEEP, "'" * 3, "/", "-"),
)
_NUMBER = re.compile(r"-?\d+(?:[.:/]\d+)?")
_WORD = re.compile(r"[A-Za-z_][\w-]*")


def changed(text: str, draw: random.Random) -> str:
    """Return the text with one to four places changed."""
    for _ in range(draw.randint(1, 4)):
        kind = draw.randrange(8)
        pattern = _NUMBER if kind < 3 else _WORD if kind == 3 else None
        places = [one.span() for one in pattern.finditer(text)] if pattern else []
        lines = text.split("\n")
        row, other = draw.randrange(len(lines)), draw.randrange(len(lines))
        start = draw.randint(0, len(text))
        if places:
            start, end = draw.choice(places)
            text = text[:start] + draw.choice(NUMBERS) + text[end:]
        elif kind == 4:
            text = text[:start] + draw.choice(PIECES) + text[start + draw.randrange(3) :]
        elif kind == 5:
            lines[row] = lines[other]
            text = "\n".join(lines)
        elif kind == 6:
            del lines[row]
            text = "\n".join(lines)
        elif "=" in lines[row]:
            lines[row] = f"{lines[row].partition('=')[0]}= {draw.choice(NUMBERS)}"
            text = "\n".join(lines)
        elif draw.random() < 0.2:
            text = text[:start]
    return text
