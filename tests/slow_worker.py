"""A worker of the service for which one game takes for ever, whatever the machine: the bounds are tested with it."""

import sys
import time
from collections.abc import Mapping
from typing import Any

from pitboss.api import worker

FOR_EVER = "massachusetts-2020/ultimate-texas-holdem"
TOO_LARGE = "massachusetts-2020/spanish-21"
TOO_MUCH_WORK = "massachusetts-2020/chase-the-flush"
quick = worker.DOES["analyze"]


def analyze(asked: Mapping[str, Any]) -> dict[str, Any]:
    if asked["entry"] == FOR_EVER:
        time.sleep(600)
    while asked["entry"] == TOO_MUCH_WORK:
        pass
    if asked["entry"] == TOO_LARGE:
        bytearray(worker.most_memory())
    return quick(asked)


if __name__ == "__main__":
    worker.DOES["analyze"] = analyze
    worker.main(*map(float, sys.argv[1:]))
