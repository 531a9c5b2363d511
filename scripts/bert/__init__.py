"""A BERT sentence encoder as one small ONNX file. Used by the build scripts only."""
