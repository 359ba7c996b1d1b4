"""All attacks, one after the other."""

from __future__ import annotations

from tests.attacks import forty_gets, forty_opponents, half_open

for attack in (forty_gets, forty_opponents, half_open):
    attack.main()
