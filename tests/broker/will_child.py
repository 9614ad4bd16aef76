"""Connects, says so, and waits to be killed: `python -m tests.broker.will_child URL TOPIC`."""

import sys
import threading

from companion.broker.access import Access, Address
from companion.broker.client import Client, Handlers
from companion.broker.outbox import Letter


def main(url: str, topic: str) -> None:
    def ready() -> None:
        client.publish(topic, b"here", retained=True)
        sys.stdout.write("connected\n")
        sys.stdout.flush()

    handlers = Handlers(lambda _topic, _payload, _retained: None, ready)
    client = Client(Access(Address.parse(url), "child"), handlers, will=Letter(topic, b"gone", retained=True))
    client.start()
    threading.Event().wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
