"""all-MiniLM-L6-v2 as int8 ONNX, shipped inside the package."""
