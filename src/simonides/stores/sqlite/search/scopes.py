"""Scopes as SQL in SQLite."""

from simonides.stores.sql.search.scopes import ScopeSql

SCOPES = ScopeSql(bound=":{}", placed="{}", tagged="m.key IN (SELECT memory FROM memory_tags WHERE tag = :tag)")
