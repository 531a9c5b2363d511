"""The web page over HTTP: its files, its headers and its login."""
