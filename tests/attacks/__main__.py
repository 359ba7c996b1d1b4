"""All attacks, one after the other."""

from __future__ import annotations

from tests.attacks import forty_gets

for attack in (forty_gets,):
    attack.main()
