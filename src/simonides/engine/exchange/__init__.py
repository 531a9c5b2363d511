"""How does a palace travel? As lines of JSON: entities, facts and memories, each whole, with their vectors where wanted.

What is exported and imported again is the same palace. Importing twice adds nothing: what has a known id is passed over, and a
line without an id gets one that is made from the line itself.
"""
