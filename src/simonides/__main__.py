"""`python -m simonides` is the same program as `simonides`."""

import sys

from simonides.cli.main import main

sys.exit(main())
