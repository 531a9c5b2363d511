"""What a tool may tell and ask its client while it works.

`index_project` reports its progress by its voice. Questions, log messages and bells are there for tools to come; the fixture
server of the conformance suite uses all of them.
"""
