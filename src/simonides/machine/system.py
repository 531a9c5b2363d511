"""The system that we run on, as the few facts that our code asks for."""

import sys

IS_WINDOWS = sys.platform == "win32"
