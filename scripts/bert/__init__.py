"""How does a BERT sentence encoder become one small ONNX file? Used by the build scripts only."""
