"""Which tables directors have let in or turned away."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "hall_0002"
down_revision: str | None = "hall_0001"
branch_labels: str | None = None
depends_on: str | None = None
ID, NAME = 32, 200


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "admissions",
        sa.Column("table", sa.String(ID), primary_key=True, nullable=False),
        sa.Column("name", sa.String(NAME), nullable=False),
        sa.Column("let_in", sa.Boolean(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.String(NAME), nullable=False),
    )


def downgrade() -> None:
    """Take it away."""
    op.drop_table("admissions")
