"""The hooks that clients run at the start, stop and prompt of a conversation."""
