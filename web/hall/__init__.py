"""The pages of a tournament hall: all tables for everybody, calls for the directors, a big screen."""

from __future__ import annotations

from web.hall.app import create_hall_app

__all__ = ["create_hall_app"]
