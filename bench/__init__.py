"""Measurements of speed, quality and safety, each beside a baseline or a peer in the same run; not part of the wheel."""

import os

# Cores that spin for the next large product of one system would count for the system that is asked after it.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# A package that is installed has its bytecode; servers that a bench starts must not compile every module anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
