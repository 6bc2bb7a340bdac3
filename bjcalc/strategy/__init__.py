"""Strategy classes and charts: what to play in one game, and what each way of playing is worth.

Class CD is `bjcalc.solve`; classes.py lists them all. Here are TD (`solve_td`), CDP (`solve_cdp`)
and the bound on zero-memory strategies (`upper_bound`); any chart is played by `play_chart`.
"""

from bjcalc.rules.actions import Symbol as Symbol
from bjcalc.strategy.bound import upper_bound as upper_bound
from bjcalc.strategy.cells import CellAlternative as CellAlternative
from bjcalc.strategy.cells import ChartSolution as ChartSolution
from bjcalc.strategy.cells import cell_alternatives as cell_alternatives
from bjcalc.strategy.cells import play_chart as play_chart
from bjcalc.strategy.chart import Chart as Chart
from bjcalc.strategy.chart_files import ChartFileError as ChartFileError
from bjcalc.strategy.chart_files import read_chart as read_chart
from bjcalc.strategy.classes import CLASSES as CLASSES
from bjcalc.strategy.classes import solve_class as solve_class
from bjcalc.strategy.comparison import Comparison as Comparison
from bjcalc.strategy.comparison import compare as compare
from bjcalc.strategy.comparison import differences as differences
from bjcalc.strategy.comparison import evaluate_chart as evaluate_chart
from bjcalc.strategy.exceptions import Exceptions as Exceptions
from bjcalc.strategy.exceptions import exceptions as exceptions
from bjcalc.strategy.notes import Note as Note
from bjcalc.strategy.notes import notes as notes
from bjcalc.strategy.pair_dependent import solve_cdp as solve_cdp
from bjcalc.strategy.rows import Row as Row
from bjcalc.strategy.total_dependent import solve_td as solve_td
