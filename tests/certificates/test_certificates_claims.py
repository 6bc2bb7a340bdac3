"""What the writer says of claims that hold for something else, or by pays that are not stated."""

from __future__ import annotations

from pathlib import Path

from forge import HERE

from bjcalc import load_game
from bjcalc.certificate.body import certify
from bjcalc.checker.check import check_bytes


def claim(about: str, printed: str) -> str:
    return f'\n[[claims]]\nabout = "{about}"\nwhat = "rtp"\nprinted = "{printed}"\n'


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
    assert "2 claims checked; 0 bound by the digest only" in report.lines
    assert any("readings, settings, assumptions, names" in line for line in report.lines)
