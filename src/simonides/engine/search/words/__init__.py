"""The words of a question as texts may hold them: in other forms, scripts and languages."""
