"""polyglot as int8 ONNX, shipped inside the package: puts 18 languages where mneme puts their English translations."""

from pathlib import Path

from simonides.ports.embedder import Identity

MODEL = Path(__file__).parent / "model"
"""The folder that `scripts/build_polyglot.py` writes."""

# Written out, so that asking for it opens no file; a test holds it to the manifest.
IDENTITY = Identity("polyglot/int8/5", 384)
