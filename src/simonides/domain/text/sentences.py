"""Punctuation that ends sentences, in any script."""

STOPS = ".!?\u2026"
"""Signs that end a sentence when a blank follows, for use inside a regex set."""

FULL_STOPS = "\u3002\uff01\uff1f\uff61\u061f\u06d4\u0964\u0965\u0589\u1362\u104b\u17d4"
"""Signs that end a sentence whatever follows: those of Chinese, Japanese, Arabic, Urdu, Hindi, Armenian, Amharic, Burmese and
Khmer."""

QUESTION_MARKS = "?\uff1f\u061f\u037e"
