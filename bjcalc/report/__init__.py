"""The math report of a game: one document, written as HTML, PDF, Markdown or JSON.

gather.py computes or collects every fact; build.py fills the templates with them, which are the
report's text; rules.py says rules in words. The forms are those of bjcalc.documents.
"""

from bjcalc.report.build import build_report as build_report
from bjcalc.report.build import to_json as to_json
from bjcalc.report.build import to_json_data as to_json_data
from bjcalc.report.gather import Facts as Facts
from bjcalc.report.gather import gather as gather
