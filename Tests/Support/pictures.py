"""Pictures for the documents, as few bytes as the eye does not miss."""

import io

from PIL import Image


def save(png, path, box=None):
    """Writes a screenshot, or the part of it inside a box of left, top, right and bottom."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    if box:
        picture = picture.crop(box)
    # Rare colours, such as a list's dot, are kept.
    few = picture.quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    path.parent.mkdir(parents=True, exist_ok=True)
    few.save(path, optimize=True)
