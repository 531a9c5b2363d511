"""all-MiniLM-L6-v2 as int8 ONNX, shipped inside the package."""

from simonides.embedders.minilm.embedder import MODEL, MiniLmEmbedder

__all__ = ["MODEL", "MiniLmEmbedder"]
