"""A report as JUnit XML: a suite for each game, a case for each claim and each limit."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence

from bjcalc.claims.audit import GameAudit
from bjcalc.claims.words import EXACT_LABEL, STATUS_WORDS, ClaimSection, game_section

# What XML 1.0 cannot hold, not even escaped.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit_report(audits: Sequence[GameAudit]) -> str:
    """Return the report as JUnit XML. Allowed and accepted findings pass, with their text.

    A failure's type is the verdict's name (such as "refuted"), "limit-failed" or
    "limit-undecidable".
    """
    root = ET.Element("testsuites", name="bjcalc audit")
    tests = failures = 0
    for audit in audits:
        section = game_section(audit)
        suite = ET.SubElement(root, "testsuite", name=_xml(audit.game.slug))
        cases = failed = 0
        for claim in section.claims:
            cases += 1
            case = _case(suite, audit, f"{claim.heading}")
            text = _claim_text(claim)
            if claim.status.is_good:
                ET.SubElement(case, "system-out").text = _xml(text)
            else:
                failed += 1
                message = f"{claim.verdict}: {claim.paragraph}"
                failure = ET.SubElement(case, "failure", type=claim.code, message=_xml(message))
                failure.text = _xml(text)
        for passes, text in section.limits:
            cases += 1
            case = _case(suite, audit, text)
            if passes:
                ET.SubElement(case, "system-out").text = _xml(text)
            else:
                failed += 1
                code = "limit-undecidable" if passes is None else "limit-failed"
                ET.SubElement(case, "failure", type=code, message=_xml(text))
        suite.set("tests", str(cases))
        suite.set("failures", str(failed))
        suite.set("errors", "0")
        tests, failures = tests + cases, failures + failed
    root.set("tests", str(tests))
    root.set("failures", str(failures))
    root.set("errors", "0")
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _case(suite: ET.Element, audit: GameAudit, name: str) -> ET.Element:
    classname = f"bjcalc.audit.{audit.game.slug}"
    return ET.SubElement(suite, "testcase", classname=_xml(classname), name=_xml(name))


def _claim_text(claim: ClaimSection) -> str:
    lines = [f"{STATUS_WORDS[claim.status]}: {claim.verdict}", claim.paragraph]
    lines += [f"{label}: {text}" for label, text in claim.numbers]
    lines += [*claim.remarks, *claim.also, f"Where it is printed: {claim.position}"]
    if claim.explanations is not None:
        found = claim.explanations
        lines.append(found.lead)
        for one in found.items:
            lines += [f"- {one.text}", f"  {EXACT_LABEL}: {one.exact}"]
        lines.append(found.closing)
    return "\n".join(lines)


def _xml(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)
