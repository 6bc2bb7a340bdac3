"""Charts to look at: one sheet of facts, drawn as text, table, picture or page.

sheet.py gathers what a chart shows; words.py says it in words; text.py, terminal.py and data.py
write it as text and data; drawing.py lays out one page, which svg.py and print.py render; page.py
makes the page for a browser.
"""

from bjcalc.charts.sheet import Sheet as Sheet
from bjcalc.charts.sheet import make_sheet as make_sheet
