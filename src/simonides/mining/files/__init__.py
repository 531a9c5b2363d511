"""Files of a folder: which are mined, what they hold, when they change."""
