"""The tolerance of a live game as a picture: intervals of the RTP over the number of rounds."""

from __future__ import annotations

from fractions import Fraction
from xml.sax.saxutils import escape

from bjcalc.outcomes.distribution import Moments
from bjcalc.outcomes.tolerance import LEVELS, Per, normal_interval, rtp_and_variance

_WIDTH, _HEIGHT = 760, 460
_LEFT, _RIGHT, _TOP, _BOTTOM = 80, 30, 60, 60
_FIRST, _LAST = 3, 9
_STEPS = 12  # points for each power of ten
_FILLS = ("#1f5f8b", "#6ea3c8", "#c5dcec")


def tolerance_svg(moments: Moments, initial: Fraction, per: Per, title: str) -> str:
    """Return an SVG of the intervals of all levels from 10^3 to 10^9 rounds, normal law."""
    rtp, _ = rtp_and_variance(moments, initial, per)
    widest = normal_interval(moments, initial, per, 10**_FIRST, LEVELS[-1])
    reach = float(widest.high - rtp)
    middle = float(rtp)
    unit = "initial bet" if per is Per.INITIAL else "unit wagered"

    def x(power: float) -> float:
        return _LEFT + (power - _FIRST) / (_LAST - _FIRST) * (_WIDTH - _LEFT - _RIGHT)

    def y(value: float) -> float:
        return _TOP + (middle + reach - value) / (2 * reach) * (_HEIGHT - _TOP - _BOTTOM)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}" '
        f'viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif" font-size="13" role="img">',
        f"<title>{escape(title)}: where the actual RTP lies</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>',
        f'<text x="{_LEFT}" y="24" font-size="16">{escape(title)}</text>',
        f'<text x="{_LEFT}" y="44">RTP per {unit} lies inside with 95, 99, 99.9 %</text>',
    ]
    powers = [_FIRST + step / _STEPS for step in range((_LAST - _FIRST) * _STEPS + 1)]
    for level, fill in reversed(list(zip(LEVELS, _FILLS, strict=True))):
        bounds = [
            (power, normal_interval(moments, initial, per, round(10**power), level))
            for power in powers
        ]
        upper = [f"{x(power):.1f},{y(float(one.high)):.1f}" for power, one in bounds]
        lower = [f"{x(power):.1f},{y(float(one.low)):.1f}" for power, one in reversed(bounds)]
        parts.append(f'<polygon points="{" ".join(upper + lower)}" fill="{fill}"/>')
    for power in range(_FIRST, _LAST + 1):
        parts.append(
            f'<text x="{x(power):.1f}" y="{_HEIGHT - _BOTTOM + 20}" text-anchor="middle">'
            f'10<tspan dy="-5" font-size="10">{power}</tspan></text>'
        )
    for step in (-2, -1, 0, 1, 2):
        value = middle + step * reach / 2
        parts.append(
            f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y(value):.1f}" y2="{y(value):.1f}" '
            f'stroke="#888" stroke-width="{1 if step == 0 else 0.3}"/>'
            f'<text x="{_LEFT - 8}" y="{y(value) + 4:.1f}" text-anchor="end">{100 * value:.2f} %'
            "</text>"
        )
    parts.append(
        f'<text x="{(_LEFT + _WIDTH - _RIGHT) / 2}" y="{_HEIGHT - 14}" text-anchor="middle">'
        "rounds</text></svg>"
    )
    return "\n".join(parts) + "\n"
