"""Export and import of a palace as lines of JSON: entities, facts and memories, each complete, with vectors if wanted.

Exporting a palace and importing it again gives the same palace. Importing twice adds nothing: known ids are skipped, and a line
without an id gets one that is derived from the line itself.
"""
