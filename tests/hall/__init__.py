"""Tests of the tournament hall."""
