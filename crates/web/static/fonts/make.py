"""Makes the typefaces of the client from the packages of Fontsource, which carry the fonts of their authors unchanged.

    npm pack @fontsource/alegreya@5.3.0 @fontsource/alegreya-sans@5.3.0     (and unpack both beside each other)
    pip install fonttools==4.68.0 brotli==1.2.1
    python3 make.py FOLDER_WITH_BOTH_PACKAGES

Each weight becomes four files by script, without hinting, with lining figures in place of the old-style ones. The same
input gives the same files.
"""

import pathlib
import sys

from fontTools import subset
from fontTools.ttLib import TTFont

SCRIPTS = {
    "basic": (["latin"], "20-7E,A0,A9,AB,B0,B7,BB,D7,2013,2014,2018-201A,201C-201E,2022,2026,2039,203A,2190-2193,20AC,2212"),
    "accents": (["latin"], "A1,BF,C0-D6,D8-FF"),
    "polish": (["latin-ext", "latin"], "104-107,118,119,141-144,152,153,15A,15B,178-17C,1E9E"),
    "cyrillic": (["cyrillic", "cyrillic-ext"], "401,404,406,407,410-44F,451,454,456,457,490,491,2116"),
}
FACES = [("alegreya", 800), ("alegreya-sans", 500), ("alegreya-sans", 700)]
HERE = pathlib.Path(__file__).parent


def codes(ranges):
    for part in ranges.split(","):
        first, _, last = part.partition("-")
        yield from range(int(first, 16), int(last or first, 16) + 1)


def lining(font):
    """Puts lining figures where the plain ones are, as the feature `lnum` would."""
    if "GSUB" not in font:
        return
    table = font["GSUB"].table
    swaps = {}
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag == "lnum":
            for index in record.Feature.LookupListIndex:
                for part in table.LookupList.Lookup[index].SubTable:
                    swaps.update(getattr(getattr(part, "ExtSubTable", part), "mapping", {}))
    for cmap in font["cmap"].tables:
        for code in range(0x30, 0x3A):
            if code in cmap.cmap:
                cmap.cmap[code] = swaps.get(cmap.cmap[code], cmap.cmap[code])


def make(folder, face, weight, script):
    sources, ranges = SCRIPTS[script]
    wanted = set(codes(ranges))
    for source in sources:
        path = next(folder.rglob(f"files/{face}-{source}-{weight}-normal.woff2"))
        font = TTFont(path, recalcTimestamp=False)
        if wanted & set(font.getBestCmap()):
            break
    lining(font)
    options = subset.Options(hinting=False, layout_features=["kern", "tnum", "mark", "ccmp", "liga"], name_IDs=[1, 2, 13, 14])
    options.flavor = "woff2"
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=wanted)
    subsetter.subset(font)
    font.flavor = "woff2"
    out = HERE / f"{face}-{weight}-{script}.woff2"
    font.save(out)
    print(f"{out.name}: {out.stat().st_size} bytes, {len(font.getBestCmap())} letters")


if __name__ == "__main__":
    for face, weight in FACES:
        for script in SCRIPTS:
            make(pathlib.Path(sys.argv[1]), face, weight, script)
