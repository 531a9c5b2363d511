"""How the bundled encoders were trained further; not part of the wheel."""
