"""How browsers are told where pages are."""

from __future__ import annotations


def page_address(host: str, port: int) -> str:
    """Return the address of pages on a host; a number of IPv6 stands in brackets."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
