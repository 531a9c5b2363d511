"""Writers: language models behind HTTP that draft texts, only when configured."""
