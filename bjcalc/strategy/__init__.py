"""Strategy classes and charts: what to play in one game, and what each way of playing is worth.

Class CD is `bjcalc.solve`. Here are TD (`solve_td`), CDP (`solve_cdp`) and the bound on zero-memory
strategies (`upper_bound`); any chart is played by `play_chart`.
"""

from bjcalc.strategy.bound import upper_bound as upper_bound
from bjcalc.strategy.cells import CellAlternative as CellAlternative
from bjcalc.strategy.cells import cell_alternatives as cell_alternatives
from bjcalc.strategy.chart import Chart as Chart
from bjcalc.strategy.chart import ChartSolution as ChartSolution
from bjcalc.strategy.chart import play_chart as play_chart
from bjcalc.strategy.pair_dependent import solve_cdp as solve_cdp
from bjcalc.strategy.rows import Row as Row
from bjcalc.strategy.rows import Symbol as Symbol
from bjcalc.strategy.total_dependent import solve_td as solve_td
