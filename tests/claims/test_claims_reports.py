"""The written forms of a report: the same findings in text, JSON, Markdown, HTML and JUnit XML."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from dataclasses import replace
from fractions import Fraction

import pytest
from claim_games import PAIR_BET, SMALL, WriteGame
from pages import Page

from bjcalc.claims.audit import GameAudit, audit_game
from bjcalc.claims.judge import SearchWish
from bjcalc.claims.junit import junit_report
from bjcalc.claims.limits import find_jurisdiction
from bjcalc.claims.report import html_report, json_report, markdown_report, text_report
from bjcalc.claims.words import CLAUSE
from bjcalc.claims.work import Workers
from bjcalc.numbers import exact_text

NASTY = PAIR_BET.replace('name = "Pair Bet"', r'name = "A <script>|x|</script> & *b* `c`"')


@pytest.fixture
def audits(write_game: WriteGame, workers: Workers) -> list[GameAudit]:
    good = write_game(
        NASTY % ("stated", "0.575"),
        {"about": "side_bets.pair", "what": "rtp", "printed": "95 %", "source": "Section <1>"},
        name="good",
    )
    bad = write_game(
        SMALL,
        {"about": "main", "what": "rtp", "printed": "99.9 %", "source": "Section Return"},
        name="bad",
    )
    return [
        audit_game(good, workers=workers),
        audit_game(bad, workers=workers, jurisdictions=[find_jurisdiction("NJ")]),
    ]


def test_all_forms_say_the_same(audits: list[GameAudit]) -> None:
    text = " ".join(text_report(audits).split())
    assert text.isprintable()
    assert text.startswith("PASS A <script>|x|</script> & *b* `c`")
    assert "FAIL Small Game (bad): 1 claim: 1 refuted; 2 limits: 0 failed" in text
    assert "Where it is printed: Small Game, help text, 2024-05-06, Section Return" in text
    assert CLAUSE in text
    paragraph = "The claim is refuted: the printed number is 0.7599847 percentage points below"
    assert paragraph in text
    for form in (markdown_report(audits), html_report(audits), junit_report(audits)):
        assert paragraph in form
        assert CLAUSE in form


def test_markdown_shows_what_game_files_say_as_it_is(audits: list[GameAudit]) -> None:
    text = markdown_report(audits)
    assert r"## A \<script\>\|x\|\</script\> \& \*b\* \`c\`" in text
    assert "<script>" not in text
    assert "| printed | 99.9 % (the last digit counts 0.1 %) |" in text


def test_html_is_well_formed_and_escaped(audits: list[GameAudit]) -> None:
    page = html_report(audits)
    assert "script" not in Page(page).tags
    assert "A &lt;script&gt;|x|&lt;/script&gt; &amp; *b*" in page


def test_junit(audits: list[GameAudit]) -> None:
    root = ET.fromstring(junit_report(audits))
    assert (root.get("tests"), root.get("failures")) == ("4", "1")
    good, bad = root.findall("testsuite")
    assert (good.get("name"), good.get("failures")) == ("good", "0")
    case = bad.find("testcase[failure]")
    assert case is not None
    assert case.get("name") == "RTP of the main game: printed 99.9 %"
    failure = case.find("failure")
    assert failure is not None
    assert failure.get("type") == "refuted"
    assert (failure.get("message") or "").startswith("refuted: The printed RTP of the main game")


def test_junit_types_are_names_that_stay(write_game: WriteGame, workers: Workers) -> None:
    game = write_game(SMALL, {"about": "main", "what": "rtp", "printed": "150 %"})
    nj = find_jurisdiction("NJ")
    result = audit_game(game, workers=workers, explain=SearchWish(wanted=False), jurisdictions=[nj])
    failed = replace(result, limits=tuple(replace(one, passes=False) for one in result.limits))
    root = ET.fromstring(junit_report([failed]))
    types = [one.get("type") for one in root.iter("failure")]
    assert types == ["refuted", *["limit-failed"] * len(result.limits)]
    message = next(root.iter("failure")).get("message") or ""
    assert message.startswith("refuted, and per initial bet not attainable")


def test_every_reading_is_named_and_a_terminal_gets_a_short_form(
    audits: list[GameAudit],
) -> None:
    # Hitting soft 17 gives the same with even money as without.
    short = "under soft17=hit (and 1 more)"
    full = "under soft17=hit, under soft17=hit with even-money=yes"
    assert short in text_report(audits)
    for form in (html_report(audits), markdown_report(audits), junit_report(audits)):
        assert short not in form
        assert full in form


def test_explanations_stand_between_paragraphs(audits: list[GameAudit]) -> None:
    page, text = html_report(audits), markdown_report(audits)
    found = audits[1].judged[0].finding.search
    assert found is not None
    first = exact_text(found.explanations[0].value)
    lead = f"{CLAUSE} With one or two rules changed the claim would hold:"
    closing = f"Solved exactly for this: {found.single} single changes"
    assert f"<p>{lead}</p>\n<ul>\n<li>" in page
    assert f"</li>\n</ul>\n<p>{closing}" in page
    assert f"<br>exact value: <code>{first}</code></li>" in page
    assert f"\n\n{lead}\n\n- " in text
    assert f"\\\n  exact value: `{first}`\n" in text
    assert f"\n\n{closing}" in text


def test_json_keys_and_exact_numbers(audits: list[GameAudit]) -> None:
    data = json.loads(json.dumps(json_report(audits, allow=[], passes=False)))
    assert list(data) == ["schema", "passes", "policy", "games"]
    game = data["games"][1]
    assert list(game) == [
        *("slug", "name", "sha256", "source", "rules", "settings", "passes", "summary"),
        *("claims", "limits", "readings", "assumptions", "stale_accepted"),
    ]
    claim = game["claims"][0]
    assert list(claim) == [
        *("about", "what", "printed", "denominator", "strategy", "position", "verdict"),
        *("verdict_text", "status", "needs_allowed", "paragraph", "exact", "difference"),
        *("holds_for", "compared_with", "figures", "nearest", "unattainable", "missing"),
        *("pay_table", "pay_tables", "explanations", "remarks", "accepted", "reopened"),
    ]
    assert (claim["verdict"], claim["status"]) == ("refuted", "fail")
    exact = Fraction(claim["exact"]["value"]["exact"])
    assert Fraction(claim["difference"]["exact"]) == Fraction("0.999") - exact
    assert claim["explanations"]["note"] == CLAUSE
    assert game["readings"][2]["not_computed"] == ["all"]
    assert game["limits"][0]["citation"].startswith("N.J.A.C. 13:69E-1.28A")
    confirmed = data["games"][0]["claims"][0]
    assert confirmed["verdict"] == "confirmed"
    assert confirmed["exact"]["value"]["exact"] == "189/200"
    assert confirmed["holds_for"][0]["roundings"] == ["nearest", "up"]
