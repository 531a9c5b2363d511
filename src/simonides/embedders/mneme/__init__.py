"""mneme as int8 ONNX, shipped inside the package: reads English and code, and puts a question near what answers it."""

from pathlib import Path

from simonides.ports.embedder import Identity

MODEL = Path(__file__).parent / "model"
"""The folder that `scripts/build_mneme.py` writes."""

# Written out, so that asking for it opens no file; a test holds it to the manifest.
IDENTITY = Identity("mneme/int8/4", 384, succeeds=("all-minilm-l6-v2", "mneme"))
