"""all-MiniLM-L6-v2 as int8 ONNX, shipped inside the package: reads English and code."""

from pathlib import Path

from simonides.ports.embedder import Identity

MODEL = Path(__file__).parent / "model"
"""The folder that `scripts/build_minilm.py` writes."""

# Written out, so that asking for it opens no file; a test holds it to the manifest.
IDENTITY = Identity("all-minilm-l6-v2/int8/1", 384)
