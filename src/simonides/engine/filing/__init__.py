"""How texts become memories: filing, changing, linking and embedding."""
