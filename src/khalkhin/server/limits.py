"""How often a client may ask: token buckets, so many at once, so many a second; and who is one client."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from typing import Any


class Bucket:
    """Holds up to `burst` tokens and gets `rate` new ones a second."""

    __slots__ = ("burst", "filled", "rate", "tokens")

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        self.tokens = float(burst)
        self.filled = time.monotonic()

    def take(self, now: float | None = None) -> float:
        """Take a token: 0, or the seconds until there is one again."""
        now = time.monotonic() if now is None else now
        self.tokens = min(self.burst, self.tokens + (now - self.filled) * self.rate)
        self.filled = now
        if self.tokens < 1:
            return (1 - self.tokens) / self.rate
        self.tokens -= 1
        return 0.0


def client_of(scope: Any) -> str:
    """Whom a limit counts for: an address, or the network of an IPv6 address, of which anybody has more than enough."""
    host = str(scope["client"][0]) if scope.get("client") else ""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if address.version == 4:
        return host
    mapped = address.ipv4_mapped
    return str(ipaddress.ip_network((address, 64), strict=False)) if mapped is None else str(mapped)


class Buckets:
    """A bucket for each client address; those not seen for the longest time are forgotten first."""

    def __init__(self, rate: float, burst: int, most: int = 10_000) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, now: float | None = None) -> float:
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._burst)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.take(now)
