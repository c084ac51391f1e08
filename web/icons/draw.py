#!/usr/bin/env python3
"""Draws the icons beside it, in nothing but Python: an open book's page with a tick, white on the app's blue.

    web/icons/draw.py
"""

import math
import pathlib
import struct
import zlib

HERE = pathlib.Path(__file__).resolve().parent
BLUE, WHITE = (10, 91, 211), (255, 255, 255)
# In a square of 100: the page's left, top, right, bottom and corner, and the tick's points.
PAGE, CORNER = (27, 20, 73, 80), 7
TICK, STROKE = ((38, 51), (47, 61), (63, 39)), 7


def in_rounded(x, y, box, corner):
    left, top, right, bottom = box
    inner_x = min(max(x, left + corner), right - corner)
    inner_y = min(max(y, top + corner), bottom - corner)
    return math.hypot(x - inner_x, y - inner_y) <= corner


def near(x, y, start, end):
    (ax, ay), (bx, by) = start, end
    along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
    along = min(max(along, 0), 1)
    return math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay)) <= STROKE / 2


def colour(x, y, is_full):
    """Of a point; None outside of the icon. A system cuts a full one into its own shape, so its picture is smaller."""
    if not is_full and not in_rounded(x, y, (0, 0, 100, 100), 22):
        return None
    if is_full:
        x, y = 50 + (x - 50) / 0.8, 50 + (y - 50) / 0.8
    if any(near(x, y, *line) for line in zip(TICK, TICK[1:])):
        return BLUE
    return WHITE if in_rounded(x, y, PAGE, CORNER) else BLUE


def picture(size, is_full):
    """Rows of colours with their opacity, each point the mean of nine."""
    for row in range(size):
        line = []
        for column in range(size):
            points = [
                colour((column + dx / 6) * 100 / size, (row + dy / 6) * 100 / size, is_full)
                for dx in (1, 3, 5) for dy in (1, 3, 5)
            ]
            seen = [point for point in points if point]
            mean = [round(sum(part) / len(seen)) for part in zip(*seen)] if seen else [0, 0, 0]
            line.append((*mean, round(255 * len(seen) / len(points))))
        yield line


def png(path, size, is_full=False):
    """With a palette: a picture has a few dozen colours, and each point is four or eight bits."""
    def part(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = list(picture(size, is_full))
    # Those that are seen through come first, so that the others need no opacity.
    palette = sorted({point for row in rows for point in row}, key=lambda point: (point[3], point))
    bits = 4 if len(palette) <= 16 else 8
    number = {point: at for at, point in enumerate(palette)}
    pictured = b"".join(b"\0" + packed([number[point] for point in row], bits) for row in rows)
    opacities = bytes(point[3] for point in palette if point[3] < 255)
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + part(b"IHDR", struct.pack(">IIBBBBB", size, size, bits, 3, 0, 0, 0))
        + part(b"PLTE", b"".join(bytes(point[:3]) for point in palette))
        + (part(b"tRNS", opacities) if opacities else b"")
        + part(b"IDAT", zlib.compress(pictured, 9)) + part(b"IEND", b""))


def packed(numbers, bits):
    if bits == 8:
        return bytes(numbers)
    return bytes(one << 4 | other for one, other in zip(numbers[::2], numbers[1::2]))


def svg(path):
    left, top, right, bottom = PAGE
    tick = " ".join(f"{x},{y}" for x, y in TICK)
    path.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="22" '
        f'fill="#0a5bd3"/><rect x="{left}" y="{top}" width="{right - left}" height="{bottom - top}" rx="{CORNER}" '
        f'fill="#fff"/><polyline points="{tick}" fill="none" stroke="#0a5bd3" stroke-width="{STROKE}" '
        'stroke-linecap="round" stroke-linejoin="round"/></svg>\n'
    )


if __name__ == "__main__":
    svg(HERE / "icon.svg")
    png(HERE / "icon-192.png", 192)
    png(HERE / "icon-512.png", 512)
    png(HERE / "icon-180.png", 180, is_full=True)
    png(HERE / "icon-maskable-512.png", 512, is_full=True)
