"""The math report of a game: one document, written as HTML, PDF, Markdown or JSON.

gather.py computes or collects every fact; rules_part.py, main_part.py, payout_part.py,
spread_part.py and evidence_part.py put them into the document of model.py, which build.py
assembles; html.py, pdf.py, markdown.py and data.py only render it. plots.py draws.
"""

from bjcalc.report.build import build_report as build_report
from bjcalc.report.gather import Facts as Facts
from bjcalc.report.gather import gather as gather
from bjcalc.report.model import Report as Report
