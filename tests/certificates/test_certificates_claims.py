"""What the writer says of claims that hold for something else, or by pays that are not stated."""

from __future__ import annotations

from pathlib import Path

from forge import HERE

from bjcalc import load_game
from bjcalc.certificate.body import certify
from bjcalc.checker.check import check_bytes


def claim(about: str, printed: str, what: str = "rtp", more: str = "") -> str:
    return f'\n[[claims]]\nabout = "{about}"\nwhat = "{what}"\nprinted = "{printed}"\n{more}\n'


def test_the_words_for_what_a_claim_holds_for(tmp_path: Path) -> None:
    """111.455... % by the initial bet, 108.923... % by the unit wagered; Queens 113.279... %."""
    text = (HERE / "games" / "side-bets.toml").read_text().partition("[[claims]]")[0]
    text = text.replace('name = "Queens"', 'name = "Queens"\npays_source = "published"')
    path = tmp_path / "game.toml"
    path.write_text(text + claim("main", "108.92 %") + claim("side_bets.queens", "113.27 %"))
    certificate = certify(load_game(path))
    main, queens = certificate.body["claims"]
    assert (main["verdict"], main["denominator"]) == ("other-denominator", "wagered")
    assert main["sentence"].endswith("The claim holds for another denominator.")
    assert (queens["verdict"], queens["rounding"]) == ("consistent", "truncation")
    report = check_bytes(certificate.to_bytes())
    assert report.status == 0
    assert "1 of 2 claims checked" in report.lines
    assert (
        "right if the pays come from where the bet says, which is not checked: claim queens, rtp "
        "113.27 (percent): consistent, pays published"
    ) in report.lines
    assert any("readings, settings, assumptions, names" in line for line in report.lines)


def test_what_the_certificate_does_not_hold_is_never_confirmed(tmp_path: Path) -> None:
    """True hit frequencies and standard deviations, and classes that no value is held of."""
    text = (HERE / "games" / "side-bets.toml").read_text().partition("[[claims]]")[0]
    queens = "side_bets.queens"
    basic, perfect = (f'strategy = "{words}"' for words in ("basic strategy", "perfect play"))
    claims = [
        claim("main", "1.19", "sd"),
        claim("main", "53.7 %", "hit_frequency"),
        claim("main", "111.46 %", "rtp", basic),
        claim("main", "111.46 %", "rtp", perfect),
        claim(queens, "1.4", "sd"),
        claim(queens, "13.03 %", "hit_frequency"),
        claim("side_bets.straights", "95 %"),
    ]
    path = tmp_path / "game.toml"
    path.write_text(text + "".join(claims))
    certificate = certify(load_game(path))
    found = {
        (one["about"], one["measure"], one["class"]): one["verdict"]
        for one in certificate.body["claims"]
    }
    for (about, measure, name), verdict in found.items():
        held = measure != "sd" if about == "queens" else (measure, name) == ("rtp", "CD")
        assert held or verdict in ("not-compared", "undecidable", "other-strategy"), found
    assert found["queens", "hit_frequency", None] in ("confirmed", "refuted")
    assert found["main", "rtp", "other"] == found["straights", "rtp", None] == "undecidable"
    report = check_bytes(certificate.to_bytes())
    assert report.status == 0, report.sentence
    bound = [line for line in report.lines if "digest only: claim" in line]
    assert len(bound) == len(found) - 1
