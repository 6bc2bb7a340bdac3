"""Readable certificates whose side bets or claims are false, and false signatures."""

from __future__ import annotations

import base64
import copy
import json
from collections.abc import Iterator
from typing import Any

from making import (
    Body,
    Case,
    Change,
    broken,
    changed_case,
    corpus_key,
    digit_of_value,
    setting,
    true_certificate,
    true_text,
)

from bjcalc.certificate.signing import PAYLOAD_TYPE, pre_authentication, sign, statement

# 7. Side bets


def wrong_side_bets() -> Iterator[Case]:
    def case(name: str, why: str, status: int, code: str, change: Change) -> Case:
        return changed_case(name, why, status, code, "side-bets", change)

    def moved(body: Body) -> None:
        """Move one deal from the pairs to the perfect pairs, everywhere."""
        bet = body["side_bets"][0]
        for entry, step in ((bet["categories"][0], 1), (bet["categories"][1], -1)):
            entry["deals"] = str(int(entry["deals"]) + step)
        for outcome, step in ((bet["outcomes"][1], 1), (bet["outcomes"][2], -1)):
            outcome["deals"] = str(int(outcome["deals"]) + step)

    def extra(index: int, key: str, step: int) -> Change:
        def change(body: Body) -> None:
            bet = body["side_bets"][index]
            bet[key] = str(int(bet[key]) + step)

        return change

    yield case("deals-moved", "a deal moved between categories", 1, "wrong-deals", moved)
    yield case("deals-total", "one deal more in all", 1, "wrong-deals", extra(0, "total", 1))
    yield case("deals-lost", "one lost deal less", 1, "wrong-deals", extra(0, "lost", -1))
    yield case("deals-orders", "another number of orders", 1, "wrong-deals", extra(0, "orders", 1))
    yield case(
        "deals-drawn",
        "fewer cards than the dealer can draw",
        1,
        "wrong-deals",
        extra(4, "drawn", -6),
    )
    yield case("deals-zero-orders", "no orders at all", 2, "bad-condition", extra(0, "orders", -2))
    yield case(
        "outcome-missing",
        "an outcome left out",
        1,
        "wrong-deals",
        lambda body: body["side_bets"][1]["outcomes"].pop(),
    )
    yield case(
        "outcomes-unordered",
        "outcomes in another order",
        1,
        "wrong-deals",
        lambda body: body["side_bets"][1]["outcomes"].reverse(),
    )
    yield case(
        "condition-changed",
        "same suit in place of same rank, the counts as they were",
        1,
        "wrong-deals",
        setting("side_bets.0.categories.1.condition.what", "suit"),
    )
    yield case("ace-changed", "the ace counts low alone in straights", 1, "wrong-deals", _ace_low)
    yield case(
        "offered-changed",
        "offered always, the counts as they were",
        1,
        "wrong-deals",
        setting("side_bets.2.offered", None),
    )
    yield case(
        "not-exclusive",
        "said to exclude each other, and they do not",
        1,
        "not-exclusive",
        setting("side_bets.0.paid", "exclusive"),
    )
    yield case(
        "side-bet-rtp",
        "one digit of the bet's RTP",
        1,
        "wrong-rtp",
        digit_of_value("side_bets.0.rtp", "side-bets"),
    )
    yield case(
        "side-bet-pays",
        "another pay, the RTP as it was",
        1,
        "wrong-rtp",
        setting("side_bets.0.categories.0.pays", "25/1"),
    )
    yield case(
        "rtp-without-pays",
        "an RTP of pays that nobody knows",
        1,
        "wrong-rtp",
        setting("side_bets.3.rtp", "19/20"),
    )
    yield case(
        "strange-card",
        "a condition on a card that the bet does not have",
        2,
        "bad-condition",
        setting("side_bets.0.categories.0.condition", {"kind": "pair", "cards": ["player1", "up"]}),
    )
    yield case(
        "bust-not-equal",
        "a bust written so that other readers take it for its contrary",
        2,
        "bad-condition",
        setting("side_bets.4.categories.1.condition.operator", "!="),
    )
    yield case(
        "too-many-conditions",
        "a thousand conditions",
        2,
        "not-supported",
        setting(
            "side_bets.0.categories.0.condition",
            {"kind": "or", "parts": [{"kind": "pair", "cards": ["player1", "player2"]}] * 1000},
        ),
    )
    suits = [
        {"kind": "count", "of": [f"{rank}{suit}"], "operator": "=", "number": "1", "cards": slots}
        for slots in [FIVE_CARDS]
        for rank in ("A", "5", "6", "7", "Q", "K")
        for suit in "cdhs"
    ]

    def five_cards(body: Body) -> None:
        bet = body["side_bets"][0]
        bet["cards"] = FIVE_CARDS
        bet["categories"][0]["condition"] = {"kind": "or", "parts": suits}

    yield case(
        "too-many-patterns",
        "conditions that tell all cards of five apart",
        2,
        "not-supported",
        five_cards,
    )
    yield case(
        "too-many-patterns-in-all",
        "twenty bets of five cards, each of which alone could be counted",
        2,
        "not-supported",
        _five_card_bets,
    )
    yield case(
        "one-condition-fifty-times",
        "a pair among five cards fifty times over, which is counted once; the counts are wrong",
        1,
        "wrong-deals",
        _fifty_pairs,
    )
    yield case(
        "ten-thousand-drawn",
        "a deal of ten thousand cards",
        2,
        "not-supported",
        setting("side_bets.4.drawn", "10000"),
    )


FIVE_CARDS = ["player1", "player2", "player3", "up", "hole"]


def _five_card_bets(body: Body) -> None:
    pair = {"kind": "pair", "cards": FIVE_CARDS}
    bet = body["side_bets"][0] | {"cards": FIVE_CARDS, "drawn": "5"}
    category = bet["categories"][0] | {"condition": pair}
    body["side_bets"] = [
        {**bet, "id": f"bet-{number}", "categories": [category]} for number in range(20)
    ]


def _fifty_pairs(body: Body) -> None:
    bet = body["side_bets"][0]
    bet.update(cards=FIVE_CARDS, drawn="5", orders="1")
    pair = {"kind": "pair", "cards": FIVE_CARDS}
    bet["categories"] = [bet["categories"][0] | {"condition": pair} for _ in range(50)]


def _ace_low(body: Body) -> None:
    """Take the ace as low alone: Q-K-A, the one straight of these cards that has one, is lost."""
    for category in body["side_bets"][3]["categories"]:
        for part in category["condition"]["parts"]:
            if part["kind"] == "straight":
                part["ace"] = "low"


# 8. Claims


def wrong_claims() -> Iterator[Case]:
    def case(name: str, why: str, status: int, code: str, change: Change) -> Case:
        return changed_case(name, why, status, code, "side-bets", change)

    yield case(
        "claim-confirmed",
        "a refuted claim said to be confirmed",
        1,
        "wrong-claim",
        setting("claims.2.verdict", "confirmed"),
    )
    yield case(
        "claim-refuted",
        "a true claim said to be refuted",
        1,
        "wrong-claim",
        setting("claims.0.verdict", "refuted"),
    )
    yield case(
        "claim-inferred",
        "a claim confirmed by pays that were inferred from it",
        1,
        "wrong-claim",
        setting("claims.1.verdict", "confirmed"),
    )
    yield case(
        "claim-exact",
        "compared with another value than the certified one",
        1,
        "wrong-claim",
        digit_of_value("claims.0.exact", "side-bets"),
    )
    yield case(
        "claim-rounding",
        "truncation where it is rounding to nearest",
        1,
        "wrong-claim",
        setting("claims.0.rounding", "truncation"),
    )
    yield case(
        "claim-printed",
        "other digits than those judged",
        1,
        "wrong-claim",
        setting("claims.0.printed", "99.61"),
    )
    yield case(
        "claim-denominator",
        "per unit wagered, compared with the value per initial bet",
        1,
        "wrong-claim",
        setting("claims.0.denominator", "wagered"),
    )
    for verdict in ("consistent", "undecidable", "other-reading", "other-strategy"):
        yield case(
            f"claim-{verdict}",
            f"a refuted claim said to be {verdict}",
            1,
            "wrong-claim",
            setting("claims.2.verdict", verdict),
        )
    yield case(
        "claim-main-consistent",
        "a claim about the main game said to be consistent with pays that are not stated",
        1,
        "wrong-claim",
        setting("claims.0.verdict", "consistent"),
    )
    yield case(
        "claim-main-undecidable",
        "a decided claim said to be undecidable",
        1,
        "wrong-claim",
        setting("claims.0.verdict", "undecidable"),
    )
    yield case(
        "claim-other-denominator",
        "said to hold per unit wagered, where the value is the one per initial bet",
        1,
        "wrong-claim",
        _wagered,
    )
    yield case("claim-no-value", "confirmed without a value", 1, "wrong-claim", _no_value)
    for source in ("published", "assumed"):
        yield case(
            f"claim-{source}-confirmed",
            f"a claim confirmed by {source} pays",
            1,
            "wrong-claim",
            _confirmed_by(source),
        )
    yield case(
        "claim-reading-not-listed",
        "a value under a reading that is not among those of the certificate",
        2,
        "contradiction",
        _reading_not_listed,
    )
    yield case(
        "claim-words",
        "a printed number in words",
        2,
        "bad-claim",
        setting("claims.0.printed", "about 99"),
    )


def _wagered(body: Body) -> None:
    body["claims"][0].update(denominator="wagered", verdict="other-denominator")


def _no_value(body: Body) -> None:
    body["claims"][0].update(exact=None, rounding=None)


def _confirmed_by(source: str) -> Change:
    def change(body: Body) -> None:
        body["side_bets"][0]["pays_source"] = source
        body["claims"][1]["verdict"] = "confirmed"

    return change


def _reading_not_listed(body: Body) -> None:
    body["claims"][0].update(readings=[{"id": "x", "chosen": "y"}], verdict="other-reading")


# Names


def wrong_names() -> Iterator[Case]:
    def case(name: str, why: str, change: Change, game: str = "side-bets") -> Case:
        return changed_case(name, why, 2, "contradiction", game, change)

    def bet_named_main(body: Body) -> None:
        """Let a side bet's value pass for that of the main game."""
        bet = copy.deepcopy(body["side_bets"][1])
        body["side_bets"].append({**bet, "id": "main"})
        body["claims"][0].update(
            exact=bet["rtp"], printed="113.28", rounding="nearest", verdict="confirmed"
        )

    def bet_twice(body: Body) -> None:
        """State the pays that a claim was the source of, in a second bet of the same id."""
        body["side_bets"].append({**body["side_bets"][0], "pays_source": "stated"})
        body["claims"][1]["verdict"] = "confirmed"

    def interpretation_twice(body: Body) -> None:
        body["interpretations"].append({**body["interpretations"][0], "chosen": "hits"})

    def reading_twice(body: Body) -> None:
        readings = body["interpretations"][0]["readings"]
        readings.append({**readings[0], "text": "another"})

    yield case("bet-named-main", "a side bet named like the main game", bet_named_main)
    yield case("bet-twice", "two side bets of one id, the second with stated pays", bet_twice)
    yield case(
        "interpretation-twice", "one question, two choices", interpretation_twice, game="plain"
    )
    yield case("reading-twice", "two readings of one id", reading_twice, game="plain")
    yield case(
        "chosen-not-listed",
        "a chosen reading that is none of the readings",
        setting("interpretations.0.chosen", "nonsense"),
        game="plain",
    )
    yield case(
        "no-readings",
        "a chosen reading, and no readings",
        setting("interpretations.0.readings", []),
        game="plain",
    )
    yield case(
        "unknown-pays-stated",
        "pays that are null, said to be stated",
        setting("side_bets.3.pays_source", "stated"),
    )
    yield case(
        "stated-pays-unknown",
        "pays that stand there, said to be unknown",
        setting("side_bets.0.pays_source", "unknown"),
    )


# The signature


def wrong_signatures() -> Iterator[Case]:
    data = true_text("plain").encode()
    digest = true_certificate("plain").digest
    author = corpus_key("author")
    right = sign(digest, author)

    def case(
        name: str, why: str, status: int, code: str, envelope: bytes | None, signer: str = "author"
    ) -> Case:
        return Case(f"signature-{name}", why, status, code, data, envelope, signer)

    def edited(**changes: Any) -> bytes:
        envelope = json.loads(right)
        for key, value in changes.items():
            (envelope["signatures"][0] if key in ("keyid", "sig") else envelope)[key] = value
        return json.dumps(envelope, indent=1).encode()

    raw = bytearray(base64.b64decode(json.loads(right)["signatures"][0]["sig"]))
    raw[7] ^= 1
    yield case(
        "wrong",
        "one bit of the signature changed",
        1,
        "wrong-signature",
        edited(sig=base64.b64encode(raw).decode()),
    )
    yield case(
        "short",
        "half of a signature",
        1,
        "wrong-signature",
        edited(sig=base64.b64encode(raw[:32]).decode()),
    )
    yield case(
        "other-key",
        "a right signature by another key",
        1,
        "other-signer",
        sign(digest, corpus_key("stranger")),
    )
    stranger = json.loads(sign(digest, corpus_key("stranger")))["signatures"][0]["sig"]
    yield case(
        "false-name",
        "another key's signature under the author's name",
        1,
        "wrong-signature",
        edited(sig=stranger),
    )
    yield case(
        "other-certificate",
        "the author's signature of another certificate",
        1,
        "other-certificate",
        sign(true_certificate("early").digest, author),
    )
    payload = base64.b64encode(statement("sha256:" + "0" * 64)).decode()
    yield case(
        "other-payload",
        "the payload changed after signing",
        1,
        "wrong-signature",
        edited(payload=payload),
    )
    yield case(
        "other-type",
        "the payload's type changed after signing",
        1,
        "wrong-signature",
        edited(payloadType="text/plain"),
    )
    kind, words = "text/plain", statement(digest)
    signature = author.sign(pre_authentication(kind, words))
    yield case(
        "signed-as-text",
        "the author signed the same bytes as something else",
        1,
        "other-certificate",
        edited(payloadType=kind, sig=base64.b64encode(signature).decode()),
    )
    plain = author.sign(statement(digest))
    yield case(
        "without-type",
        "the bare payload signed, without DSSE's encoding",
        1,
        "wrong-signature",
        edited(sig=base64.b64encode(plain).decode()),
    )
    assert json.loads(right)["payloadType"] == PAYLOAD_TYPE
    yield case(
        "unsigned", "an envelope without signatures", 1, "other-signer", edited(signatures=[])
    )
    yield case(
        "not-base64", "a signature that is not base64", 2, "bad-envelope", edited(sig="\u00fcber")
    )
    yield case("not-json", "an envelope that is no JSON", 2, "bad-envelope", b"signed: me")
    yield case("extra-field", "a field too many", 2, "bad-envelope", edited(time="2024-01-31"))
    yield case(
        "many",
        "more signatures than anybody needs",
        2,
        "bad-envelope",
        edited(signatures=json.loads(right)["signatures"] * 17),
    )
    yield case("missing", "no envelope at all", 2, "no-signature", None)
    changed = broken("plain", digit_of_value("totals.ev", "plain"))
    yield Case(
        "signature-of-true-one",
        "the EV changed and sealed anew, beside the true one's signature",
        1,
        "other-certificate",
        changed,
        right,
        "author",
    )
