"""Charts to look at: one sheet of facts, drawn as text, table, picture or page.

sheet.py gathers what a chart shows; words.py says it in words; forms.py makes a document of it,
data.py data, layout.py the drawing of one page, page.py the page for a browser.
"""

from bjcalc.charts.sheet import Sheet as Sheet
from bjcalc.charts.sheet import make_sheet as make_sheet
