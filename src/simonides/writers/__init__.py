"""What writes drafts? Language models behind HTTP, only when configured."""
