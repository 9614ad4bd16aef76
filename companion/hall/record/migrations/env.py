"""What alembic runs to take the steps: on the connection that is given, within its transaction."""

from __future__ import annotations

from alembic import context

from companion.hall.record.schema import SCHEMA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SCHEMA,
    version_table=context.config.attributes["version_table"],
)
context.run_migrations()
